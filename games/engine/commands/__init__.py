"""The command line of the engine, with commands about files, positions and games. Its texts are English only."""

import sys
from collections.abc import Sequence

from ..errors import BadOptions
from . import files, games, positions
from .arguments import build_parser, chosen_title
from .console import INTERRUPTED, CommandFailed, drop_output, error_line, open_closed_streams, system_message

COMMANDS = {
    "analyse": files.run_analyse,
    "bench": games.run_bench,
    "best": positions.run_best,
    "legal": positions.run_legal,
    "match": games.run_match,
    "perft": positions.run_perft,
    "play": games.run_play,
    "replay": files.run_replay,
    "samples": files.run_samples,
    "show": positions.run_show,
    "verify": files.run_verify,
}
BROKEN_PIPE = 141  # the exit code of shells for this end


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, or 1 after a failure with one line on standard error.

    Wrong arguments end with code 2 (argparse raises SystemExit).
    """
    open_closed_streams()
    args = build_parser().parse_args(argv)
    try:
        code = COMMANDS[args.command](args)
        sys.stdout.flush()
    except CommandFailed as failure:
        return _failed(str(failure))
    except BadOptions as error:
        return _failed(error_line(error, "", chosen_title(args, error)))
    except BrokenPipeError:
        drop_output()
        return BROKEN_PIPE
    except OSError as error:  # such as a full disk: the rest of the output is lost
        drop_output()
        return _failed(system_message(error))
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    return code


def _failed(message: str) -> int:
    sys.stdout.flush()
    sys.stderr.write(f"{message}\n")
    return 1
