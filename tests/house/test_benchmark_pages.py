"""A benchmark that measures a section anew leaves the other sections of its page alone."""

from __future__ import annotations

from benchmarks.__main__ import SECTIONS, merged

FIRST, SECOND, *_ = SECTIONS


def page(head: str, *sections: tuple[str, str]) -> str:
    return "\n".join([f"{head}\n", *(f"## {title}\n\n{body}\n" for title, body in sections)])


def test_a_section_measured_anew_takes_its_own_place() -> None:
    old = page("# Old", (FIRST, "one"), (SECOND, "two\n\n| a |"))
    assert merged(old, page("# New", (SECOND, "three"))) == page("# New", (FIRST, "one"), (SECOND, "three"))


def test_a_new_section_comes_where_it_belongs_and_a_forgotten_one_goes() -> None:
    old = page("# Old", (SECOND, "two"), ("No section any more", "nothing"))
    assert merged(old, page("# New", (FIRST, "one"))) == page("# New", (FIRST, "one"), (SECOND, "two"))
