from collections.abc import Callable

import pytest

from accounts.errors import SiteError
from accounts.models import User
from accounts.services import delete_account
from games.common.errors import Conflict, Forbidden, Invalid, TooMany
from games.common.rate_limits import RATES, Rate
from games.core.models import Game
from games.lobby.tables import leave_table
from games.planning import notes
from games.planning.models import DiaryLine, Note
from games.planning.notes import (
    add_diary_line,
    change_diary_line,
    note_hash,
    remove_diary_line,
    save_note,
    take_down_diary_line,
)
from games.planning.selectors import diary_for, note_of, open_diary
from games.play.endings import resign
from tests.makers import acting_user, host_of, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]
EMPTY = note_hash("")


@pytest.fixture
def game() -> Game:
    return started_game(make_user("Amina"), make_user("Brahim"))


@pytest.fixture
def amina(game: Game) -> User:
    return host_of(game)


def other_than(user: User, game: Game) -> User:
    return User.objects.exclude(pk=user.pk).get(seats__game=game)


def refused(kind: type[SiteError], call: Callable[[], object]) -> str:
    with pytest.raises(kind) as error:
        call()
    return error.value.code


def test_notes_are_kept_for_each_player_separately(game: Game, amina: User) -> None:
    brahim = other_than(amina, game)
    save_note(game.pk, amina, " Toll him.\r\nThen turn. ", EMPTY)
    save_note(game.pk, brahim, "Mind the corner.", EMPTY)
    assert note_of(game, amina) == "Toll him.\nThen turn."
    assert note_of(game, brahim) == "Mind the corner."


def test_notes_change_only_from_the_version_that_was_read(game: Game, amina: User) -> None:
    save_note(game.pk, amina, "One.", EMPTY)
    assert refused(Conflict, lambda: save_note(game.pk, amina, "Two.", EMPTY)) == "note-changed"
    assert note_of(game, amina) == "One."
    save_note(game.pk, amina, "Two.", note_hash("One."))
    assert note_of(game, amina) == "Two."


def test_the_same_notes_sent_twice_are_no_conflict(game: Game, amina: User) -> None:
    save_note(game.pk, amina, "One.", EMPTY)
    assert save_note(game.pk, amina, "One.", EMPTY) == "One."


def test_empty_notes_leave_no_row(game: Game, amina: User) -> None:
    save_note(game.pk, amina, "One.", EMPTY)
    save_note(game.pk, amina, " ", note_hash("One."))
    assert not Note.objects.exists()


def test_the_length_of_notes_is_limited(game: Game, amina: User) -> None:
    assert refused(Invalid, lambda: save_note(game.pk, amina, "a" * 4001, EMPTY)) == "long-note"
    assert not Note.objects.exists()


def test_only_players_of_a_running_game_keep_notes(game: Game, amina: User) -> None:
    salma = make_user("Salma")
    assert refused(Forbidden, lambda: save_note(game.pk, salma, "I watch.", EMPTY)) == "not-seated"
    resign(game.pk, amina)
    assert save_note(game.pk, salma, "I watched.", EMPTY) == "I watched."


def test_leaving_a_table_deletes_the_notes(amina: User) -> None:
    table = make_table(make_user())
    host = host_of(table)
    save_note(table.pk, host, "They are strong.", EMPTY)
    leave_table(table.pk, host)
    assert not Note.objects.exists()


def test_a_diary_line_is_stored_with_its_ply(game: Game, amina: User) -> None:
    add_diary_line(game.pk, amina, "Here I go.")
    later = play_on(game, 1)
    line = add_diary_line(game.pk, amina, "That went well.")
    assert (line.ply, [one.ply for one in diary_for(later, amina)]) == (later.ply, [game.ply, later.ply])


def test_others_cannot_read_a_diary_before_the_game_is_over(game: Game, amina: User) -> None:
    brahim = other_than(amina, game)
    add_diary_line(game.pk, amina, "Here I go.")
    for viewer in (brahim, make_user("boss", is_staff=True, is_superuser=True), None):
        assert diary_for(game, viewer) == []
    assert open_diary(game) == []


