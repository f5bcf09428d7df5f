"""Judges that are models, behind any endpoint that speaks OpenAI's chat completions."""

from metrics.judges.llm.config import names
from metrics.judges.llm.jury import ModelJury, jury_from

__all__ = ["ModelJury", "jury_from", "names"]
