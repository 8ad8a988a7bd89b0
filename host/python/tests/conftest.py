"""A GPU is tested where there is one, and has to be there with REQUIRE_GPU=1."""

import os

import eliminant
import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    gpu = [item for item in items if item.get_closest_marker("gpu")]
    if not gpu or os.environ.get("REQUIRE_GPU"):
        return
    reason = eliminant.doctor()["without_gpu"]
    if reason is not None:
        for item in gpu:
            item.add_marker(pytest.mark.skip(reason=reason))
