"""The only place with SQL: the database, its schema and migrations, and plain functions that read and write rows.

Functions take a `Connection` that somebody else opened, so that a use case is one transaction.
"""

from sqlalchemy import Connection

from app.storage.database import Database

__all__ = ["Connection", "Database"]
