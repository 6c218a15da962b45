"""Block rules: each a function (state, start_line, end_line, silent) -> matched, in the table of `parser.py`.

A silent call asks only whether the rule would match; it pushes no token.
"""
