"""Static files as the site serves them: style sheets and scripts bundled, compressed, under names that never change.

In ``static/``, a style sheet says ``@import "common.css";`` and a script ``import "./poll.js";``, as browsers
understand. ``collectstatic`` writes what is imported into the importing file, without comments, and small pictures into
the style sheets that show them. Then it hashes and compresses all files.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePosixPath
from posixpath import join, normpath
from typing import Any
from urllib.parse import quote

from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Scripts that several scripts of a page import: they stay files of their own, with what they import, but for what an
# earlier one has. A page with two copies of a module would have its listeners twice.
SHARED = (
    "js/common/session.js",
    "js/dice/shares.js",
    "js/board/film/film.js",
    "js/board/board.js",
    "js/board/keys.js",
)
OURS = re.compile(r"(css|js/(?!vendor/).+)/[^/]+\.(css|js)")

# Comments that are lines of their own, and those at the end of a line without a quotation mark: they are in no text.
_COMMENTS = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//.*)[ \t]*\n|[ \t]+// [^\"'`\n]*$", re.MULTILINE)

HASHED = re.compile(r"\.[0-9a-f]{12}\.")

SMALL = 1000  # characters of a picture: below, a request costs more
SAFE = " =/:;,.'()"  # in a picture as an address

Read = Callable[[str], str]

_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_CSS_PICTURE = re.compile(r'url\("\.\./img/([\w-]+\.svg)"\)')
_CSS_IMPORT = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";$', re.MULTILINE)
_SHARED_IMPORT = r'(?P<matched>import \* as (?P<name>\w+) from "(?P<url>[^"]+)";)'  # as bundled_script writes it
_EXPORT = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)|^export \{([^}]*)\};$", re.MULTILINE)
# What remains of imports and exports is not understood: above all those that do not begin a line.
_LEFT_OVER = re.compile(
    r"^[ \t]*(?:import|export)\b.*|[;}][ \t]*(?:import|export) *[\w{*\"].*|\bimport(?:\(|\.meta\b).*", re.MULTILINE
)
_CONSTANT = re.compile(r"^export const .*?(?:;$|\Z)", re.MULTILINE | re.DOTALL)
_TEXTS = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`')
_BRACKETS = re.compile(r"\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}")


def _cannot(name: str, line: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name}: bundles cannot contain this line: {line.splitlines()[0].strip()}")


def without_comments(source: str) -> str:
    return _COMMENTS.sub("", source)


def bundled_styles(name: str, read: Read) -> str:
    """Return a style sheet with those it imports in their place, and with its small pictures.

    What it imports is in its folder, so that addresses stay right.
    """

    def imported(found: re.Match[str]) -> str:
        if "/" in found[1]:
            raise ImproperlyConfigured(f"{name} imports {found[1]}, which is in another folder.")
        return bundled_styles(str(PurePosixPath(name).with_name(found[1])), read)

    def drawn(found: re.Match[str]) -> str:
        art = read(f"img/{found[1]}").strip()
        return f'url("data:image/svg+xml,{quote(art, safe=SAFE)}")' if len(art) <= SMALL else found[0]

    text = _INDENT.sub("", read(name))
    if left := re.search(r"@import.*", _CSS_IMPORT.sub("", text)):
        raise _cannot(name, left[0])
    return _CSS_PICTURE.sub(drawn, _CSS_IMPORT.sub(imported, text))


def bundled_script(name: str, read: Read) -> str:
    """Return a script with the modules that it imports, each in a function of its own, and imports of shared files."""
    shared = shared_modules(read)
    modules = modules_of(name, read) if shared.get(name, name) == name else []
    wanted = [path for module in modules for path in _imports(module, read(module))] or [name]
    foreign = dict.fromkeys(shared[path] for path in wanted if path in shared and shared[path] != name)
    up = "../" * name.count("/")
    head = "".join(f'import * as {_ident(path)}_file from "{up}{path}";\n' for path in foreign)
    body = "".join(_wrapped(module, name, shared, read) for module in modules)
    return head + body + (_exports(modules, read) if name in SHARED else "")


def modules_of(name: str, read: Read) -> list[str]:
    """Return the modules in the file of a script, each after those it imports."""
    return _reached(name, read, except_for={path for path, file in shared_modules(read).items() if file != name})


def shared_modules(read: Read) -> dict[str, str]:
    """Return the modules in shared files, with the file of each."""
    found = dict[str, str]()
    for file in SHARED:
        taken = {*found, *SHARED} - {file}
        found |= dict.fromkeys(_reached(file, read, except_for=taken), file)
    return found


def _reached(name: str, read: Read, except_for: Iterable[str]) -> list[str]:
    found, skipped = list[str](), {*except_for}

    def visit(module: str, importing: tuple[str, ...]) -> None:
        if module in importing:
            raise ImproperlyConfigured(f"These scripts import each other: {', '.join(importing)}.")
        if module not in skipped:
            for imported in _imports(module, read(module)):
                visit(imported, (*importing, module))
            skipped.add(module)
            found.append(module)

    visit(name, ())
    return found


def _imports(module: str, source: str) -> list[str]:
    folder = str(PurePosixPath(module).parent)
    return [normpath(join(folder, found[2])) for found in _IMPORT.finditer(source)]


def _ident(module: str) -> str:
    return re.sub(r"\W", "_", module.removesuffix(".js"))


def _names(source: str) -> list[str]:
    found = (one or several for one, several in _EXPORT.findall(source))
    return [name.strip() for names in found for name in names.split(",") if name.strip()]


def _check_exports(module: str, source: str) -> None:
    """Raise ImproperlyConfigured for a constant that is followed by another one, and for an export by another name."""
    for constant in _CONSTANT.findall(source):
        text, shorter = "", _TEXTS.sub("", constant)
        while text != shorter:
            text, shorter = shorter, _BRACKETS.sub("", shorter)
        if "," in re.split(r"[(\[{]", text)[0]:
            raise _cannot(module, constant)
    if renamed := [name for name in _names(source) if not re.fullmatch(r"[\w$]+", name)]:
        raise _cannot(module, f"export {{ {', '.join(renamed)} }};")


def _check_import(module: str, names: str, path: str, read: Read) -> None:
    """Raise ImproperlyConfigured for an import of what the other module does not export."""
    wanted = {name.split(" as ")[0].strip() for name in names.split(",") if name.strip()}
    if unknown := sorted(wanted.difference(_names(read(path)))):
        raise ImproperlyConfigured(f"{module} imports {', '.join(unknown)}, which {path} does not export.")


def _wrapped(module: str, file: str, shared: dict[str, str], read: Read) -> str:
    """Return a module as a function that gives its exports: names of two modules may be equal."""
    source, folder = read(module), str(PurePosixPath(module).parent)
    _check_exports(module, source)

    def taken(found: re.Match[str]) -> str:
        path = normpath(join(folder, found[2]))
        if not found[1]:
            return ""
        _check_import(module, found[1], path, read)
        home = shared.get(path, file)
        value = _ident(path) if home == file else f"{_ident(home)}_file.{_ident(path)}"
        return f"const {{{found[1].replace(' as ', ': ')}}} = {value};"

    code = _IMPORT.sub(taken, source)
    code = _EXPORT.sub(lambda found: found[0].removeprefix("export ") if found[1] else "", code)
    if left := _LEFT_OVER.search(code):
        raise _cannot(module, left[0])
    given = ", ".join(_names(source))
    return f"const {_ident(module)} = (() => {{\n{code}\nreturn {{ {given} }};\n}})();\n"


def _exports(modules: Iterable[str], read: Read) -> str:
    return f"export {{ {', '.join(_ident(module) for module in modules if _names(read(module)))} }};\n"


class BundledStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Bundles before it hashes and compresses. Its addresses have the hashes with DEBUG, too."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((_SHARED_IMPORT, 'import * as %(name)s from "%(url)s";'),)),
    )

    def url(self, name: str | None, force: bool = True) -> str:
        return str(super().url(name, force=True))

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        if not dry_run:
            self._bundle(paths)
        yield from super().post_process(paths, dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[Any]:
        """Compress what pages name: the files with hashes. No page asks for the others."""
        yield from super().compress_files([path for path in paths if HASHED.search(path)])

    def _bundle(self, paths: dict[str, Any]) -> None:
        """Write the bundles in place of the collected files."""
        sources = dict[str, str]()

        def read(name: str) -> str:
            if name not in sources:
                if name not in paths:
                    raise ImproperlyConfigured(f"{name} is imported, and does not exist.")
                storage, path = paths[name]
                with storage.open(path) as file:
                    sources[name] = without_comments(file.read().decode())
            return sources[name]

        names = [name for name in paths if OURS.fullmatch(name)]
        bundles = {name: (bundled_styles if name.endswith(".css") else bundled_script)(name, read) for name in names}
        for name, text in bundles.items():
            self.delete(name)
            self._save(name, ContentFile(text.encode()))
            paths[name] = self, name
