"""Names of users, and the avatars that follow from them."""
