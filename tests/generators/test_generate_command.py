"""`levelpress generate`: files, documents, exit codes, interrupts, and levels made again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from authoring.worker import Crashed, Done, Killed, Result, Task
from tests.authoring.command_line import Ran, in_place, levelpress

DOCUMENT = "levelpress/candidates@1"
SMALL = ("maze-paint", "--optimum", "7..9", "--size", "7x7")


def told_in_place(
    tasks: Sequence[Task],
    jobs: int,
    seconds: float | None,
    on_done: Callable[[int], None],
    on_report: Callable[..., None],
    on_result: Callable[[int, Result], None],
) -> Iterator[Result]:
    """`run_tasks` without processes, nor reports."""
    for index, result in enumerate(in_place(tasks, jobs, seconds)):
        on_result(index, result)
        on_done(index + 1)
        yield result


def generate(*arguments: str | Path, tasks: Callable[..., Iterator[Result]] = told_in_place) -> Ran:
    with mock.patch("authoring.commands.generate.run_tasks", tasks):
        return levelpress("generate", *arguments)


def results(
    *given: Result | BaseException, early: Mapping[int, Result] | None = None
) -> Callable[..., Iterator[Result]]:
    """A `run_tasks` that gives these, or raises them; `early` are results told of before their turn."""

    def run(
        tasks: Sequence[Task], jobs: int, seconds: float | None, on_done: Any, on_report: Any, on_result: Any
    ) -> Iterator[Result]:
        for index, result in (early or {}).items():
            on_result(index, result)
        for one in given:
            if isinstance(one, BaseException):
                raise one
            yield one

    return run


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two levels, written once. Tests only read here."""
    folder = tmp_path_factory.mktemp("made")
    assert generate(*SMALL, "--count", "2", "--seed", "5", "-o", folder).code == 0
    return folder


def board_of(path: Path) -> Any:
    return json.loads(path.read_bytes())["board"]


def changed(path: Path, to: Path, change: Callable[[Any], None]) -> Path:
    value = json.loads(path.read_bytes())
    change(value)
    to.write_text(json.dumps(value), "utf-8")
    return to


def test_candidates_are_level_files_with_their_recipe(made: Path) -> None:
    files = sorted(made.iterdir())
    assert len(files) == 2
    for file in files:
        value = json.loads(file.read_bytes())
        assert value["provenance"]["origin"] == "generated"
        assert value["provenance"]["generator"]["parameters"]["optimum"] == [7, 9]
        assert value["license"] == "Apache-2.0"
    assert {json.loads(file.read_bytes())["provenance"]["generator"]["parameters"]["candidate"] for file in files} == {
        0,
        1,
    }
    assert levelpress("solve", *files).code == 0


def test_the_same_seed_writes_the_same_bytes(made: Path, tmp_path: Path) -> None:
    assert generate(*SMALL, "--count", "2", "--seed", "5", "-o", tmp_path).code == 0
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {
        file.name: file.read_bytes() for file in made.iterdir()
    }


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing(made: Path, tmp_path: Path) -> None:
    for jobs in ("1", "3"):
        folder = tmp_path / jobs
        assert levelpress("generate", *SMALL, "--count", "2", "--seed", "5", "-o", folder, "--jobs", jobs).code == 0
        assert {file.name: file.read_bytes() for file in folder.iterdir()} == {
            file.name: file.read_bytes() for file in made.iterdir()
        }


def test_another_seed_makes_other_levels(made: Path, tmp_path: Path) -> None:
    assert generate(*SMALL, "--seed", "6", "-o", tmp_path).code == 0
    assert not {file.name for file in tmp_path.iterdir()} & {file.name for file in made.iterdir()}


def test_the_document_gives_path_and_optimum(tmp_path: Path) -> None:
    ran = generate(*SMALL, "--seed", "5", "-o", tmp_path, "--json")
    assert ran.code == 0
    (entry,) = ran.document(DOCUMENT)["candidates"]
    assert Path(entry["path"]).is_file()
    assert 7 <= entry["optimum"] <= 9


def test_without_a_folder_candidates_go_to_the_workspace(tmp_path: Path) -> None:
    assert levelpress("init", tmp_path / "place", "--canary", "a canary").code == 0
    assert generate(*SMALL, "--workspace", tmp_path / "place").code == 0
    assert len(list((tmp_path / "place" / "catalogue" / "candidates").glob("mp-*.json"))) == 1


