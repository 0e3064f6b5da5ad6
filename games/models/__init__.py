"""Rows, constraints, querysets. No business decisions."""

from .analysis import Analysis, AnalysisState
from .dice_secret import DiceSecret
from .entry import Entry
from .game import Game, Pace, SeatOrder, Status
from .heartbeat import Heartbeat
from .invitation import Invitation, InvitationState
from .message import Message
from .notification import Kind, MailRefusal, MailSwitch, Notification, NotificationState
from .robot_turn import RobotTurn, RobotTurnState
from .seat import Seat

__all__ = [
    "Analysis",
    "AnalysisState",
    "DiceSecret",
    "Entry",
    "Game",
    "Heartbeat",
    "Invitation",
    "InvitationState",
    "Kind",
    "MailRefusal",
    "MailSwitch",
    "Message",
    "Notification",
    "NotificationState",
    "Pace",
    "RobotTurn",
    "RobotTurnState",
    "Seat",
    "SeatOrder",
    "Status",
]
