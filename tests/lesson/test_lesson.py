import random

import pytest

from games.lesson.presenters import lesson_view
from games.lesson.state import DONE, TASK_MISSES, TASKS, TITLE, TURN_BACK, LessonState, check_answer, replay_answers

pytestmark = pytest.mark.slow

GOOD = ("R", "e5f5", "R", "g4g5", "F", "2", "d5e5", "Brahim")


def right_answer(lesson: LessonState, chooser: random.Random) -> str:
    """Return one of the answers that lead on."""
    match lesson.task:
        case "pay":
            return str(lesson.owed)
        case "end":
            return lesson.winner
        case _:
            return chooser.choice(lesson.wanted).notation


def whole_course(seed: int) -> list[LessonState]:
    """Return all steps of a lesson whose pupil answers well, at random."""
    chooser, steps = random.Random(seed), [replay_answers(())]
    while steps[-1].task != DONE:
        steps.append(replay_answers((*steps[-1].answers, right_answer(steps[-1], chooser))))
    return steps


def step(number: int) -> LessonState:
    return replay_answers(GOOD[:number])


@pytest.mark.parametrize("seed", range(6))
def test_the_lesson_reaches_the_real_end_of_a_game_for_any_answers(seed: int) -> None:
    steps = whole_course(seed)
    assert [one.task for one in steps] == [*TASKS, DONE]
    outcome = TITLE.outcome(steps[-1].state)
    assert outcome is not None
    assert outcome.reason == "rugs"


@pytest.mark.parametrize("seed", range(6))
def test_every_lesson_crosses_the_edge_pays_and_covers(seed: int) -> None:
    steps = {one.task: one for one in whole_course(seed)}
    assert TITLE.scene(steps["patch"].state).trails[0].loops
    assert steps["pay"].owed >= 1
    assert any(message.key == "covers.half" for choice in steps["cover"].wanted for message in choice.details)


def test_the_lesson_is_the_same_for_the_same_answers() -> None:
    first, second = (replay_answers(GOOD) for _ in range(2))
    assert [TITLE.notation(ply.action) for ply in first.plies] == [TITLE.notation(ply.action) for ply in second.plies]


@pytest.mark.parametrize(
    ("number", "answer", "code"),
    [
        (0, TURN_BACK, "half-turn"),
        (0, "3", "unreadable"),
        (0, "resigns", "unreadable"),
        (1, "e4f4", "under-assam"),
        (1, "a1a2", "not-beside-assam"),
        (1, "e4", "unreadable"),
        (2, "nonsense", "unreadable"),
        (5, "1", "count"),
        (6, "c5c6", "under-assam"),
        (7, "Amina", "sum"),
        (7, "nobody", "sum"),
    ],
)
def test_a_wrong_answer_of_the_lesson_has_its_reason(number: int, answer: str, code: str) -> None:
    assert check_answer(step(number), answer) == code


@pytest.mark.parametrize("seed", range(4))
def test_a_legal_answer_beside_the_step_has_its_reason_too(seed: int) -> None:
    for one in whole_course(seed):
        wanted = {choice.notation for choice in one.wanted}
        for notation in {choice.notation for choice in one.choices} - wanted:
            assert check_answer(one, notation) == TASK_MISSES[one.task]


def test_an_invalid_log_of_the_lesson_is_followed_as_far_as_it_is_valid() -> None:
    assert lesson_view("R.e5f5.resigns.g4g5").log == "R.e5f5"
    assert lesson_view("....").log == ""
    assert lesson_view(".".join((*GOOD, "more"))).log == ".".join(GOOD)


def test_an_answer_of_the_lesson_may_be_typed_as_at_a_table() -> None:
    assert lesson_view("R", answer="F5-E5").log == "R.e5f5"


def test_a_wrong_answer_gets_the_rule_and_an_encouragement() -> None:
    view = lesson_view("R", answer="a1a2")
    assert view.log == "R"
    rule = TITLE.phrases["refused.not-beside-assam"]
    assert view.answer.startswith(rule)
    assert len(view.answer) > len(rule)


def test_a_right_answer_gets_no_correction() -> None:
    assert lesson_view("R", answer="e5f5").answer == ""


@pytest.mark.parametrize("number", range(len(GOOD) + 1))
def test_every_step_of_the_lesson_has_its_words_and_a_board(number: int) -> None:
    view = lesson_view(".".join(GOOD[:number]))
    assert view.title
    assert "%(" not in " ".join([*view.paragraphs, view.question])
    assert view.board.startswith("<svg")


def test_the_lesson_offers_choices_that_the_rules_refuse() -> None:
    for number, code in ((0, {"half-turn"}), (1, {"not-beside-assam", "under-assam"})):
        lesson = step(number)
        prompt = lesson_view(".".join(GOOD[:number])).prompt
        assert prompt is not None
        extra = {choice.notation for choice in prompt.choices} - {choice.notation for choice in lesson.choices}
        assert {check_answer(lesson, notation) for notation in extra} == code


def test_the_lesson_shows_the_purse_before_the_debt_while_it_asks_for_the_debt() -> None:
    asked, paid = (lesson_view(".".join(GOOD[:number])) for number in (5, 6))
    assert [stat.value for stat in asked.seats[0].stats if stat.kind == "coins"] == [30]
    assert [stat.value for stat in paid.seats[0].stats if stat.kind == "coins"] == [28]


def test_the_lesson_tells_score_and_winner_only_when_they_have_been_guessed() -> None:
    asked, told = (lesson_view(".".join(GOOD[:number])) for number in (7, 8))
    assert "score" not in {stat.kind for seat in asked.seats for stat in seat.stats}
    assert "wins" not in " ".join(sentence for _face, sentence in asked.partners_turn)
    assert "score" in {stat.kind for seat in told.seats for stat in seat.stats}


def test_frames_of_the_lesson_show_the_effect_of_the_last_answer() -> None:
    assert [frame["result"] for frame in lesson_view("R.e5f5").frames[1:]] == ["", "", "2", ""]
    assert lesson_view("").frames == []
    assert lesson_view("R", chosen="e5f5").frames == []
    assert lesson_view("R", answer="a1a2").frames == []


@pytest.mark.parametrize(
    ("log", "sentence"), [("F.e6f6.R.a6b6.F.1", "1 dirham to"), (".".join(GOOD[:6]), "2 dirhams to")]
)
def test_a_payment_of_one_dirham_is_in_the_singular(log: str, sentence: str) -> None:
    assert sentence in lesson_view(log).paragraphs[0]
