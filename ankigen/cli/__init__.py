"""The command line: options in, pipeline, reports out."""

from ankigen.cli.application import application, main

__all__ = ["application", "main"]
