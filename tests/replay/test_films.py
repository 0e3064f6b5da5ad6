import io
import re
from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from PIL import Image
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from accounts import files
from accounts.models import User
from games import tasks
from games.common.errors import Conflict, Invalid, NotFound, TooMany
from games.common.rate_limits import RATES, Rate
from games.core import jobs
from games.core.models import Game, JobState
from games.pictures.film import drawing_version
from games.play.endings import abort_game
from games.replay import films
from games.replay.models import Film
from games.replay.selectors import film_data, films_of
from tests.makers import make_table, make_user, play_on, started_game
from tests.plans import plans

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]
EARLIER, LATER = -timedelta(hours=1), timedelta(hours=1)


@pytest.fixture
def player() -> User:
    return make_user()


@pytest.fixture
def over() -> Game:
    return play_on(started_game(options={"rugs": "1/1/1"}))


@pytest.fixture
def row(over: Game, player: User) -> Film:
    return films.request_film(over, player, "gif")


def drawn(_game: Game, kind: str) -> bytes:
    return f"a film as {kind}".encode()


def broken(_game: Game, _kind: str) -> bytes:
    raise ZeroDivisionError("no light")


def fresh(row: Film) -> Film:
    return Film.objects.get(pk=row.pk)


def test_requesting_a_film_queues_it(row: Film) -> None:
    assert (row.state, row.file.name) == (JobState.QUEUED, "")


def test_requesting_a_film_again_returns_the_same_one(row: Film, over: Game, player: User) -> None:
    assert films.request_film(over, player, "gif") == row
    assert films.request_film(over, player, "webp") != row


def test_a_running_game_has_no_film(player: User) -> None:
    with pytest.raises(Conflict) as raised:
        films.request_film(play_on(started_game(), 1), player, "gif")
    assert raised.value.code == "not-over"


def test_a_game_without_actions_has_no_film(player: User) -> None:
    game = Game.objects.get(pk=make_table().pk)
    game.status = "aborted"
    with pytest.raises(Conflict) as raised:
        films.request_film(game, player, "gif")
    assert raised.value.code == "nothing-to-show"


def test_a_film_of_an_unknown_kind_is_refused(over: Game, player: User) -> None:
    with pytest.raises(Invalid):
        films.request_film(over, player, "mp4")


def test_requests_for_films_are_limited(over: Game, player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "film", Rate(1, 1 / 3600))
    films.request_film(over, player, "gif")
    with pytest.raises(TooMany):
        films.request_film(over, player, "webp")


def test_a_film_is_made_once(row: Film) -> None:
    films.make(row.pk, drawn, 7)
    films.make(row.pk, broken, 8)
    made = fresh(row)
    assert (made.state, made.version, files.read(made.file.name)) == (JobState.DONE, 7, b"a film as gif")


def test_a_failed_film_is_noted_and_tried_again_later(row: Film) -> None:
    films.make(row.pk, broken, 7)
    noted = fresh(row)
    assert (noted.state, noted.detail) == (JobState.QUEUED, "ZeroDivisionError: no light")
    assert noted.due_at > timezone.now()


def test_a_film_is_given_up_after_the_last_attempt(row: Film) -> None:
    Film.objects.filter(pk=row.pk).update(attempts=jobs.MAX_ATTEMPTS - 1)
    films.make(row.pk, broken, 7)
    assert fresh(row).state == JobState.FAILED


def test_a_given_up_film_can_be_requested_again(row: Film, over: Game, player: User) -> None:
    Film.objects.filter(pk=row.pk).update(state=JobState.FAILED, attempts=3)
    films.request_film(over, player, "gif")
    assert (fresh(row).state, fresh(row).attempts) == (JobState.QUEUED, 0)


def test_a_film_is_claimed_by_one_worker(row: Film) -> None:
    assert jobs.claim(Film, row.pk, timezone.now(), films.LEASE)
    assert jobs.claim(Film, row.pk, timezone.now(), films.LEASE) is None


def test_a_film_is_claimed_again_after_its_lease(row: Film) -> None:
    jobs.claim(Film, row.pk, timezone.now(), films.LEASE)
    assert jobs.claim(Film, row.pk, timezone.now() + films.LEASE, films.LEASE)


def test_a_film_that_kills_every_worker_is_given_up(row: Film) -> None:
    Film.objects.filter(pk=row.pk).update(attempts=jobs.MAX_ATTEMPTS)
    assert jobs.claim(Film, row.pk, timezone.now(), films.LEASE) is None
    assert fresh(row).state == JobState.FAILED


def test_a_worker_without_its_lease_writes_no_film(row: Film) -> None:
    def slow(game: Game, kind: str) -> bytes:
        Film.objects.filter(pk=row.pk).update(attempts=2)
        return drawn(game, kind)

    films.make(row.pk, slow, 7)
    assert not fresh(row).file


def test_a_film_of_another_version_is_made_again_and_shown_meanwhile(row: Film, over: Game) -> None:
    films.make(row.pk, drawn, 7)
    films.requeue_outdated(timezone.now(), 8)
    assert fresh(row).state == JobState.QUEUED
    assert film_data(over, "gif") == b"a film as gif"


def test_a_film_that_is_made_again_takes_the_place_of_its_old_file(row: Film, over: Game) -> None:
    films.make(row.pk, drawn, 7)
    name = fresh(row).file.name
    films.requeue(row.pk)
    films.make(row.pk, lambda _game, _kind: b"another", 8)
    assert film_data(over, "gif") == b"another"
    assert not files.exists(name)


