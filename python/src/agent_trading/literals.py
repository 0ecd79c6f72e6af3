"""Texts of enums, which are types of literals."""

from __future__ import annotations


def describe(values: object, text: str) -> None:
    """Sets the text that `help()` shows for a type of literals, because a string below it is only for editors."""
    values.__doc__ = text
