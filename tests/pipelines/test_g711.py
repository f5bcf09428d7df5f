import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines import g711

ALL = np.arange(-32768, 32768).astype(np.int16)
CODES = bytes(range(256))


@pytest.fixture(scope="module")
def audioop():
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pytest.importorskip("audioop", reason="gone from Python 3.13 without audioop-lts")


def test_every_sample_encodes_as_the_standard_library_does(audioop):
    assert g711.encode(ALL) == audioop.lin2ulaw(ALL.astype("<i2").tobytes(), 2)


def test_every_code_decodes_as_the_standard_library_does(audioop):
    assert g711.decode(CODES).astype("<i2").tobytes() == audioop.ulaw2lin(CODES, 2)


def test_decoded_codes_are_their_own_nearest():
    decoded = g711.decode(CODES)
    again = g711.decode(g711.encode(decoded))
    assert np.array_equal(again, decoded)
    # the one code that does not come back is negative zero
    assert [c for c in range(256) if g711.encode(decoded[c : c + 1])[0] != c] == [0x7F]


def test_silence_is_exact():
    assert g711.encode(np.zeros(3, np.int16)) == bytes([g711.SILENCE]) * 3
    assert not g711.decode(bytes([g711.SILENCE]) * 3).any()


def test_error_grows_with_the_segment_only():
    error = np.abs(g711.decode(g711.encode(ALL)).astype(int) - ALL.astype(int))
    inside = np.abs(ALL.astype(int)) <= 32124  # beyond the last code everything clips
    # half a step of at most 1/16 of the biased magnitude, and the two bits that are cut off first
    assert (error[inside] <= (np.abs(ALL.astype(int))[inside] + 132) / 32 + 4).all()


@given(st.binary(max_size=400))
def test_decode_then_encode_is_the_identity_up_to_negative_zero(codes):
    expected = bytes(0xFF if c == 0x7F else c for c in codes)
    assert g711.encode(g711.decode(codes)) == expected
    assert g711.encode(g711.decode(bytearray(codes))) == expected


def test_encode_takes_any_stride():
    assert g711.encode(ALL[::7]) == g711.encode(ALL[::7].copy())
