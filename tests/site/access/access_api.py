"""The expected access to the addresses of the API, in the form of ``access_table``."""

API = """
/api/v1/  302 | 302
/api/v1/docs/  200 | 405
/api/v1/schema/  200 | 405
/api/v1/titles/  200 | 401 405 405 405 405 405
/api/v1/me/  401 200 200 200 200 200 | 401 405 405 405 405 405
/api/v1/me/hours/  401 200 200 200 200 200 | 401 400 400 400 400 400
/api/v1/me/holidays/  401 200 200 200 200 200 | 401 400 400 400 400 400
/api/v1/me/holidays/automatic/  401 405 405 405 405 405 | 401 200 200 200 200 200
/api/v1/me/holidays/{holiday_id}/shorten/  401 405 405 405 405 405 | 401 404 404 404 422 404
/api/v1/players/player/  200 | 401 405 405 405 405 405
/api/v1/invitations/  401 200 200 200 200 200 | 401 405 405 405 405 405
/api/v1/invitations/{invitation}/accept/  405 | 401 404 200 200 200 404
/api/v1/invitations/{invitation}/decline/  405 | 401 404 204 404 404 404
/api/v1/invitations/{invitation}/withdraw/  405 | 401 403 403 403 204 204
/api/v1/deputies/  401 200 200 200 200 200 | 401 201 201 201 409 201
/api/v1/deputies/{deputy_id}/accept/  405 | 401 200 404 404 404 404
/api/v1/deputies/{deputy_id}/end/  405 | 401 200 404 404 200 404
/api/v1/games/{private}/seats/take/  405 | 401 404 404 409 409 409
/api/v1/games/{private}/seats/return/  405 | 401 404 404 403 403 403
/api/v1/drafts/  405 | 401 201 201 201 201 201
/api/v1/games/  200 | 401 201 201 201 201 201
/api/v1/games/{public}/  200 | 401 405 405 405 405 405
/api/v1/games/{private}/  404 404 404 200 200 200 | 401 405 405 405 405 405
/api/v1/games/{private}/log/  404 404 404 200 200 200 | 401 405 405 405 405 405
/api/v1/games/{private}/times/  404 404 404 200 200 200 | 401 405 405 405 405 405
/api/v1/games/{private}/positions/1/  404 404 404 200 200 200 | 401 405 405 405 405 405
/api/v1/games/{private}/file/  404 404 404 200 200 200 | 401 405 405 405 405 405
/api/v1/games/{private}/actions/  405 | 401 404 404 403 200 403
/api/v1/games/{private}/share/  405 | 401 404 404 400 400 400
/api/v1/games/{private}/turns/  405 | 401 404 404 403 200 403
/api/v1/games/{private}/orders/  401 404 404 200 200 200 | 401 404 404 201 201 403
/api/v1/games/{private}/orders/ranks/  405 | 401 404 404 400 400 400
/api/v1/games/{private}/orders/1/  405 | 401 404 404 404 404 403
/api/v1/games/{private}/orders/1/withdraw/  405 | 401 404 404 404 404 403
/api/v1/games/{private}/resign/  405 | 401 404 404 200 200 403
/api/v1/games/{private}/gifts/  405 | 401 404 404 200 403 403
/api/v1/games/{private}/claims/  405 | 401 404 404 409 403 403
/api/v1/games/{private}/resign/confirm/  405 | 401 404 404 409 409 403
/api/v1/games/{private}/resign/take-back/  405 | 401 404 404 409 409 403
/api/v1/games/{private}/proposals/  404 404 404 200 200 200 | 401 404 404 201 201 403
/api/v1/games/{private}/proposals/1/answer/  405 | 401 404 404 404 404 404
/api/v1/games/{private}/proposals/1/withdraw/  405 | 401 404 404 404 404 404
/api/v1/games/{private}/abort/  405 | 401 404 404 200 200 403
/api/v1/games/{private}/messages/  404 404 404 200 200 200 | 401 404 404 201 201 403
/api/v1/games/{open}/  404 404 200 200 200 200 | 401 405 405 405 405 405
/api/v1/games/{open}/?invite={key}  200 | 401 405 405 405 405 405
/api/v1/games/{open}/join/  405 | 401 404 200 200 200 200
/api/v1/games/{open}/leave/  405 | 401 404 403 204 204 403
/api/v1/games/{open}/invitations/  405 | 401 404 403 201 201 403
/api/v1/games/{over}/analysis/  404 404 404 200 200 200 | 401 405 405 405 405 405
/api/v1/games/{open}/robots/  405 | 401 404 400 400 400 400
/api/v1/games/{over}/rematch/  405 | 401 404 404 200 200 403
"""
