"""The register of all addresses: who gets which status there, and what is sent. A new address is one entry.

An entry begins with ``ADDRESS  GET | POST``. Either side has one status for all viewers, or one for each of stranger,
other user, invited user, opponent, acting player, administrator. Words in braces are in access_data.

Indented below it is what POST sends: ``name=value&name=value`` for a form that is not empty, and for the API its
operations, each as a request that succeeds: ``METHOD  operationId  who  path  body``. The path is left out if it is the
address. Words in braces are those of ``Things`` in tests/api/test_statuses.py. Indented further are requests of the
operation that are refused, ``status  who  path  body``, as far as they differ from it.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib import admin

WEEK = json.dumps([["08:00", "22:00"]] * 5 + [None, ["10:00", "02:00"]])  # {week}

SECTIONS: dict[str, str] = {
    "site": """
/healthz  200 | 405
/readyz  200 | 405
/metrics  404 | 405
/i18n/setlang/  302 | 302
""",
    "pages": """
/  200 | 405
/next/  302 | 302
/dashboard/version/  403 200 200 200 200 200 | 405
/lobby/  200 | 405
/lobby/seats/  200 | 405
/lobby/games/  200 | 405
/lobby/games/?show=finished  200 | 405
/lobby/games/?show=best  200 | 405
/lobby/games/?show=marked  200 | 405
/deputy/  302 200 200 200 200 200 | 302 422 422 422 422 422
/deputy/{deputy_id}/accept/  405 | 302 302 404 404 404 404
/deputy/{deputy_id}/end/  405 | 302 302 404 404 302 404
/find/  302 200 200 200 200 200 | 302
    title=marram
/challenges/  302 200 200 200 200 200 | 302
    ruleset=marram:classic-short&seat_count=2&pace=usual&max_games=1
/challenges/settings/  405 | 302
    max_running=5
/challenges/{challenge_id}/end/  405 | 302 404 404 404 302 404
/challenges/{challenge_id}/play/  405 | 302 302 302 302 409 302
/players/player/challenge/  405 | 302 302 302 302 422 302
    ruleset=marram:classic-short&pace=usual
/look/  200 | 302
    theme=dark
/tours/  200 | 405
/tours/plan/dismiss/  405 | 302
/tours/nothing/dismiss/  405 | 302 404 404 404 404 404
/tours/plan/show/  405 | 302
/privacy/  200 | 405
/terms/  200 | 405
/imprint/  200 | 405
/contact/  200 | 302
    text=The clock is wrong.
/news/  200 | 405
/news.atom  200 | 405
/news/2026-01-02-nothing/  404 | 405
/news/2026-01-02-nothing/seen/  405 | 302 404 404 404 404 404
/robots.txt  200 | 405
/sitemap.xml  200 | 405
/sitemap-pages.xml  200 | 405
/sitemap-games-99.xml  404 | 405
/favicon.ico  302 | 405
/rules/  200 | 405
/rules/marrakech/  200 | 405
/rules/nothing/  404 | 405
/clocks/  200 | 405
/ratings/  200 | 405
/ratings/marrakech/  200 | 405
/ratings/marram/?pool=3  200 | 405
/ratings/nothing/  404 | 405
/ratings/marrakech/records/  200 | 405
/ratings/marram/records/?kind=snake  200 | 405
/ratings/nothing/records/  404 | 405
/ratings/marrakech/seasons/  200 | 405
/ratings/marram/seasons/2001-1/  404 | 405
/learn/  200 | 405
/learn/marram/  200 | 405
/rules/examples/turn.json  200 | 405
/rules/examples/nothing.json  404 | 405
/home-board/nothing.json  404 | 405
/first-game/  200 | 302 409 409 403 403 409
    title=marrakech
/settings/guide/  302 200 200 200 200 200 | 302 403 403 403 403 403
    is_active=on&most_games=2
/lobby/filters/  302 200 200 200 200 200 | 302
/lobby/filters/{filter_id}/  405 | 302 404 404 404 302 404
    news=paused
/lobby/filters/{filter_id}/delete/  405 | 302 404 404 404 302 404
/tables/new/  302 200 200 200 200 200 | 302
    ruleset=gigamic&seat_count=2&pace=3d&seat_order=random
/mail/settings/  302 200 200 200 200 200 | 302
/mail/bounce/  302 200 200 200 200 200 | 302 409 409 409 409 409
/time/  302 200 200 200 200 200 | 405
/time/hours/  405 | 302 422 422 422 422 422
/time/automatic/  405 | 302
/time/holidays/  405 | 302 422 422 422 422 422
/time/holidays/{holiday_id}/shorten/  405 | 302 404 404 404 422 404
    last=2100-01-01
/time/holidays/{holiday_id}/end/  405 | 302 404 404 404 302 404
/notifications/  302 200 200 200 200 200 | 405
/notifications/?table={private}  302 200 200 200 200 200 | 405
/notifications/devices/  405 | 302 422 422 422 422 422
/notifications/devices/{device_id}/delete/  405 | 302 404 404 404 302 404
/notifications/feeds/  405 | 302
    what=turns&password=carpets-and-coins
/notifications/feeds/{feed_id}/delete/  405 | 302 404 404 404 302 404
/notifications/webhooks/  405 | 401 302 302 302 302 302
    url=https://hooks.example.org/&shape=slack
/notifications/webhooks/{hook_id}/  302 404 404 404 200 404 | 401 404 404 404 302 404
    url=https://hooks.example.org/&shape=slack
