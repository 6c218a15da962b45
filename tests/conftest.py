"""What all tests share: the `--regen` option and a Hypothesis profile that never depends on the machine's speed."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("ankigen", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ankigen")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regen",
        action="store_true",
        help="rewrite the expected files beside the cases; review the difference like code",
    )


@pytest.fixture
def regen(request: pytest.FixtureRequest) -> bool:
    """Whether expected files are to be rewritten instead of compared."""
    return bool(request.config.getoption("--regen"))
