"""The expected access to every address: the status of GET and POST for each role.

One line is one address: ``ADDRESS  GET | POST``. Either side has one status for all viewers, or one for each of
stranger, other user, invited user, opponent, acting player, administrator.
Words in braces are in access_data. The data of POST requests is in access_forms; without a line there, it is empty.
"""

from .access_admin import ADMIN
from .access_api import API

SECTIONS: dict[str, str] = {
    "site": """
/healthz  200 | 405
/readyz  200 | 405
/i18n/setlang/  302 | 302
""",
    "addresses of the first release": """
/waiting/  308 | 308
/t/{public}/here/  308 | 308
/living/nothing.json  308 | 308
/rules/scenes/turn.json  308 | 308
/mail/bounced/  308 | 308
/mail/roads/  308 | 308
/mail/roads/devices/  308 | 308
/mail/roads/devices/{device_id}/remove/  308 | 308
/mail/roads/feeds/  308 | 308
/mail/roads/feeds/{feed_id}/revoke/  308 | 308
/mail/roads/webhooks/  308 | 308
/mail/roads/webhooks/{hook_id}/  308 | 308
/mail/roads/webhooks/{hook_id}/try/  308 | 308
/mail/roads/webhooks/{hook_id}/on/  308 | 308
/mail/roads/webhooks/{hook_id}/secret/  308 | 308
/mail/roads/webhooks/{hook_id}/remove/  308 | 308
""",
    "pages": """
/  200 | 405
/next/  302 | 302
/dashboard/version/  403 200 200 200 200 200 | 405
/lobby/  200 | 405
/lobby/seats/  200 | 405
/deputy/  302 200 200 200 200 200 | 302 422 422 422 422 422
/deputy/{deputy_id}/accept/  405 | 302 302 404 404 404 404
/deputy/{deputy_id}/end/  405 | 302 302 404 404 302 404
/look/  405 | 302
/rules/  200 | 405
/rules/marrakech/  200 | 405
/rules/nothing/  404 | 405
/clocks/  200 | 405
/learn/  200 | 405
/rules/examples/turn.json  200 | 405
/rules/examples/nothing.json  404 | 405
/home-board/nothing.json  404 | 405
/tables/new/  302 200 200 200 200 200 | 302
/mail/settings/  302 200 200 200 200 200 | 302
/mail/bounce/  302 200 200 200 200 200 | 302 409 409 409 409 409
/time/  302 200 200 200 200 200 | 405
/time/hours/  405 | 302 422 422 422 422 422
/time/automatic/  405 | 302
/time/holidays/  405 | 302 422 422 422 422 422
/time/holidays/{holiday_id}/shorten/  405 | 302 404 404 404 422 404
/time/holidays/{holiday_id}/end/  405 | 302 404 404 404 302 404
/notifications/  302 200 200 200 200 200 | 405
/notifications/?table={private}  302 200 200 200 200 200 | 405
/notifications/devices/  405 | 302 422 422 422 422 422
/notifications/devices/{device_id}/delete/  405 | 302 404 404 404 302 404
/notifications/feeds/  405 | 302
/notifications/feeds/{feed_id}/delete/  405 | 302 404 404 404 302 404
/notifications/webhooks/  405 | 302
/notifications/webhooks/{hook_id}/  302 404 404 404 200 404 | 302 404 404 404 302 404
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
/art/marrakech/rug-c.svg  200 | 405
/avatars/player.svg  200 | 405
/i/{invitation}/  200 404 200 404 404 404 | 302 404 302 404 404 404
/i/{guest}/  200 | 302
/t/{public}/  200 | 405
/t/{public}/dice/  200 | 405
/t/{public}/game.mkg  200 | 405
/t/{public}/game.json  200 | 405
/t/{public}/times.csv  200 | 405
/games.zip  302 200 200 200 200 200 | 405
/replay/  200 | 422
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
/t/{public}/branch/  302 409 409 409 409 409 | 302 409 409 409 409 409
/embed/{public}/  200 | 405
/embed/{public}/0/  200 | 405
/embed/{private}/  404 | 405
/embed/{private}/0/  404 | 405
/t/{public}/act/  405 | 302 403 403 403 302 403
/t/{public}/resign/  302 403 403 200 200 403 | 302 403 403 302 302 403
/t/{public}/chat/  405 | 302 403 403 302 302 403
/t/{lobby}/join/  405 | 302
/t/{private}/  404 404 404 200 200 200 | 405
/t/{private}/?ply=1  404 404 404 200 200 200 | 405
/t/{private}/dice/  404 404 404 200 200 200 | 405
/t/{private}/game.mkg  404 404 404 200 200 200 | 405
/t/{private}/game.json  404 404 404 200 200 200 | 405
/t/{private}/times.csv  404 404 404 200 200 200 | 405
/t/{private}/poll/  404 404 404 200 200 200 | 405
/t/{private}/poll/?v={version}  404 404 404 204 204 204 | 405
/t/{private}/frames/  404 404 404 200 200 200 | 405
/t/{private}/board.svg  404 404 404 200 200 200 | 405
/t/{private}/board.png  404 404 404 200 200 200 | 405
/t/{private}/card.png  404 404 404 200 200 200 | 405
/t/{private}/replay/  404 404 404 200 200 200 | 405
/t/{private}/film/  405 | 404 404 404 409 409 409
/t/{over}/film/  405 | 404 404 404 302 302 302
/t/{over}/film.gif  404 404 404 200 200 200 | 405
/t/{over}/branch/  404 404 404 200 200 200 | 404 404 404 302 302 302
/t/{private}/act/  405 | 404 404 404 403 302 403
/t/{private}/share/  405 | 404 404 404 422 422 422
/t/{private}/plan/  404 404 404 302 200 403 | 404 404 404 403 302 403
/t/{private}/orders/  404 404 404 200 200 403 | 404 404 404 302 302 403
/t/{public}/study/  302 403 403 200 200 403 | 302 403 403 302 302 403
/t/{private}/study/  404 404 404 200 200 403 | 404 404 404 302 302 403
/t/{private}/study/node/  405 | 404 404 404 409 409 409
/t/{private}/study/publish/  405 | 404 404 404 409 409 409
/t/{private}/studies/  404 404 404 200 200 200 | 405
/t/{private}/studies/player/  404 | 405
/t/{over}/study/  404 404 404 200 200 200 | 404 404 404 302 302 302
/t/{over}/study/publish/  405 | 404 404 404 409 302 409
/t/{over}/studies/player/  404 404 404 200 200 200 | 405
/t/{public}/notes/  200 | 405
/t/{private}/notes/  404 404 404 200 200 200 | 405
/t/{private}/notes/save/  405 | 404 404 404 302 302 403
/t/{private}/diary/  405 | 404 404 404 302 302 403
/m/{link}/  200 | 302
/m/forged/  404 | 404
/m/deputy/{deputy_link}/  200 | 302
/m/deputy/forged/  404 | 404
/m/seat/{seat_link}/  200 | 403
/m/seat/forged/  404 | 404
/t/{public}/seat/take/  405 | 302 409 409 409 409 409
/t/{public}/seat/back/  405 | 302 403 403 403 403 403
/t/{private}/seat/take/  405 | 404 404 404 409 409 409
/t/{private}/resign/  404 404 404 200 200 403 | 404 404 404 302 302 403
/t/{private}/give/  405 | 404 404 404 302 403 403
/t/{private}/claim/  405 | 404 404 404 409 403 403
/t/{private}/resign/confirm/  405 | 404 404 404 409 409 403
/t/{private}/resign/take-back/  405 | 404 404 404 409 409 403
/t/{private}/abort/  405 | 404 404 404 302 302 403
/t/{private}/propose/  404 404 404 200 200 403 | 404 404 404 302 302 403
/t/{private}/answer/  405 | 404
/p/{proposal}/  200 | 302
/p/forged/  404 | 404
/t/{public}/mail/  302 403 403 200 200 403 | 302 403 403 302 302 403
/t/{private}/mail/  404 404 404 200 200 403 | 404 404 404 302 302 403
/t/{private}/presence/  405 | 404 404 404 200 200 403
/t/{private}/chat/  405 | 404 404 404 302 302 403
/t/{open}/  404 404 200 200 200 200 | 405
/t/{open}/?invite={key}  200 | 405
/t/{open}/dice/  404 404 200 200 200 200 | 405
/t/{open}/dice/?invite={key}  200 | 405
/t/{open}/game.mkg  404 | 405
/t/{open}/times.csv  404 | 405
/t/{open}/poll/  404 404 200 200 200 200 | 405
/t/{open}/poll/?invite={key}  200 | 405
/t/{open}/board.svg  404 404 200 200 200 200 | 405
/t/{open}/join/  405 | 404 404 302 302 302 302
/t/{open}/join/?invite={key}  405 | 302
/t/{open}/leave/  405 | 404 404 403 302 302 403
/t/{open}/invite/  405 | 404 404 403 302 302 403
/t/{open}/withdraw/  405 | 404 404 403 403 302 302
/t/{over}/  404 404 404 200 200 200 | 405
/t/{over}/analysis/  404 404 404 200 200 200 | 405
/t/{open}/robots/  405 | 404 404 403 403 302 403
/play/greedy/  200 | 302
/play/nobody/  404 | 404
/t/{over}/rematch/  405 | 404 404 404 302 302 403
""",
    "api": API,
    "accounts": """
/accounts/login/  200 302 302 302 302 302 | 200 302 302 302 302 302
/accounts/logout/  302 200 200 200 200 200 | 302
/accounts/inactive/  200 | 405
/accounts/signup/  200 302 302 302 302 302 | 200 302 302 302 302 302
/accounts/reauthenticate/  302 200 200 200 200 200 | 302 200 200 200 200 200
/accounts/email/  302 200 200 200 200 200 | 302
/accounts/confirm-email/  200 | 405
/accounts/confirm-email/{confirm}/  200 | 302
/accounts/password/change/  302 200 200 200 200 200 | 302 200 200 200 200 200
/accounts/password/set/  302 | 302
/accounts/password/reset/  200 | 302
/accounts/password/reset/done/  200 | 405
/accounts/password/reset/key/{reset}/  200 | 200
/accounts/password/reset/key/done/  200 | 405
/accounts/login/code/confirm/  302 | 302
/accounts/2fa/  302 200 200 200 200 200 | 302 405 405 405 405 405
/accounts/2fa/authenticate/  302 | 302
/accounts/2fa/reauthenticate/  302 | 302
/accounts/2fa/totp/activate/  302 | 302
/accounts/2fa/totp/deactivate/  302 404 404 404 404 404 | 302 404 404 404 404 404
/accounts/2fa/recovery-codes/  302 404 404 404 404 404 | 302 405 405 405 405 405
/accounts/2fa/recovery-codes/generate/  302 | 302
/accounts/2fa/recovery-codes/download/  302 404 404 404 404 404 | 302 404 404 404 404 404
/accounts/sessions/  302 200 200 200 200 200 | 302
/settings/  302 200 200 200 200 200 | 302 200 200 200 200 200
/settings/tokens/  302 200 200 200 200 200 | 302 200 200 200 200 200
/settings/tokens/end-all/  405 | 302
/settings/tokens/{token_id}/revoke/  405 | 302 404 404 404 302 404
/settings/delete/  302 200 200 200 200 200 | 302 200 200 200 200 200
/settings/deleted/  200 | 405
""",
    "admin": ADMIN,
}

# Email programs POST there by themselves, or their browsers keep no cookies. The signed token in the address identifies
# the user and the request.
CSRF_EXEMPT = {"/mail/unsubscribe/{stop}/", "/mail/unsubscribe/forged/", "/m/{link}/", "/m/forged/"} | {
    "/m/deputy/{deputy_link}/",
    "/m/deputy/forged/",
    "/m/seat/{seat_link}/",
    "/m/seat/forged/",
    "/p/{proposal}/",
    "/p/forged/",
}

# What a GET may write: allauth ends sessions, and the check of health tries whether the database can be written.
HOUSEKEEPING = {
    "/accounts/confirm-email/{confirm}/": {"django_session"},
    "/accounts/sessions/": {"usersessions_usersession"},
    "/readyz": {"games_heartbeat"},
}
