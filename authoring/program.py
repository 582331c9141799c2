"""The program: its commands, loaded when called, and how every failure becomes an exit code and a line."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import pairwise

import click

from authoring.exit_codes import ExitCode
from authoring.failure_document import Told, failure_document, wants_document
from authoring.standard_output import named_standard_output
from games.finding import Finding

__all__ = ["COMMANDS", "program", "run"]

#: Command -> (module, one line of help). The modules are heavy, so `--help` reads this table and loads none of them.
COMMANDS: dict[str, tuple[str, str]] = {
    "init": ("init", "Make a new workspace."),
    "ingest": ("ingest", "Turn files of other formats into candidate levels."),
    "show": ("show", "Draw a level in the terminal."),
    "render": ("render", "Draw a level, a play or an objective as a picture."),
    "solve": ("solve", "Find the exact optimum of levels, with its evidence."),
    "replay": ("replay", "Judge a play, move by move, by the rules alone."),
    "certify": ("certify", "Prove levels with independent engines and write their certificates."),
    "check": ("check", "Check levels, certificates, objectives and duplicates, as CI does."),
    "dead-ends": ("dead_ends", "Classify a level's states: solvable, dead end, unknown."),
    "checkpoints": ("checkpoints", "Give states for controlled experiments: dead ends, points of a winning play."),
    "generate": ("generate", "Make new levels that meet a target, reproducible from a seed."),
    "dedupe": ("dedupe", "Find duplicates and near copies, tier by tier, with both boards."),
    "stats": ("stats", "Count the catalogue per objective: optima, totals, evidence."),
    "catalogue": ("catalogue", "The lifecycle of levels: add, playtest, why, promote, retire, reject, list."),
    "freeze": ("freeze", "Freeze the released levels into a snapshot."),
    "verify": ("verify", "Verify a frozen snapshot against its pin, offline."),
    "diff": ("diff", "Say what changed from one snapshot to another."),
    "snapshot": ("snapshot", "List, show, export, serve and sign snapshots; issue advisories."),
    "explain": ("explain", "Say what a finding means and how to mend it."),
}


class _Program(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"authoring.commands.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            close = get_close_matches(args[0], COMMANDS, n=1)
            if close and "did you mean" not in error.message.lower():
                raise click.UsageError(f"{error.message} Did you mean {close[0]!r}?", ctx) from None
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=_Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="levelpress", prog_name="levelpress")
def program() -> None:
    """Author, solve exactly, certify and freeze levels: levels that carry their proof.

    A whole refresh is one line of verbs: ingest -> check -> certify -> catalogue add -> freeze -> verify.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code. Every failure ends as one plain line on standard error.

    A command that was given `--json` and fails before its own document gives that of the failure instead. A usage error
    gives none: the command has not run.
    """
    _utf8_streams()
    told = Told()
    if "_LEVELPRESS_COMPLETE" in os.environ:
        program.main(args=list(arguments), prog_name="levelpress")
    try:
        # Not `program.main`: it ends a broken pipe with exit code 1, which means findings here.
        with program.make_context("levelpress", list(arguments), obj=told) as context:
            returned = program.invoke(context)
        code = ExitCode(returned) if isinstance(returned, int) else ExitCode.OK
        if code is not ExitCode.OK:
            _give_document(told, arguments, code)
        with named_standard_output():
            sys.stdout.flush()
        return int(code)
    except click.exceptions.Exit as error:
        return int(error.exit_code)
    except click.UsageError as error:
        error.show()
        return int(ExitCode.USAGE)
    except (click.Abort, KeyboardInterrupt):
        message = "interrupted; nothing is half-written"
        _say(message)
        _give_document(told, arguments, ExitCode.INTERRUPTED, message)
        return int(ExitCode.INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output went away (`| head`). What it asked for, it got.
        _forget_stdout()
        return int(ExitCode.OK)
    except Exception as error:
        return _failure(error, arguments, told)


def _failure(error: Exception, arguments: Sequence[str], told: Told) -> int:
    try:
        from authoring.console import Console, wants_color
        from authoring.failures import failure_of
    except Exception:
        # A broken installation must not turn a failure into something that looks like an ordinary exit code.
        click.echo(f"levelpress: internal error: {traceback.format_exc()}", err=True)
        return int(ExitCode.INTERNAL)
    failure = failure_of(error)
    if failure is None:
        detail = traceback.format_exc()
        message = f"internal error: {type(error).__name__}: {error}"
        _say(message)
        _say(
            detail
            if os.environ.get("LEVELPRESS_DEBUG")
            else "this is a fault of levelpress; LEVELPRESS_DEBUG=1 shows where"
        )
        _give_document(told, arguments, ExitCode.INTERNAL, message)
        return int(ExitCode.INTERNAL)
    code, message = failure
    if message:
        _say(message)
    findings = tuple(getattr(error, "findings", ()))
    Console(wants_color(_color_choice(arguments)), "none").findings(findings)
    _give_document(told, arguments, code, message, findings)
    return int(code)


def _give_document(
    told: Told, arguments: Sequence[str], code: ExitCode, message: str = "", findings: Iterable[Finding] = ()
) -> None:
    """The document of a failure, where one was asked for and none was begun."""
    if told.document or code is ExitCode.USAGE or not wants_document(arguments):
        return
    from authoring.console import print_document

    messages = [*told.messages, *([message] if message else ())]
    try:
        print_document(failure_document(code, messages, (*told.findings, *findings)))
        sys.stdout.flush()
    except OSError:
        # Standard output is gone or full. The failure itself is told already, and keeps its exit code.
        _forget_stdout()


def _forget_stdout() -> None:
    """Nothing that standard output still holds is written when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _color_choice(arguments: Sequence[str]) -> str:
    """What `--color` said: the command that knew it has already ended."""
    words = [word for argument in arguments for word in argument.split("=", 1)]
    choices = [choice for option, choice in pairwise(words) if option == "--color"]
    return choices[-1] if choices else "auto"


def _say(text: str) -> None:
    from authoring.console import printable

    for line in text.splitlines():
        click.echo(printable(f"levelpress: {line}"), err=True)


def _utf8_streams() -> None:
    """Output is UTF-8 with LF whatever the locale: the same bytes on every machine."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller: what is written goes nowhere
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
