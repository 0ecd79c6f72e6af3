"""Pages of lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from .documents import JsonObject

T = TypeVar("T")


class Page(list[T]):
    """
    One page of a list, in its order.

    To read the next page, pass `end_cursor` as `after`. To read the page before, pass `start_cursor` as `before`, and `last`.
    """

    def __init__(
        self,
        nodes: Iterable[T] = (),
        *,
        has_next_page: bool = False,
        has_previous_page: bool = False,
        start_cursor: str | None = None,
        end_cursor: str | None = None,
    ) -> None:
        super().__init__(nodes)
        self.has_next_page = has_next_page
        self.has_previous_page = has_previous_page
        self.start_cursor = start_cursor
        self.end_cursor = end_cursor


def page_of(connection: JsonObject, read: Callable[[JsonObject], T]) -> Page[T]:
    """Reads a page of the API."""
    info = connection["pageInfo"]
    return Page(
        [read(node) for node in connection["nodes"]],
        has_next_page=info["hasNextPage"],
        has_previous_page=info["hasPreviousPage"],
        start_cursor=info["startCursor"],
        end_cursor=info["endCursor"],
    )
