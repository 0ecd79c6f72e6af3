"""Where `follow` keeps the cursor of the last handled event."""

from __future__ import annotations

import os
import tempfile
from os import PathLike
from pathlib import Path
from typing import Protocol


class CursorStore(Protocol):
    """Keeps one cursor. Your own store can write it in the transaction of your handler."""

    def load(self) -> str | None:
        """Returns the cursor of the last handled event, or None before the first."""

    def save(self, cursor: str) -> None:
        """Replaces the cursor."""


class FileCursorStore:
    """A cursor in a file, which is replaced as a whole."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self._path = Path(path)

    def load(self) -> str | None:
        try:
            return self._path.read_text(encoding="utf-8").strip() or None
        except FileNotFoundError:
            return None

    def save(self, cursor: str) -> None:
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=f".{self._path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(f"{cursor}\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, self._path)
        except BaseException:
            os.unlink(name)
            raise