/notifications/webhooks/{hook_id}/try/  405 | 302 404 404 404 302 404
/notifications/webhooks/{hook_id}/on/  405 | 302 404 404 404 302 404
/notifications/webhooks/{hook_id}/secret/  405 | 302 404 404 404 302 404
/notifications/webhooks/{hook_id}/delete/  405 | 302 404 404 404 302 404
/feeds/{calendar}.ics  200 | 405
/feeds/{feed}.atom  200 | 405
/feeds/nonsense.ics  404 | 405
/sw.js  200 | 405
/manifest.webmanifest  200 | 405
/offline/  200 | 405
/mail/unsubscribe/{stop}/  200 | 200
/mail/unsubscribe/forged/  404 | 404
/players/player/  200 | 405
/players/nobody/  404 | 405
/players/player/games/  200 | 405
/players/player/block/  302 200 200 200 404 200 | 302 302 302 302 422 302
/players/player/unblock/  405 | 302
/players/player/follow/  405 | 302 302 302 302 422 302
/players/player/unfollow/  405 | 302
/following/  302 200 200 200 200 200 | 405
/following/players/  302 200 200 200 200 200 | 405
/settings/blocks/  302 200 200 200 200 200 | 405
/settings/quiet/  302 200 200 200 200 200 | 302
/settings/household/  302 200 200 200 200 200 | 401 302 302 302 422 302
    player=player
/settings/household/player/end/  405 | 302
/players/player/report/  302 200 200 200 404 200 | 302 302 302 302 404 302
    kind=rude
/t/{public}/report/?player=player  302 200 200 200 200 200 | 302
    kind=rude
/t/{private}/report/?player=player  302 404 404 200 200 404 | 302 404 404 302 302 404
    kind=rude
/t/{public}/record/  302 404 404 200 200 404 | 405
/t/{private}/record/  302 404 404 200 200 404 | 405
/settings/conduct/  302 200 200 200 200 200 | 405
/settings/conduct/{sanction_id}/read/  405 | 302 404 404 404 302 404
/settings/conduct/{sanction_id}/appeal/  405 | 401 404 404 404 302 404
    reason=It was a quotation.
/moderation/  302 403 403 403 403 200 | 405
/moderation/cases/{case_id}/  302 403 403 403 403 200 | 401 403 403 403 403 409
    outcome=note&rule=rude&reason=Mind your words.
/moderation/cases/{case_id}/claim/  405 | 302 403 403 403 403 302
/moderation/cases/{case_id}/quiet/  405 | 401 403 403 403 403 302
    reason=A child plays.
/moderation/appeals/{sanction_id}/  405 | 401 403 403 403 403 409
    reason=So it was.
/moderation/tables/{private}/  302 403 403 403 403 200 | 401 403 403 403 403 302
    reason=A report.
/art/marrakech/rug-c.svg  200 | 405
/art/marrakech.0.svg  200 | 405
/art/marram/p.0  200 | 405
/avatars/player.svg  200 | 405
/i/{invitation}/  200 404 200 404 404 404 | 302 404 302 404 404 404
/i/{guest}/  200 | 302
    decline=1
/t/{public}/  200 | 405
/t/{public}/dice/  200 | 405
/t/{public}/game.mkg  200 | 405
/t/{public}/game.json  200 | 405
/t/{public}/times.csv  200 | 405
/games.zip  302 200 200 200 200 200 | 405
/replay/  200 | 422
/t/{public}/worth/  200 | 405
/t/{public}/poll/  200 | 405
/t/{public}/frames/  200 | 405
/t/{public}/frames/?from=0&to=1  200 | 405
/t/{public}/board.svg  200 | 405
/t/{public}/board.png  200 | 405
/t/{public}/card.png  200 | 405
/t/{public}/replay/  200 | 405
/t/{public}/film.gif  404 | 405
/t/{public}/film.webp  404 | 405
/t/{public}/film/  405 | 302 409 409 409 409 409
    format=gif
/t/{public}/branch/  302 409 409 409 409 409 | 302 409 409 409 409 409
    ply=0&seat=0&robot=greedy
/embed/{public}/  200 | 405
/embed/{public}/0/  200 | 405
/embed/{private}/  404 | 405
/embed/{private}/0/  404 | 405
/t/{public}/act/  405 | 302 403 403 403 302 403
    ply={ply}&action=F
/t/{public}/resign/  302 403 403 200 200 403 | 302 403 403 302 302 403
    ply={ply}
/t/{public}/chat/  405 | 401 403 403 302 302 403
    text=Hello, you two.
/t/{public}/mark/  405 | 302 302 302 403 403 302
/t/{private}/mark/  405 | 404 404 404 403 403 404
/t/{public}/unmark/  405 | 302
/t/{private}/unmark/  405 | 404 404 404 302 302 404
/t/{lobby}/join/  405 | 302
/t/{private}/  404 404 404 200 200 404 | 405
/t/{private}/?ply=1  404 404 404 200 200 404 | 405
/t/{private}/dice/  404 404 404 200 200 404 | 405
/t/{private}/game.mkg  404 404 404 200 200 404 | 405
/t/{private}/game.json  404 404 404 200 200 404 | 405
/t/{private}/times.csv  404 404 404 200 200 404 | 405
/t/{private}/worth/  404 404 404 200 200 404 | 405
/t/{private}/poll/  404 404 404 200 200 404 | 405
/t/{private}/poll/?v={version}  404 404 404 204 204 404 | 405
/t/{private}/frames/  404 404 404 200 200 404 | 405
/t/{private}/board.svg  404 404 404 200 200 404 | 405
/t/{private}/board.png  404 404 404 200 200 404 | 405
/t/{private}/card.png  404 404 404 200 200 404 | 405
/t/{private}/replay/  404 404 404 200 200 404 | 405
/t/{private}/film/  405 | 404 404 404 409 409 404
    format=gif
