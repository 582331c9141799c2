"""Words over letters that may be renamed: the one representative of all sets of words alike but for names and order.

The method is canonical labelling by refinement and search (McKay, Practical Graph Isomorphism, 1981). Letters are told
apart by where they stand in which words, seen with the classes so far, until nothing more can be told. Letters told
apart from all others split what is left into parts that share no other letter; each part is ordered by itself, so
equal parts cost what one does. Where a part is one piece, each letter of its smallest class is put first in turn, and
the order with the least words is kept. A letter that a known symmetry maps to one already tried is passed over, since
it gives the same words.

Exact for every input: classes, parts and the choice of the class depend on the structure alone, never on names. The
cost is a few passes for words as they come in puzzles; for contrived designs it may grow exponentially.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from games.names import NAMES

__all__ = ["relabelled"]

Classes = Mapping[str, int]
Order = tuple[str, ...]
Automorphism = Mapping[str, str]
Words = Sequence[tuple[str, ...]]
Image = list[tuple[tuple[int, int], ...]]


def relabelled(words: Iterable[str]) -> tuple[str, ...]:
    """The words with their letters renamed and themselves sorted: equal for two lists exactly if names and order are
    all that tells them apart."""
    spelled = [tuple(word) for word in words]
    letters = frozenset(letter for word in spelled for letter in word)
    order, _ = _ordered(spelled, letters, dict.fromkeys(letters, 0))
    names = dict(zip(order, NAMES, strict=False))
    return tuple(sorted("".join(names[letter] for letter in word) for word in spelled))


def _ordered(words: Words, letters: frozenset[str], classes: Classes) -> tuple[Order, list[Automorphism]]:
    """The letters in their one order, given words in which all other letters are told apart by `classes`; and
    symmetries of the words that leave the classes alone."""
    classes = _refined(words, letters, classes)
    cells = _cells(letters, classes)
    order = tuple(cell[0] for cell in cells if len(cell) == 1)
    parts = _parts(words, frozenset(letter for cell in cells if len(cell) > 1 for letter in cell))
    if len(parts) == 1:
        inner, known = _branched(*parts[0], classes)
        return order + inner, known
    known = []
    ordered = []
    for theirs, part in parts:
        inner, found = _ordered(theirs, part, classes)
        known += found
        ordered.append((_image(theirs, inner, classes), inner))
    ordered.sort(key=lambda one: one[0])
    for (image, one), (next_image, other) in pairwise(ordered):
        if image == next_image:
            known.append(dict(zip(one + other, other + one, strict=True)))
    return order + tuple(letter for _, inner in ordered for letter in inner), known


def _branched(words: Words, letters: frozenset[str], classes: Classes) -> tuple[Order, list[Automorphism]]:
    """The order of one piece: the least that comes of putting each letter of the smallest class first."""
    cell = min((cell for cell in _cells(letters, classes) if len(cell) > 1), key=len)
    first = max(classes.values()) + 1
    best: tuple[Image, Order] | None = None
    known: list[Automorphism] = []
    tried: list[str] = []
    for letter in cell:
        if _orbit(letter, known).intersection(tried):
            continue
        order, found = _ordered(words, letters, {**classes, letter: first})
        known += found
        tried.append(letter)
        image = _image(words, order, classes)
        if best is not None and image == best[0]:
            known.append(dict(zip(best[1], order, strict=True)))
        if best is None or image < best[0]:
            best = image, order
    assert best is not None, "a class has letters"
    return best[1], known


def _refined(words: Words, letters: frozenset[str], classes: Classes) -> dict[str, int]:
    """The classes told apart by where a letter stands in which words, again and again until none splits."""
    current = dict(classes)
    number = len({current[letter] for letter in letters})
    while number < len(letters):
        seen: dict[str, list[tuple[tuple[int, ...], tuple[int, ...]]]] = {letter: [] for letter in letters}
        for word in words:
            view = tuple(current[letter] for letter in word)
            for letter in letters.intersection(word):
                seen[letter].append((view, tuple(place for place, one in enumerate(word) if one == letter)))
        marks = {letter: (current[letter], tuple(sorted(seen[letter]))) for letter in letters}
        base = max(current.values()) + 1
        rank = {mark: base + index for index, mark in enumerate(sorted(set(marks.values())))}
        current |= {letter: rank[mark] for letter, mark in marks.items()}
        if len(rank) == number:
            break
        number = len(rank)
    return current


def _cells(letters: frozenset[str], classes: Classes) -> list[list[str]]:
    """The classes of the letters in their order. Within a class the order is by name and must decide nothing."""
    cells: dict[int, list[str]] = {}
    for letter in sorted(letters):
        cells.setdefault(classes[letter], []).append(letter)
    return [cells[number] for number in sorted(cells)]


def _parts(words: Words, letters: frozenset[str]) -> list[tuple[Words, frozenset[str]]]:
    """The words that hold any of the letters, in parts that share none of them, each with its letters."""
    parts: list[tuple[list[tuple[str, ...]], frozenset[str]]] = []
    for word in words:
        theirs = letters.intersection(word)
        if not theirs:
            continue
        touched = [part for part in parts if part[1] & theirs]
        joined = [one for part in touched for one in part[0]]
        parts = [part for part in parts if not part[1] & theirs]
        parts.append(([*joined, word], theirs.union(*(part[1] for part in touched))))
    return [(tuple(theirs), part) for theirs, part in parts]


def _image(words: Words, order: Order, classes: Classes) -> Image:
    """The words with each letter of the order as its place there and every other one as its class, sorted."""
    places = {letter: (1, place) for place, letter in enumerate(order)}
    return sorted(tuple(places.get(letter, (0, classes[letter])) for letter in word) for word in words)


def _orbit(letter: str, known: Sequence[Automorphism]) -> set[str]:
    """Every letter that products of the symmetries map this one to."""
    orbit, waiting = {letter}, [letter]
    while waiting:
        one = waiting.pop()
        for symmetry in known:
            other = symmetry.get(one, one)
            if other not in orbit:
                orbit.add(other)
                waiting.append(other)
    return orbit
