"""Every page of the site in every state that looks different, with a visitor for each."""

from collections.abc import Callable
from functools import partial

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import Profile, User
from accounts.services import block, create_token
from games import tasks
from games.analysis import analyses
from games.chat.services import post_message
from games.core.choices import Pace
from games.core.models import Game
from games.following.services import follow
from games.lobby.invitations import invite_address, invite_player
from games.lobby.tables import join_table, leave_table
from games.notifications.bounces import note_bounce
from games.notifications.links import unsubscribe_token
from games.notifications.models import BlockReason, Kind
from games.play.endings import resign
from tests.browser.tables import unfold
from tests.makers import acting_user, finished_game, make_table, make_user, play_on, started_game

from .channels import other_channels
from .deputies import deputies_and_seats
from .dice import dice_and_files
from .moderation import moderation
from .pairing import pairing
from .plans import plans
from .replays import replays
from .stops import Stop, fill, send
from .studies import studies
from .time_settings import hours_and_holidays

PASSWORD = "carpets-and-coins"


def check_last(place: str, page: Page) -> None:
    unfold(page)
    page.locator(place).last.check()


FEW_RUGS = {"rugs": "4/4/4"}


def entrance() -> list[Stop]:
    """Return the pages for visitors without an account, sign-up and sign-in."""
    user = make_user("Leila")
    new = EmailAddress.objects.create(user=user, email="new@example.org")
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    TOTP.activate(make_user("Careful"), generate_totp_secret())
    known = {"login": "Careful", "password": PASSWORD}
    return [
        Stop("home", "/"),
        Stop("rules", "/rules/"),
        Stop("rules of Marram", "/rules/marram/"),
        Stop("clocks", "/clocks/"),
        Stop("privacy", "/privacy/"),
        Stop("contact", "/contact/", None, fill(text=" ")),
        Stop("lesson, answered", "/learn/?log=R&action=a1a2"),
        Stop("lesson, over", "/learn/?log=R.e5f5.R.g4g5.F.2.d5e5.Brahim"),
        Stop("sign-up", "/accounts/signup/"),
        Stop("sign-up for a first game", "/accounts/signup/?next=/play/greedy/"),
        Stop("first game", "/play/greedy/"),
        Stop("sign-up refused", "/accounts/signup/", None, fill(username="Leila", email="x", password1="password")),
        Stop("sign-in", "/accounts/login/"),
        Stop("account closed", "/settings/deleted/"),
        Stop("sign-in refused", "/accounts/login/", None, fill(login="Leila", password="wrong-and-long")),
        Stop("sign-in second step", "/accounts/login/", None, fill(**known)),
        Stop("forgotten", "/accounts/password/reset/"),
        Stop("forgotten, sent", "/accounts/password/reset/done/"),
        Stop("new password", f"/accounts/password/reset/key/{key}/"),
        Stop("new password, link used", "/accounts/password/reset/key/1-gone/"),
        Stop("new password, done", "/accounts/password/reset/key/done/"),
        Stop("confirm, sent", "/accounts/confirm-email/"),
        Stop("confirm", f"/accounts/confirm-email/{EmailConfirmationHMAC(new).key}/"),
        Stop("confirm, link used", "/accounts/confirm-email/gone/"),
        Stop("inactive", "/accounts/inactive/"),
        Stop(
            "stop mails", f"/mail/unsubscribe/{unsubscribe_token(user, Kind.TURN, make_table(user, name='The well'))}/"
        ),
        Stop("stopped mails", f"/mail/unsubscribe/{unsubscribe_token(user, Kind.MENTION)}/", None, send()),
        Stop("API", "/api/v1/docs/"),
        Stop("look", "/accounts/inactive/", None, lambda page: page.locator(".look summary").click()),
    ]


def account() -> list[Stop]:
    """Return the pages of a player's account."""
    user, careful, unreachable = make_user("Leila"), make_user("Careful"), make_user("Nasim")
    note_bounce(unreachable.email, BlockReason.BOUNCE, "550 5.1.1 No such user here", timezone.now())
    create_token(user, "robot")
    block(user, careful)
    TOTP.activate(careful, generate_totp_secret())
    settings_pages = {
        "settings": "/settings/",
        "blocked players": "/settings/blocks/",
        "household": "/settings/household/",
        "quiet mode": "/settings/quiet/",
        "guide": "/settings/guide/",
        "saved filters": "/lobby/filters/",
        "block": "/players/Nasim/block/",
        "profile, blocked": "/players/Careful/",
        "tokens": "/settings/tokens/",
        "data": "/settings/data/",
        "close": "/settings/delete/",
        "mails": "/mail/settings/",
        "address": "/accounts/email/",
        "password": "/accounts/password/change/",
        "two-factor": "/accounts/2fa/",
        "sessions": "/accounts/sessions/",
        "sign out": "/accounts/logout/",
        "password again": "/accounts/reauthenticate/",
    }
    known = {"login": "Leila", "password": PASSWORD}
    again = "/accounts/reauthenticate/?next="
    return [
        *(Stop(name, path, user) for name, path in settings_pages.items()),
        Stop("mails, refused", "/mail/settings/", user, fill(quiet_from="22:00")),
        Stop("mail comes back", "/mail/bounce/", unreachable),
        Stop("mail comes back, elsewhere", "/settings/", unreachable),
        Stop("token made", "/settings/tokens/", user, fill(name="another robot", password="carpets-and-coins")),
        Stop("settings saved", "/settings/", user, fill(display_name="Lady Leila")),
        Stop("settings refused", "/settings/", user, fill(display_name="Careful")),
        Stop("close refused", "/settings/delete/", user, fill(password="wrong")),
        Stop("two-factor, begun", f"{again}/accounts/2fa/totp/activate/", user, fill(password=PASSWORD)),
        Stop("sessions, signed in", "/accounts/login/?next=/accounts/sessions/", None, fill(**known)),
        Stop("two-factor, on", "/accounts/2fa/", careful),
        Stop("recovery codes", "/accounts/2fa/recovery-codes/generate/", user),
        Stop("offline", "/offline/", user),
    ]


