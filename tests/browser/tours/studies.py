"""Stops at the planning board, published studies, notes and diaries."""

from django.urls import reverse

from games.planning.notes import add_diary_line, note_hash, save_note
from games.planning.studies import StudyPosition, comment_on, publish_study, try_action
from games.play.endings import resign
from tests.makers import make_user, play_on, started_game

from .stops import Stop


def studies() -> list[Stop]:
    """Return planning boards with a face to choose and with a published study, and the pages of notes and diaries."""
    amina, brahim, salma = make_user("Amina"), make_user("Brahim"), make_user("Salma")
    game = play_on(started_game(amina, brahim, salma, name="The Tin Lantern", options={"rugs": "3/3/3"}), 7)
    turned = try_action(game.pk, amina, StudyPosition(0), "L")
    rolled = try_action(game.pk, amina, StudyPosition(0, turned.pk), "4")
    comment_on(game.pk, amina, rolled.pk, "Round the mosaic, and nothing to pay.")
    other = try_action(game.pk, amina, StudyPosition(0), "F")
    save_note(game.pk, amina, "Salma goes for the corner.", note_hash(""))
    add_diary_line(game.pk, amina, "If a four comes, I am done for.")
    over = started_game(amina, brahim, salma, name="The Cold Teapot")
    add_diary_line(over.pk, brahim, "I like this seat.")
    tried = try_action(over.pk, brahim, StudyPosition(0), "R")
    for player in (amina, brahim):
        over = resign(over.pk, player)
    publish_study(over.pk, brahim, is_public=True)
    board = reverse("games:study", args=[game.code])
    return [
        Stop("study, rotation", f"{board}?ply=0&choose=L", amina),
        Stop("study, face", f"{board}?node={other.pk}", amina),
        Stop("study, over", f"{reverse('games:study', args=[over.code])}?node={tried.pk}", brahim),
        Stop("study, published", reverse("games:published_study", args=[over.code, "Brahim"]) + f"?node={tried.pk}"),
        Stop("notes", reverse("games:notes", args=[game.code]), amina),
        Stop("diaries", reverse("games:notes", args=[over.code]) + "?ply=0"),
    ]
