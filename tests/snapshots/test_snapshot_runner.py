"""What a runner gets: judgements, vectors, traces, and a server of exactly the verified public bytes."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from catalogue.schema_store import schema_of
from games.canonical import canonical_bytes
from games.contract import level_digest, state_digest
from games.registry import game_named
from snapshots.judgement import judged
from snapshots.opened import NoLevel, Snapshot, open_pinned
from snapshots.serve import HEADERS, pages_of, server_for
from snapshots.trace import MalformedTrace, judge_run, read_trace
from snapshots.vectors import differences, level_vectors, vectors
from tests.contract.samples import NAMES, game_of, samples_of
from tests.snapshots.workspaces import LABEL
from validators.schema import schema_faults


@pytest.fixture(scope="module")
def snapshot(master: Path, pin: str) -> Snapshot:
    return open_pinned(pin, master)


# Judging


def test_the_certified_solution_wins_under_every_stored_seed(snapshot: Snapshot) -> None:
    for level in snapshot.levels():
        for seed in snapshot.known_answers(level["id"]):
            judged_play = snapshot.judge(level["id"], snapshot.solution(level["id"], seed), seed)
            assert (judged_play.won, judged_play.progress, judged_play.dead_end) == (True, 1, False)
            assert judged_play.refusal is None


def test_a_level_is_shown_as_its_seed_says(snapshot: Snapshot) -> None:
    for level in snapshot.levels():
        game = game_named(level["game"])
        assert snapshot.level(level["id"]) == level
        for seed, answer in snapshot.known_answers(level["id"]).items():
            shown = snapshot.level(level["id"], seed)
            parsed = game.parse(shown["board"], shown["goal"])
            assert state_digest(game.state_json(parsed, game.initial(parsed))) == answer


def test_a_play_that_stops_has_its_progress_and_no_refusal(snapshot: Snapshot) -> None:
    found = snapshot.judge("mp-0002", ["R"])
    assert (found.won, found.length, found.refusal, found.dead_end) == (False, 1, None, False)
    assert 0 < found.progress < 1
    assert found.progress == Fraction(1, 2)


def test_a_move_that_is_refused_ends_the_play_there(snapshot: Snapshot) -> None:
    found = snapshot.judge("mp-0002", ["R", "U", "D"])
    assert found.refusal is not None
    assert (found.won, found.length, found.refusal.at, found.refusal.reason) == (False, 1, 2, "move/illegal")
    assert snapshot.judge("mp-0001", ["R", "L"]).refusal is not None
    assert not snapshot.judge("mp-0001", ["R", "L"]).won


def plays_of(game: Any, level: Any, limit: int) -> dict[bytes, tuple[list[str], set[bytes], bool]] | None:
    """State -> a play that leads there, the states one move further, whether it is won; None beyond `limit` states."""
    first = game.initial(level)
    found: dict[bytes, tuple[list[str], set[bytes], bool]] = {}
    waiting = [(first, [])]
    while waiting:
        state, play = waiting.pop(0)
        key = canonical_bytes(game.state_json(level, state))
        if key in found:
            continue
        after = [(game.apply(level, state, move), [*play, move]) for move in game.moves(level, state)]
        found[key] = play, {canonical_bytes(game.state_json(level, one)) for one, _ in after}, game.won(level, state)
        waiting += after
        if len(found) > limit:
            return None
    return found


def test_dead_ends_are_those_of_brute_force() -> None:
    seen = set()
    for name in NAMES[:-1]:
        game = game_of(name)
        for level in samples_of(name):
            states = plays_of(game, level, 60)
            if states is None:
                continue
            alive = {key for key, (_, _, won) in states.items() if won}
            while more := {key for key, (_, after, _) in states.items() if after & alive} - alive:
                alive |= more
            if canonical_bytes(game.state_json(level, game.initial(level))) not in alive:
                continue
            for key, (play, _, _) in sorted(states.items())[:25]:
                found = judged(game, level, play).dead_end
                assert found in (None, key not in alive)
                seen.add(found)
    assert {True, False} <= seen


def test_a_dead_end_that_is_not_decided_is_none() -> None:
    within: set[bool | None] = set()
    for name in NAMES[:-1]:
        game = game_of(name)
        for level in samples_of(name)[:8]:
            full = judged(game, level, []).dead_end
            small = judged(game, level, [], limit=1).dead_end
            assert small in (None, full)
            within.add(small)
    assert None in within


def test_unknown_levels_and_seeds_are_refused(snapshot: Snapshot) -> None:
    with pytest.raises(KeyError):
        snapshot.judge("mp-0999", [])
    with pytest.raises(ValueError, match="no seed"):
        snapshot.judge("mp-0001", [], "x")


@pytest.mark.parametrize(
    "asked",
    [
        lambda snapshot, level_id: snapshot.level(level_id),
        lambda snapshot, level_id: snapshot.judge(level_id, []),
        lambda snapshot, level_id: snapshot.known_answers(level_id),
        lambda snapshot, level_id: snapshot.solution(level_id),
        lambda snapshot, level_id: snapshot.seed(level_id, "layout", 0),
    ],
    ids=["level", "judge", "known answers", "solution", "seed"],
)
def test_an_unknown_level_is_named_with_its_near_miss(snapshot: Snapshot, asked: Callable[..., Any]) -> None:
    with pytest.raises(NoLevel) as error:
        asked(snapshot, "mp-00001")
    assert str(error.value) == f"no level 'mp-00001' in {LABEL}; did you mean 'mp-0001'?"
    with pytest.raises(KeyError, match=f"^no level 7 in {LABEL}$"):
        asked(snapshot, 7)


@pytest.mark.parametrize("seed", [0, None, 1.5])
def test_a_seed_that_is_no_text_is_refused(snapshot: Snapshot, seed: Any) -> None:
    for asked in (lambda: snapshot.judge("mp-0001", [], seed), lambda: snapshot.level("mp-0001", seed)):
        with pytest.raises(TypeError, match=f"a seed is a text in decimal, not {seed}"):
            asked()


@pytest.mark.parametrize("attempt", [1.5, 1.0, True, "1", None])
def test_an_attempt_that_is_no_whole_number_has_no_seed(snapshot: Snapshot, attempt: Any) -> None:
    with pytest.raises(TypeError, match="an attempt is a whole number from 0"):
        snapshot.seed("mp-0001", "layout", attempt)


@pytest.mark.parametrize("moves", ["RD", b"RD", None, 3, ["R", 1], [["R"]]], ids=repr)
def test_moves_that_are_no_list_of_texts_are_refused_and_never_read_letter_by_letter(
    snapshot: Snapshot, moves: Any
) -> None:
    with pytest.raises(TypeError, match="moves are a list of move texts"):
        snapshot.judge("mp-0002", moves)
    assert snapshot.judge("mp-0002", iter(["R", "D"])).won  # type: ignore[arg-type]


# Vectors


def test_vectors_fit_their_schema_and_these_rules(snapshot: Snapshot) -> None:
    found = list(vectors(snapshot))
    assert len(found) == 5 * 4 * 2
    legal = {step["legal"] for one in found for step in one["steps"]}
    assert legal == {True, False}
    for one in found[::5]:
        assert not list(schema_faults(one, schema_of("levelpress/vectors@1")))
    for one in found:
        assert list(differences(one)) == []
    assert canonical_bytes(list(vectors(snapshot))) == canonical_bytes(found)


def test_vectors_of_every_game_hold_against_its_rules() -> None:
    for name in NAMES[:-1]:
        game = game_of(name)
        for level in samples_of(name)[:2]:
            row = {"id": f"{game.prefix}-0001", "level_digest": level_digest(game, level)}
            for one in level_vectors(f"{LABEL}@sha256:{'0' * 64}", row, game, level, "1"):
                assert list(differences(one)) == []


@pytest.mark.parametrize("key", ["state", "digest", "progress", "legal", "won", "reason"])
def test_a_build_with_other_rules_is_noticed(snapshot: Snapshot, key: str) -> None:
    one = json.loads(canonical_bytes(next(vectors(snapshot))))
    other = {"state": {}, "digest": "sha256:" + "0" * 64, "progress": [1, 7], "reason": "x"}
    step = one["steps"][1]
    step[key] = other.get(key, not step[key])
    assert [told for told in differences(one) if told.startswith(f"step 1: {key}")]


def test_vectors_give_no_certified_solution_away(snapshot: Snapshot) -> None:
    for one in vectors(snapshot):
        assert set(one) & {"solution", "optimum"} == set()


# Traces


def recorded(snapshot: Snapshot, level_id: str, seed: str, moves: list[str]) -> list[dict[str, Any]]:
    """A run as a runtime would record it, here by the rules."""
    level = snapshot.level(level_id, seed)
    game = game_named(level["game"])
    shown = game.parse(level["board"], level["goal"])
    state, lines = game.initial(shown), []
    for move in [None, *moves]:
        state = state if move is None else game.apply(shown, state, move)
        value, progress = game.state_json(shown, state), game.progress(shown, state, None)
        lines.append(
            {
                "move": move,
                "state": value,
                "digest": state_digest(value),
                "progress": [progress.numerator, progress.denominator],
                "won": game.won(shown, state),
            }
        )
    return [{"format": "levelpress/trace@1", "level": level_id, "seed": seed, "pin": snapshot.pin}, *lines]


def as_lines(values: list[dict[str, Any]]) -> bytes:
    return b"".join(canonical_bytes(value) + b"\n" for value in values)


def judged_trace(snapshot: Snapshot, values: list[dict[str, Any]]) -> Any:
    (run,) = read_trace(as_lines(values))
    level = snapshot.level(run.level)
    game = game_named(level["game"])
    return judge_run(game, game.parse(level["board"], level["goal"]), run)


def a_run(snapshot: Snapshot, attempt: int = 1) -> list[dict[str, Any]]:
    seed = snapshot.seed("cc-0002", "layout", attempt)
    return recorded(snapshot, "cc-0002", seed, list(snapshot.solution("cc-0002", seed)))


def test_a_run_as_the_rules_give_it_has_no_difference(snapshot: Snapshot) -> None:
    for attempt in range(4):
        verdict = judged_trace(snapshot, a_run(snapshot, attempt))
        assert (verdict.same, verdict.won) == (True, True)
        assert not list(schema_faults(verdict.to_json(), schema_of("levelpress/trace-verdict@1")))


def test_what_was_not_recorded_is_not_compared(snapshot: Snapshot) -> None:
    values = a_run(snapshot)
    values[1:] = [{"move": one["move"]} for one in values[1:]]
    assert judged_trace(snapshot, values).won


@pytest.mark.parametrize(
    ("key", "value"),
    [("state", {"paths": {}}), ("digest", "sha256:" + "0" * 64), ("progress", [1, 7]), ("won", None)],
)
def test_the_first_difference_is_named(snapshot: Snapshot, key: str, value: Any) -> None:
    values = a_run(snapshot)
    last = values[-1]
    last[key] = (not last["won"]) if key == "won" else value
    verdict = judged_trace(snapshot, values)
    assert verdict.difference is not None
    assert (verdict.difference.at, verdict.difference.line, verdict.difference.what) == (
        len(values) - 2,
        len(values),
        key,
    )
    assert not list(schema_faults(verdict.to_json(), schema_of("levelpress/trace-verdict@1")))


def test_a_runtime_that_does_not_honour_its_seed_is_noticed(snapshot: Snapshot) -> None:
    level = "mp-0002"
    answers = snapshot.known_answers(level)
    seed = next(seed for seed in answers if answers[seed] != answers["0"])
    values = recorded(snapshot, level, "0", [])
    values[0]["seed"] = seed
    verdict = judged_trace(snapshot, values)
    assert verdict.difference is not None
    assert (verdict.difference.at, verdict.difference.what) == (0, "state")


def test_a_move_that_the_rules_refuse_is_a_difference(snapshot: Snapshot) -> None:
    values = a_run(snapshot)
    values.append({"move": values[-1]["move"]})
    verdict = judged_trace(snapshot, values)
    assert verdict.difference is not None
    assert "the rules refuse it" in verdict.difference.why
    del values[1]
    verdict = judged_trace(snapshot, values)
    assert verdict.difference is not None
    assert verdict.difference.what == "move"


def test_a_file_may_hold_several_runs(snapshot: Snapshot) -> None:
    runs = list(read_trace(as_lines([*a_run(snapshot), *a_run(snapshot, 0)]) + b"\n\n"))
    assert [len(run.steps) for run in runs] == [len(a_run(snapshot)) - 1] * 2


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b'{"move":null}',
        b'{"format":"levelpress/trace@1"}',
        b'{"format":"levelpress/trace@1","level":"mp-0001","seed":"99999999999999999999","pin":null}',
        b'{"format":"levelpress/trace@1","level":"mp-0001","seed":"0","pin":null}\n{"moves":[]}',
        b"\xff",
    ],
)
def test_a_line_that_is_none_is_named(data: bytes) -> None:
    with pytest.raises(MalformedTrace, match=r"line [12]"):
        list(read_trace(data))


@pytest.mark.parametrize("data", [b"", b"\n\n  \n"])
def test_a_trace_without_a_run_is_none(data: bytes) -> None:
    with pytest.raises(MalformedTrace, match="no run"):
        list(read_trace(data))


# Serving


@pytest.fixture
def port(snapshot: Snapshot) -> Iterator[int]:
    with server_for(pages_of(snapshot)) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def asked(port: int, path: str, method: str = "GET", host: str | None = None) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest(method, path, skip_host=True)
    connection.putheader("Host", host or f"127.0.0.1:{port}")
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return found


def test_every_url_gives_its_verified_bytes_and_type(snapshot: Snapshot, port: int) -> None:
    pages = pages_of(snapshot)
    assert set(snapshot.runtime()) < set(pages)
    for url, page in pages.items():
        status, headers, data = asked(port, url)
        assert (status, data) == (200, page.data)
        assert headers["Content-Type"].partition(";")[0] == page.media_type
        assert {name: headers[name] for name in HEADERS} == HEADERS
    assert asked(port, "/")[2] == snapshot.runtime()["/index.html"]
    assert asked(port, "/index.html?x=1")[0] == 200
    assert asked(port, "/index.html", "HEAD")[2] == b""


@pytest.mark.parametrize(
    "path",
    [
        "/private/certificates/mp-0001.json",
        "/snapshot.json",
        "/public/../private/certificates/mp-0001.json",
        "/public/",
        "/js",
        "/js/",
        "/INDEX.HTML",
        "/%69ndex.html",
        "//index.html",
        "http://127.0.0.1/index.html",
        "/etc/passwd",
    ],
)
def test_nothing_else_is_served(port: int, path: str) -> None:
    assert asked(port, path)[0] == 404


def test_no_other_host_and_no_other_method(port: int) -> None:
    assert asked(port, "/index.html", host="example.org")[0] == 421
    assert asked(port, "/index.html", host=f"localhost:{port}")[0] == 200
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert asked(port, "/index.html", method)[0] == 501


def test_a_page_may_reach_no_network() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "http:" not in policy
    assert "https:" not in policy
    assert "*" not in policy
