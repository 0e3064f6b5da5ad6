"""Rows, constraints, querysets. No business decisions."""

from .advance_order import AdvanceOrder, OrderState
from .analysis import Analysis, AnalysisState
from .channel import Feed, FeedKind, PushDevice, Webhook, WebhookShape
from .chat_message import ChatMessage
from .delivery_event import BlockReason, DeliveryEvent, MailBlock
from .dice_secret import DiceSecret
from .entry import Entry
from .film import Film, FilmFormat, FilmState
from .game import Game, GameQuerySet, Pace, SeatOrder, Status
from .heartbeat import Heartbeat
from .inbound_mail import InboundMail, InboundState
from .invitation import Invitation, InvitationState
from .mail_preference import Frequency, MailPreference, Presence
from .note import DiaryLine, Note
from .notification import REQUIRED_KINDS, Channel, InvitationOptOut, Kind, Notification, NotificationState
from .robot_turn import RobotTurn, RobotTurnState
from .seat import Seat
from .study import Study, StudyNode

__all__ = [
    "REQUIRED_KINDS",
    "AdvanceOrder",
    "Analysis",
    "AnalysisState",
    "BlockReason",
    "Channel",
    "ChatMessage",
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
    "GameQuerySet",
    "Heartbeat",
    "InboundMail",
    "InboundState",
    "Invitation",
    "InvitationOptOut",
    "InvitationState",
    "Kind",
    "MailBlock",
    "MailPreference",
    "Note",
    "Notification",
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
