"""Options of several verbs: the file of settings, and the address of a service."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from ninjutsu_service.ports import check_port


class ConfigFile(click.Path):
    """A file that must be there; where it is not, the source that named it is told."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path.

        Raises:
            click.BadParameter: there is no such file.
        """
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            if param is None or ctx is None or param.name is None:
                raise
            if ctx.get_parameter_source(param.name) is not ParameterSource.ENVIRONMENT:
                raise
            hint = str(param.envvar)
            raise click.BadParameter(error.message, ctx, param, param_hint=hint) from None


def address_of(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """An address to call, looked at.

    Raises:
        click.BadParameter: there is no such port.
    """
    try:
        check_port(value or "")
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None
    return value
