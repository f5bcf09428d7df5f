"""What worker processes of tests import: the stand-in for the call."""

from harness.heard import lend_ears
from harness.job import AttemptJob, AttemptOutcome
from harness.worker import perform
from tests.harness.builder import deaf, fake_carry


def work(job: AttemptJob) -> AttemptOutcome:
    """`harness.worker.perform_here` with a stand-in for the call: whoever scores it, the judges can listen."""
    lend_ears()
    return perform(job, carry=fake_carry, ears=deaf)
