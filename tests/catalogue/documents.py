"""One good document of each format that the tests spoil: small, drawn by hand."""

from __future__ import annotations

from typing import Any

from catalogue.level_record import new_provenance

__all__ = ["DIGEST", "DOCUMENTS", "level_document"]

DIGEST = "sha256:" + "0123456789abcdef" * 4
FINDING = {
    "id": "maze-paint/glyph",
    "severity": "error",
    "level": "mp-0001",
    "file": None,
    "place": "0,1",
    "message": "the glyph 'x' is unknown",
    "fix": "Draw the cell with one of the three glyphs.",
}


def level_document(**change: Any) -> dict[str, Any]:
    """A valid level document with some fields changed."""
    document = {
        "format": "levelpress/level@1",
        "id": "mp-0001",
        "revision": 1,
        "game": "maze-paint",
        "title": "Harbour",
        "board": {"rows": ["######", "#@...#", "#.##.#", "#....#", "######"]},
        "goal": {"rule": "paint-all"},
        "provenance": new_provenance(
            "generated",
            generator={"name": "maze-paint/walls", "version": 1, "seed": "7", "parameters": {"height": 5}},
            reference={"sha256": DIGEST, "width": 640, "height": 480, "crop": [0, 0, 320, 240], "note": None},
            first_public="2026-12-01",
            parents=["mp-0002", DIGEST],
        ),
        "license": "Apache-2.0",
        "canary": None,
        "tags": ["doubt:ingest/start"],
    }
    return document | change


