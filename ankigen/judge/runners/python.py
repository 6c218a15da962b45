"""Plain Python, by the Python that ankigen runs on."""

from ankigen.judge.runner import Runner
from ankigen.model.solution import Status


def _unavailable() -> str:
    return ""


RUNNER = Runner(
    name="python",
    summary="plain Python, in the Python that ankigen runs on",
    record="cpu",
    best=Status.CPU_VERIFIED,
    protocol=1,
    unavailable=_unavailable,
    limits_address_space=True,
    confines_writes=True,
)
