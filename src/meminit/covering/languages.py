"""The programming languages whose symbols are understood: their files, their grammars, and what defines a symbol.

A definition is a pattern of tree-sitter: it captures the name, and the whole as a type, a function, a value, or as an
alias, which holds nothing. A block has no name; values in it, and in functions, are no symbols. What is captured as
`within` stands before the name.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Language(NamedTuple):
    """`package` is imported for the grammar, which `grammar` makes."""

    name: str
    package: str
    definitions: str
    grammar: str = "language"
    is_loose: bool = False  # whether semicolons may be left out


_PYTHON = """
(function_definition name: (identifier) @name) @function
(class_definition name: (identifier) @name) @type
(assignment left: (identifier) @name) @value
(assignment left: (pattern_list (identifier) @name)) @value
(type_alias_statement left: (type (identifier) @name)) @value
(lambda) @block
"""
_JAVASCRIPT = """
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(class_declaration name: (_) @name) @type
(method_definition name: (_) @name) @function
(variable_declarator name: (identifier) @name) @value
(variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @function
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @function
(assignment_expression left: (member_expression) @name) @value
(assignment_expression left: (member_expression) @name
  right: [(arrow_function) (function_expression) (generator_function)]) @function
(export_statement "default" @name value: (_)) @type
[(arrow_function) (function_expression) (generator_function)] @block
"""
_FIELDS = "(field_definition property: (_) @name) @value"
_TYPESCRIPT = f"""{_JAVASCRIPT}
(abstract_class_declaration name: (_) @name) @type
(interface_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @type
(type_alias_declaration name: (_) @name) @value
(internal_module name: (_) @name) @type
(module name: (identifier) @name) @type
(function_signature name: (_) @name) @function
(method_signature name: (_) @name) @function
(abstract_method_signature name: (_) @name) @function
(public_field_definition name: (_) @name) @value
(property_signature name: (_) @name) @value
(enum_body name: (_) @name @value)
(enum_assignment name: (_) @name) @value
"""
_GO = """
(function_declaration name: (identifier) @name) @function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @within))
  name: (field_identifier) @name) @function
(type_spec name: (type_identifier) @name) @type
(type_alias name: (type_identifier) @name) @type
(const_spec (identifier) @name) @value
(var_spec (identifier) @name) @value
(field_declaration name: (field_identifier) @name) @value
(method_elem name: (field_identifier) @name) @value
(func_literal) @block
"""
_RUST = """
(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @function
(struct_item name: (_) @name) @type
(enum_item name: (_) @name) @type
(union_item name: (_) @name) @type
(trait_item name: (_) @name) @type
(mod_item name: (_) @name) @type
(impl_item type: (_) @name) @type
(type_item name: (_) @name) @value
(associated_type name: (_) @name) @value
(const_item name: (_) @name) @value
(static_item name: (_) @name) @value
(macro_definition name: (_) @name) @function
(enum_variant name: (_) @name) @value
(field_declaration name: (_) @name) @value
"""
_JAVA = """
(class_declaration name: (_) @name) @type
(interface_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @type
(record_declaration name: (_) @name) @type
(annotation_type_declaration name: (_) @name) @type
(method_declaration name: (_) @name) @function
(constructor_declaration name: (_) @name) @function
(compact_constructor_declaration name: (_) @name) @function
(annotation_type_element_declaration name: (_) @name) @function
(enum_constant name: (_) @name) @value
(field_declaration declarator: (variable_declarator name: (_) @name)) @value
(constant_declaration declarator: (variable_declarator name: (_) @name)) @value
"""
_C = """
(function_definition declarator: (_) @name) @function
(declaration declarator: (_) @name) @alias
(type_definition declarator: (_) @name) @alias
(struct_specifier name: (_) @name body: (_)) @type
(union_specifier name: (_) @name body: (_)) @type
(enum_specifier name: (_) @name body: (_)) @type
(field_declaration declarator: (_) @name) @value
(enumerator name: (_) @name) @value
(preproc_def name: (_) @name) @value
(preproc_function_def name: (_) @name) @value
"""
_CPP = f"""{_C}
(class_specifier name: (_) @name body: (_)) @type
(namespace_definition name: (_) @name) @type
(alias_declaration name: (_) @name) @value
(concept_definition name: (_) @name) @value
(lambda_expression) @block
"""

PYTHON = Language("Python", "tree_sitter_python", _PYTHON, is_loose=True)
JAVASCRIPT = Language("JavaScript", "tree_sitter_javascript", f"{_JAVASCRIPT}{_FIELDS}", is_loose=True)
TYPESCRIPT = Language("TypeScript", "tree_sitter_typescript", _TYPESCRIPT, "language_typescript", is_loose=True)
TSX = Language("TSX", "tree_sitter_typescript", _TYPESCRIPT, "language_tsx", is_loose=True)
GO = Language("Go", "tree_sitter_go", _GO)
RUST = Language("Rust", "tree_sitter_rust", _RUST)
JAVA = Language("Java", "tree_sitter_java", _JAVA)
C = Language("C", "tree_sitter_c", _C)
CPP = Language("C++", "tree_sitter_cpp", _CPP)
# By the ending of file names; of several languages the first one counts in which the file has no error.
BY_ENDING: Mapping[str, tuple[Language, ...]] = {
    **dict.fromkeys((".py", ".pyi"), (PYTHON,)),
    **dict.fromkeys((".js", ".jsx", ".mjs", ".cjs"), (JAVASCRIPT,)),
    **dict.fromkeys((".ts", ".mts", ".cts"), (TYPESCRIPT,)),
    ".tsx": (TSX,),
    ".go": (GO,),
    ".rs": (RUST,),
    ".java": (JAVA,),
    ".c": (C,),
    ".h": (C, CPP),
    **dict.fromkeys((".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++"), (CPP,)),
}
LANGUAGES = (PYTHON, JAVASCRIPT, TYPESCRIPT, TSX, GO, RUST, JAVA, C, CPP)


def languages_of(file: str) -> tuple[Language, ...]:
    """The languages that a file may be written in; none for one whose symbols are not understood."""
    name = file.rpartition("/")[2].lower()
    return BY_ENDING.get(f".{name.rpartition('.')[2]}", ())
