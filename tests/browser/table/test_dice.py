import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from games.core.dice import open_share
from games.core.models import Game, Seat
from games.engine import registry
from games.engine.commands.files import FOLDER
from games.engine.dice import PROTOCOLS, V1
from games.engine.gamefile import shares_in_time, write
from games.play.endings import resign
from tests.browser.visitors import Visitors
from tests.engine.helpers.listed_chance import listed_file
from tests.engine.helpers.mailed_files import MAILED, quoted, wrapped
from tests.engine.helpers.meadow.title import MEADOW
from tests.engine.helpers.rewound_games import REWOUND, forged, rewound_file
from tests.engine.helpers.sealed_games import sealed_file, sealed_record
from tests.engine.helpers.tampering import FILES, GIVEN_UP_ELSEWHERE, changes
from tests.helpers.device_shares import device_game, share_of
from tests.makers import make_user, play_on, started_game

pytestmark = pytest.mark.browser

VECTORS = json.loads((Path(__file__).parents[2] / "engine" / "dice_vectors.json").read_text())
SAMPLE = (FOLDER / "pitchfork-three.mrm").read_text(encoding="utf-8")
SHORT = {"rugs": "3/2/2"}
GOOD = re.compile(r"Verified: all \d+ results match\.")
FAULTS_OF = """async (texts) => {
  const {check, read} = await import("/static/js/dice/game_file.js");
  const found = [];
  for (const text of texts) {
    const {faults} = await check(read(text)[0]);
    found.push(faults.map(({line}) => line));
  }
  return found;
}"""

SHARES_OF = """async (text) => {
  const {check, read} = await import("/static/js/dice/game_file.js");
  return (await check(read(text)[0])).shares;
}"""


@pytest.fixture
def finished(transactional_db: None) -> Game:
    return play_on(started_game(options=SHORT))


def verdict(page: Page) -> str:
    """Return what the page says of the dice once it has looked."""
    expect(page.locator("#verdict")).not_to_contain_text("is checking")
    return page.locator("#verdict").inner_text()


def serve(page: Page, text: str) -> None:
    """Let the page get this text for the game file."""

    def answer(route: Route) -> None:
        route.fulfill(body=text, content_type="text/plain; charset=utf-8")

    page.route("**/game.mkg", answer)


def file_of(page: Page, game: Game) -> str:
    text: str = page.request.get(f"/t/{game.code}/game.mkg").text()
    return text


def test_the_browser_verifies_every_result_of_the_dice(visit: Visitors, finished: Game) -> None:
    page = visit(None, f"/t/{finished.code}/dice/")
    expect(page.locator("#verdict")).to_contain_text(GOOD)
    expect(page.locator("#verdict [data-sum]")).to_contain_text("The site drew the players’ shares")
    assert page.evaluate("document.documentElement.scrollHeight") < 1300
    assert page.locator("[data-result]").count() == page.locator(".proof--fits").count() > 0
    expect(page.locator("[data-step=seal]")).to_contain_text("verified in your browser")
    expect(page.locator("[data-step=mixed]")).to_contain_text("verified in your browser")


def test_the_browser_verifies_a_roll_off_and_shuffled_piles(visit: Visitors) -> None:
    game = play_on(started_game(options={**SHORT, "order": "rolloff"}))
    page = visit(None, f"/t/{game.code}/dice/")
    expect(page.locator("#verdict")).to_contain_text(GOOD)
    assert page.locator("[data-result]").count() == page.locator(".proof--fits").count()


def test_sealed_dice_are_not_shown_as_verified(visit: Visitors) -> None:
    page = visit(None, f"/t/{play_on(started_game(), 5).code}/dice/")
    assert "Still sealed" in verdict(page)
    expect(page.locator("[data-step=mixed]")).to_contain_text("verified in your browser")
    assert page.locator(".proof--fits").count() == 0


def test_the_browser_shows_a_changed_face_with_its_line(visit: Visitors, finished: Game) -> None:
    page = visit()
    lines = file_of(page, finished).split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("2. "))
    before, after = lines[at].split(">", 1)
    lines[at] = f"{before[:-1]}{'1' if before[-1] != '1' else '2'}>{after}"
    serve(page, "\n".join(lines))
    page.goto(f"/t/{finished.code}/dice/")
    expect(page.locator("#verdict [data-faults] li")).to_have_count(1)
    expect(page.locator("#verdict [data-faults] li")).to_contain_text(f"Line {at + 1}.")
    expect(page.locator("#verdict [data-faults] code")).to_have_text(lines[at])
    expect(page.locator(".proof--fails")).to_be_visible()


