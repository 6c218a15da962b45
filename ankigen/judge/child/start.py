"""Start a module of this folder in a process of its own: `python start.py MODULE`, with its work on standard input."""

import json
import os
import sys


def main() -> None:
    """Read the work, give up what the program must not have, and begin."""
    folder = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - this starts hundreds of times
    work = json.loads(sys.stdin.buffer.read())
    # This folder becomes a package under its own name, and nothing else of ankigen can be imported.
    sys.path[0] = os.path.dirname(folder)  # noqa: PTH120 - as above
    from importlib import import_module

    package = os.path.basename(folder)  # noqa: PTH119 - as above
    in_force = import_module(f"{package}.limits").restrict(work["limits"])
    module = import_module(f"{package}.{sys.argv[1]}")
    del sys.path[0]
    module.main(work, in_force)


if __name__ == "__main__":
    main()
