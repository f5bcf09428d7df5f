"""Mu-law against the standard's own table, and against other people's implementations, for every 16-bit sample."""

import bisect
import io
import warnings

import numpy as np
import pytest

from pipelines import g711
from tests.pipelines.perturb.channel import AV, stage

ALL = np.arange(-32768, 32768).astype(np.int16)

# ITU-T G.711 (11/88), table 2a, from the top: decision values x and quantized values y of 14-bit magnitudes at the
# ends of the eight segments, with the character signals between them.
SEGMENTS = [
    (0x80, 8031, 0x8F, 4191, 4063),
    (0x90, 3999, 0x9F, 2079, 2015),
    (0xA0, 1983, 0xAF, 1023, 991),
    (0xB0, 975, 0xBF, 495, 479),
    (0xC0, 471, 0xCF, 231, 223),
    (0xD0, 219, 0xDF, 99, 95),
    (0xE0, 93, 0xEF, 33, 31),
    (0xF0, 30, 0xFE, 2, 1),
]


def decisions():
    """All 128 decision values of the table from 0 up: uniform within a segment, twice as wide in the next."""
    values, step = [0, 1], 2
    for segment, top in enumerate([31, 95, 223, 479, 991, 2015, 4063, 8159]):
        while values[-1] < top:
            values.append(values[-1] + step)
        assert values[-1] == top, segment
        step *= 2
    return values[:-1]  # beyond 8159 is the last code still


def by_the_table(pcm):
    """A code by looking up the interval of the table that the sample lies in."""
    magnitude = abs(int(pcm) >> 2)
    interval = bisect.bisect_right(DECISIONS, magnitude) - 1
    return (0x7F if pcm < 0 else 0xFF) - interval


DECISIONS = decisions()


def test_every_sample_by_the_standards_table():
    assert len(DECISIONS) == 128
    assert list(g711.encode(ALL)) == [by_the_table(pcm) for pcm in ALL]


@pytest.mark.parametrize(("top", "y_top", "bottom", "y_bottom", "x_bottom"), SEGMENTS)
def test_the_ends_of_the_segments_are_those_of_the_table(top, y_top, bottom, y_bottom, x_bottom):
    for sign, flip in ((1, 0), (-1, 0x80)):
        codes = bytes((top ^ flip, bottom ^ flip))
        assert list(g711.decode(codes) // 4) == [sign * y_top, sign * y_bottom]
    at, below = 4 * x_bottom, 4 * x_bottom - 1
    assert list(g711.encode(np.array([at, below], np.int16))) == [bottom, bottom + 1]


@pytest.fixture(scope="module")
def audioop():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pytest.importorskip("audioop", reason="gone from Python 3.13 without audioop-lts")


def test_the_stage_is_bit_equal_to_the_standard_library_for_every_sample(audioop):
    heard = stage("mulaw").process(ALL / 32768)
    expected = audioop.ulaw2lin(audioop.lin2ulaw(ALL.astype("<i2").tobytes(), 2), 2)
    assert np.rint(heard * 32768).astype("<i2").tobytes() == expected


def differ_by_one(codes):
    ours = np.frombuffer(g711.encode(ALL), np.uint8).astype(int)
    theirs = np.frombuffer(codes, np.uint8).astype(int)
    assert len(theirs) == 65536
    assert np.abs(ours - theirs)[(ours & 0x80) == (theirs & 0x80)].max() == 1
    return float(np.mean(ours != theirs))


@AV
def test_ffmpeg_differs_where_it_leaves_the_table():
    """Its encoder puts the border between two segments in the middle of their values: 512 samples, one code off."""
    import av

    encoder = av.CodecContext.create("pcm_mulaw", "w")
    encoder.sample_rate, encoder.layout, encoder.format = 8000, "mono", "s16"
    frame = av.AudioFrame.from_ndarray(ALL[np.newaxis], "s16", "mono")
    frame.sample_rate, frame.pts = 8000, 0
    assert differ_by_one(b"".join(bytes(packet) for packet in encoder.encode(frame))) <= 512 / 65536


@AV
def test_ffmpeg_decodes_every_code_to_the_same():
    import av

    decoder = av.CodecContext.create("pcm_mulaw", "r")
    decoder.sample_rate, decoder.layout = 8000, "mono"
    (frame,) = decoder.decode(av.Packet(bytes(range(256))))
    assert np.array_equal(frame.to_ndarray()[0], g711.decode(bytes(range(256))))


def test_libsndfile_decodes_every_code_to_the_same():
    import soundfile

    codes = bytes(range(256))
    sound, _ = soundfile.read(
        io.BytesIO(codes), dtype="int16", samplerate=8000, channels=1, subtype="ULAW", format="RAW"
    )
    assert np.array_equal(sound, g711.decode(codes))


def test_twice_is_once():
    """The line is mu-law itself: on it the stage alone changes nothing."""
    once = stage("mulaw").process(ALL / 32768)
    assert np.array_equal(stage("mulaw").process(once), once)


def test_what_is_too_loud_is_clipped():
    assert list(stage("mulaw").process(np.array([2.0, -2.0])) * 32768) == [32124, -32124]
