"""Delivery of email: mail servers, faults, bounces."""
