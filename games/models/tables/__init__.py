"""What belongs to a table besides its game: invitations, chat, notes, orders in advance, studies."""