def test_the_browser_shows_another_secret_with_the_line_of_the_commitment(visit: Visitors, finished: Game) -> None:
    page = visit()
    text = file_of(page, finished)
    secret = finished.dice_secret.opened
    serve(page, text.replace(secret, secret[::-1]))
    page.goto(f"/t/{finished.code}/dice/")
    expect(page.locator("#verdict")).to_contain_text("The secret does not match this seal.")
    expect(page.locator("[data-step=seal]")).to_contain_text("does not match")


def test_the_browser_finds_a_page_that_differs_from_its_file(visit: Visitors, finished: Game) -> None:
    page = visit()
    other = play_on(started_game(options=SHORT), seed=2)
    serve(page, file_of(page, other))
    page.goto(f"/t/{finished.code}/dice/")
    assert "this page does not match it" in verdict(page)


def test_the_dice_page_says_that_a_file_could_not_be_loaded(visit: Visitors, finished: Game) -> None:
    page = visit()
    page.route("**/game.mkg", lambda route: route.abort())
    page.goto(f"/t/{finished.code}/dice/")
    assert "could not be read" in verdict(page)


def test_a_browser_without_web_crypto_is_told_what_to_do(visit: Visitors, finished: Game) -> None:
    page = visit()
    page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    page.goto(f"/t/{finished.code}/dice/")
    assert "verify_dice.py" in verdict(page)
    expect(page.locator("#copy")).to_be_hidden()


