"""Symbols of code: how they are named, and what changes their digests."""

import pytest

from meminit.covering.symbols import symbols

pytest.importorskip("tree_sitter", reason="needs the extra code")

# By file: the code, and the names of its symbols.
NAMED = {
    "a.py": (
        """
X = 1
A, B = 1, 2
class Charge(Base):
    rate: float = 1.0
    @property
    def refund(self):
        y = 1
        def inner(): return 2
    async def later(self): pass
    class Nested:
        def deep(self): ...
if X:
    def g(): pass
else:
    def g(): return 1
f = lambda: (q := 1)
""",
        "X A B Charge Charge.rate Charge.refund Charge.refund.inner Charge.later Charge.Nested Charge.Nested.deep g f",
    ),
    "a.js": (
        """
export const LIMIT = 10;
export const add = (a, b) => { const t = a; return t + b; };
export default function main() {}
function* gen() {}
class A extends B { static n = 1; #priv = 2; constructor() { super(); } get x() { return 1 } #p() {} }
const api = { get() { return 1 }, put: async () => { const z = 1 } };
module.exports.run = function () { var q = 1; };
A.prototype.late = () => 1;
describe("x", () => { const inner = 1; });
""",
        "LIMIT add main gen A A.n A.#priv A.constructor A.x A.#p api api.get api.put run A.late",
    ),
    "b.jsx": ("export default { a: 1 };\n", "default"),
    "a.ts": (
        """
export interface I<T> { a: string; m(x: number): void }
export type Id = string | number;
export enum Color { Red, Green = 2 }
export abstract class S { private n = 1; abstract go(): void; run<T>(x: T): T { return x } }
namespace N.M { export const z = 1; }
export function over(a: string): void;
export function over(a: any) {}
@Injectable() export class Deco { @Input() name = "x"; }
declare function amb(x: number): void;
""",
        "I I.a I.m Id Color Color.Red Color.Green S S.n S.go S.run N.M N.M.z over Deco Deco.name amb",
    ),
    "a.tsx": ("export const Page = () => <div>{x}</div>;\n", "Page"),
    "a.go": (
        """
package p
const B, C = 2, 3
var x = func() int { var y = 1; return y }
type Charge struct { Amount, Fee int }
type Doer interface { Do(x int) error }
type T2 = string
func (c *Charge) Refund(n int) error { var q = 1; return nil }
func (s Stack[T]) Push(t T) {}
func Free[T any](x T) T { return x }
""",
        "B C x Charge Charge.Amount Charge.Fee Doer Doer.Do T2 Charge.Refund Stack.Push Free",
    ),
    "a.rs": (
        """
pub struct Charge<T> { pub amount: u32, t: T }
impl<T> Charge<T> { pub fn refund(&self) -> u32 { const Q: u32 = 1; self.amount } const K: u8 = 1; }
impl<T> std::fmt::Display for crate::m::Charge<T> { fn fmt(&self) {} }
pub enum E { One, Two(u8) }
pub trait Tr { type Out; fn go(&self); }
mod inner { pub fn deep() { fn nested() {} } pub static S: u8 = 1; }
macro_rules! mac { () => {} }
""",
        (
            "Charge Charge.amount Charge.t Charge.refund Charge.K Charge.fmt E E.One E.Two Tr Tr.Out Tr.go"
            " inner inner.deep inner.deep.nested inner.S mac"
        ),
    ),
    "A.java": (
        """
package p;
public class Charge<T> extends B {
  private final int a = 1, b;
  public Charge() {}
  @Override public int refund(int x) { int local = 1; return x; }
  int refund(String s) { return 1; }
  enum Kind { A, B }
  interface Do { int K = 1; void go(); }
}
record P(int x) { int y() { return x; } }
""",
        (
            "Charge Charge.a Charge.b Charge.Charge Charge.refund Charge.Kind Charge.Kind.A Charge.Kind.B Charge.Do"
            " Charge.Do.K Charge.Do.go P P.y"
        ),
    ),
    "a.c": (
        """
#define LIMIT 10
#define MAX(a, b) ((a) > (b) ? (a) : (b))
typedef struct charge { int amount; char *name; } charge_t;
typedef int (*handler)(int);
enum color { RED, GREEN };
static int counter = 0, *other;
int *(*weird(void))(int);
static inline char *refund(struct charge *c) { int local = 1; return 0; }
""",
        (
            "LIMIT MAX charge_t charge charge.amount charge.name handler color color.RED color.GREEN counter other weird"
            " refund"
        ),
    ),
    "a.hpp": (
        """
namespace a::b {
template <typename T> class Charge : public Base<T> {
  Charge(); ~Charge();
  int refund(int) const;
  int field = 1;
};
template <typename T> int Charge<T>::refund(int x) const { auto l = [](){ int q = 1; }; return x; }
int& ref() { static int x; return x; }
}
using Alias = int;
int a::b::free() { return 1; }
""",
        "a.b a.b.Charge a.b.Charge.Charge a.b.Charge.~Charge a.b.Charge.refund a.b.Charge.field a.b.ref Alias a.b.free",
    ),
}

