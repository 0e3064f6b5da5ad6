"""Delivery of outbox rows: by email, web push and webhook.

A worker claims a row in one statement, sends it outside any transaction, then marks it. If the worker dies between
sending and marking, the row is sent again after its lease, under the same Message-ID.
"""
