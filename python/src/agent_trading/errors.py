"""
The classes of all error responses: `ApiError`, and one class for each code.

`except errors.ApiError` handles every refusal of the service, and `except errors.TradeNotFound` that of one code.
"""

from __future__ import annotations

from . import error_classes
from .error_base import ApiError, ErrorParts, InvalidResponse, error_of_graphql, error_of_problem
from .error_classes import *  # noqa: F403

__all__ = ["ApiError", "ErrorParts", "InvalidResponse", "error_of_graphql", "error_of_problem"]
__all__ += error_classes.__all__
