"""How credits move where our own books are not the bank: what services ask of a bank outside, and Cyclos as one.

Our own books need no rail: there a payment, the game's step and the log are one commit.
"""

from app.rails.rail import SYSTEM, Finding, Instruction, Movement, NewUser, Rail, Report, Ticket

__all__ = ["SYSTEM", "Finding", "Instruction", "Movement", "NewUser", "Rail", "Report", "Ticket"]