/t/{over}/film/  405 | 404 404 404 302 302 404
    format=gif
/t/{over}/film.gif  404 404 404 200 200 404 | 405
/t/{over}/branch/  404 404 404 200 200 404 | 404 404 404 302 302 404
    ply=0&seat=0&robot=greedy
/t/{private}/act/  405 | 404 404 404 403 302 404
    ply={ply}&action=F
/t/{private}/share/  405 | 404 404 404 422 422 404
/t/{private}/plan/  404 404 404 302 200 404 | 404 404 404 403 302 404
    ply={ply}&rotation=F
/t/{private}/orders/  404 404 404 200 200 404 | 404 404 404 302 302 404
    rotation=F
/t/{public}/study/  302 403 403 200 200 403 | 302 403 403 302 302 403
    ply={ply}&action=F
/t/{private}/study/  404 404 404 200 200 404 | 404 404 404 302 302 404
    ply={ply}&action=F
/t/{private}/study/node/  405 | 404 404 404 409 409 404
    node=1&do=promote
/t/{private}/study/publish/  405 | 404 404 404 409 409 404
/t/{private}/studies/  404 404 404 200 200 404 | 405
/t/{private}/studies/player/  404 | 405
/t/{over}/study/  404 404 404 200 200 404 | 404 404 404 302 302 404
    ply={ply}&action=F
/t/{over}/study/publish/  405 | 404 404 404 409 302 404
    public=on
/t/{over}/studies/player/  404 404 404 200 200 404 | 405
/t/{public}/notes/  200 | 405
/t/{private}/notes/  404 404 404 200 200 404 | 405
/t/{private}/notes/save/  405 | 404 404 404 302 302 404
    text=Buy tea.&text_hash=e3b0c44298fc1c14
/t/{private}/diary/  405 | 404 404 404 302 302 404
    text=The corner looks dear.
/m/{link}/  200 | 302
    action=F
/m/forged/  404 | 404
/m/deputy/{deputy_link}/  200 | 302
    answer=yes
/m/deputy/forged/  404 | 404
/m/invitation/{invitation_link}/  200 | 302
    answer=yes
/m/invitation/forged/  404 | 404
/m/seat/{seat_link}/  200 | 403
/m/seat/forged/  404 | 404
/t/{public}/seat/take/  405 | 302 409 409 409 409 409
    seat=0
/t/{public}/seat/back/  405 | 302 403 403 403 403 403
/t/{private}/seat/take/  405 | 404 404 404 409 409 404
    seat=0
/t/{private}/resign/  404 404 404 200 200 404 | 404 404 404 302 302 404
    ply={ply}
/t/{private}/give/  405 | 404 404 404 302 403 404
    seat=0&seconds=3600
/t/{private}/claim/  405 | 404 404 404 409 403 404
    seat=0
/t/{private}/abort/  405 | 404 404 404 302 302 404
/t/{private}/propose/  404 404 404 200 200 404 | 404 404 404 302 302 404
    kind=pause
/t/{private}/answer/  405 | 404
    proposal=99999&answer=yes
/p/{proposal}/  200 | 302
    answer=yes
/p/forged/  404 | 404
/t/{public}/mail/  302 403 403 200 200 403 | 302 403 403 302 302 403
/t/{private}/mail/  302 404 404 200 200 404 | 302 404 404 302 302 404
/t/{private}/presence/  405 | 404 404 404 200 200 404
/t/{private}/chat/  405 | 404 404 404 302 302 404
    text=Hello again.
/t/{open}/  404 404 200 200 200 404 | 405
/t/{open}/?invite={key}  200 | 405
/t/{open}/dice/  404 404 200 200 200 404 | 405
/t/{open}/dice/?invite={key}  200 | 405
/t/{open}/game.mkg  404 | 405
/t/{open}/times.csv  404 | 405
/t/{open}/poll/  404 404 200 200 200 404 | 405
/t/{open}/poll/?invite={key}  200 | 405
/t/{open}/board.svg  404 404 200 200 200 404 | 405
/t/{open}/join/  405 | 404 404 302 302 302 404
/t/{open}/join/?invite={key}  405 | 302
/t/{open}/leave/  405 | 404 404 403 302 302 404
/t/{open}/invite/  405 | 404 404 403 302 302 404
    player=other
/t/{open}/withdraw/  405 | 404 404 403 403 302 404
    invitation={invitation}
/t/{over}/  404 404 404 200 200 404 | 405
/t/{over}/analysis/  404 404 404 200 200 404 | 405
/t/{open}/robots/  405 | 404 404 403 403 302 404
    robot=greedy
/play/greedy/  200 | 302
/play/nobody/  404 | 404
/t/{over}/rematch/  405 | 404 404 404 302 302 404
""",
    "api": """
/api/v1/  302 | 302
/api/v1/docs/  200 | 405
/api/v1/schema/  200 | 405
/api/v1/titles/  200 | 401 405 405 405 405 405
    GET  list_titles  ann
