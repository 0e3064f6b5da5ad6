"""Rows, constraints, querysets. No business decisions."""

from .analysis import Analysis, AnalysisState
from .delivery_event import (BlockReason, DeliveryEvent, MailBlock)
from .dice_secret import DiceSecret
from .entry import Entry
from .film import Film, FilmFormat, FilmState
from .game import Game, Pace, SeatOrder, Status
from .heartbeat import Heartbeat
from .inbound_mail import InboundMail, InboundState
from .invitation import Invitation, InvitationState
from .mail_preference import (Frequency, MailPreference, Presence)
from .chat_message import ChatMessage
from .note import DiaryLine, Note
from .notification import (REQUIRED_KINDS, Kind, InvitationOptOut, Notification, NotificationState, Channel)
from .channel import (Feed, FeedKind, WebhookShape, PushDevice, Webhook)
from .robot_turn import RobotTurn, RobotTurnState
from .seat import Seat
from .advance_order import (OrderState, AdvanceOrder)
from .study import Study, StudyNode

__all__ = [
    "REQUIRED_KINDS",
    "Analysis",
    "AnalysisState",
    "BlockReason",
    "DeliveryEvent",
    "DiaryLine",
    "DiceSecret",
    "Entry",
    "Feed",
    "FeedKind",
    "Film",
    "FilmFormat",
    "FilmState",
    "Frequency",
    "Game",
    "Heartbeat",
    "WebhookShape",
    "InboundMail",
    "InboundState",
    "Invitation",
    "InvitationState",
    "Kind",
    "MailBlock",
    "MailPreference",
    "InvitationOptOut",
    "ChatMessage",
    "Note",
    "Notification",
    "NotificationState",
    "OrderState",
    "Pace",
    "Presence",
    "PushDevice",
    "Channel",
    "RobotTurn",
    "RobotTurnState",
    "Seat",
    "SeatOrder",
    "AdvanceOrder",
    "Status",
    "Study",
    "StudyNode",
    "Webhook",
]