def test_a_level_is_made_again_from_its_provenance(made: Path) -> None:
    ran = generate("--replay", made, "--json")
    assert ran.code == 0
    assert [Path(one["path"]).name for one in ran.document(DOCUMENT)["candidates"]] == sorted(
        file.name for file in made.iterdir()
    )


@pytest.mark.parametrize("given", [Done(None), Killed(None, 1.0)], ids=["nothing", "out of time"])
def test_a_replay_that_comes_to_nothing_is_never_a_level_made_again(given: Result, made: Path) -> None:
    ran = generate("--replay", min(made.iterdir()), "--json", tasks=results(given))
    assert ran.code == (1 if isinstance(given, Done) else 4)
    document = ran.document(DOCUMENT)
    assert document["candidates"] == []
    assert [one["id"] for one in document["findings"]] == ["generate/nothing-found"]


def test_a_replay_says_a_line_a_level_and_the_worst_code_of_several(made: Path, tmp_path: Path) -> None:
    one, other = sorted(made.iterdir())

    def mirrored(value: Any) -> None:
        value["board"]["rows"] = [row[::-1] for row in value["board"]["rows"]]

    def drawn(value: Any) -> None:
        value["provenance"]["generator"] = None

    wrong = changed(one, tmp_path / "mirrored.json", mirrored)
    ran = generate("--replay", other, "--replay", wrong, "--replay", one)
    assert ran.code == 1
    assert [line.partition(": made again, sha256:")[0] for line in ran.out.splitlines()] == [str(other), str(one)]
    assert ran.err.count("generate/different") == 1
    assert f"{wrong}: error: generate/different" in ran.err
    without = changed(one, tmp_path / "drawn.json", drawn)
    unreadable = generate("--replay", without, "--replay", tmp_path / "absent.json", "--replay", one)
    assert unreadable.code == 3
    assert "generate/no-recipe" in unreadable.err
    assert len(unreadable.out.splitlines()) == 1


def test_a_replay_that_is_interrupted_says_how_far_it_came(made: Path) -> None:
    one, other = sorted(made.iterdir())
    ran = generate("--replay", made, tasks=results(KeyboardInterrupt(), early={1: found(other)}))
    assert ran.code == 130
    assert ran.out.startswith(f"{other}: made again, ")
    assert str(one) not in ran.out
    assert "interrupted; 1 of 2 levels were looked at\n" in ran.err


@pytest.mark.slow
def test_replays_are_said_in_the_same_order_with_any_number_of_processes(made: Path) -> None:
    alone, together = (levelpress("generate", "--replay", made, "--jobs", jobs) for jobs in ("1", "3"))
    assert (alone.code, together.code) == (0, 0)
    assert alone.out == together.out


def test_a_changed_board_is_told_from_the_one_its_recipe_makes(made: Path, tmp_path: Path) -> None:
    first = min(made.iterdir())

    def mirrored(value: Any) -> None:
        value["board"]["rows"] = [row[::-1] for row in value["board"]["rows"]]

    ran = generate("--replay", changed(first, tmp_path / "mirrored.json", mirrored))
    assert ran.code == 1
    assert "generate/different" in ran.err


def test_a_level_without_a_recipe_cannot_be_made_again(made: Path, tmp_path: Path) -> None:
    def drawn(value: Any) -> None:
        value["provenance"]["generator"] = None

    ran = generate("--replay", changed(min(made.iterdir()), tmp_path / "drawn.json", drawn), "--json")
    assert ran.code == 1
    assert [one["id"] for one in ran.document(DOCUMENT)["findings"]] == ["generate/no-recipe"]


def test_a_level_that_cannot_be_read_is_no_level_made_again(tmp_path: Path) -> None:
    (tmp_path / "prose.json").write_text("no JSON", "utf-8")
    assert generate("--replay", tmp_path / "prose.json").code == 3
    assert generate("--replay", tmp_path / "absent.json").code == 3


def test_ctrl_c_keeps_what_was_written(made: Path, tmp_path: Path) -> None:
    value = json.loads(min(made.iterdir()).read_bytes())
    first = Done((value["board"], value["goal"], 7))
    ran = generate(*SMALL, "--count", "3", "-o", tmp_path / "out", "--json", tasks=results(first, KeyboardInterrupt()))
    assert ran.code == 130
    assert len(ran.document(DOCUMENT)["candidates"]) == 1
    assert [board_of(path) for path in (tmp_path / "out").iterdir()] == [value["board"]]
    assert "interrupted; 1 of 3 candidates are written: 0 of seed 0\n" in ran.err