/api/v1/me/  401 200 200 200 200 200 | 401 405 405 405 405 405
    GET  get_me  ann
/api/v1/me/hours/  401 200 200 200 200 200 | 401 200 200 200 200 200
    GET  get_hours  ann
    POST  save_hours  ann  {"days": {week}}
        422  {"days": [["08:00", "12:00"], null, null, null, null, null, null]}
/api/v1/me/holidays/  401 200 200 200 200 200 | 401 201 201 201 201 201
    GET  list_holidays  ann
    POST  plan_holiday  ann  {"first": "{day_5}", "last": "{day_6}"}
        409  {"first": "{day_5}", "last": "{day_60}"}
        422  {"first": "{day_6}", "last": "{day_5}"}
/api/v1/me/holidays/automatic/  401 405 405 405 405 405 | 401 200 200 200 200 200
    POST  set_automatic_holidays  ann  {"automatic": false}
/api/v1/me/holidays/{holiday_id}/shorten/  401 405 405 405 405 405 | 401 404 404 404 422 404
    POST  shorten_holiday  ann  {"last": "{day_5}"}
        409  me/holidays/{cancelled}/shorten/
        422  {"last": "{day_60}"}
/api/v1/players/player/against/player/  200 | 401 405 405 405 405 405
    GET  list_results_against  ann  players/ann/against/ben/
        404  players/ann/against/nobody/
/api/v1/players/player/  200 | 401 405 405 405 405 405
    GET  get_player  ann  players/ben/
        404  players/no-such-player/
/api/v1/blocks/  401 200 200 200 200 200 | 401 201 201 201 201 201
    GET  list_blocks  ann
    POST  block  ann  {"player": "{friend}"}
        409  {"player": "{one_too_many}"}
        422  {"player": "no-such-player"}
/api/v1/blocks/player/end/  405 | 401 204 204 204 204 204
    POST  unblock  ann  blocks/ben/end/
        404  blocks/no-such-player/end/
/api/v1/follows/  401 200 200 200 200 200 | 401 201 201 201 201 201
    GET  list_follows  ann
    POST  follow  ann  {"player": "{friend}"}
        409  {"player": "{one_follow_too_many}"}
        422  {"player": "no-such-player"}
/api/v1/follows/player/end/  405 | 401 204 204 204 204 204
    POST  unfollow  ann  follows/ben/end/
        404  follows/no-such-player/end/
/api/v1/timeline/  401 200 200 200 200 200 | 401 405 405 405 405 405
    GET  get_timeline  ann
/api/v1/me/quiet/  405 | 401 204 204 204 204 204
    POST  set_quiet  ann  {"on": false}
/api/v1/household/  401 200 200 200 200 200 | 401 201 201 201 201 201
    GET  list_household  ann
    POST  declare_household  ann  {"player": "{friend}"}
        409  {"player": "{one_housemate_too_many}"}
        422  {"player": "no-such-player"}
/api/v1/household/player/end/  405 | 401 204 204 204 204 204
    POST  end_household  ann  household/ben/end/
        404  household/no-such-player/end/
/api/v1/reports/  401 200 200 200 200 200 | 401 201 201 201 201 201
    GET  list_reports  ann
    POST  report  ann  {"player": "{friend}", "kind": "rude"}
        404  {"game": "zzzzzzzzzz", "player": "{friend}", "kind": "rude"}
        409  {"game": "{running}", "player": "{friend}", "kind": "stopped"}
        422  {"player": "no-such-player", "kind": "rude"}
/api/v1/sanctions/  401 200 200 200 200 200 | 401 405 405 405 405 405
    GET  list_sanctions  ann
/api/v1/sanctions/{sanction_id}/read/  405 | 401 404 404 404 200 404
    POST  read_sanction  ann
        404  sanctions/999999/read/
/api/v1/sanctions/{sanction_id}/appeal/  405 | 401 404 404 404 200 404
    POST  appeal  ann  {"text": "It was a quotation."}
        404  sanctions/999999/appeal/
        409  sanctions/{appealed}/appeal/
/api/v1/record/  401 200 200 200 200 200 | 401 405 405 405 405 405
    GET  list_record  ann
        404  record/?game=zzzzzzzzzz
/api/v1/moderation/cases/  401 403 403 403 403 200 | 401 403 403 403 403 405
    GET  list_cases  mo
        403  ann
/api/v1/moderation/cases/{case_id}/  401 403 403 403 403 200 | 401 403 403 403 403 405
    GET  get_case  mo
        403  ann
        404  moderation/cases/999999/
/api/v1/moderation/cases/{case_id}/claim/  401 403 403 403 403 405 | 401 403 403 403 403 200
    POST  claim_case  mo
        404  moderation/cases/999999/claim/
        409  moderation/cases/{decided_case}/claim/
/api/v1/moderation/cases/{case_id}/decide/  401 403 403 403 403 405 | 401 403 403 403 403 409
    POST  decide_case  mo  moderation/cases/{claimed_case}/decide/  {"outcome": "note", "rule": "rude", "reason": "No"}
        404  moderation/cases/999999/decide/
        409  moderation/cases/{case_id}/decide/
/api/v1/moderation/appeals/  401 403 403 403 403 200 | 401 403 403 403 403 405
    GET  list_appeals  mo
        403  ann
