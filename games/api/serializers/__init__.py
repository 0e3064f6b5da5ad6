"""What the API shows and reads."""