# What two texts are to each other: (file, symbol, one, other).
# ruff: noqa: E501
SAME = [
    ("a.py", "f", "def f(a,b):\n  return a+b\n", "# c\ndef f(a,\n  b,  # x\n  ):\n    # y\n    return a + b  # z\n"),
    ("a.py", "f", "def f():\n  return [1,2,]\n", "def f():\n  return [1,\n 2]\n"),
    ("a.py", "f", "def f():\n  a(); b()\n", "def f():\r\n  a()\r\n  b()\r\n"),
    ("a.py", "f", "def f():\n  x = 1 + \\\n 2\n", "\ufeffdef f():\n  x = 1 + 2"),
    ("a.py", "f", "def f(): pass\n", "if x:\n  def f():\n    pass\n"),
    ("a.js", "f", "function f() { return 1; }", "function f() {\n  // c\n  return 1\n}"),
    ("a.jsx", "f", "function f() { return <a>\n  x  y\n  <b/>\n</a> }", "function f() { return <a>\n     x  y\n <b/>\n</a> }"),
    ("a.ts", "I", "interface I { a: string; b(): void }", "interface I {\n  a: string,\n  b(): void;\n}"),
    ("a.go", "f", "package p\nfunc f(a int, b int) { g(a, b) }", "package p\n// c\nfunc f(\n\ta int,\n\tb int,\n) {\n\tg(\n\ta,\n\tb,\n)\n}"),
    ("a.rs", "f", "/// doc\n#[test]\n// c\nfn f(a: u8, b: u8) {}\n", "#[test] fn f(\n  a: u8,\n  b: u8, // x\n) {}"),
    ("A.java", "C.f", "class C { int f(int a) { return a; } }", "class C {\n /** doc */ int f( int a ) { return a ; } }"),
    ("a.c", "M", "#define M(a) ((a) \\\n  + 1)\n", "#define M(a) ((a) + 1)\n"),
    ("a.c", "f", "int f(int a) { return a; } /* x */", "int f(int a)\n{\n  return a; // y\n}"),
    ("a.h", "f", "class X {}; int f();", "class X {};\n\nint f( );"),
]  # fmt: skip
OTHER = [
    ("a.py", "f", "def f():\n  return a+b\n", "def f():\n  return a-b\n"),
    ("a.py", "f", "def f():\n  if a:\n    b()\n  c()\n", "def f():\n  if a:\n    b()\n    c()\n"),
    ("a.py", "f", "def f():\n  return (1,)\n", "def f():\n  return (1)\n"),
    ("a.py", "f", "def f():\n  return 'a b'\n", "def f():\n  return 'a  b'\n"),
    ("a.py", "f", "def f():\n  'doc'\n", "def f():\n  'another'\n"),
    ("a.py", "f", "@a\ndef f(): pass", "@b\ndef f(): pass"),
    ("a.py", "f", "def f(): pass\n", "async def f(): pass\n"),
    ("a.py", "f", "def f(): return f'{a} b'", "def f(): return f'{a}  b'"),
    ("a.py", "f", "def f(): pass\ndef f(): return 1\n", "def f(): return 1\n"),
    ("a.py", "f", "def f(a: int, /, *, b=1): pass", "def f(a: int, *, b=1): pass"),
    ("a.js", "f", "function f() { return\n1 }", "function f() { return 1 }"),
    ("a.js", "f", "function f() { for (a;b;) {} }", "function f() { for (a;;b) {} }"),
    ("a.js", "f", "function f() { return [1,] }", "function f() { return [1,,] }"),
    ("a.js", "f", "function f() { return [,] }", "function f() { return [] }"),
    ("a.js", "f", "const f = (a) => a;", "export const f = (a)=>a"),
    ("a.js", "f", "function f() { return `a ${b} c` }", "function f() { return `a ${b}  c` }"),
    ("a.js", "f", "function f() { return /a b/ }", "function f() { return /a  b/ }"),
    ("a.jsx", "f", "function f() { return <a>x {y}</a> }", "function f() { return <a>x{y}</a> }"),
    ("a.ts", "I", "interface I { a: string }", "interface I { a?: string }"),
    ("a.go", "T", "package p\ntype T int\nfunc (t T) M() {}", "package p\ntype T int\nfunc (t T) M() { x() }"),
    ("a.go", "T", 'package p\ntype T struct {\n A int `a:"b"`\n}', 'package p\ntype T struct {\n A int `a:"c"`\n}'),
    ("a.rs", "f", "fn f() -> u8 { if a {1} else {2} }", "fn f() -> u8 { if a {1} else {2}; }"),
    ("a.rs", "f", "#[test]\nfn f() {}", "fn f() {}"),
    ("a.rs", "f", "fn f() { (1,) }", "fn f() { (1) }"),
    ("A.java", "C.f", "class C { int f(int a) { return a; } }",
     "class C { int f(int a) { return a; } int f(String s) { return 1; } }"),
    ("A.java", "C.f", "class C { @A int f() { return 1; } }", "class C { int f() { return 1; } }"),
    ("a.c", "M", "#define M(a) ((a) + 1)\n", "#define M(a) ((a) + 2)\n"),
    ("a.c", "f", "int f(void) { return 'a'; }", "int f(void) { return 'b'; }"),
    ("a.cpp", "C", "class C { int f(); }; int C::f() { return 1; }", "class C { int f(); }; int C::f() { return 2; }"),
    ("a.cpp", "f", "template<class T> T f(T x) { return x; }", "template<class T, class U> T f(T x) { return x; }"),
]  # fmt: skip
BROKEN = {
    "a.py": "def f(:\n",
    "a.js": "function f( {",
    "a.ts": "interface {",
    "a.tsx": "<a>",
    "a.go": "func f() {",
    "a.rs": "fn f() -> {",
    "A.java": "class {",
    "a.c": "int f( {",
    "a.h": "int f( {",
    "a.cpp": "class C {",
}