/api/v1/moderation/appeals/{sanction_id}/  401 403 403 403 403 405 | 401 403 403 403 403 409
    POST  answer_appeal  mo  moderation/appeals/{appealed}/  {"text": "So it was.", "lifts": false}
        404  moderation/appeals/999999/
        409  moderation/appeals/{sanction_id}/
/api/v1/moderation/tables/{private}/  401 403 403 403 403 403 | 401 403 403 403 403 200
    GET  read_table  mo  moderation/tables/{looked_at}/
        403  moderation/tables/{private}/
        404  moderation/tables/zzzzzzzzzz/
    POST  look_at_table  mo  {"reason": "A report."}
        403  ann
        404  moderation/tables/zzzzzzzzzz/
/api/v1/moderation/record/  401 403 403 403 403 200 | 401 403 403 403 403 405
    GET  list_full_record  mo
        400  moderation/record/?cursor=x
        403  ann
/api/v1/ratings/marrakech/  200 | 401 405 405 405 405 405
    GET  get_leaderboard  ann
        400  ratings/marrakech/?pool=9
        404  ratings/nothing/
/api/v1/ratings/marrakech/luck-free/  200 | 401 405 405 405 405 405
    GET  get_luck_free_list  ann
        400  ratings/marrakech/luck-free/?cursor=no
        404  ratings/nothing/luck-free/
/api/v1/ratings/marrakech/records/patch/  200 | 401 405 405 405 405 405
    GET  list_records  ann
        400  ratings/marrakech/records/patch/?cursor=no
        404  ratings/marrakech/records/snake/
/api/v1/ratings/marrakech/robots/  200 | 401 405 405 405 405 405
    GET  list_robot_ratings  ann
        404  ratings/nothing/robots/
/api/v1/ratings/marrakech/seasons/  200 | 401 405 405 405 405 405
    GET  list_seasons  ann
        404  ratings/nothing/seasons/
/api/v1/ratings/marrakech/seasons/{season}/  200 | 401 405 405 405 405 405
    GET  get_season  ann
        400  ratings/marrakech/seasons/{season}/?cursor=no
        404  ratings/marrakech/seasons/2001-1/
/api/v1/rated-games/  200 | 401 405 405 405 405 405
    GET  list_rated_games  ann
        400  rated-games/?cursor=nonsense
/api/v1/lobby/  401 200 200 200 200 200 | 401 405 405 405 405 405
    GET  list_lobby  ann
/api/v1/first-game/  405 | 401 409 409 403 403 409
    POST  open_first_game  ann  {"title": "{title_with_guide}"}
        403  {"title": "{title_played}"}
        409  {"title": "marrakech"}
        422  {"title": "chess"}
/api/v1/me/guide/  401 200 200 200 200 200 | 401 200 200 200 200 200
    GET  get_guide  ann
    POST  be_guide  ann  {"active": false}
        403  {"active": true}
/api/v1/saved-filters/  401 200 200 200 200 200 | 401 201 201 201 201 201
    GET  list_saved_filters  ann
    POST  save_filter  ann  {"pace": "brisk"}
        400  {"pace": "slow"}
        409  {"pace": "{one_filter_too_many}"}
/api/v1/saved-filters/{filter_id}/  405 | 401 404 404 404 200 404
    POST  change_saved_filter  ann  {"news": "paused"}
        404  saved-filters/999999/
/api/v1/saved-filters/{filter_id}/delete/  405 | 401 404 404 404 204 404
    POST  delete_saved_filter  ann
        404  saved-filters/999999/delete/
/api/v1/invitations/  401 200 200 200 200 200 | 401 405 405 405 405 405
    GET  list_invitations  ann
/api/v1/invitations/{invitation}/accept/  405 | 401 404 200 200 200 404
    POST  accept_invitation  ben  {}
        409  invitations/{answered}/accept/
        422  {"entropy": "short"}
/api/v1/invitations/{invitation}/decline/  405 | 401 404 204 404 404 404
    POST  decline_invitation  ben
        409  invitations/{answered}/decline/
/api/v1/invitations/{invitation}/withdraw/  405 | 401 403 403 403 204 204
    POST  withdraw_invitation  ann
        409  invitations/{answered}/withdraw/
        404  invitations/zzzzzzzzzz/withdraw/
/api/v1/deputies/  401 200 200 200 200 200 | 401 201 201 201 409 201
    GET  list_deputies  ann
    POST  name_deputy  ann  {"deputy": "{friend}"}
        409  deputies/?after={deputy_id}
        422  {"deputy": "no-such-player"}
/api/v1/deputies/{deputy_id}/accept/  405 | 401 200 404 404 404 404
    POST  accept_deputy  ben
        404  deputies/999999/accept/
/api/v1/deputies/{deputy_id}/end/  405 | 401 200 404 404 200 404
    POST  end_deputy  ann
        404  deputies/999999/end/
/api/v1/opponents/  405 | 401 200 200 200 201 200
    POST  find_opponent  ann  {}
        200  eve  {"title": "marram", "pace": "{pace_of_challenge}"}
        422  {"title": "chess"}
/api/v1/challenges/  401 200 200 200 200 200 | 401 201 201 201 201 201
    GET  list_challenges  ann
    POST  open_challenge  ann  {"title": "marram", "ruleset": "classic-short"}
        404  {"title": "marram", "ruleset": "classic-short", "replaces": 999999}
        409  {"title": "marram", "ruleset": "classic-short", "pace": "{pace_of_many}"}
        422  {"title": "marram", "ruleset": "house"}