def lists() -> list[Stop]:
    """Return the pages with lists of games, full and empty."""
    amina, brahim = make_user("Amina"), make_user("Brahim")
    Profile.objects.filter(user=brahim).update(display_name="Brahim the Patient", about="I deal in carpets.")
    newcomer, stranger = make_user("Newcomer"), make_user("Stranger", verified=False)
    play_on(make_table(amina, seat_count=3, robots=["greedy", "master"], name="Clockwork"), 5)
    for number in range(2):
        play_on(started_game(amina, brahim), 7 + number)
    play_on(started_game(amina, brahim, options=FEW_RUGS, name="A short evening"))
    resign(started_game(amina, brahim, is_private=True).pk, brahim)
    make_table(amina, seat_count=4, name="Four cushions", pace=Pace.WEEK)
    table = make_table(brahim, name="An invitation")
    invite_player(table.pk, brahim, "Amina")
    make_table(brahim, seat_count=3, ruleset="slides", options={"dirhams": "50"}, name="Fifty dirhams each")
    follow(newcomer, brahim)
    return [
        Stop("my games", "/", amina),
        Stop("my games, none", "/", newcomer),
        Stop("lobby", "/lobby/", amina),
        Stop("lobby for strangers", "/lobby/"),
        Stop("games to watch", "/lobby/games/", newcomer),
        Stop("games to watch, best", "/lobby/games/?show=best"),
        Stop("timeline", "/following/", newcomer),
        Stop("followed players", "/following/players/", newcomer),
        Stop("short tours", "/tours/", newcomer),
        Stop("lobby, nothing fits", "/lobby/?pace=none", amina),
        Stop("filter saved", "/lobby/?pace=brisk", amina, send("Tell me about new tables like these")),
        Stop("first game with a person", "/first-game/", newcomer),
        Stop("new table", "/tables/new/", amina),
        Stop("robots", "/tables/new/?robot=master", amina, lambda page: page.locator("fieldset summary").first.click()),
        Stop("robot", "/players/Greedy/", amina),
        Stop("play a robot", "/play/master/", amina),
        Stop("my games, unconfirmed", "/", stranger),
        Stop("new table, unconfirmed", "/tables/new/", stranger),
        Stop("address, unconfirmed", "/accounts/email/", stranger),
        Stop("new table, details", "/tables/new/", amina, _own_rules),
        Stop("new table, refused", "/tables/new/", amina, _bad_option),
        Stop("player", "/players/Brahim/", amina),
        Stop("my page", "/players/Amina/", amina),
        Stop("player, no games", "/players/Newcomer/", amina),
        Stop("history", "/players/Amina/games/", amina),
        Stop("history, narrowed", "/players/Amina/games/?show=won&opponent=nobody", amina),
        Stop("menu", "/", amina, lambda page: page.locator(".site-account summary").click()),
    ]


def _own_rules(page: Page) -> None:
    """Unfold the form of a new table, and the options of its rules."""
    page.locator(".own-table > summary").click()
    page.locator("details.changes summary").first.click()


def _bad_option(page: Page) -> None:
    _own_rules(page)
    page.locator("[name=option_rugs]").fill("many")
    send("Open the table")(page)


def tables() -> list[Stop]:
    """Return tables before, during and after their game."""
    amina, brahim, salma = make_user("Amina"), make_user("Brahim"), make_user("Salma")
    return [*_open_tables(amina, brahim, salma), *_running(amina, brahim, salma), *_over(amina, brahim)]


def _open_tables(amina: User, brahim: User, salma: User) -> list[Stop]:
    table = make_table(amina, seat_count=4, name="Under the olive tree", options={"dirhams": "50"})
    join_table(table.pk, brahim)
    mine = invite_player(table.pk, amina, "Salma")
    guest = invite_address(table.pk, amina, "guest@example.net")
    private = make_table(amina, is_private=True, name="Behind the curtain")
    gone = make_table(amina, name="Given up")
    link = gone.get_absolute_url()
    leave_table(gone.pk, amina)
    return [
        Stop("open, host", table.get_absolute_url(), amina),
        Stop("open, seated", table.get_absolute_url(), brahim),
        Stop("open, invited", table.get_absolute_url(), salma),
        Stop("open, stranger", table.get_absolute_url()),
        Stop("open, by link", f"{private.get_absolute_url()}?invite={private.invite_code}", brahim),
        Stop("given up", link, amina),
        Stop("invitation", f"/i/{mine.code}/", salma),
        Stop("invitation, by mail", f"/i/{guest.code}/"),
    ]


