"""Agents that are wrong in one way fail the check for that, over real sockets in real time."""

import pytest

from agents.registry import external
from harness.agent_check.check import check
from tests.harness.agent_check import bots

pytestmark = [pytest.mark.realtime, pytest.mark.slow]


def checked(bot, tmp_path):
    with bot() as agent:
        report = check(external(agent.url), tmp_path, limit_s=45)
    return report, {name: finding.status for name, finding in report.findings.items()}


def test_one_that_never_calls_a_tool_fails_for_that_alone(tmp_path):
    report, found = checked(bots.NoTool, tmp_path)
    assert {name for name, status in found.items() if status == "failed"} == {"calls_a_tool"}
    assert found["answers_from_the_result"] == "not_applicable"
    assert found["honours_clear"] == "passed"
    assert not report.ok


def test_one_that_is_deaf_fails_to_hear(tmp_path):
    report, found = checked(bots.Deaf, tmp_path)
    assert found["greets_first"] == "passed"
    assert found["hears"] == "failed"
    assert "did not answer" in report.findings["hears"].text
    assert found["yields_to_a_barge_in"] == "not_applicable"
    assert found["hangs_up_cleanly"] == "passed"


def test_one_that_never_yields_fails_with_the_time_that_it_talked_on(tmp_path):
    report, found = checked(bots.NeverYields, tmp_path)
    yields = report.findings["yields_to_a_barge_in"]
    assert yields.status == "failed"
    assert "talked on for" in yields.text
    assert found["honours_clear"] == "failed"  # it had sent all of it, and took none of it back
    assert found["hears"] == "passed"


def test_one_that_breaks_the_connection_fails_to_hang_up(tmp_path):
    report, found = checked(bots.Breaks, tmp_path)
    assert found["hangs_up_cleanly"] == "failed"
    assert "the connection broke" in report.findings["hangs_up_cleanly"].text
    assert found["survives_silence"] == "failed"
