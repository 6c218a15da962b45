"""How task.yaml and vectors.yaml write a rule of comparison: `exact`, or a mapping with `rule` and its numbers."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import yaml

from ankigen.judge.yaml_text import Section, plain
from ankigen.markdown.findings import did_you_mean
from ankigen.model.task_settings import Comparison

_KEYS: Mapping[str, Sequence[str]] = {
    "exact": (),
    "sum-bound": ("depth",),
    "ulp": ("most",),
    "close": ("absolute", "relative"),
    "checker": ("function",),
}


def parse_comparison(section: Section, key: str, functions: AbstractSet[str]) -> Comparison | None:
    """Read a rule; None where it is not there or wrong, which is reported.

    Args:
        section: where it stands.
        key: `comparison` or `compare`.
        functions: what oracle.py defines.
    """
    if key not in section:
        return None
    node = section.entries[key].node
    if isinstance(node, yaml.MappingNode):
        keys = tuple(dict.fromkeys(("rule", *(each for keys in _KEYS.values() for each in keys))))
        inner = Section(node, section.findings, known=keys, where=f"`{key}`")
        return _parse_rule(inner, inner.text("rule"), functions) if inner.text("rule", "") else None
    name = plain(node)
    if name != "exact":
        line = section.line_of(key)
        known = [f"{{rule: {rule}, …}}" for rule in _KEYS if rule != "exact"]
        section.fault(line, f"`{key}` is {name!r}", f"write exact, or one of {', '.join(known)}")
        return None
    return Comparison()


def _parse_rule(inner: Section, rule: str, functions: AbstractSet[str]) -> Comparison | None:
    if rule not in _KEYS:
        line = inner.line_of("rule")
        inner.findings.error(
            line, code="task-value", message=f"there is no rule `{rule}`", mend=did_you_mean(rule, _KEYS)
        )
        return None
    for key in inner.entries:
        if key not in ("rule", *_KEYS[rule]):
            mend = f"it takes {', '.join(_KEYS[rule]) or 'none'}"
            inner.findings.error(
                inner.line_of(key), code="task-key", message=f"the rule `{rule}` has no key `{key}`", mend=mend
            )
    function = ""
    for key in ("depth", "function"):
        if key in _KEYS[rule]:
            function = inner.text(key)
            require_function(inner, key, function, functions, "oracle.py")
    if rule == "close" and not {"absolute", "relative"} & set(inner.entries):
        inner.fault(inner.line, "the rule `close` has neither `absolute` nor `relative`", "write one of them, or both")
    if rule == "ulp" and "most" not in inner:
        inner.fault(inner.line, "the rule `ulp` has no `most`", "write how many representable numbers apart is right")
    return Comparison(
        rule=rule,
        function=function,
        most=inner.whole("most", 0),
        absolute=inner.number("absolute", 0.0),
        relative=inner.number("relative", 0.0),
    )


def require_function(section: Section, key: str, name: str, functions: AbstractSet[str], file: str) -> None:
    """Report a function that a file does not define."""
    if name and name not in functions:
        section.findings.error(
            section.line_of(key),
            code="task-function",
            message=f"{file} has no function `{name}`",
            mend=did_you_mean(name, sorted(functions)),
        )
