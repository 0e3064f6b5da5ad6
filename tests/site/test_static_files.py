"""Bundles, and the scripts and sheets that every page names."""

import gzip
import re
from pathlib import Path

import brotli
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client, override_settings

from games.pictures.registry import SKINS, art_address
from games.pictures.sprite import sprite_svg
from marrakech_site.static_files import (
    SHARED,
    bundled_script,
    bundled_styles,
    modules_of,
    shared_modules,
    without_comments,
)
from tooling import serve

STATIC = Path("static")
TEMPLATES = [path.read_text() for path in Path("templates").rglob("*.html")]


def read(name: str) -> str:
    return (STATIC / name).read_text()


def scripts_of(text: str) -> set[str]:
    return set(re.findall(r"static '(js/(?!vendor)[^']+\.js)'", text))


def test_a_bundle_has_the_modules_that_it_imports_each_once() -> None:
    found = modules_of("js/board/film/film.js", read)
    assert found[-1] == "js/board/film/film.js"
    assert len(found) == len(set(found)) == len(list((STATIC / "js/board/film").glob("*.js")))


def test_modules_of_a_bundle_keep_their_names_apart() -> None:
    sources = {
        "js/a.js": 'import { show as shown } from "./b.js";\nimport "./c.js";\n\nconst own = shown();\n',
        "js/b.js": "const own = 1;\nexport function show() {\n  return own;\n}\n",
        "js/c.js": "const own = 2;\nexport { own };\n",
        **dict.fromkeys(SHARED, ""),
    }
    bundle = bundled_script("js/a.js", sources.__getitem__)
    assert bundle.count("const own =") == 3
    assert "const {show: shown} = js_b;" in bundle.replace("{ ", "{").replace(" }", "}")
    assert not re.search(r"^(import|export)\b", bundle, re.MULTILINE)


def test_a_bundle_imports_what_is_shared_and_never_copies_it() -> None:
    bundle = bundled_script("js/table/main.js", read)
    shared = shared_modules(read)
    assert "js/common/drafts.js" in shared
    assert not set(modules_of("js/table/main.js", read)) & set(shared)
    assert 'import * as js_board_board_file from "../../js/board/board.js";' in bundle


UNREADABLE = [
    "export default 1;",
    "export let a = 1;",
    "export const a = 1, b = 2;",
    'export const a = "x;y", b = f(1, 2);',
    "export const a = [1, 2].map((x) => x + 1),\n  b = {};",
    "export const { a, b } = own;",
    "export function* a() {}",
    "export { a as b };",
    'export { a } from "./c.js";',
    'export * from "./c.js";',
    "  export { a };",
    "f(); export { a };",
    'import c from "./c.js";',
    'import * as c from "./c.js";',
    "import { c } from './c.js';",
    'import { c } from "c";',
    'f(); import { c } from "./c.js";',
    'const c = await import("./c.js");',
    "const here = import.meta.url;",
]


@pytest.mark.parametrize("line", UNREADABLE)
def test_a_line_that_a_bundle_cannot_contain_is_an_error(line: str) -> None:
    sources = {"js/a.js": 'import "./b.js";\n', "js/b.js": f"f();\n{line}\n", "js/c.js": "export const c = 1;\n"}
    with pytest.raises(ImproperlyConfigured, match=r"js/b\.js: bundles cannot contain this line: (\w|[;}] )"):
        bundled_script("js/a.js", {**sources, **dict.fromkeys(SHARED, "")}.__getitem__)


READABLE = [
    "export const a = (x, y) => {\n  const z = 1, w = 2;\n  return [x, y, z, w];\n};",
    'export const a = "x, y";',
    "export const a = { b: 1, c: [2, 3] };",
    "export async function a(x, y) {}",
    "export class a extends B {}",
    "export {\n  a,\n  b,\n};",
    "// export default 1;",
]


@pytest.mark.parametrize("line", READABLE)
def test_what_a_bundle_can_contain_is_exported_by_its_name(line: str) -> None:
    sources = {"js/a.js": 'import "./b.js";\n', "js/b.js": f"f();\n{line}\n", **dict.fromkeys(SHARED, "")}
    bundle = bundled_script("js/a.js", sources.__getitem__)
    assert ("return { a" in bundle) == (not line.startswith("//"))


def test_a_bundle_keeps_no_comments_and_all_texts() -> None:
    source = 'const a = "x // y"; // not this\n// nor this\nconst b = "https://c"; // this: "d"\n'
    assert without_comments(source) == 'const a = "x // y";\nconst b = "https://c"; // this: "d"\n'


def test_an_import_of_what_is_not_exported_is_an_error() -> None:
    sources = {"js/a.js": 'import { own, other as more } from "./b.js";\n', "js/b.js": "export const own = 1;\n"}
    with pytest.raises(ImproperlyConfigured, match=r"js/a\.js imports other, which js/b\.js does not export"):
        bundled_script("js/a.js", {**sources, **dict.fromkeys(SHARED, "")}.__getitem__)


def test_scripts_that_import_each_other_are_an_error() -> None:
    sources = {"js/a.js": 'import { b } from "./b.js";\nexport const a = 1;\n', **dict.fromkeys(SHARED, "")}
    sources["js/b.js"] = 'import { a } from "./a.js";\nexport const b = 1;\n'
    with pytest.raises(ImproperlyConfigured, match=r"import each other: js/a\.js, js/b\.js"):
        bundled_script("js/a.js", sources.__getitem__)


