"""Models, constraints and querysets, without business rules."""

from .advance_order import AdvanceOrder, OrderState
from .analysis import Analysis
from .call_error import CallError
from .chat_message import ChatMessage
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
from .delivery_event import DeliveryEvent
from .diary_line import DiaryLine
from .dice_secret import DiceSecret
from .entry import Entry, EntryNote
from .feed import EXPIRY_NOTICE, Feed, FeedKind
from .film import Film, FilmFormat
from .game import Game, GameQuerySet, LateRule, Pace, SeatOrder, Status
from .heartbeat import Heartbeat
from .inbound_mail import InboundMail, InboundState
from .inbound_reason import InboundReason
from .invitation import Invitation, InvitationState
from .invitation_opt_out import InvitationOptOut
from .job import JobState
from .job_reason import JobReason
from .kind import Channel, Kind
from .mail_block import BlockReason, MailBlock
from .mail_preference import Frequency, MailPreference
from .note import Note
from .notification import Notification, NotificationState
from .notification_reason import NotificationReason
from .presence import Presence
from .push_device import PushDevice
from .robot_turn import RobotTurn, RobotTurnState
from .seat import Seat, ShareSource
from .study import Study
from .study_node import StudyNode
from .tally import OpponentTally, PlaceTally
from .webhook import Webhook, WebhookShape

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
]
