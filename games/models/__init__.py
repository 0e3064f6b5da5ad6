"""Models, constraints and querysets, without business rules."""

from .advance_order import AdvanceOrder, OrderState
from .analysis import Analysis
from .call_error import CallError
from .chat_message import ChatMessage
from .delivery_event import DeliveryEvent
from .diary_line import DiaryLine
from .dice_secret import DiceSecret
from .entry import Entry, EntryNote
from .feed import Feed, FeedKind
from .film import Film, FilmFormat
from .game import Game, GameQuerySet, Pace, SeatOrder, Status
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
from .seat import Seat
from .study import Study
from .study_node import StudyNode
from .webhook import Webhook, WebhookShape

__all__ = [
    "AdvanceOrder",
    "Analysis",
    "BlockReason",
    "CallError",
    "Channel",
    "ChatMessage",
    "DeliveryEvent",
    "DiaryLine",
    "DiceSecret",
    "Entry",
    "EntryNote",
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
    "MailBlock",
    "MailPreference",
    "Note",
    "Notification",
    "NotificationReason",
    "NotificationState",
    "OrderState",
    "Pace",
    "Presence",
    "PushDevice",
    "RobotTurn",
    "RobotTurnState",
    "Seat",
    "SeatOrder",
    "Status",
    "Study",
    "StudyNode",
    "Webhook",
    "WebhookShape",
]
