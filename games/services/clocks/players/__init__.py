"""What players say about their own time: hours, holidays, deputies."""