def _digest(file, text, name):
    found = symbols(file, text.encode(), (name,))
    assert found.is_sound, text
    return found.digests[name]


@pytest.mark.parametrize("file", NAMED)
def test_names(file):
    text, names = NAMED[file]
    found = symbols(file, text.encode(), names.split())
    assert " ".join(found.names) == names
    assert found.digests.keys() == set(names.split())


@pytest.mark.parametrize(("file", "name", "one", "other"), SAME)
def test_comments_and_layout_do_not_count(file, name, one, other):
    assert _digest(file, one, name) == _digest(file, other, name)


@pytest.mark.parametrize(("file", "name", "one", "other"), OTHER)
def test_meaning_counts(file, name, one, other):
    assert _digest(file, one, name) != _digest(file, other, name)


@pytest.mark.parametrize("file", BROKEN)
def test_what_cannot_be_parsed_is_not_sound(file):
    assert not symbols(file, BROKEN[file].encode(), ("f",)).is_sound


def test_what_is_not_there_has_no_digest():
    found = symbols("a.py", b"def f(): ...\n", ("f", "g", "f.g"))
    assert (found.is_sound, set(found.digests)) == (True, {"f"})
    assert not symbols("a.rb", b"def f; end\n", ("f",)).is_sound
    assert symbols("a.py", b"", ("f",)).is_sound


def test_deep_and_long_code_is_no_crash():
    deep = b"x = " + b"[" * 20_000 + b"]" * 20_000 + b"\n"
    assert symbols("a.py", deep, ("x",)).digests
    assert not symbols("a.py", b"x = 1\n" * 200_000, ("x",)).is_sound  # more than is parsed


@pytest.mark.parametrize(("opening", "closing"), [("(", ")"), ("1 < ", "")])
def test_code_of_nothing_but_brackets_is_not_parsed(opening, closing):
    """It would take thousands of times its size."""
    for count, is_sound in ((1_000, True), (50_001, False)):
        code = f"int f = {opening * count}1{closing * count};\n"
        assert symbols("a.c", code.encode(), {"f"}).is_sound == is_sound
