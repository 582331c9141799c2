"""The Croissant card: a snapshot's metadata for data set catalogues, as JSON-LD of Croissant 1.0.

It is computed from the other files of the snapshot and holds nothing of its own; verify computes it again. The root
manifest and the card itself are not in it: nothing inside a snapshot contains its own digest.

The reference validator, mlcroissant, finds no fault in a card, and warned of two things in those of the first edition:
a context without four of the standard's terms, and no `citeAs`. New cards are of the second edition; what is frozen
with one of the first stays as it is, and verify takes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.canonical import Json

__all__ = ["CARD", "EDITIONS", "croissant_card"]

CARD = "croissant.json"
CONTEXT: Mapping[str, Json] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
#: The terms that the context of the first edition lacks.
LATER_TERMS: Mapping[str, Json] = {
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "rai": "http://mlcommons.org/croissant/RAI/",
    "samplingRate": "cr:samplingRate",
}
EDITIONS = (1, 2)
#: Field of a public level file -> its data type.
FIELDS = {
    "id": "sc:Text",
    "revision": "sc:Integer",
    "game": "sc:Text",
    "title": "sc:Text",
    "board": "sc:Text",
    "goal": "sc:Text",
    "license": "sc:Text",
}


def croissant_card(
    label: str,
    released_on: str,
    licenses: Iterable[str],
    files: Iterable[Mapping[str, Json]],
    levels: int,
    edition: int = EDITIONS[-1],
) -> dict[str, Json]:
    """The card of a snapshot, from its licences and the `files[]` rows of everything but manifest and card."""
    # The levels are one set, each pinned by the root manifest: a card with an entry for each would say nothing more.
    public = sorted(
        (
            one
            for one in files
            if str(one["path"]).startswith("public/") and not str(one["path"]).startswith("public/levels/")
        ),
        key=lambda one: str(one["path"]),
    )
    objects = [
        {
            "@type": "cr:FileObject",
            "@id": one["path"],
            "name": one["path"],
            "contentUrl": one["path"],
            "encodingFormat": one["media_type"],
            "contentSize": f"{one['size']} B",
            "sha256": str(one["digest"]).removeprefix("sha256:"),
        }
        for one in public
    ]
    levels_set = {
        "@type": "cr:FileSet",
        "@id": "levels",
        "name": "levels",
        "encodingFormat": "application/json",
        "includes": "public/levels/*/*.json",
    }
    later: dict[str, Json] = {}
    if edition > 1:
        year, title = released_on[:4], f"Levels of long-horizon puzzle games, {label}"
        later["citeAs"] = f"@misc{{{label}, title = {{{title}}}, year = {{{year}}}}}"
    return {
        **later,
        "@context": {**CONTEXT, **LATER_TERMS} if edition > 1 else dict(CONTEXT),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": label,
        "description": f"{levels} certified levels of long-horizon puzzle games, frozen as {label}.",
        "version": ".".join(str(int(part)) for part in label.removeprefix("lpb-").split(".")),
        "datePublished": released_on,
        "license": sorted(licenses),
        "isLiveDataset": False,
        "distribution": [*objects, levels_set],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "level",
                "name": "level",
                "key": {"@id": "level/id"},
                "field": [_field(name, kind) for name, kind in FIELDS.items()],
            }
        ],
    }


def _field(name: str, kind: str) -> dict[str, Json]:
    return {
        "@type": "cr:Field",
        "@id": f"level/{name}",
        "name": f"level/{name}",
        "dataType": kind,
        "source": {"fileSet": {"@id": "levels"}, "extract": {"jsonPath": f"$.{name}"}},
    }
