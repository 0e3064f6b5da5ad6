"""Notifications and how they travel: the outbox, preferences, devices, webhooks, incoming email."""
