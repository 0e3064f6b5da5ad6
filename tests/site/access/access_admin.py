"""The expected access to every address of the administration. access_table explains the lines."""

ADMIN = """
/admin/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/login/  302 403 403 403 403 302 | 302 403 403 403 403 200
/admin/logout/  302 302 302 302 302 405 | 302
/admin/password_change/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/password_change/done/  302 302 302 302 302 200 | 302 302 302 302 302 405
/admin/autocomplete/  302 302 302 302 302 403 | 302 302 302 302 302 405
/admin/jsi18n/  302 302 302 302 302 200 | 302 302 302 302 302 405
/admin/r/{type}/{game_id}/  302 | 302
/admin/games/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/nowhere/  302 302 302 302 302 404 | 302 302 302 302 302 404
/admin/accounts/user/{user_id}/password/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/mfa/authenticator/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/mfa/authenticator/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/mfa/authenticator/{lock_id}/  302 | 302
/admin/mfa/authenticator/{lock_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/mfa/authenticator/{lock_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/mfa/authenticator/{lock_id}/delete/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/accounts/user/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/accounts/user/add/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/accounts/user/{user_id}/  302 | 302
/admin/accounts/user/{user_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/accounts/user/{user_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/accounts/user/{user_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/analysis/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/analysis/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/analysis/{analysis_id}/  302 | 302
/admin/games/analysis/{analysis_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/analysis/{analysis_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/analysis/{analysis_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/deliveryevent/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/deliveryevent/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/deliveryevent/{event_id}/  302 | 302
/admin/games/deliveryevent/{event_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/deliveryevent/{event_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/deliveryevent/{event_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/diaryline/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/diaryline/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/diaryline/{line_id}/  302 | 302
/admin/games/diaryline/{line_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/diaryline/{line_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/diaryline/{line_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/note/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/note/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/note/{note_id}/  302 | 302
/admin/games/note/{note_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/note/{note_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/note/{note_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/study/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/study/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/study/{study_id}/  302 | 302
/admin/games/study/{study_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/study/{study_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/study/{study_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/film/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/film/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/film/{film_id}/  302 | 302
/admin/games/film/{film_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/film/{film_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/film/{film_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/game/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/game/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/game/{game_id}/  302 | 302
/admin/games/game/{game_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/game/{game_id}/clocks/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/game/{game_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/game/{game_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/heartbeat/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/heartbeat/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/heartbeat/{clock}/  302 | 302
/admin/games/heartbeat/{clock}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/heartbeat/{clock}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/heartbeat/{clock}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/inboundmail/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/inboundmail/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/inboundmail/{inbound_id}/  302 | 302
/admin/games/inboundmail/{inbound_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/inboundmail/{inbound_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/inboundmail/{inbound_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/invitation/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/invitation/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/invitation/{invitation_id}/  302 | 302
/admin/games/invitation/{invitation_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/invitation/{invitation_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/invitation/{invitation_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/mailblock/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/mailblock/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/mailblock/{block_id}/  302 | 302
/admin/games/mailblock/{block_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/mailblock/{block_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/mailblock/{block_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/chatmessage/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/chatmessage/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/chatmessage/{message_id}/  302 | 302
/admin/games/chatmessage/{message_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/chatmessage/{message_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/chatmessage/{message_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/notification/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/notification/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/notification/{mail_id}/  302 | 302
/admin/games/notification/{mail_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/notification/{mail_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/notification/{mail_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/pushdevice/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/pushdevice/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/pushdevice/{device_id}/  302 | 302
/admin/games/pushdevice/{device_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/pushdevice/{device_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/pushdevice/{device_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/webhook/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/webhook/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/webhook/{hook_id}/  302 | 302
/admin/games/webhook/{hook_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/webhook/{hook_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/webhook/{hook_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/feed/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/feed/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/feed/{feed_id}/  302 | 302
/admin/games/feed/{feed_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/feed/{feed_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/feed/{feed_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/robotturn/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/robotturn/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/robotturn/{turn_id}/  302 | 302
/admin/games/robotturn/{turn_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/robotturn/{turn_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/robotturn/{turn_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/turn/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/turn/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/turn/{clock_turn_id}/  302 | 302
/admin/games/turn/{clock_turn_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/turn/{clock_turn_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/turn/{clock_turn_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/outage/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/outage/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/outage/{outage_id}/  302 | 302
/admin/games/outage/{outage_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/outage/{outage_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/outage/{outage_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/tablepause/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/tablepause/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/tablepause/{pause_id}/  302 | 302
/admin/games/tablepause/{pause_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/tablepause/{pause_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/tablepause/{pause_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/wakinghours/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/wakinghours/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/wakinghours/{hours_id}/  302 | 302
/admin/games/wakinghours/{hours_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/wakinghours/{hours_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/wakinghours/{hours_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/plannedholiday/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/plannedholiday/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/plannedholiday/{holiday_id}/  302 | 302
/admin/games/plannedholiday/{holiday_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/plannedholiday/{holiday_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/plannedholiday/{holiday_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/automaticholiday/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/automaticholiday/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/automaticholiday/{automatic_id}/  302 | 302
/admin/games/automaticholiday/{automatic_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/automaticholiday/{automatic_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/automaticholiday/{automatic_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/unreachablespan/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/unreachablespan/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/unreachablespan/{span_id}/  302 | 302
/admin/games/unreachablespan/{span_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/unreachablespan/{span_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/unreachablespan/{span_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/deputy/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/deputy/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/deputy/{deputy_id}/  302 | 302
/admin/games/deputy/{deputy_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/deputy/{deputy_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/deputy/{deputy_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/proposal/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/proposal/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/proposal/{proposal_id}/  302 | 302
/admin/games/proposal/{proposal_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/proposal/{proposal_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/proposal/{proposal_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/tableevent/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/tableevent/add/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/tableevent/{table_event_id}/  302 | 302
/admin/games/tableevent/{table_event_id}/change/  302 302 302 302 302 200 | 302 302 302 302 302 403
/admin/games/tableevent/{table_event_id}/history/  302 302 302 302 302 200 | 302 302 302 302 302 200
/admin/games/tableevent/{table_event_id}/delete/  302 302 302 302 302 403 | 302 302 302 302 302 403
/admin/games/outage/declare/  302 302 302 302 302 200 | 302 302 302 302 302 200
"""
