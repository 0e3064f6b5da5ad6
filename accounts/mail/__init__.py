"""What all emails of the site share."""
