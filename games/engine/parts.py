"""The parts of a title that are imported when they are first used: ``part``."""

from importlib import import_module
from typing import Any


class _Part:
    """An attribute whose value is looked up once; a page asks for hundreds of sentences."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __set_name__(self, owner: type, attribute: str) -> None:
        self._package, self._attribute = owner.__module__.rpartition(".")[0], attribute

    def __get__(self, title: Any, owner: type) -> Any:
        if title is None:
            return self
        value = title.__dict__[self._attribute] = getattr(import_module(self._module, self._package), self._name)
        return value


def part(module: str, name: str) -> Any:
    """Return an attribute for the class of a title: this value or function of a module of the title's package.

    ``module`` begins with a dot. The module is imported when the attribute is first used, so that a program which only
    plays by the rules starts in half the time.
    """
    return _Part(module, name)
