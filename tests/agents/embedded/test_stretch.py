import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.embedded.stretch import boundaries, places, zone
from scenarios.spoken import Guess, hear


def tokens(text):
    """Pieces as the recogniser's vocabulary would write them: one per word, comma or hyphen."""
    out = []
    for word in text.split(" "):
        head, tail = word.rstrip(",."), word[len(word.rstrip(",.")) :]
        parts = head.split("-")
        out.append("▁" + parts[0])
        for part in parts[1:]:
            out += ["-", part]
        out += list(tail)
    return out


def between(text, kind, after=""):
    start, end = zone(text, kind, hear(kind, text), after)
    return text[start:end].strip(" ,.")


BOTH = "My confirmation number is Zulu, Kilo, three, and my last name is Okafor, Oscar, Kilo."


@pytest.mark.parametrize(
    ("text", "kind", "part"),
    [
        (BOTH, "name", "Okafor, Oscar, Kilo"),
        (BOTH, "code", "Zulu, Kilo, three"),
        ("Last name Okafor, O-K-A. Confirmation number Z-K-3.", "name", "Okafor, O-K-A"),
        ("Last name Okafor, O-K-A. Confirmation number Z-K-3.", "code", "Z-K-3"),
        ("Zulu, Kilo, three.", "code", "Zulu, Kilo, three"),
        ("Kilo, India, Mike.", "name", "Kilo, India, Mike"),
        ("My code is 90n9LastNameDiazDIAZ", "name", "DiazDIAZ"),
        ("My code is 90n9LastNameDiazDIAZ", "code", "90n9"),
        ("It's Smith, S-M-I-T-H. I would like to change it.", "name", "It's Smith, S-M-I-T-H"),
        ("I would like to change it. The code is Zulu, Kilo. I am Ann.", "code", "Zulu, Kilo"),
        (
            "I would like to change it. Zulu, Kilo, three, Foxtrot, Foxtrot, Golf. I need it now.",
            "code",
            "I would like to change it. Zulu, Kilo, three, Foxtrot, Foxtrot, Golf",
        ),
        ("", "name", ""),
        ("", "code", ""),
    ],
)
def test_zones(text, kind, part):
    assert between(text, kind) == part


CUES = ("last name", "Last main", "list names", "last may", "less name", "Bass, named", "past name", "name", "Lassname")


@pytest.mark.parametrize("cue", CUES)
def test_what_recognisers_write_for_last_name(cue):
    assert between(f"Number is 4 5 6 {cue} Okafor", "name") == "Okafor"
    assert between(f"Number is 4 5 6 {cue} Okafor", "code") == "4 5 6"


def test_the_words_before_choose_among_names():
    text = "My first name is Ann, A-N-N. My last name is Lee, L-E-E."
    assert between(text, "name", "first name").startswith("Ann, A-N-N")
    assert between(text, "name", "last name") == "Lee, L-E-E"


def test_boundaries_are_offsets_of_words_and_single_characters():
    text = "Last name, O-K. It's 46 K"
    pieces = ["▁Last", "▁name", ",", "▁O", "-", "K", ".", "▁It", "'", "s", "▁", "4", "6", "▁K"]
    found = boundaries(pieces)
    assert [text[o] for o, _ in found] == ["L", "n", "O", "K", "I", "4", "4", "6", "K"]
    assert [i for _, i in found] == [0, 1, 3, 5, 7, 10, 11, 12, 13]


def test_a_name_is_looked_for_where_it_is_spelled_or_one_word_before():
    text = "My last name is Okafor, Oscar, Kilo, Alpha, Foxtrot, Oscar, Romeo."
    pieces = tokens(text)
    found = places(pieces, text, "name", hear("name", text))
    assert {pieces[i] for i in found.starts} == {"▁Okafor", "▁Oscar"}
    assert found.ends == {len(pieces)}


def test_other_words_may_follow_a_name():
    text = "It's Okafor, Oscar, Kilo, Alpha, Foxtrot, Oscar, Romeo. Please hurry up now."
    pieces = tokens(text)
    found = places(pieces, text, "name", hear("name", text))
    assert pieces.index("▁Please") in found.ends


def test_a_code_ends_before_the_name():
    pieces = tokens(BOTH)
    found = places(pieces, BOTH, "code", [])
    assert found.ends == {pieces.index("▁and")}
    assert found.starts == {pieces.index("▁Zulu")}


@given(st.text(alphabet="AbK1 ,.-'▁namelsti", max_size=40), st.sampled_from(["code", "name", "digits"]))
def test_places_lie_inside_any_transcript(text, kind):
    pieces = tokens(text)
    plain = "".join(pieces).replace("▁", " ").strip()
    found = places(pieces, plain, kind, hear(kind, plain))
    assert found.starts
    assert found.ends
    assert all(0 <= i <= len(pieces) for i in found.starts | found.ends)


def test_nothing_follows_a_value_that_begins_with_a_spelling_word():
    text = "Last name Clark, Charlie, Lima, Alpha, Romeo, Kilo, Echo. Please hurry up now."
    pieces = tokens(text)
    read = [Guess("Clark", 0.3, 17, 52)]
    assert text[17:52] == "Charlie, Lima, Alpha, Romeo, Kilo, "[:35]
    found = places(pieces, text, "name", read)
    assert pieces.index("\u2581Please") in found.ends
    assert pieces.index("\u2581Echo") not in found.ends
