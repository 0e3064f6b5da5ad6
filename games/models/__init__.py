"""Rows, constraints, querysets. No business decisions."""

from .analysis import Analysis, AnalysisState
from .delivery import BlockReason, DeliveryEvent, MailBlock
from .dice_secret import DiceSecret
from .entry import Entry
from .film import Film, FilmFormat, FilmState
from .game import Game, Pace, SeatOrder, Status
from .heartbeat import Heartbeat
from .inbound_mail import InboundMail, InboundState
from .invitation import Invitation, InvitationState
from .mail_choice import Frequency, MailChoice, Presence
from .message import Message
from .note import DiaryLine, Note
from .notification import UNSWITCHABLE, Kind, MailRefusal, Notification, NotificationState, Road
from .road import Feed, FeedKind, HookShape, PushDevice, Webhook
from .robot_turn import RobotTurn, RobotTurnState
from .seat import Seat
from .standing_order import OrderState, StandingOrder
from .study import Study, StudyNode

__all__ = [
    "UNSWITCHABLE",
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
    "HookShape",
    "InboundMail",
    "InboundState",
    "Invitation",
    "InvitationState",
    "Kind",
    "MailBlock",
    "MailChoice",
    "MailRefusal",
    "Message",
    "Note",
    "Notification",
    "NotificationState",
    "OrderState",
    "Pace",
    "Presence",
    "PushDevice",
    "Road",
    "RobotTurn",
    "RobotTurnState",
    "Seat",
    "SeatOrder",
    "StandingOrder",
    "Status",
    "Study",
    "StudyNode",
    "Webhook",
]
