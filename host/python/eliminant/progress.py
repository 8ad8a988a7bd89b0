"""The bar of `progress=True`."""

from __future__ import annotations

import sys
from collections.abc import Callable


def bar() -> Callable[[float], None]:
    """A function of the finished fraction: a bar of tqdm where that is installed, else a line on standard error."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _line
    shown = tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}<{remaining}")

    def tell(fraction: float) -> None:
        shown.update(100 * fraction - shown.n)
        if fraction >= 1:
            shown.close()

    return tell


def _line(fraction: float) -> None:
    sys.stderr.write(f"\r{100 * fraction:3.0f} %" + ("\n" if fraction >= 1 else ""))
    sys.stderr.flush()