/api/v1/challenges/settings/  405 | 401 200 200 200 200 200
    POST  save_pairing  ann  {"paused": true}
/api/v1/challenges/{challenge_id}/end/  405 | 401 404 404 404 204 404
    POST  end_challenge  ann
        404  challenges/999999/end/
/api/v1/challenges/{challenge_id}/play/  405 | 401 201 201 201 409 201
    POST  play_challenge  ben
        404  challenges/999999/play/
        409  ann
/api/v1/players/player/challenge/  405 | 401 201 201 201 422 201
    POST  challenge_player  ann  players/ben/challenge/  {"title": "marrakech", "ruleset": "summary", "pace": "brisk"}
        422  players/no-such-player/challenge/  {}
/api/v1/games/{private}/seats/take/  405 | 401 404 404 409 409 404
    POST  take_seat  eve  games/{offered}/seats/take/  {"seat": "A"}
        409  games/{running}/seats/take/
/api/v1/games/{private}/seats/return/  405 | 401 404 404 403 403 404
    POST  take_back  ann  games/{offered}/seats/return/
        409  games/{replaced}/seats/return/
/api/v1/drafts/  405 | 401 201 201 201 201 201
    POST  draft_dice  ann
/api/v1/dice-key/  200 | 401 405 405 405 405 405
    GET  get_dice_key  ann
/api/v1/games/  200 | 401 201 201 201 201 201
    GET  list_games  ann
        400  games/?filter=lost
    POST  create_game  ann  {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2}
        409  {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2, "robots": ["greedy", "greedy"]}
        422  {"title": "marrakech", "ruleset": "house", "seat_count": 2}
/api/v1/games/{public}/  200 | 401 405 405 405 405 405
/api/v1/games/{private}/  404 404 404 200 200 404 | 401 405 405 405 405 405
    GET  get_game  ann
/api/v1/games/{public}/mark/  405 | 401 204 204 403 403 204
/api/v1/games/{private}/mark/  405 | 401 404 404 403 403 404
    POST  mark_game  eve  games/{running}/mark/
        404  games/aaaaaaaaaa/mark/
        409  games/{over}/mark/
/api/v1/games/{private}/mark/end/  405 | 401 404 404 204 204 404
    POST  unmark_game  eve  games/{running}/mark/end/
        404  games/aaaaaaaaaa/mark/end/
/api/v1/best-games/  200 | 401 405 405 405 405 405
    GET  list_best_games  ann
/api/v1/marks/  401 200 200 200 200 200 | 401 405 405 405 405 405
    GET  list_marks  ann
/api/v1/games/{private}/log/  404 404 404 200 200 404 | 401 405 405 405 405 405
    GET  get_log  ann
/api/v1/games/{private}/times/  404 404 404 200 200 404 | 401 405 405 405 405 405
    GET  get_times  ann
/api/v1/games/{private}/positions/0/  404 404 404 200 200 404 | 401 405 405 405 405 405
    GET  get_position  ann
/api/v1/games/{private}/file/?kind=json  404 404 404 200 200 404 | 401 405 405 405 405 405
    GET  get_file  ann
        400  games/{running}/file/?kind=pdf
/api/v1/games/{private}/actions/  405 | 401 404 404 403 200 404
    POST  play_action  ann  {"ply": 2, "action": "L"}
        409  {"ply": 1, "action": "L"}
        422  {"ply": 2, "action": "a1a2"}
/api/v1/games/{private}/share/  405 | 401 404 404 422 422 404
    POST  open_share  ann  {"share": "abababababababababababababababcd"}
        409  games/{over}/share/
        422  {"share": "dcbababababababababababababababa"}
/api/v1/games/{private}/turns/  405 | 401 404 404 403 200 404
    POST  play_turn  ann  {"ply": 2, "turn": "L"}
        409  {"ply": 1, "turn": "L"}
        422  {"ply": 2, "turn": "L; 1: a1a2"}
/api/v1/games/{private}/orders/  401 404 404 200 200 404 | 401 404 404 201 201 404
    GET  list_orders  ann
    POST  add_order  ann  {"condition": "d6", "orders": "L"}
        409  games/{over}/orders/
        422  {"orders": "hop"}
/api/v1/games/{private}/orders/ranks/  405 | 401 404 404 200 200 404
    POST  rank_orders  ann  {"numbers": []}
        409  {"numbers": [7]}
/api/v1/games/{private}/orders/1/  405 | 401 404 404 404 404 404
    POST  change_order  ann  games/{ordered}/orders/1/  {"orders": "R"}
        409  games/{withdrawn}/orders/1/
        422  {"orders": "hop"}
/api/v1/games/{private}/orders/1/withdraw/  405 | 401 404 404 404 404 404
    POST  withdraw_order  ann  games/{ordered}/orders/1/withdraw/
        409  games/{dropped}/orders/1/withdraw/
/api/v1/games/{private}/resign/  405 | 401 404 404 200 200 404
    POST  resign  ann  {}
        409  {"ply": 1}
/api/v1/games/{private}/gifts/  405 | 401 404 404 200 403 404
    POST  give_time  ben  {"seat": "A", "seconds": 3600}
        409  {"seat": "C", "seconds": 3600}
/api/v1/games/{private}/claims/  405 | 401 404 404 409 403 404
    POST  claim_late  ben  games/{late}/claims/  {"seat": "A"}
        409  games/{running}/claims/
