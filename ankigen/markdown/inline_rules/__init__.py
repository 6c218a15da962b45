"""Inline rules: each a function (state, silent) -> matched, in the table of `parser.py`.

A silent call only moves on; it pushes no token. Tokens of ours carry what they need in `content` and `meta`.
"""
