"""Pictures of real curves, of complex roots, and of solutions of systems."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import ArgumentError

if TYPE_CHECKING:
    import os

    Window = tuple[float, float, float, float]
    Size = tuple[int, int]


class Picture:
    """A picture that `plot` has made, or that of a `CurveGraph`: as SVG, HTML or PNG, or in a file. A notebook shows it.

    A picture has `width, height = size` pixels. `window` has the least and the largest x and y; all vertices, bounded edges, roots or solutions
    are in it unless it is given.
    """

    def __init__(self, picture: Any) -> None:
        self._picture = picture

    def window(self) -> Window:
        """The least and the largest x and y of the picture, unless others are named."""
        sides: Window = self._picture.window()
        return sides

    def svg(self, window: Window | None = None, size: Size = (800, 600)) -> str:
        """The picture as SVG."""
        text: str = self._picture.svg(window if window is None else tuple(window), tuple(size))
        return text

    def html(self, window: Window | None = None, size: Size = (800, 600)) -> str:
        """A page with the picture, which can be moved and enlarged; it needs no other file."""
        text: str = self._picture.html(window if window is None else tuple(window), tuple(size))
        return text

    def png(self, window: Window | None = None, size: Size = (800, 600)) -> bytes:
        """The picture as the bytes of a PNG file."""
        pixels: bytes = self._picture.png(window if window is None else tuple(window), tuple(size))
        return pixels

    def save(self, file: str | os.PathLike[str], window: Window | None = None, size: Size = (800, 600)) -> None:
        """Writes the picture to a file that ends in .svg, .png or .html."""
        path = Path(file)
        ending = path.suffix.lower()
        if ending == ".png":
            path.write_bytes(self.png(window, size))
        elif ending in (".svg", ".html", ".htm"):
            path.write_text((self.svg if ending == ".svg" else self.html)(window, size), encoding="utf-8")
        else:
            raise ArgumentError(f"file: {path} ends in {path.suffix!r}; a picture is a file that ends in .svg, .png or .html")

    def _repr_svg_(self) -> str:
        return self.svg(size=(600, 450))

    def __repr__(self) -> str:
        return "<Picture>"
