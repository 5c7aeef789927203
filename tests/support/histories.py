"""Histories of git with all that may befall documents in them, made by dice."""

import os
import shutil

from tests.support.git import GitRepository

NAMES = ["a.md", "b.md", "c.md", "d.md", "sub/e.md", "sub/f.md", "sub/deep/g.md", "README.md", "h.md", "sub/i.md"]
ODD = ["with blank.md", 'quo"te.md', "é.md", "new\nline.md", "-dash.md", os.fsdecode(b"bad\xff.md")]
WORDS = ["One", "Two", "Three", "Four parts", "Five"]
CONFIGS = [
    "",
    "# a comment\n",
    "[types.ADR]\n",
    '[docs]\nschema = "docs/schema.json"\n',
    '[[rules.override]]\npaths = ["docs/sub/**"]\noff = ["BROKEN_ANCHOR"]\n',
    '[docs]\nexclude = ["sub/deep/**"]\n',
    "[docs\n",
]
IGNORES = ["ignored*\n", "ignored*\nsub/deep/\n", "", "ignored*\nd.md\n"]


class History:
    """A repository of git whose files change; a document has a number of its own, so that no two are equal."""

    def __init__(self, dice, folder):
        self.dice = dice
        self.git = GitRepository(folder).init()
        self.numbers = iter(range(1, 10_000))
        names = [*NAMES, *dice.sample(ODD, 2)]
        self.git.write({".meminit.toml": dice.choice(CONFIGS[:3]), ".gitignore": "ignored*\n", "src/x.py": "1\n" * 30})
        self.git.write({f"docs/{name}": self.text() for name in names})
        self.git.write({"docs/schema.json": '{"required": ["title"]}', "docs/ignored.md": "x", "docs/p.png": "x"})
        self.git.commit()

    @property
    def documents(self):
        found = []
        for above, _, names in os.walk(os.path.join(self.git.folder, "docs")):
            found += [os.path.relpath(os.path.join(above, each), self.git.folder) for each in names]
        return sorted(each for each in found if each.endswith(".md") and os.path.isfile(self.place(each)))

    def place(self, name):
        return os.path.join(self.git.folder, name)

    def read(self, name):
        with open(self.place(name), "rb") as file:
            return file.read()

    def text(self):
        dice, number = self.dice, next(self.numbers)
        own = dice.choice([number, number, number, dice.randrange(1, 12)])
        lines = ["---", f"document_id: PAY-ADR-{own:03}", "type: ADR", f"title: T{number}", "status: Draft"]
        lines += ['version: "1.0"', "last_updated: 2026-01-02", "owner: me", 'docops_version: "2.0"']
        lines += dice.choice([[], [], [f"related_ids: [PAY-ADR-{dice.randrange(1, 14):03}]"], ["unknown: 1"]])
        lines += ["---", *(self.line() for _ in range(dice.randrange(2, 7))), ""]
        if dice.random() < 0.1:
            lines = lines[10:]
        return "\n\n".join(["\n".join(lines[:-4]), *lines[-4:]])

    def line(self):
        dice = self.dice
        target = dice.choice([*NAMES, "gone.md", "../src/x.py", "ignored.md", "p.png", "sub", "module/x.md"])
        anchor = dice.choice(["", "", f"#{dice.choice(WORDS).lower().replace(' ', '-')}", "#L25"])
        kinds = [f"# {dice.choice(WORDS)}", f"[x]({target}{anchor})", f"[x]({target}{anchor})", f"[x](/docs/{target})"]
        kinds += ["[y][no]", "text", f"[x]({target}{anchor}) <!-- meminit: ignore BROKEN_LINK -- known -->"]
        return dice.choice(kinds)

    def change(self):
        """Something happens to the working tree; returns what."""
        kinds = [self.edit] * 6 + [self.add, self.add, self.remove, self.rename, self.rename, self.move_folder]
        kinds += [self.line_ends, self.mode, self.link, self.swap, self.code, self.stage]
        kinds += [self.ignore, self.configure, self.clash] if self.dice.random() < 0.4 else []
        kind = self.dice.choice(kinds)
        kind()
        return kind.__name__

    def edit(self):
        name = self.dice.choice(self.documents or ["docs/a.md"])
        content = self.read(name).split(b"\n") if os.path.isfile(self.place(name)) else []
        for _ in range(self.dice.randrange(1, 4)):
            at = self.dice.randrange(len(content) + 1)
            kind = self.dice.randrange(4)
            if kind == 0 and content:
                del content[min(at, len(content) - 1)]
            elif kind == 1:
                content.insert(at, b"")
            else:
                content.insert(max(at, len(content) - 3), self.line().encode())
        self.git.write({name: b"\n".join(content)})

    def add(self):
        self.git.write({f"docs/{self.dice.choice(['', 'sub/', 'new/'])}n{next(self.numbers)}.md": self.text()})

    def remove(self):
        if len(self.documents) > 2:
            os.unlink(self.place(self.dice.choice(self.documents)))

    def rename(self):
        old = self.dice.choice(self.documents or [None])
        new = f"docs/{self.dice.choice(['', 'sub/', 'new/'])}r{next(self.numbers)}.md"
        if old:
            os.makedirs(os.path.dirname(self.place(new)), exist_ok=True)
            os.rename(self.place(old), self.place(new))
            if self.dice.random() < 0.3:
                self.git.write({new: self.read(new) + self.line().encode() + b"\n"})

    def move_folder(self):
        if os.path.isdir(self.place("docs/sub")):
            os.rename(self.place("docs/sub"), self.place(f"docs/s{next(self.numbers)}"))

    def line_ends(self):
        name = self.dice.choice(self.documents or ["docs/a.md"])
        if os.path.isfile(self.place(name)):
            plain = self.read(name).replace(b"\r\n", b"\n")
            self.git.write({name: self.dice.choice([plain, plain.replace(b"\n", b"\r\n")])})

    def mode(self):
        if self.documents:
            os.chmod(self.place(self.dice.choice(self.documents)), self.dice.choice([0o644, 0o755]))

    def link(self):
        name = self.dice.choice(["docs/link.md", *self.documents])
        if os.path.lexists(self.place(name)):
            os.unlink(self.place(name))
        os.symlink(
            self.dice.choice(["a.md", "b.md", "nowhere.md", "sub", "../../outside.md", name[5:]]), self.place(name)
        )

    def swap(self):
        """A file and a folder change places."""
        if os.path.isdir(self.place("docs/new")):
            shutil.rmtree(self.place("docs/new"))
            self.git.write({"docs/new": "a file now"})
        elif os.path.isfile(self.place("docs/h.md")):
            os.unlink(self.place("docs/h.md"))
            self.git.write({"docs/h.md/inner.md": self.text()})

    def code(self):
        self.git.write({"src/x.py": "1\n" * self.dice.choice([10, 30, 40]), "src/y.json": "{}"})

    def clash(self):
        if len(self.documents) > 1:
            one, other = self.dice.sample(self.documents, 2)
            self.git.write({other: self.read(one)})

    def ignore(self):
        self.git.write({".gitignore": self.dice.choice(IGNORES)})

    def configure(self):
        if self.dice.random() < 0.5:
            self.git.write({".meminit.toml": self.dice.choice(CONFIGS)})
        else:
            self.git.write({"docs/schema.json": self.dice.choice(['{"required": ["owner"]}', "{", "{}"])})

    def stage(self):
        if self.dice.random() < 0.5:
            self.git("add", "--all")
        elif self.documents:
            self.git("add", "--force", "--", self.dice.choice(self.documents))

    def commit(self):
        for _ in range(self.dice.randrange(1, 5)):
            self.change()
        self.git.commit()

    def play(self):
        """A branch that parts from main, and what has not been committed; returns what happened to it."""
        dice = self.dice
        for _ in range(dice.randrange(3)):
            self.commit()
        self.git("checkout", "--quiet", "-b", "topic")
        for _ in range(dice.randrange(3)):
            self.commit()
        if dice.random() < 0.5:
            self.git("checkout", "--quiet", "main")
            self.commit()
            self.git("checkout", "--quiet", "--force", "topic")
        if dice.random() < 0.2:
            self.git("checkout", "--quiet", "--detach")
        return [self.change() for _ in range(dice.randrange(8))]
