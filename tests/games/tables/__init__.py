"""Tables: invitations, chat, notes, presence, what players know of each other's time."""
