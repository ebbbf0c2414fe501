"""The ports of addresses, for who listens and for who calls."""

from __future__ import annotations

import re

HIGHEST_PORT = 65535


def check_port(target: str) -> None:
    """Look at the port of an address to call, in any of the forms that grpc takes.

    Raises:
        ValueError: there is no such port; grpc would call another, what is left of it by 65536.
    """
    if target.startswith(("unix:", "unix-abstract:")):
        return
    for port in re.findall(r":([0-9]+)(?=,|$)", target):
        digits = port.lstrip("0") or "0"
        if len(digits) > len(str(HIGHEST_PORT)) or int(digits) > HIGHEST_PORT:
            raise ValueError(f"{target}: there is no port above {HIGHEST_PORT}")
