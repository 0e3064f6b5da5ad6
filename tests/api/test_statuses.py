"""Tests that every documented status occurs, by the requests of the register. test_schema shows that no other does."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import Block, Household, User
from accounts.services import MAX_BLOCKS
from games.api.views import document
from games.clocks.models import Turn
from games.conduct.models import Rule, SanctionKind
from games.conduct.services import sanction
from games.core.dice import NewShare
from games.core.models import Game
from games.following.models import Follow
from games.following.services import MAX_FOLLOWED
from games.guides.models import Guide
from games.lobby.saved_filters import save_filter
from games.moderation.models import CaseOutcome
from games.moderation.selectors import ReportSubject
from games.moderation.services import claim, decide, look_at, report
from games.people.services import MAX_HOUSEHOLDS
from games.play.endings import abort_game
from games.ratings.seasons import season_at
from games.time_outs.substitutes import offer, take_seat
from tests.helpers.programs import ROOT, Program
from tests.makers import finished_game, make_table, make_user, started_game
from tests.site.access.register import OPERATIONS, WEEK, filled

pytestmark = pytest.mark.one_database

DOCUMENTED = [
    (operation["operationId"], int(status))
    for item in document()["paths"].values()
    for operation in item.values()
    for status in operation["responses"]
]
GENERAL = (400, 401, 403, 404, 413, 415, 429)  # unless the register has a request that is refused so
SHARE = "ab" * 15 + "cd"  # as in the register


class Things(dict[str, str]):
    """Values of path parameters, created at their first use."""

    def __init__(self, ann: Program, ben: Program) -> None:
        super().__init__()
        self.ann, self.ben = ann, ben

    def __missing__(self, name: str) -> str:
        if name.startswith("day_"):  # so many days from today
            self[name] = str(timezone.now().date() + timedelta(days=int(name.removeprefix("day_"))))
        else:
            self[name] = str(getattr(self, name)())
        return self[name]

    def running(self) -> str:
        return started_game(self.ann.user, self.ben.user, share=NewShare(words=SHARE)).code

    def private(self) -> str:
        return started_game(self.ann.user, self.ben.user, is_private=True, share=NewShare(words=SHARE)).code

    def looked_at(self) -> str:
        game = started_game(self.ann.user, self.ben.user, is_private=True)
        look_at(User.objects.get(username="mo"), game, "A report.")
        return game.code

    def friend(self) -> str:
        return self.ben.user.username

    def one_too_many(self) -> str:
        people = User.objects.bulk_create(User(username=f"pest{number}") for number in range(MAX_BLOCKS))
        Block.objects.bulk_create(Block(blocker=self.ann.user, blocked=one) for one in people)
        return make_user().username

    def one_follow_too_many(self) -> str:
        people = User.objects.bulk_create(User(username=f"friend{number}") for number in range(MAX_FOLLOWED))
        Follow.objects.bulk_create(Follow(follower=self.ann.user, followed=one) for one in people)
        return make_user().username

    def one_housemate_too_many(self) -> str:
        people = User.objects.bulk_create(User(username=f"mate{number}") for number in range(MAX_HOUSEHOLDS))
        Household.objects.bulk_create(Household(user=self.ann.user, other=one) for one in people)
        return make_user().username

    def sanction_id(self) -> str:
        return str(sanction(make_user(), self.ann.user, SanctionKind.NOTE, Rule.RUDE, "Moths.").pk)

    def appealed(self) -> str:
        pk = self.sanction_id()
        self.ann.post(f"sanctions/{pk}/appeal/", {"text": "It was a quotation."})
        return pk

    def case_id(self) -> str:
        return str(report(make_user(), ReportSubject(self.ben.user), Rule.RUDE).case.pk)

    def claimed_case(self) -> str:
        pk = self.case_id()
        claim(User.objects.get(username="mo"), int(pk))
        return pk

    def decided_case(self) -> str:
        pk = self.claimed_case()
        decide(User.objects.get(username="mo"), int(pk), CaseOutcome.NOTHING, Rule.RUDE, "All is well.")
        return pk

    def title_with_guide(self) -> str:
        Guide.objects.create(user=make_user(seen_at=timezone.now()))
        return "marrakech"

    def title_played(self) -> str:
        return finished_game(self.ann.user, self.ben.user).title

    def filter_id(self) -> str:
        return str(save_filter(self.ann.user, {}).pk)

    def one_filter_too_many(self) -> str:
        for seats in range(2, 7):
            save_filter(self.ann.user, {"seats": seats})
        return "brisk"

    def week(self) -> str:
        return WEEK

    def season(self) -> str:
        return season_at(timezone.now()).key

    def late(self) -> str:
        game = started_game(self.ann.user, self.ben.user, pace="1d")
        Game.objects.filter(pk=game.pk).update(has_soft_deadlines=True)
        Turn.objects.filter(game=game).update(came_at=timezone.now() - timedelta(days=9))
        return game.code

    def holiday_id(self) -> str:
        body = {"first": self["day_5"], "last": self["day_6"]}
        return str(self.ann.post("me/holidays/", body, 201)["holidays"][0]["id"])

    def cancelled(self) -> str:
        code = self.holiday_id()
        self.ann.post(f"me/holidays/{code}/shorten/", {"last": str(timezone.now().date() + timedelta(days=4))})
        return code

    def open(self) -> str:
        return make_table(self.ann.user).code

    def over(self) -> str:
        code = self.running()
        self.ann.post(f"games/{code}/resign/")
        return code

    def resigned(self) -> str:
        game = started_game(self.ann.user, self.ben.user, make_user())
        self.ann.post(f"games/{game.code}/resign/")
        return game.code

    def proposed(self) -> str:
        code = self.running()
        self["proposal"] = str(self.ann.post(f"games/{code}/proposals/", {"kind": "pause"}, 201)["number"])
        return code

    def closed(self) -> str:
        code = self.running()
        row = self.ann.post(f"games/{code}/proposals/", {"kind": "pause"}, 201)
        self["closed_proposal"] = str(row["number"])
        self.ben.post(f"games/{code}/proposals/{row['number']}/answer/", {"agrees": False})
        return code

    def ordered(self) -> str:
        code = self.running()
        self.ann.post(f"games/{code}/orders/", {"orders": "L"}, 201)
        return code

    def withdrawn(self) -> str:
        code = self.ordered()
        self.ann.post(f"games/{code}/orders/1/withdraw/", status=204)
        return code

    def dropped(self) -> str:
        code = self.ordered()
        self.ben.post(f"games/{code}/resign/")
        return code

    def analysed(self) -> str:
        return finished_game(self.ann.user, self.ben.user).code

    def invitation(self) -> str:
        return str(self.ann.post(f"games/{self.open()}/invitations/", {"player": "ben"}, 201)["id"])

    def deputy_id(self) -> str:
        return str(self.ann.post("deputies/", {"deputy": "ben"}, 201)["id"])

    def offered(self) -> str:
        code = self.running()
        game = Game.objects.get(code=code)
        offer(game, game.seats.get(user=self.ann.user), timezone.now(), timezone.now())
        return code

    def replaced(self) -> str:
        code = self.offered()
        game = take_seat(Game.objects.get(code=code).pk, 0, make_user(), timezone.now())
        abort_game(game.pk)
        return code

    def challenge_id(self) -> str:
        body = {"title": "marram", "ruleset": "classic-short", "pace": "leisurely"}
        return str(self.ann.post("challenges/", body, 201)["id"])

    def pace_of_challenge(self) -> str:
        """Return the pace of a standing challenge."""
        self.challenge_id()
        return "leisurely"

    def pace_of_many(self) -> str:
        """Return a pace, after as many challenges as one can have."""
        for pace in ("1d", "3d", "7d", "brisk", "none"):
            body = {"title": "marram", "ruleset": "classic-short", "pace": pace}
            self.ann.post("challenges/", body, 201)
        return "usual"

    def answered(self) -> str:
        code = self.invitation()
        self.ben.post(f"invitations/{code}/decline/", status=204)
        return code


def test_every_operation_of_the_api_is_called() -> None:
    documented = {operation for operation, _status in DOCUMENTED}
    if missing := sorted(documented - OPERATIONS.keys()):
        advice = "Write a request that succeeds below its address in tests/site/access/register.py, for:"
        pytest.fail("\n".join([advice, *missing]), pytrace=False)
    refused = {(operation.name, status) for operation in OPERATIONS.values() for status in operation.refused}
    assert OPERATIONS.keys() == documented
    assert refused <= set(DOCUMENTED)


def refusals_of(operation: str) -> list[int]:
    """Return the documented statuses with which requests are refused for the same reasons everywhere."""
    special = OPERATIONS[operation].refused if operation in OPERATIONS else GENERAL
    return [status for name, status in DOCUMENTED if name == operation and status in GENERAL and status not in special]


@pytest.mark.parametrize("operation", [name for name in OPERATIONS if refusals_of(name)])
def test_every_general_refusal_occurs(
    operation: str, ann: Program, ben: Program, eve: Program, mo: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    called, things, hidden, found = OPERATIONS[operation], Things(ann, ben), Things(ann, ben), dict[int, int]()
    signed_in = APIClient(enforce_csrf_checks=True)
    signed_in.force_login(ann.user)
    own = {"ann": ann, "ben": ben, "eve": eve, "mo": mo}[called.request.who].client
    clients = {401: APIClient(HTTP_AUTHORIZATION="Bearer mk_unknown"), 403: signed_in, 404: eve.client}
    bodies = {400: "{", 413: " " * 2**21}
    for status in refusals_of(operation):
        if status == 404:
            hidden.update(dict.fromkeys(("late", "open", "over", "analysed", "ordered", "offered"), hidden["private"]))
        if status == 429:  # the last one
            monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "user", "1/min")
            own.get(f"{ROOT}titles/")
        asked = hidden if status == 404 else things
        text = bodies.get(status) or filled(called.request.body, asked)
        kind = "text/plain" if status == 415 else "application/json"
        address = ROOT + filled(called.request.path, asked)
        found[status] = clients.get(status, own).generic(called.method, address, text, kind).status_code
    assert found == {status: status for status in found}


@pytest.mark.parametrize(
    ("operation", "status"), [(name, status) for name, status in DOCUMENTED if status not in refusals_of(name)]
)
def test_every_documented_status_occurs(
    operation: str, status: int, ann: Program, ben: Program, eve: Program, mo: Program
) -> None:
    called = OPERATIONS[operation]
    request = called.refused.get(status, called.request)
    client = {"ann": ann, "ben": ben, "eve": eve, "mo": mo}[request.who].client
    things = Things(ann, ben)
    address = ROOT + filled(request.path, things)
    response = client.generic(called.method, address, filled(request.body, things), "application/json")
    assert response.status_code == status, f"{response.content!r}: a request for it belongs in the register"