def test_a_copied_game_file_is_verified_without_being_sent(visit: Visitors, finished: Game, tmp_path: Path) -> None:
    page = visit(None, f"/t/{finished.code}/dice/")
    copy = tmp_path / "copy.mkg"
    copy.write_text(file_of(page, finished))
    verdict(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.locator("#copy-file").set_input_files(copy)
    expect(page.locator("#copy-verdict")).to_contain_text(GOOD)
    other = tmp_path / "other.mkg"
    other.write_text(sealed_file())
    page.locator("#copy-file").set_input_files(other)
    expect(page.locator("#copy-verdict")).to_contain_text("does not have this table’s seal")
    assert sent == []


def test_a_copy_that_ends_early_is_told_so_and_a_changed_one_is_not(
    visit: Visitors, transactional_db: None, tmp_path: Path
) -> None:
    player = make_user("Amina")
    game = resign(play_on(started_game(player, make_user("Brahim")), 40).pk, player)
    page = visit(None, f"/t/{game.code}/dice/")
    verdict(page)
    text = file_of(page, game)
    assert "[Next " in text
    cut = text[: text.index("\n5. ")]
    copy = tmp_path / "copy.mkg"
    copy.write_text(cut)
    page.locator("#copy").evaluate("box => { box.closest('details').open = true; }")
    page.locator("#copy-file").set_input_files(copy)
    expect(page.locator("#copy-verdict")).to_contain_text("This copy ends early")
    expect(page.locator("#copy-verdict")).to_be_in_viewport()
    changed = tmp_path / "changed.mkg"
    changed.write_text(re.sub(r"(\n3\. \w [LRF])(\d)", lambda found: f"{found[1]}{int(found[2]) % 4 + 1}", cut))
    page.locator("#copy-file").set_input_files(changed)
    expect(page.locator("#copy-verdict")).not_to_contain_text("This copy ends early")
    expect(page.locator("#copy-verdict [data-faults] li").first).to_be_visible()


@pytest.mark.parametrize(("title", "ruleset"), [("marrakech", "gigamic"), ("marram", "classic-long")])
def test_a_copy_with_changed_moves_or_result_is_told_so(
    visit: Visitors, transactional_db: None, tmp_path: Path, title: str, ruleset: str
) -> None:
    player = make_user("Amina")
    game = resign(play_on(started_game(player, make_user("Brahim"), title=title, ruleset=ruleset), 40).pk, player)
    page = visit(None, f"/t/{game.code}/dice/")
    verdict(page)
    text = file_of(page, game)
    page.locator("#copy").evaluate("box => { box.closest('details').open = true; }")
    copies = {
        "whole": text,
        "cut": text[: text.index("\n5. ") + 6],
        "broken": text[: text.index("\n6. ") - 1],
        "moved": re.sub(r"(\n3\. .*?[a-g1-7nesw])([1-7])\b", lambda found: f"{found[1]}{int(found[2]) % 7 + 1}", text),
        "result": text.replace('[Result "', '[Result "9'),
        "named": text.replace('[B "Brahim"]', '[B "Bruno"]'),
    }
    assert len(set(copies.values())) == 6
    said = {}
    for name, copy in copies.items():
        (tmp_path / f"{name}.mkg").write_text(copy)
        page.locator("#copy-verdict [data-sentence]").evaluate("one => { one.textContent = ''; }")
        page.locator("#copy-file").set_input_files(tmp_path / f"{name}.mkg")
        expect(page.locator("#copy-verdict [data-sentence]")).not_to_be_empty()
        said[name] = page.locator("#copy-verdict").inner_text()
    assert "This copy ends early" in said["cut"]
    assert "This copy ends early" in said["broken"]
    assert "the rest of this copy is not what" not in said["whole"]
    assert "player B is “Bruno” in this copy and “Brahim” in this table’s file" in said["named"]
    for name in ("moved", "result"):
        assert "the rest of this copy is not what this table’s file says" in said[name]
        assert "This table’s file has" in said[name]


def test_the_browser_finds_every_changed_byte(visit: Visitors) -> None:
    page = visit(None, "/rules/")
    missed = []
    for name, text in FILES.items():
        changed = list(changes(text))[::6]  # verify_dice.py, of the same build, is tried with all of them
        honest, *found = page.evaluate(FAULTS_OF, [text, *(other for _line, other in changed)])
        assert honest == []
        missed += [(name, line) for (line, _other), faults in zip(changed, found, strict=True) if not faults]
    assert missed == []


def test_the_browser_computes_the_recorded_dice_vectors(visit: Visitors) -> None:
    page = visit(None, "/rules/")
    for vector in VECTORS:
        seats = len(vector["shares"])
        letters = "ABCD"[:seats]
        turns = "".join(
            f"{number + 1}. {letters[number % seats]} F{vector['rolls'][number % seats][number // seats]}>d5N\n"
            for number in range(40 * seats)
        )
        headers = {"Title": "Marrakech", "Ruleset": "anu", "Seats": seats, "Table": vector["table"]}
        headers |= {"Commitment": vector["commitment"], "Secret": vector["secret"], "Mixed": vector["mixed"]}
        headers |= {f"Entropy {letter}": share for letter, share in zip(letters, vector["shares"], strict=True)}
        if vector["version"] > V1:  # all shares opened before the first roll
            fixed = zip(letters, vector["commitments"], strict=True)
            headers |= {"Dice": PROTOCOLS[vector["version"]], "Acted": ""}
            headers |= {f"Commitment {letter}": text for letter, text in fixed}
            headers |= {f"Drawn {letter}": "device" for letter in letters}
            kept = [letters[seat] for seat in range(seats) if seat not in vector["openings"]]
            headers = {key: text for key, text in headers.items() if key not in {f"Entropy {one}" for one in kept}}
            headers["Opened"] = "; ".join(f"{letters[seat]} 0" for seat in vector["openings"])
        text = "".join(f'[{key} "{value}"]\n' for key, value in headers.items()) + "\n" + turns
        assert page.evaluate(FAULTS_OF, [text]) == [[]]


@pytest.mark.parametrize("opening", ["in time", "late", "never"])
def test_the_browser_says_like_the_engine_how_each_share_came_into_the_dice(visit: Visitors, opening: str) -> None:
    page = visit(None, "/rules/")
    for seats in (2, 3, 4):
        record = sealed_record(seats=seats, opening=opening)
        expected = [
            {
                "letter": "ABCD"[share.seat],
                "source": share.source,
                "result": share.result,
                "isLate": share.is_late,
                "givenUpBy": share.given_up_by,
                "isWarning": share.is_warning,
                "protects": share.protects,
            }
            for share in shares_in_time(record)
        ]
        assert page.evaluate(SHARES_OF, write(record)) == expected
    rewound = [rewound_file(name) for name in REWOUND]
    assert page.evaluate(FAULTS_OF, rewound) == [[] for _ in rewound]
    assert len(page.evaluate(FAULTS_OF, [forged(rewound[1])])[0]) == 1


def test_the_page_of_the_dice_warns_of_a_share_that_was_opened_late(
    visit: Visitors, transactional_db: None, tmp_path: Path
) -> None:
    game = play_on(started_game(options=SHORT))
    page = visit(None, f"/t/{game.code}/dice/")
    verdict(page)
    box = page.locator("#copy-verdict")
    said = {
        "in time": "opened in time, before result 3",
        "late": "opened too late, before result",
        "never": "never opened: no result depends on it",
    }
    for opening, text in said.items():
        file = tmp_path / f"{opening}.mkg"
        file.write_text(write(sealed_record(opening=opening)))
        page.locator("#copy input").set_input_files(file)
        expect(box.locator("[data-shares] li").first).to_contain_text(text)
        own = 1 if opening == "in time" else 0
        summed = "Shares drawn by the players’ own devices and opened in time: 1 of 2."
        none = "None of the shares was drawn by a player’s own device and opened in time."
        expect(box.locator("[data-sum]")).to_have_text(summed if own else none)
        expect(box.locator(".verdict__warning")).to_have_count(1 - own)


def test_the_page_of_the_dice_refuses_a_share_that_was_given_up_elsewhere_or_opened(
    visit: Visitors, finished: Game
) -> None:
    page = visit()
    opened = sealed_file("gigamic", 4).replace('[Given up "C 6 player"]', '[Given up "B 3 player"]')
    said = [(text, "but Chama did not act first then.") for text in GIVEN_UP_ELSEWHERE.values()]
    for text, sentence in [*said, (opened, "the share of Brahim was given up and that it was opened.")]:
        serve(page, text)
        page.goto(f"/t/{finished.code}/dice/")
        expect(page.locator("#verdict [data-faults]")).to_contain_text(sentence)


def test_the_page_of_the_dice_compares_the_receipts_of_this_browser(visit: Visitors, transactional_db: None) -> None:
    game, people = device_game(options=SHORT)
    for player in people:
        open_share(game.pk, player, share_of(game, player))
    play_on(game)
    receipt = Seat.objects.get(game=game, number=0).receipt
    page = visit(None, f"/t/{game.code}/dice/")
    for changed, count in (({}, 0), ({"results": 0}, 1), ({"mixed": "ab" * 32}, 1), ({"commitment": "cd" * 32}, 1)):
        kept = json.dumps({"at": 2e13, "key": "", "receipt": {**receipt, **changed}})
        page.evaluate("(kept) => { localStorage.clear(); localStorage.setItem('receipt:one', kept); }", kept)
        page.reload()
        verdict(page)
        expect(page.locator("#verdict [data-faults] li")).to_have_count(count)
        if count:
            expect(page.locator("#verdict")).to_contain_text("does not fit the site’s receipt")


def test_the_browser_verifies_shuffles_and_weights_of_any_title(visit: Visitors) -> None:
    page = visit(None, "/rules/")
    texts = [listed_file(vector) for vector in VECTORS]
    assert page.evaluate(FAULTS_OF, texts) == [[] for _ in texts]
    changed = [
        text.replace(f"={one['shuffle'][40]};", f"={one['shuffle'][83]};")
        for text, one in zip(texts, VECTORS, strict=True)
    ]
    assert all(page.evaluate(FAULTS_OF, changed))


def test_the_dice_page_verifies_the_dice_of_any_title(visit: Visitors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, MEADOW.key, MEADOW)
    game = play_on(started_game(title="meadow", ruleset="standard"))
    page = visit(None, f"/t/{game.code}/dice/")
    expect(page.locator("#verdict")).to_contain_text(GOOD)
    assert page.locator("[data-result]").count() == page.locator(".proof--fits").count() > 8


COUNTS_OF = """async (files) => {
  const {check, decode, read} = await import("/static/js/dice/game_file.js");
  const found = [];
  for (const bytes of files) {
    const {faults, results} = await check(read(decode(Uint8Array.from(bytes).buffer))[0]);
    found.push([faults.length, results.length]);
  }
  return found;
}"""


@pytest.mark.parametrize("text", [FILES["a pile"], SAMPLE], ids=["Marrakech", "Marram"])
def test_the_browser_reads_a_file_that_was_mailed(visit: Visitors, transactional_db: None, text: str) -> None:
    files = [list(make(text)) for make in MAILED.values()]
    found = visit(None, "/rules/").evaluate(COUNTS_OF, files)
    assert found == [found[0]] * len(files)
    assert found[0][0] == 0 < found[0][1]


def test_the_page_of_the_dice_checks_a_copy_that_was_mailed(visit: Visitors, finished: Game, tmp_path: Path) -> None:
    page = visit(None, f"/t/{finished.code}/dice/")
    file = tmp_path / "copy.mkg"
    file.write_bytes(quoted(wrapped(file_of(page, finished))).encode("utf-16"))
    page.locator("#copy input").set_input_files(file)
    expect(page.locator("#copy-verdict")).to_contain_text(GOOD)


def test_a_copy_of_which_nothing_can_be_checked_fails(visit: Visitors, finished: Game, tmp_path: Path) -> None:
    page = visit(None, f"/t/{finished.code}/dice/")
    file = tmp_path / "copy.mkg"
    file.write_text(file_of(page, finished).replace('[Title "Marrakech"]', '[Title "Marakech"]'))
    page.locator("#copy input").set_input_files(file)
    expect(page.locator("#copy-verdict")).to_contain_text("Line 1. Nothing can be checked")


def test_a_marram_file_without_its_results_is_a_fault_in_the_browser(visit: Visitors, transactional_db: None) -> None:
    text = "\n".join(line for line in SAMPLE.split("\n") if not line.startswith("[Chance "))
    assert visit(None, "/rules/").evaluate(FAULTS_OF, [text]) == [[1]]


def test_a_game_that_ended_before_its_first_result_is_no_fault_in_the_browser(
    visit: Visitors, transactional_db: None
) -> None:
    text = sealed_file("anu", 2, version=V1).split("\n\n")[0]
    assert visit(None, "/rules/").evaluate(FAULTS_OF, [f"{text}\n\n1. A L resigns\n"]) == [[]]