def _running(amina: User, brahim: User, salma: User) -> list[Stop]:
    turning = play_on(started_game(amina, brahim, name="The Copper Kettle"), 20)
    laying = play_on(started_game(amina, brahim, name="The Saffron Scales"), 31)
    three = play_on(started_game(amina, brahim, salma, name="Three at the well"), 24)
    post_message(laying.pk, amina, "A fine rug, @Brahim!\nIs it wool?")
    post_message(laying.pk, brahim, "Silk, of course.")
    actor = acting_user(laying)
    other = brahim if actor == amina else amina
    place = "#ask input[name=action]"
    return [
        Stop("robot thinks", _thinking(amina).get_absolute_url(), amina),
        Stop("begin", started_game(amina, brahim).get_absolute_url(), amina),
        Stop("turn", turning.get_absolute_url(), acting_user(turning)),
        Stop("turn, chosen", f"{turning.get_absolute_url()}?choose=L", acting_user(turning)),
        Stop("lay", laying.get_absolute_url(), actor),
        Stop(
            "lay, chosen",
            laying.get_absolute_url(),
            actor,
            partial(check_last, place),
        ),
        Stop("wait", laying.get_absolute_url(), other),
        Stop("watch", three.get_absolute_url()),
        Stop("three", three.get_absolute_url(), acting_user(three)),
        Stop("earlier", f"{laying.get_absolute_url()}?ply=9", actor),
        Stop("start", f"{laying.get_absolute_url()}?ply=0", actor),
        Stop("resign", f"/t/{laying.code}/resign/", actor),
        Stop("mail of a table", f"/t/{laying.code}/mail/", actor, _unfold_choices),
    ]


def _unfold_choices(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true })")


def _thinking(player: User) -> Game:
    """Return a game that waits for a robot."""
    game = make_table(player, robots=["greedy"], name="Clockwork")
    while acting_user(game) == player:
        game = play_on(game, 1)
    return game


def _over(amina: User, brahim: User) -> list[Stop]:
    played = play_on(started_game(amina, brahim, options=FEW_RUGS, name="Played to the end"))
    analysed = finished_game(amina, brahim, name="Weighed")
    analyses.compute(analysed.analysis.pk)
    resigned = play_on(started_game(amina, brahim, name="Cut short"), 9)
    resign(resigned.pk, brahim)
    return [
        Stop("over", played.get_absolute_url(), amina),
        Stop("over, stranger", played.get_absolute_url()),
        Stop("luck and skill", f"/t/{analysed.code}/analysis/", None, _unfold),
        Stop("over, resigned", resigned.get_absolute_url(), brahim),
    ]


def _unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('#analysis details').forEach((fold) => { fold.open = true })")


def refusals() -> list[Stop]:
    """Return the pages that refuse something."""
    amina, brahim, salma = make_user("Amina"), make_user("Brahim"), make_user("Salma")
    game: Game = play_on(started_game(amina, brahim), 8)
    actor = acting_user(game)
    return [
        Stop("403", f"/t/{game.code}/resign/", salma),
        Stop("404", "/t/nowhere/", amina),
        Stop("409", "/refuse/stale-ply/", amina),
        Stop("429", "/refuse/too-many/", amina),
        Stop("422", "/refuse/under-assam/", amina),
        Stop("500", "/crash/", amina),
        Stop("not chosen", game.get_absolute_url(), actor, _nothing_chosen),
    ]


def _nothing_chosen(page: Page) -> None:
    page.locator("#ask .ask__go button").click()
    page.locator("#ask [role=alert]").wait_for()


def development() -> list[Stop]:
    """Return the pages for administrators and developers."""
    settings.DELIVERY_EMAIL_BACKEND = "marrakech_site.mailbox.MailboxBackend"
    started_game(make_user("Amina"), make_user("Brahim"))
    tasks.drain()
    return [
        Stop("mailbox", "/dev/mailbox/"),
        Stop("mail", "/dev/mailbox/", None, lambda page: page.locator("main table a").first.click()),
        Stop("design", "/dev/style-guide/"),
    ]


TOURS: dict[str, Callable[[], list[Stop]]] = {
    "entrance": entrance,
    "account": account,
    "lists": lists,
    "tables": tables,
    "dice and files": dice_and_files,
    "plans and links": plans,
    "replays": replays,
    "other notifications": other_channels,
    "hours and holidays": hours_and_holidays,
    "deputies and seats": deputies_and_seats,
    "studies": studies,
    "refusals": refusals,
    "moderation": moderation,
    "pairing": pairing,
    "development": development,
}
