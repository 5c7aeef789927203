"""Puts off loading a module of Python that is imported by others and wanted by few: `inspect`.

orjson looks at one name of `dataclasses` while it is loaded, `dataclasses` imports `inspect` for what it may have to do
some day, and `inspect` imports Python's compiler and tokenizer: 6 of the 51 ms of a check of ten documents.
"""

import sys
from importlib.util import find_spec, module_from_spec
from types import ModuleType


class _Deferred(ModuleType):
    """A module that is loaded when something is asked of it. It stays the same module."""

    def __getattr__(self, name: str) -> object:
        self.__class__ = ModuleType  # type: ignore[assignment]  # Python allows it for modules
        try:
            self.__spec__.loader.exec_module(self)  # type: ignore[union-attr]  # `defer` has seen to it
        except BaseException:
            sys.modules.pop(self.__name__, None)  # as where a module is imported in vain
            raise
        return getattr(self, name)


def defer(name: str) -> None:
    spec = None if name in sys.modules else find_spec(name)
    if spec and spec.loader:
        module = module_from_spec(spec)
        module.__class__ = _Deferred
        sys.modules[name] = module
