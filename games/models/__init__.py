"""Models, constraints and querysets, without business rules."""

from .clocks.clock_update import ClockUpdate
from .clocks.deputy import Deputy
from .clocks.holiday import AutomaticHoliday, PlannedHoliday
from .clocks.late_claim import LateClaim
from .clocks.outage import Outage
from .clocks.proposal import Proposal, ProposalAnswer, ProposalKind, ProposalState
from .clocks.table_event import EventKind, TableEvent
from .clocks.table_pause import TablePause
from .clocks.time_gift import TimeGift
from .clocks.turn import DeadlineCause, ToldBy, Turn, TurnEnd
from .clocks.turn_step import TurnStep, TurnStepKind
from .clocks.unreachable_span import UnreachableSpan
from .clocks.waking_hours import WakingHours
from .dice_secret import DiceSecret
from .entry import Entry, EntryNote
from .game import Game, new_code
from .game_choices import LateRule, Pace, SeatOrder, Status
from .game_queryset import GameQuerySet
from .jobs.analysis import Analysis
from .jobs.film import Film, FilmFormat
from .jobs.heartbeat import Heartbeat
from .jobs.job import JobState
from .jobs.job_reason import JobReason
from .jobs.robot_turn import RobotTurn, RobotTurnState
from .kind import Channel, Kind
from .notifications.call_error import CallError
from .notifications.delivery_event import DeliveryEvent
from .notifications.feed import EXPIRY_NOTICE, Feed, FeedKind, new_feed_code
from .notifications.inbound_mail import InboundMail, InboundState
from .notifications.inbound_reason import InboundReason
from .notifications.invitation_opt_out import InvitationOptOut
from .notifications.mail_block import BlockReason, MailBlock
from .notifications.mail_preference import Frequency, MailPreference
from .notifications.notification import Notification, NotificationState
from .notifications.notification_reason import NotificationReason
from .notifications.push_device import PushDevice
from .notifications.webhook import Webhook, WebhookShape
from .seat import Seat, ShareSource
from .tables.advance_order import AdvanceOrder, OrderState
from .tables.chat_message import ChatMessage
from .tables.diary_line import DiaryLine
from .tables.invitation import Invitation, InvitationState
from .tables.note import Note
from .tables.presence import Presence
from .tables.study import Study
from .tables.study_node import StudyNode
from .tally import OpponentTally, PlaceTally

__all__ = [
    "EXPIRY_NOTICE",
    "AdvanceOrder",
    "Analysis",
    "AutomaticHoliday",
    "BlockReason",
    "CallError",
    "Channel",
    "ChatMessage",
    "ClockUpdate",
    "DeadlineCause",
    "DeliveryEvent",
    "Deputy",
    "DiaryLine",
    "DiceSecret",
    "Entry",
    "EntryNote",
    "EventKind",
    "Feed",
    "FeedKind",
    "Film",
    "FilmFormat",
    "Frequency",
    "Game",
    "GameQuerySet",
    "Heartbeat",
    "InboundMail",
    "InboundReason",
    "InboundState",
    "Invitation",
    "InvitationOptOut",
    "InvitationState",
    "JobReason",
    "JobState",
    "Kind",
    "LateClaim",
    "LateRule",
    "MailBlock",
    "MailPreference",
    "Note",
    "Notification",
    "NotificationReason",
    "NotificationState",
    "OpponentTally",
    "OrderState",
    "Outage",
    "Pace",
    "PlaceTally",
    "PlannedHoliday",
    "Presence",
    "Proposal",
    "ProposalAnswer",
    "ProposalKind",
    "ProposalState",
    "PushDevice",
    "RobotTurn",
    "RobotTurnState",
    "Seat",
    "SeatOrder",
    "ShareSource",
    "Status",
    "Study",
    "StudyNode",
    "TableEvent",
    "TablePause",
    "TimeGift",
    "ToldBy",
    "Turn",
    "TurnEnd",
    "TurnStep",
    "TurnStepKind",
    "UnreachableSpan",
    "WakingHours",
    "Webhook",
    "WebhookShape",
    "new_code",
    "new_feed_code",
]
