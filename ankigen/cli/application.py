"""The `ankigen` command, its subcommands, and what becomes of a failure."""

import os
import traceback
from typing import NoReturn

import click

from ankigen import __version__
from ankigen.cli.adopt import adopt_command
from ankigen.cli.build import build_command
from ankigen.cli.check import check_command
from ankigen.cli.explain import explain_command
from ankigen.cli.json_text import failure_json
from ankigen.cli.new import new_command
from ankigen.cli.options import foresee_json, wants_json
from ankigen.cli.plan import plan_command
from ankigen.cli.rules import rules_command
from ankigen.cli.terminal import colour_wanted, make_streams_safe
from ankigen.cli.verify import verify_command
from ankigen.errors import AnkigenError

OUR_FAULT = 70
"""Exit code of a bug in ankigen (EX_SOFTWARE of sysexits.h)."""
INTERRUPTED = 130
"""Exit code after Ctrl-C: 128 and the number of SIGINT, as shells count."""
EXIT_CODES = (
    "Exit codes: 0 done, 1 errors in your text (nothing is written), 2 wrong usage, 3 cannot (no file, no document), "
    "70 a bug in ankigen, 130 interrupted."
)


class Application(click.Group):
    """A group that turns what can go wrong into one sentence and an exit code."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and note whether it is to answer in JSON."""
        foresee_json(ctx, args)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; an `AnkigenError` becomes its message, anything unforeseen a traceback and 70."""
        try:
            return super().invoke(ctx)
        except AnkigenError as failure:
            _give_up(ctx, str(failure), failure.exit_code)
        except KeyboardInterrupt:
            # Not said: that nothing was written. The last package may just have been replaced.
            _give_up(ctx, "interrupted", INTERRUPTED)
        except click.ClickException as failure:
            if not wants_json(ctx):
                raise
            _give_up(ctx, failure.format_message(), failure.exit_code)
        except (click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception:  # noqa: BLE001 - the last place that can tell the user what to do with a bug
            click.echo(traceback.format_exc(), err=True, nl=False)
            click.echo(
                f"error: this is a bug in ankigen {__version__}, not in your notes; "
                "please report the lines above, with the note if you can, to the project's issues",
                err=True,
            )
            ctx.exit(OUR_FAULT)


def _give_up(ctx: click.Context, message: str, exit_code: int) -> NoReturn:
    """Say why the command cannot go on, in the way it was asked to answer."""
    if wants_json(ctx):
        click.echo(failure_json(message, exit_code))
    else:
        click.echo(f"{click.style('error', fg='red', bold=True)}: {message}", err=True)
    ctx.exit(exit_code)


@click.group(
    cls=Application,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=EXIT_CODES,
)
@click.version_option(__version__, prog_name="ankigen", message="%(prog)s %(version)s")
@click.pass_context
def application(ctx: click.Context) -> None:
    """Turn Markdown interview notes into atomic flashcards and Anki decks."""
    # click reads neither variable itself; below, every echo asks the context.
    ctx.color = colour_wanted(os.environ)


COMMANDS = (
    build_command,
    plan_command,
    check_command,
    explain_command,
    verify_command,
    adopt_command,
    rules_command,
    new_command,
)
for command in COMMANDS:
    application.add_command(command)


def main() -> None:
    """Run the `ankigen` command of this process."""
    make_streams_safe()
    application(prog_name="ankigen")