def found(path: Path) -> Done:
    """What a search that found that level gives."""
    value = json.loads(path.read_bytes())
    return Done((value["board"], value["goal"], 7))


def test_ctrl_c_keeps_what_waited_for_its_turn_in_the_order_of_the_numbers(made: Path, tmp_path: Path) -> None:
    one, other = (found(path) for path in sorted(made.iterdir()))
    waiting = results(KeyboardInterrupt(), early={4: other, 2: one, 3: Done(None)})
    ran = generate(*SMALL, "--count", "6", "-o", tmp_path / "out", "--json", tasks=waiting)
    assert ran.code == 130
    boards = [board_of(Path(entry["path"])) for entry in ran.document(DOCUMENT)["candidates"]]
    assert boards == [one.value[0], other.value[0]]
    assert "candidate 3 of seed 0: the search ended" in ran.err
    assert "interrupted; 2 of 6 candidates are written: 2, 4 of seed 0\n" in ran.err


def test_nothing_is_written_twice_when_an_interrupt_comes_after_a_turn(made: Path, tmp_path: Path) -> None:
    one, other = (found(path) for path in sorted(made.iterdir()))
    ran = generate(
        *SMALL,
        "--count",
        "3",
        "-o",
        tmp_path,
        "--json",
        tasks=results(one, KeyboardInterrupt(), early={0: one, 1: other}),
    )
    assert len(ran.document(DOCUMENT)["candidates"]) == 2
    assert ran.document(DOCUMENT)["findings"] == []
    assert "written: 0..1 of seed 0\n" in ran.err


def test_the_same_level_twice_is_written_once(made: Path, tmp_path: Path) -> None:
    value = json.loads(min(made.iterdir()).read_bytes())
    mirrored = {"rows": [row[::-1] for row in value["board"]["rows"]]}
    twice = results(Done((value["board"], value["goal"], 7)), Done((mirrored, value["goal"], 7)))
    ran = generate(*SMALL, "--count", "2", "-o", tmp_path, tasks=twice)
    assert ran.code == 1
    assert len(list(tmp_path.iterdir())) == 1
    assert "candidate 1 of seed 0 is the same as candidate 0" in ran.err


def test_a_search_that_ends_is_a_finding_and_one_that_runs_out_of_time_is_undecided(tmp_path: Path) -> None:
    ended = generate(*SMALL, "-o", tmp_path, tasks=results(Done(None)))
    late = generate(*SMALL, "-o", tmp_path, tasks=results(Killed((1010, 6), 1.0)))
    assert (ended.code, late.code) == (1, 4)
    assert "generate/nothing-found" in ended.err
    assert "the nearest had optimum 6" in late.err
    assert list(tmp_path.iterdir()) == []


def test_a_crash_is_a_fault_of_the_program(tmp_path: Path) -> None:
    ran = generate(*SMALL, "-o", tmp_path, tasks=results(Crashed("KeyError", "'x'", "")))
    assert ran.code == 6
    assert "run/crash" in ran.err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "GAME"),
        (["maze-pain"], "maze-paint"),
        (["maze-paint", "--generator", "maze-paint/room"], "maze-paint/rooms"),
        (["maze-paint", "--optimum", "9..7"], "--optimum"),
        (["maze-paint", "--optimum", "few"], "--optimum"),
        (["maze-paint", "--size", "7"], "--size"),
        (["maze-paint", "--walls", "-1"], "--walls"),
        (["maze-paint", "--rule", "cover"], "--rule"),
        (["maze-paint", "--want", "islands"], "--want"),
        (["maze-paint", "--want", "island=1..2"], "islands"),
        (["maze-paint", "--unique-cover"], "unique_cover"),
        (["maze-paint", "--seed", "-1"], "--seed"),
        (["maze-paint", "--replay", "mp-0001"], "--replay"),
    ],
)
def test_a_target_that_means_nothing_is_refused(arguments: list[str], named: str, tmp_path: Path) -> None:
    ran = generate(*arguments, *(["-o", str(tmp_path)] if arguments else []))
    assert ran.code == 2
    assert named in ran.err


@pytest.mark.parametrize("option", [("--optimum", "3..4"), ("--seed", "3"), ("-o", "elsewhere"), ("--unique-cover",)])
def test_what_speaks_of_new_levels_is_refused_beside_a_replay(option: tuple[str, ...], made: Path) -> None:
    ran = generate("--replay", made, *option)
    assert ran.code == 2
    assert f"{option[0]} is for new levels" in ran.err