def test_an_import_of_a_sheet_with_conditions_is_an_error() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"css/a\.css: .* @import url"):
        bundled_styles("css/a.css", {"css/a.css": '@import url("b.css") print;\n'}.__getitem__)


def test_style_sheets_of_a_bundle_keep_their_order_and_layers() -> None:
    bundle = bundled_styles("css/every_page.css", read)
    assert "@import" not in bundle
    assert bundle.index("@layer reset, tokens,") < bundle.index("@layer base {") < bundle.index("@layer utilities {")
    assert 'url("data:image/svg+xml,' in bundle


def test_a_sheet_of_another_folder_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="another folder"):
        bundled_styles("css/a.css", {"css/a.css": '@import "../b.css";\n'}.__getitem__)


@pytest.mark.parametrize("name", sorted(set().union(*map(scripts_of, TEMPLATES))))
def test_a_page_names_no_script_that_is_inside_a_shared_file(name: str) -> None:
    assert shared_modules(read).get(name, name) == name


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collect the static files as ./run does."""
    root = tmp_path_factory.mktemp("static")
    backend = {"staticfiles": {"BACKEND": "marrakech_site.static_files.BundledStorage"}}
    with override_settings(STATIC_ROOT=root, STORAGES=backend):
        call_command("collectstatic", interactive=False, verbosity=0)
    return root


def test_collected_scripts_import_only_hashed_names_that_exist(collected: Path) -> None:
    hashed = [path for path in (collected / "js").rglob("*.js") if re.search(r"\.[0-9a-f]{12}\.js$", path.name)]
    found = [
        (path, (path.parent / name).resolve())
        for path in hashed
        for name in re.findall(r'^import \* as \w+ from "([^"]+)";', path.read_text(), re.MULTILINE)
    ]
    assert found
    assert [path for path, target in found if not re.search(r"\.[0-9a-f]{12}\.js$", target.name)] == []
    assert [path for path, target in found if not target.exists()] == []


def test_sheets_and_scripts_that_pages_name_have_a_compressed_copy(collected: Path) -> None:
    files = [path for kind in ("css", "js") for path in (collected / kind).rglob(f"*.????????????.{kind}")]
    large = [path for path in files if path.stat().st_size > 1000]
    assert large
    for ending in ("gz", "br"):
        assert [path for path in large if not path.with_name(f"{path.name}.{ending}").exists()] == []


def test_run_collects_again_only_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env = {"DATA_DIR": str(tmp_path), "DEBUG": "1", "STATIC_BUNDLES": "1", "STATIC_ROOT": str(tmp_path / "static")}
    assert not serve.is_collected(env)
    (tmp_path / "static").mkdir()
    (tmp_path / "static/staticfiles.json").write_text("{}")
    serve.record_collection(env)
    assert serve.is_collected(env)
    monkeypatch.setattr(serve, "static_state", lambda _env: "changed")
    assert not serve.is_collected(env)


@pytest.mark.parametrize("title", SKINS)
def test_the_small_pictures_of_a_title_are_one_file_that_never_changes(title: str) -> None:
    names = SKINS[title].small_pictures
    addresses = {name: art_address(title, name) for name in names}
    files = {address.partition("#")[0] for address in addresses.values()}
    assert len(files) == 1
    response = Client().get(files.pop(), headers={"accept-encoding": "gzip"})
    assert (response.status_code, response["Content-Encoding"], response["Vary"]) == (200, "gzip", "Accept-Encoding")
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    ids = re.findall(r'\bid="([^"]+)"', sprite_svg(SKINS[title]))
    assert len(ids) == len(set(ids))
    assert set(names) <= set(ids)


def test_the_pieces_of_a_title_are_one_file_that_never_changes() -> None:
    address = art_address("marram", "56a").partition("#")[0]
    response = Client().get(address, headers={"accept-encoding": "gzip"})
    assert (response.status_code, response["Content-Encoding"], response["Vary"]) == (200, "gzip", "Accept-Encoding")
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    small = Client().get(address, headers={"accept-encoding": "gzip, deflate, br"})
    assert (small["Content-Encoding"], small["Cache-Control"]) == ("br", response["Cache-Control"])
    assert brotli.decompress(small.content) == gzip.decompress(response.content)
    assert Client().get("/art/marram/p.0")["Cache-Control"] == "public, no-cache"
    assert Client().get("/art/marrakech/p.0").status_code == 404


def test_the_pictures_of_an_earlier_release_are_those_of_today_and_not_kept() -> None:
    response = Client().get("/art/marrakech.0.svg")
    assert (response.status_code, response["Cache-Control"]) == (200, "public, no-cache")


def test_a_title_without_pictures_has_no_file_of_them() -> None:
    assert Client().get("/art/nonsense.0.svg").status_code == 404


def test_the_face_of_titles_is_small_and_has_its_licence_beside_it() -> None:
    face = STATIC / "fonts/alegreya-700.woff2"
    assert face.stat().st_size < 15_000
    assert "SIL Open Font License" in (STATIC / "fonts/LICENSE").read_text()
    assert "font-display: optional;" in read("css/tokens.css")


def test_a_page_is_sent_compressed(client: Client, db: None) -> None:
    response = client.get("/rules/", headers={"accept-encoding": "gzip"})
    assert (response.status_code, response["Content-Encoding"]) == (200, "gzip")
