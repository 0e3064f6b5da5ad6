"""Addresses for sharing a game: pictures, cards for links, frames for other sites."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import escape
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.common.wording import join_names, titled
from games.core.choices import Status
from games.core.models import Game, Seat
from games.core.selectors import name_elsewhere, table_name_elsewhere
from games.core.visibility import has_secrets
from games.engine.registry import get_title
from games.play.decorators import invite_code, table_url

from .status import winners_text

POSITION_SIZE, REPLAY_SIZE = (420, 640), (420, 800)  # pixels, as proposed

SCRIPT = "verify_dice.py"


@dataclass(frozen=True, slots=True)
class ShareCard:
    title: str
    text: str
    address: str
    picture: str
    alt: str


@dataclass(frozen=True, slots=True)
class ShareLinks:
    """Complete addresses of a public game, with ``{ply}`` as a placeholder."""

    page: str
    svg: str
    png: str
    embed_position: str
    embed_replay: str


def _site(name: str, game: Game, *more: object) -> str:
    return settings.SITE_URL + reverse(f"games:{name}", args=[game.code, *more])


def share_card(game: Game, seats: Sequence[Seat], *, ply: int | None = None, page: str = "table") -> ShareCard | None:
    if game.is_private:
        return None
    query = "" if ply is None else f"?ply={ply}"
    name = table_name_elsewhere(game, seats)
    alt = _("The board of %(table)s") % {"table": name}
    return ShareCard(
        title=titled(game.title, name),
        text=_card_text(game, seats),
        address=_site(page, game) + query,
        picture=_site("card_png", game) + (f"{query}{_undone(game)}" if query else ""),
        alt=alt,
    )


def _card_text(game: Game, seats: Sequence[Seat]) -> str:
    """Return who plays, who has played and won, or who waits for players."""
    values = {"players": join_names([name_elsewhere(seat) for seat in seats]), "title": get_title(game.title).name}
    if game.status == Status.RUNNING:
        return _("%(players)s play %(title)s by email.") % values
    if game.started_at is None:
        return _("A table for %(title)s by email. Seated: %(players)s.") % values
    played = _("%(players)s played %(title)s by email.") % values
    return f"{played} {winners_text([name_elsewhere(seat) for seat in seats if seat.place == 1])}".strip()


def share_links(game: Game) -> ShareLinks | None:
    if game.is_private:
        return None
    framed = _site("embed", game)
    return ShareLinks(
        page=_site("replay_game", game) + "?ply={ply}",
        svg=_site("board_svg", game) + "?ply={ply}" + _undone(game),
        png=_site("board_png", game) + "?ply={ply}" + _undone(game),
        embed_position=_frame(f"{framed}{{ply}}/", game, POSITION_SIZE),
        embed_replay=_frame(framed, game, REPLAY_SIZE),
    )


def _undone(game: Game) -> str:
    return "".join(f"&{name}={value}" for name, value in game.undo_query.items())


def _frame(address: str, game: Game, size: tuple[int, int]) -> str:
    """Return the HTML that embeds a page of the site in another page."""
    (wide, high), name = size, titled(game.title, game.name)
    return (
        f'<iframe src="{escape(address)}" title="{escape(name)}" width="{wide}" height="{high}" '
        'loading="lazy" style="border:0;max-width:100%"></iframe>'
    )


def file_name(game: Game) -> str:
    """Return a name for the game's files, without an ending, that sorts by date and can be read."""
    began = game.started_at or game.created_at
    return "-".join(part for part in (f"{began:%Y-%m-%d}", slugify(game.name)[:40].strip("-"), game.code) if part)


def text_file_name(game: Game) -> str:
    return f"{file_name(game)}.{get_title(game.title).turn_format.ending}"


def file_links(game: Game, request: HttpRequest) -> dict[str, str] | None:
    if game.started_at is None or has_secrets(game):
        return None
    kinds = {kind: table_url(kind, game.code, invite=invite_code(request)) for kind in ("mkg", "json")}
    return {**kinds, "script": SCRIPT, "command": f"python3 {SCRIPT} {text_file_name(game)}"}