/api/v1/games/{private}/proposals/  404 404 404 200 200 404 | 401 404 404 201 201 404
    GET  list_proposals  ann
    POST  propose  ann  {"kind": "pause"}
        409  {"kind": "resume"}
        422  {"kind": "pace", "pace": "own"}
/api/v1/games/{private}/proposals/1/answer/  405 | 401 404 404 404 404 404
    POST  answer_proposal  ben  games/{proposed}/proposals/{proposal}/answer/  {"agrees": true}
        409  games/{closed}/proposals/{closed_proposal}/answer/
        404  games/{proposed}/proposals/999999/answer/
/api/v1/games/{private}/proposals/1/withdraw/  405 | 401 404 404 404 404 404
    POST  withdraw_proposal  ann  games/{proposed}/proposals/{proposal}/withdraw/
        409  games/{closed}/proposals/{closed_proposal}/withdraw/
        403  ben
        404  games/{proposed}/proposals/999999/withdraw/
/api/v1/games/{private}/abort/  405 | 401 404 404 200 200 404
    POST  agree_to_abort  ann  {}
        409  games/{over}/abort/
/api/v1/games/{private}/messages/  404 404 404 200 200 404 | 401 404 404 201 201 404
    GET  list_messages  ann
    POST  post_message  ann  {"text": "Hello"}
        422  games/{running}/messages/  {"text": "See https://shop.example.org/"}
/api/v1/games/{open}/  404 404 200 200 200 404 | 401 405 405 405 405 405
/api/v1/games/{open}/?invite={key}  200 | 401 405 405 405 405 405
/api/v1/games/{open}/join/  405 | 401 404 200 200 200 404
    POST  join_game  ben  {}
        409  eve  games/{running}/join/
        422  {"entropy": "short"}
/api/v1/games/{open}/leave/  405 | 401 404 403 204 204 404
    POST  leave_game  ann
        409  games/{running}/leave/
/api/v1/games/{open}/invitations/  405 | 401 404 403 201 201 404
    POST  invite  ann  {"player": "{friend}"}
        409  games/{running}/invitations/
        422  {"player": "no-such-player"}
/api/v1/games/{over}/analysis/  404 404 404 200 200 404 | 401 405 405 405 405 405
    GET  get_analysis  ann  games/{analysed}/analysis/
/api/v1/games/{open}/robots/  405 | 401 404 403 403 200 404
    POST  add_robots  ann  {"robots": ["greedy"]}
        409  {"robots": ["greedy", "greedy"]}
        422  {"robots": ["deep-blue"]}
/api/v1/games/{over}/rematch/  405 | 401 404 404 200 200 404
    POST  rematch  ann  {}
        409  games/{running}/rematch/
        422  {"entropy": "short"}
""",
    "accounts": """
/accounts/login/  200 302 302 302 302 302 | 200 302 302 302 302 302
/accounts/logout/  302 200 200 200 200 200 | 302
/accounts/inactive/  200 | 405
/accounts/signup/  200 302 302 302 302 302 | 200 302 302 302 302 302
/accounts/reauthenticate/  302 200 200 200 200 200 | 302 200 200 200 200 200
/accounts/email/  302 200 200 200 200 200 | 302
/accounts/confirm-email/  200 | 405
/accounts/confirm-email/{confirm}/  200 | 302 302 403 403 403 403
/accounts/password/change/  302 200 200 200 200 200 | 302 200 200 200 200 200
/accounts/password/set/  302 | 302
/accounts/password/reset/  200 | 302
    email=player@example.org
/accounts/password/reset/done/  200 | 405
/accounts/password/reset/key/{reset}/  200 | 200
/accounts/password/reset/key/done/  200 | 405
/accounts/login/code/confirm/  302 | 302
/accounts/2fa/  302 200 200 200 200 200 | 302 405 405 405 405 405
/accounts/2fa/authenticate/  302 | 302
/accounts/2fa/reauthenticate/  302 | 302
/accounts/2fa/webauthn/  302 200 200 200 200 200 | 302 405 405 405 405 405
/accounts/2fa/webauthn/add/  302 | 302
/accounts/2fa/webauthn/reauthenticate/  302 | 302
/accounts/2fa/webauthn/login/  302 | 302
/accounts/2fa/webauthn/keys/1/edit/  302 | 302
/accounts/2fa/webauthn/keys/1/remove/  302 | 302
/accounts/2fa/totp/activate/  302 | 302
/accounts/2fa/totp/deactivate/  302 404 404 404 404 404 | 302 404 404 404 404 404
/accounts/2fa/recovery-codes/  302 404 404 404 404 404 | 302 405 405 405 405 405
/accounts/2fa/recovery-codes/generate/  302 | 302
/accounts/2fa/recovery-codes/download/  302 404 404 404 404 404 | 302 404 404 404 404 404
/accounts/sessions/  302 200 200 200 200 200 | 302
/settings/  302 200 200 200 200 200 | 302 200 200 200 200 200
/settings/tokens/  302 200 200 200 200 200 | 401 200 200 200 200 200
    name=robot
/settings/tokens/end-all/  405 | 302
/settings/tokens/{token_id}/revoke/  405 | 302 404 404 404 302 404
/settings/data/  302 200 200 200 200 200 | 302
/settings/data/download/  302 | 405
/settings/delete/  302 200 200 200 200 200 | 302 200 200 200 200 200
/settings/deleted/  200 | 405
""",
    "admin": """
