import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.redact import MASK, Redactor, is_secret_field

CANARY = "sk-canary-0123456789"


@pytest.mark.parametrize(
    "name", ["api_key", "OPENAI_API_KEY", "key", "auth-token", "password", "client_secret", "apikey"]
)
def test_secret_fields(name):
    assert is_secret_field(name)


@pytest.mark.parametrize("name", ["keywords", "max_tokens", "model", "voice", "confirmation_number", "token_limit"])
def test_ordinary_fields(name):
    assert not is_secret_field(name)


def test_fields_urls_and_echoes_are_masked():
    data = {
        "llm": {"api_key": CANARY, "model": "m", "keywords": ["key"]},
        "url": f"wss://me:{CANARY}@host/ws?token={CANARY}&x",
        "error": f"401: {CANARY} is not a key",
        "reference": {"api_key": "${OPENAI_API_KEY}"},
    }
    clean = Redactor.of({}, data).data(data)
    assert CANARY not in str(clean)
    assert clean["llm"] == {"api_key": MASK, "model": "m", "keywords": ["key"]}
    assert clean["url"] == f"wss://{MASK}@host/ws?token={MASK}&{MASK}"
    assert clean["error"] == f"401: {MASK} is not a key"
    assert clean["reference"] == {"api_key": "${OPENAI_API_KEY}"}


def test_the_environment_gives_secrets_by_name_only():
    environ = {
        "DEEPGRAM_API_KEY": CANARY,
        "HOME": "/home/somebody",
        "MY_SECRET_FILE": "/etc/secret",
        "EMPTY_KEY": "",
    }
    redactor = Redactor.of(environ)
    assert redactor.text(f"{CANARY} /home/somebody /etc/secret") == f"{MASK} /home/somebody /etc/secret"


def test_a_folder_is_mended(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "events.jsonl").write_text(f'{{"e": "{CANARY}"}}\n')
    (tmp_path / "clean.json").write_text("{}")
    (tmp_path / "audio.wav").write_bytes(CANARY.encode())
    assert Redactor([CANARY]).folder(tmp_path) == 1
    assert (tmp_path / "sub" / "events.jsonl").read_text() == f'{{"e": "{MASK}"}}\n'


def test_short_values_are_left_alone():
    assert Redactor(["true", "1"]).text("true 1") == "true 1"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda c: st.lists(c) | st.dictionaries(st.text(), c),
    )
)
def test_data_without_secrets_keeps_its_shape(value):
    clean = Redactor([CANARY]).data({"v": value})
    assert set(clean) == {"v"}
    assert CANARY not in str(clean)


def test_the_longest_secret_goes_first():
    assert Redactor(["abcdefgh", "abcdefghij"]).text("abcdefghij") == MASK
