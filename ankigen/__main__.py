"""`python -m ankigen`: the same as the `ankigen` command."""

from ankigen.cli import main

if __name__ == "__main__":
    main()
