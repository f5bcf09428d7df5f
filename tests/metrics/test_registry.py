import pytest

from metrics import registry
from metrics.registry import PluginWarning, Registry, load, load_plugins
from metrics.score import share
from scenarios.errors import UsageError


class Point:
    def __init__(self, name, load):
        self.name, self.value, self._load = name, f"{name}_package.metrics", load

    def load(self):
        return self._load()


def always(record):
    """Always one.

    And more words.
    """
    return share(1.0, "always")


def test_declarations_are_kept_and_diagnostics_stay_out_of_pass_at_k():
    own = Registry()
    own.metric("a", category="accuracy", threshold=0.9)(always)
    own.metric("b", category="diagnostic", higher_is_better=False, architectures=("s2s",))(always)
    own.metric("c", category="diagnostic", in_pass_at_k=True)(always)
    assert own.names() == ["a", "b", "c"]
    assert (own.get("a").threshold, own.get("a").in_pass_at_k, own.get("a").summary) == (
        0.9,
        True,
        "Always one.",
    )
    assert (own.get("b").in_pass_at_k, own.get("b").higher_is_better) == (False, False)
    assert own.get("b").architectures == ("s2s",)
    assert own.get("c").in_pass_at_k


def test_metrics_are_listed_by_category_then_name():
    own = Registry()
    for name, category in [("z", "accuracy"), ("a", "validation"), ("m", "experience"), ("b", "accuracy")]:
        own.metric(name, category=category)(always)
    assert own.names() == ["b", "z", "m", "a"]


def test_a_name_is_taken_once_but_a_reload_may_take_it_again():
    own = Registry()
    own.metric("a", category="accuracy")(always)
    own.metric("a", category="accuracy")(always)

    def other(record):
        return share(0.0, "never")

    with pytest.raises(ValueError, match="registered already by"):
        own.metric("a", category="accuracy")(other)


@pytest.mark.parametrize("name", ["", "A", "a-b", "1a", "a b"])
def test_names_are_plain(name):
    with pytest.raises(ValueError, match="lower case"):
        Registry().metric(name, category="accuracy")


def test_an_unknown_architecture_is_refused():
    with pytest.raises(ValueError, match="unknown architecture 'phone'"):
        Registry().metric("a", category="accuracy", architectures=("phone",))


def test_an_unknown_name_is_a_usage_error_that_helps():
    with pytest.raises(UsageError, match="did you mean turn_taking"):
        load().get("turn_takng")
    with pytest.raises(UsageError, match=r"known: .*task_completion"):
        load().get("xyz")


def test_a_broken_plugin_warns_and_the_next_one_is_loaded():
    loaded = []

    def broken():
        raise RuntimeError("no\nluck")

    points = [Point("bad", broken), Point("good", lambda: loaded.append("good"))]
    with pytest.warns(PluginWarning, match=r"bad \(bad_package.metrics\) left out: RuntimeError: no luck"):
        load_plugins(points)
    assert loaded == ["good"]


def test_loading_asks_for_the_documented_entry_point_group(monkeypatch):
    asked = []
    monkeypatch.setattr(registry, "_loaded", False)
    monkeypatch.setattr(registry.metadata, "entry_points", lambda group: asked.append(group) or [])
    load()
    load()
    assert asked == ["callbench.metrics"]


def test_every_metric_of_the_package_is_registered_with_a_summary():
    names = load().names()
    assert {"task_completion", "turn_taking", "stt_wer", "conversation_valid_end"} <= set(names)
    assert all(m.summary.endswith(".") for m in load())


def test_judged_metrics_are_given_a_jury_and_the_others_none():
    own = Registry()
    own.metric("exact", category="accuracy")(lambda record: share(1.0, "alone"))
    own.judged("asks", category="diagnostic", threshold=0.9, architectures=("s2s",))(
        lambda record, jury: share(0.5, f"asked {jury}")
    )
    asks = own.get("asks")
    assert (asks.judged, asks.threshold, asks.architectures) == (True, 0.9, ("s2s",))
    assert (asks.in_pass_at_k, asks.without_turns, asks.higher_is_better) == (False, False, True)
    assert asks.measure(None, "them").why == "asked them"
    assert not own.get("exact").judged
    assert own.get("exact").measure(None, "them").why == "alone"
    with pytest.raises(ValueError, match="registered already"):
        own.judged("exact", category="accuracy")(share)


def test_judged_metrics_declare_what_the_specification_says():
    known = registry.load()
    declared = {
        "faithfulness": ("accuracy", 0.5, True, 4),
        "agent_speech_fidelity": ("accuracy", 0.95, True, 4),
        "conversation_progression": ("experience", 0.5, True, 4),
        "conciseness": ("experience", 0.5, True, 4),
        "tts_fidelity": ("diagnostic", 0.5, False, 2),
        "speakability": ("diagnostic", 0.5, False, 2),
        "user_behavioral_fidelity": ("validation", 1.0, True, 4),
        "user_speech_fidelity": ("validation", 0.5, True, 4),
    }
    for name, expected in declared.items():
        m = known.get(name)
        assert (m.category, m.threshold, m.in_pass_at_k, len(m.architectures)) == expected, name
        assert m.judged, name
