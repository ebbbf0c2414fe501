"""The file of settings, as a command takes it."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource


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