def test_a_film_whose_file_cannot_be_stored_is_tried_again(row: Film, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(default_storage, "save", broken)
        films.make(row.pk, drawn, 7)
    assert (fresh(row).state, fresh(row).reason) == (JobState.QUEUED, "error")


def test_a_film_answers_503_while_its_file_cannot_be_read(
    row: Film, over: Game, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    def away(_name: str) -> None:
        raise ConnectionError

    films.make(row.pk, drawn, 7)
    address = f"/t/{over.code}/film.gif"
    assert client.get(address).content == b"a film as gif"
    with monkeypatch.context() as patch:
        patch.setattr(default_storage, "open", away)
        answer = client.get(address)
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert "This file cannot be read at the moment. Try again in a minute." in answer.content.decode()
    assert client.get(address).status_code == 200


def test_a_film_takes_its_files_with_it(
    row: Film, over: Game, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    films.make(row.pk, drawn, 7)
    left = next(name for name in row.file_names() if name != fresh(row).file.name)
    default_storage.save(left, ContentFile(b"half a film"))  # of a worker that has stopped
    with django_capture_on_commit_callbacks(execute=True):
        films.remove(row.pk)
    assert not any(map(files.exists, row.file_names()))


def test_a_film_with_another_name_takes_its_file_with_it(
    row: Film, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    name = default_storage.save(f"films/0/{row.pk}-0_aB3.gif", ContentFile(b"of two workers at once"))
    Film.objects.filter(pk=row.pk).update(state=JobState.DONE, file=name)
    with django_capture_on_commit_callbacks(execute=True):
        films.remove(row.pk)
    assert not files.exists(name)


def test_a_film_is_found_if_a_worker_puts_another_file_in_its_place_meanwhile(
    row: Film, over: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    films.make(row.pk, drawn, 7)
    names: list[str | None] = [None, fresh(row).file.name]
    real = files.read
    monkeypatch.setattr(files, "read", lambda _name: real(names.pop(0)))
    assert film_data(over, "gif")


def test_films_move_from_the_database_into_files_and_missing_files_are_made_again(row: Film, over: Game) -> None:
    Film.objects.filter(pk=row.pk).update(state=JobState.DONE, data=b"of before", finished_at=timezone.now())
    assert film_data(over, "gif") == b"of before"
    call_command("store_films", stdout=(out := io.StringIO()))
    assert "1 animations moved into files, 0 queued again" in out.getvalue()
    assert (fresh(row).data, files.read(fresh(row).file.name)) == (None, b"of before")
    files.delete(fresh(row).file.name)
    with pytest.raises(NotFound):
        film_data(over, "gif")
    call_command("store_films", stdout=(out := io.StringIO()))
    assert "0 animations moved into files, 1 queued again" in out.getvalue()
    assert fresh(row).state == JobState.QUEUED
    Film.objects.all().delete()
    assert (films.move_to_file(row.pk), films.restore(row.pk)) == (False, False)  # it has gone meanwhile


def test_a_film_of_this_version_is_not_made_again(row: Film) -> None:
    films.make(row.pk, drawn, 7)
    films.requeue_outdated(timezone.now(), 7)
    assert fresh(row).state == JobState.DONE


def test_a_film_of_a_newer_version_is_made_again(row: Film) -> None:
    films.make(row.pk, drawn, 9)
    films.requeue_outdated(timezone.now(), 8)
    assert fresh(row).state == JobState.QUEUED


@pytest.mark.one_database  # it reads SQLite's plans
@pytest.mark.sqlite
def test_outdated_films_are_found_by_an_index() -> None:
    plan = plans(lambda: list(films.outdated(7)[:5]))
    assert len(re.findall(r"SEARCH games_film .*INDEX film_version \(state=\? AND version[<>]\?\)", plan)) == 2, plan


def test_a_lost_message_only_delays_a_film(
    row: Film, settings: Settings, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:  # fmt: skip
    settings.REDIS_URL, woken = "redis://", list[int]()
    monkeypatch.setattr(tasks.make_film, "apply_async", lambda args, retry: woken.extend(args))
    with django_capture_on_commit_callbacks(execute=True):
        films.requeue_outdated(timezone.now() + LATER, 7)
    assert woken == [row.pk]


def test_the_film_that_has_waited_longest_is_made_first(row: Film, over: Game, player: User) -> None:
    other = films.request_film(over, player, "webp")
    Film.objects.filter(pk=other.pk).update(due_at=timezone.now() + EARLIER)
    assert films.due(timezone.now()) == [other.pk, row.pk]


def test_a_film_in_progress_is_not_deleted(row: Film) -> None:
    jobs.claim(Film, row.pk, timezone.now(), films.LEASE)
    assert not films.remove(row.pk)
    films.make(row.pk, drawn, 7)
    Film.objects.filter(pk=row.pk).update(state=JobState.DONE)
    assert films.remove(row.pk)


def test_a_film_has_no_file_before_it_is_made(row: Film, over: Game) -> None:
    with pytest.raises(NotFound):
        film_data(over, "gif")
    assert films_of(over) == [row]


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_a_film_shows_every_turn(kind: str, over: Game, player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.replay.films.PIXELS", 96)
    row = films.request_film(over, player, kind)
    tasks.make_film(row.pk)
    film = Image.open(io.BytesIO(film_data(over, kind)))
    assert (film.format, film.width, getattr(film, "n_frames", 1)) == (kind.upper(), 96, 5)
    assert fresh(row).version == drawing_version()


def test_an_aborted_game_has_a_film_too(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.replay.films.PIXELS", 96)
    assert films.render_film(abort_game(play_on(started_game(), 1).pk), "gif").startswith(b"GIF89a")
