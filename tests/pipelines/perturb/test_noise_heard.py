"""What a recogniser makes of the beds: the table of docs/perturbations-noise.md."""

import re
from pathlib import Path

import jiwer
import numpy as np
import pytest

from agents.embedded.moonshine import Moonshine, from_line
from agents.embedded.voices import synthesize
from pipelines import g711
from tests.agents.embedded.sounds import plain
from tests.agents.embedded.test_moonshine import SENTENCES
from tests.pipelines.perturb.speech import opened

PAGE = (Path(__file__).parents[3] / "docs" / "perturbations-noise.md").read_text(encoding="utf-8")


def words_lost(condition):
    """Word error rate in per cent over the sentences in both voices, each with a seed of its own."""
    said, heard = [], []
    for seed, (sentence, voice) in enumerate((s, v) for s in SENTENCES for v in ("heart", "joe")):
        sound = np.concatenate([np.zeros(4000, np.int16), synthesize(sentence, voice), np.zeros(3000, np.int16)])
        over = g711.decode(g711.encode(opened(condition, seed)(sound)))
        said.append(" ".join(plain(sentence)))
        heard.append(" ".join(plain(Moonshine.shared().transcribe(from_line(over)).text)))
    return 100 * jiwer.wer(said, heard)


@pytest.mark.slow
@pytest.mark.parametrize("bed", ["coffee", "road", "music"])
def test_more_noise_loses_more_words(bed):
    """Within four points of the page: 152 words, so that a sentence more or less is that much."""
    (row,) = re.findall(rf"^\| `{bed}` \| (\d+ \|(?: \d+ \|){{5}})$", PAGE, re.M)
    told = dict(zip((None, 20, 15, 10, 5, 0), map(float, re.findall(r"\d+", row)), strict=True))
    assert list(told.values()) == sorted(told.values())
    for snr in (15, 5):
        assert words_lost(f"noise-{bed}={snr}") == pytest.approx(told[snr], abs=4)
