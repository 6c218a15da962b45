"""`ankigen rules`."""

import click

from ankigen.atoms import RULES
from ankigen.cli.json_text import rules_json
from ankigen.cli.options import json_option


@click.command("rules")
@json_option
def rules_command(*, as_json: bool) -> None:
    """List the atom rules by level; within a level, the first that claims a span wins."""
    if as_json:
        click.echo(rules_json())
        return
    width = max(len(rule.name) for rule in RULES)
    for rule in RULES:
        click.echo(f"{rule.level:<9}  {click.style(f'{rule.name:<{width}}', bold=True)}  {rule.summary}")