DOCUMENTS: dict[str, dict[str, Any]] = {
    "level": level_document(),
    "certificate": {
        "format": "levelpress/certificate@1",
        "level_digest": DIGEST,
        "verdict": "solvable",
        "solution": {"moves": ["D", "R", "U", "L"], "length": 4, "canonical": True},
        "optimum": {
            "metric": "slides",
            "value": 4,
            "evidence": "independent",
            "methods": [
                {"name": "search", "bound": 4, "exhausted": True, "layers": [{"states": 1, "digest": DIGEST}]},
                {"name": "program", "bound": 4, "exhausted": True, "layers": None},
            ],
        },
        "explanation": None,
        "properties": {"dead_end_free": True, "tight": None},
        "reasons": {"tight": "not asked", "foresight_gap": "too many states"},
        "difficulty": {
            "optimum": 4,
            "length": 4,
            "reachable": 9,
            "optimal_solutions": 2,
            "mean_branching": [3, 2],
            "forced_share": [1, 4],
            "counter_intuitive": 0,
            "dead_end_share": [0, 1],
            "first_fatal_move": None,
            "foresight_gap": {
                "greedy": [1, 1],
                "random": [1, 3],
                "gap": [0, 1],
                "playouts": None,
                "standard_error_millionths": None,
            },
        },
        "trail": [DIGEST],
        "must_fail": [
            {"kind": "illegal-move", "board": None, "moves": ["U"], "expect": "move/illegal", "at": 1, "none": None},
            {"kind": "moves-swapped", "board": None, "moves": None, "expect": None, "at": None, "none": "1 tried"},
        ],
        "toolchain": {
            "rules": 1,
            "methods": {"search": 1},
            "libraries": {"ortools": "9.15"},
            "limits": {"states": 1000, "effort": 10, "graph_states": 1000},
        },
    },
    "objectives": {
        "format": "levelpress/objectives@1",
        "profile": "custom",
        "canary": "levelpress canary 0000",
        "policy": {"playtest": "none"},
        "objectives": [
            {
                "id": "maze-paint/easy",
                "game": "maze-paint",
                "difficulty": "easy",
                "count": 2,
                "range": {"optimum": [7, 12]},
                "levels": ["mp-0002", "mp-0001"],
            }
        ],
        "fresh": ["mp-0031"],
    },
    "state": {
        "format": "levelpress/state@1",
        "levels": {
            "mp-0001": {
                "state": "released",
                "changes": [
                    {"state": "certified", "level_digest": DIGEST, "on": None, "reason": None},
                    {"state": "released", "level_digest": DIGEST, "on": "2026-12-01", "reason": None},
                ],
                "why": None,
                "playtests": [
                    {"kind": "person", "by": "tester", "level_digest": DIGEST, "moves": ["D"], "on": "2026-11-30"}
                ],
            }
        },
        "rejected": [{"file": "bad.json", "level_digest": None, "reason": "too easy", "on": None}],
    },
    "outcomes": {
        "format": "levelpress/outcomes@1",
        "outcomes": [
            {
                "level": "a.json",
                "game": "maze-paint",
                "status": "solvable",
                "moves": ["R"],
                "length": 1,
                "metric": "slides",
                "optimum": 1,
                "optimal": True,
                "lower_bound": 1,
                "methods": [
                    {"name": "search", "engine": "search", "bound": 1, "exhausted": True, "states": 2, "seconds": 0.01}
                ],
                "properties": {"dead_end_free": True},
                "reasons": {},
                "second_solution": None,
                "explanation": None,
                "findings": [FINDING],
                "seconds": 0.5,
            }
        ],
    },
    "replay": {
        "format": "levelpress/replay@1",
        "level": "mp-0001",
        "won": False,
        "length": 0,
        "progress_basis": None,
        "steps": [{"move": None, "state": {"ball": [0, 0]}, "digest": DIGEST, "progress": [0, 1]}],
        "refusal": {"at": 1, "move": "U", "reason": "move/illegal", "why": "a wall"},
    },
    "dead-ends": {
        "format": "levelpress/dead-ends@1",
        "levels": [
            {
                "level": "mp-0001",
                "basis": "search",
                "reachable": 9,
                "solvable": 8,
                "dead": 1,
                "unknown": 0,
                "dead_end_free": False,
                "first_fatal_move": 2,
                "trace": {"first_unsolvable_at": 2, "fatal_move": "R", "delay": 1, "ended_by": "undo"},
            }
        ],
    },
    "candidates": {
        "format": "levelpress/candidates@1",
        "candidates": [
            {"path": "c/a.json", "level": "a.txt#1", "doubts": ["ingest/start"], "source_sha256": DIGEST},
            {"path": "c/b.json", "level": "c/b.json", "doubts": [], "source_sha256": None, "optimum": 12},
        ],
        "findings": [FINDING],
    },
    "certified": {
        "format": "levelpress/certified@1",
        "certificates": [
            {"level": "a.json", "level_digest": DIGEST, "path": None, "verdict": "undecided", "changed": False}
        ],
    },
    "added": {
        "format": "levelpress/added@1",
        "id": "mp-0001",
        "path": "l/mp-0001.json",
        "objective": "maze-paint/easy",
    },
    "failure": {
        "format": "levelpress/failure@1",
        "code": 1,
        "messages": ["a.json: no such file"],
        "findings": [FINDING],
    },
    "report": {
        "format": "levelpress/report@1",
        "summary": {
            "levels": 1,
            "certificates": 1,
            "passed": 0,
            "findings": {"error": 1, "warning": 0, "note": 0},
            "undecided": 0,
            "skipped": 0,
        },
        "findings": [FINDING],
    },
    "catalogue": {
        "format": "levelpress/catalogue@1",
        "levels": [
            {
                "id": "mp-0001",
                "game": "maze-paint",
                "state": "released",
                "objective": None,
                "title": None,
                "level_digest": DIGEST,
                "optimum": 4,
                "evidence": "independent",
            }
        ],
    },
    "stats": {
        "format": "levelpress/stats@1",
        "objectives": [
            {
                "id": "maze-paint/easy",
                "count": 2,
                "levels": ["mp-0001"],
                "optima": [4],
                "total": 4,
                "evidence": {"independent": 1},
                "undecided": [],
            }
        ],
    },
    "duplicates": {
        "format": "levelpress/duplicates@1",
        "pairs": [{"tier": "D1", "a": "mp-0001", "b": "b.json", "transformation": "rotate-90"}],
    },
    "findings": {
        "format": "levelpress/findings@1",
        "findings": [{"id": "area/slug", "severity": "note", "meaning": "What it means.", "fix": "What to do."}],
    },
}