def test_everyone_can_read_a_diary_after_the_game(game: Game, amina: User) -> None:
    add_diary_line(game.pk, amina, "Here I go.")
    ended = resign(game.pk, amina)
    assert [line.text for line in open_diary(ended)] == ["Here I go."]
    assert diary_for(ended, None) == open_diary(ended)


@pytest.mark.parametrize(("text", "code"), [("  ", "empty-line"), ("a" * 1001, "long-line")])
def test_an_empty_or_too_long_diary_line_is_refused(game: Game, amina: User, text: str, code: str) -> None:
    line = add_diary_line(game.pk, amina, "Here I go.")
    assert refused(Invalid, lambda: add_diary_line(game.pk, amina, text)) == code
    assert refused(Invalid, lambda: change_diary_line(game.pk, amina, line.pk, text)) == code
    assert [one.text for one in DiaryLine.objects.all()] == ["Here I go."]


def test_the_lines_of_a_diary_are_limited(game: Game, amina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MAX_LINES", 1)
    add_diary_line(game.pk, amina, "Here I go.")
    assert refused(Invalid, lambda: add_diary_line(game.pk, amina, "And on.")) == "full-diary"


def test_only_its_author_changes_and_deletes_a_diary_line(game: Game, amina: User) -> None:
    brahim = other_than(amina, game)
    line = add_diary_line(game.pk, amina, "Here I go.")
    assert refused(Conflict, lambda: change_diary_line(game.pk, brahim, line.pk, "No.")) == "line-gone"
    assert refused(Conflict, lambda: remove_diary_line(game.pk, brahim, line.pk)) == "line-gone"
    assert change_diary_line(game.pk, amina, line.pk, "There I go.").text == "There I go."
    assert remove_diary_line(game.pk, amina, line.pk) == game.ply
    assert not DiaryLine.objects.exists()


def test_a_diary_line_can_be_deleted_but_not_changed_after_the_end(game: Game, amina: User) -> None:
    line = add_diary_line(game.pk, amina, "I shall win.")
    resign(game.pk, amina)
    assert refused(Conflict, lambda: change_diary_line(game.pk, amina, line.pk, "I knew it.")) == "not-running"
    assert refused(Conflict, lambda: add_diary_line(game.pk, amina, "I knew it.")) == "not-running"
    remove_diary_line(game.pk, amina, line.pk)
    assert not DiaryLine.objects.exists()


def test_only_players_with_a_confirmed_address_keep_a_diary(game: Game) -> None:
    assert refused(Forbidden, lambda: add_diary_line(game.pk, make_user("Salma"), "I watch.")) == "not-seated"
    unconfirmed = acting_user(game)
    unconfirmed.email = ""
    unconfirmed.save()
    assert refused(Forbidden, lambda: add_diary_line(game.pk, unconfirmed, "Hm.")) == "address-unconfirmed"


def test_the_rate_of_notes_and_diary_lines_is_limited(game: Game, amina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "notes", Rate(1, 1 / 3600))
    add_diary_line(game.pk, amina, "Here I go.")
    assert refused(TooMany, lambda: save_note(game.pk, amina, "And on.", EMPTY)) == "too-many"


def test_administrators_take_down_only_open_diaries(game: Game, amina: User) -> None:
    line = add_diary_line(game.pk, amina, "Rude words.")
    assert refused(Conflict, lambda: take_down_diary_line(line.pk)) == "line-private"
    resign(game.pk, amina)
    take_down_diary_line(line.pk)
    assert refused(Conflict, lambda: take_down_diary_line(line.pk)) == "line-gone"


def test_notes_and_diary_are_deleted_with_their_author(game: Game, amina: User) -> None:
    save_note(game.pk, amina, "One.", EMPTY)
    add_diary_line(game.pk, amina, "Here I go.")
    brahim = other_than(amina, game)
    add_diary_line(game.pk, brahim, "And I.")
    delete_account(amina)
    resign(game.pk, brahim)
    assert [line.text for line in open_diary(Game.objects.get(pk=game.pk))] == ["And I."]
    assert not Note.objects.exists()
