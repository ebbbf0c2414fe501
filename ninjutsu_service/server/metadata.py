"""What a call's metadata says."""

from __future__ import annotations

import grpc

from ninjutsu_service import texts


def language_of(context: grpc.ServicerContext) -> str:
    """The language of the call's `accept-language` metadata."""
    accepted = [
        value
        for key, value in context.invocation_metadata()
        if key == "accept-language" and isinstance(value, str)
    ]
    return texts.choose_language(",".join(accepted)) if accepted else texts.DEFAULT
