"""Payments between players, and tickets that ask for one; `bank` is for credits that a bank outside moves."""

from app.services.payments.service import Payments, Quote, may_see

__all__ = ["Payments", "Quote", "may_see"]