/admin/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/login/  302 403 403 403 403 302 | 302 403 403 403 403 200
/admin/logout/  302 302 302 302 302 405 | 302
/admin/password_change/  302 | 302
/admin/password_change/done/  302 302 302 302 302 200 | 302 302 302 302 302 405
/admin/autocomplete/  302 302 302 302 302 403 | 302 302 302 302 302 405
/admin/jsi18n/  302 302 302 302 302 200 | 302 302 302 302 302 405
/admin/r/{type}/{game_id}/  302 | 302
/admin/games/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/nowhere/  302 302 302 302 302 404 | 302 302 302 302 302 404
/admin/accounts/user/{user_id}/password/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/game/{game_id}/clocks/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/figures/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/trouble/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/outage/declare/  302 302 302 302 302 200 | 302 302 302 302 302 200
""",
}

# Email programs POST there by themselves, or their browsers keep no cookies. The signed token in the address identifies
# the user and the request.
CSRF_EXEMPT = {"/mail/unsubscribe/{stop}/", "/mail/unsubscribe/forged/", "/m/{link}/", "/m/forged/"} | {
    "/m/deputy/{deputy_link}/",
    "/m/deputy/forged/",
    "/m/invitation/{invitation_link}/",
    "/m/invitation/forged/",
    "/m/seat/{seat_link}/",
    "/m/seat/forged/",
    "/p/{proposal}/",
    "/p/forged/",
}

# What a GET may write: allauth lists sessions, and the check of health tries whether the database can be written.
HOUSEKEEPING = {
    "/accounts/sessions/": {"usersessions_usersession"},
    "/readyz": {"games_heartbeat"},
}

# What administrators get for GET and POST at the pages of a model; others are sent to sign in.
MODEL_PAGES = {
    "": (200, 200),
    "add/": (403, 403),
    "{pk}/": (302, 302),
    "{pk}/change/": (200, 403),
    "{pk}/history/": (200, 200),
    "{pk}/delete/": (403, 403),
}
OTHER_MODEL_PAGES = {
    "accounts/user/add/": (200, 200),
    "accounts/user/{pk}/change/": (200, 200),
}

API_ROOT = "/api/v1/"
REQUEST = re.compile(r"(?:(?P<who>[a-z]+)(?: +|$))?(?:(?P<path>[a-z]\S*/\S*)(?: +|$))?(?P<body>\{.*\})?$")


@dataclass(frozen=True)
class Request:
    """A request to the API: the player who sends it, its path below API_ROOT, and its body as JSON or ""."""

    who: str
    path: str
    body: str


@dataclass(frozen=True)
class Operation:
    """An operation of the API: a request that succeeds, and requests that are refused, by their status."""

    name: str
    method: str
    request: Request
    refused: dict[int, Request] = field(default_factory=dict)


@dataclass(frozen=True)
class Address:
    """An address with the statuses of GET and POST, the form that POST sends, and its operations of the API."""

    section: str
    path: str
    on_get: str
    on_post: str
    form: dict[str, str] = field(default_factory=dict)
    operations: list[Operation] = field(default_factory=list)

    @property
    def sent(self) -> dict[str, str] | str:
        """What POST sends: a form, or for the API the body of the request that succeeds, as JSON."""
        if not self.path.startswith(API_ROOT):
            return self.form
        return next((one.request.body for one in self.operations if one.method == "POST"), "")


def _read(section: str, text: str) -> list[Address]:
    found: list[Address] = []
    for line in text.strip().splitlines():
        words = line.strip()
        if line.startswith(" " * 8):
            operation = found[-1].operations[-1]
            status, _, rest = words.partition("  ")
            operation.refused[int(status)] = _request(rest, operation.request)
        elif line.startswith(("    GET  ", "    POST  ")):
            method, name, rest = words.split("  ", 2)
            usual = Request("", found[-1].path.removeprefix(API_ROOT), "")
            found[-1].operations.append(Operation(name, method, _request(rest, usual)))
        elif line.startswith(" "):
            for name, _, value in (pair.partition("=") for pair in words.split("&")):
                found[-1].form[name] = value
        else:
            path, rules = line.split(maxsplit=1)
            on_get, on_post = rules.split(" | ")
            found.append(Address(section, path, on_get, on_post))
    return found


def _request(words: str, usual: Request) -> Request:
    parts = REQUEST.match(words)
    assert parts, words
    return Request(parts["who"] or usual.who, parts["path"] or usual.path, parts["body"] or usual.body)


def _model_pages() -> list[Address]:
    """Return the pages of every model in the administration."""
    found = []
    for model in admin.site._registry:
        label = f"{model._meta.app_label}/{model._meta.model_name}/"
        for page, usual in MODEL_PAGES.items():
            on_get, on_post = (
                "302" if status == 302 else f"302 302 302 302 302 {status}"
                for status in OTHER_MODEL_PAGES.get(label + page, usual)
            )
            path = f"/admin/{label}{page}".replace("{pk}", f"{{{model._meta.model_name}_pk}}")
            found.append(Address("admin", path, on_get, on_post))
    return found


ADDRESSES = [address for section, text in SECTIONS.items() for address in _read(section, text)] + _model_pages()
OPERATIONS = {operation.name: operation for address in ADDRESSES for operation in address.operations}


def filled(text: str, names: Mapping[str, Any]) -> str:
    """Return an address or a body with its words in braces replaced."""
    return re.sub(r"\{(\w+)\}", lambda found: str(names[found[1]]), text)
