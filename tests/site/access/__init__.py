"""Who may open which address."""
