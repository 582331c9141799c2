"""Verify a frozen levelpress snapshot with Python's standard library alone. One file, to be vendored by a runner.

    python verify_snapshot.py lpb-2026.12.0@sha256:<64 hex digits> SNAPSHOT_FOLDER [--json]

Written apart from levelpress' own verifier and sharing no code with it. It holds every byte against the pin and derives
again what follows without the games' rules: canonical form, schemas (the snapshot's own, which the pin covers), level,
runtime and seed digests, counts, dates, cross-references, and `changes.json` from the parent where that lies beside the
snapshot. It cannot check what takes the rules: that a board is valid, its normal form (`canon_digest`), that a
certificate replays. Exit code 0: what the pin names; 1: it is not, with every fault; 3: no pin, no folder, or another
wrong call, with one line that says what is wrong.

It needs Python 3.9 or later.
"""

import hashlib
import json
import os
import re
import stat
import sys
import unicodedata
from datetime import date
from pathlib import Path

LABEL = r"lpb-[0-9]{4}\.(?:0[1-9]|1[0-2])\.(?:0|[1-9][0-9]{0,5})"
MAX_BYTES, MAX_DEPTH, MAX_INTEGER = 16 * 1024 * 1024, 64, 2**53 - 1
MANIFEST, OBJECTIVES, RUNTIME, CHANGES = (
    "snapshot.json",
    "public/objectives.json",
    "public/runtime/runtime.json",
    "changes.json",
)
CARD, CANARY = "croissant.json", "canary.txt"
JSON, TEXT, BYTES = "application/json", "text/plain", "application/octet-stream"
LEVEL = r"[a-z]{2}-[0-9]{4,}"
ROLES = {
    "level": (rf"public/levels/[a-z][a-z0-9]*(?:-[a-z0-9]+)*/{LEVEL}\.json", JSON, "levelpress/public-level@1"),
    "objectives": (r"public/objectives\.json", JSON, "levelpress/public-objectives@1"),
    "runtime": (r"public/runtime/runtime\.json", JSON, "levelpress/runtime@1"),
    "blob": (r"public/runtime/blobs/[0-9a-f]{64}", BYTES, None),
    "certificate": (rf"private/certificates/{LEVEL}\.json", JSON, "levelpress/certificate@1"),
    "provenance": (rf"private/provenance/{LEVEL}\.json", JSON, "levelpress/provenance@1"),
    "schema": (r"schemas/[a-z-]+-[0-9]+\.json", JSON, None),
    "changes": (r"changes\.json", JSON, "levelpress/changes@1"),
    "croissant": (r"croissant\.json", JSON, None),
    "canary": (r"canary\.txt", TEXT, None),
    "license": (r"licenses/[a-z0-9.+-]+\.txt", TEXT, None),
}


class Malformed(ValueError):
    """Bytes that are no JSON of a snapshot."""


# --- bytes and JSON -------------------------------------------------------------------------------------------------


def sha256(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def derived(tag, value):
    return sha256(tag.encode() + b"\0" + canonical(value))


def canonical(value):
    """RFC 8785 for what a snapshot may hold: objects, lists, texts, exact integers, true, false, null."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return b"{" + b",".join(canonical(key) + b":" + canonical(value[key]) for key in keys) + b"}"
    if isinstance(value, list):
        return b"[" + b",".join(map(canonical, value)) + b"]"
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def parse(data):
    """The value of JSON bytes: UTF-8 without a mark, shallow, no key twice, exact integers only."""
    if len(data) > MAX_BYTES:
        raise Malformed("too large")
    depth, inside, escaped = 0, False, False
    for byte in data:
        if inside:
            inside, escaped = (escaped or byte != 0x22), (byte == 0x5C and not escaped)
        elif byte == 0x22:
            inside = True
        elif byte in b"[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise Malformed("nested too deep")
        elif byte in b"]}":
            depth -= 1
    try:
        text = data.decode("utf-8")
        if text.startswith("\ufeff"):
            raise Malformed("a byte order mark")
        value = json.loads(
            text, object_pairs_hook=_unique, parse_int=_integer, parse_float=_refused, parse_constant=_refused
        )
        canonical(value).decode("utf-8")
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise Malformed(type(error).__name__) from None
    return value


def _unique(pairs):
    if len({key for key, _ in pairs}) != len(pairs):
        raise Malformed("a key occurs twice")
    return dict(pairs)


def _integer(text):
    if len(text) > 17 or abs(int(text)) > MAX_INTEGER or text == "-0":
        raise Malformed(f"the number {text[:20]}")
    return int(text)


def _refused(text):
    raise Malformed(f"the number {text[:20]}")


def texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts(item)


# --- JSON Schema, as far as a snapshot's schemas use it -------------------------------------------------------------

TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "integer": lambda v: type(v) is int,
    "boolean": lambda v: type(v) is bool,
    "null": lambda v: v is None,
}
NOTES = {"$id", "$schema", "title", "description"}


def fits(value, schema):
    """Whether a value fits a schema. A keyword that is not known here raises: nothing passes unread."""
    if isinstance(schema, bool):
        return schema
    return all(_keyword(key, schema[key], value, schema) for key in schema if key not in NOTES)


def _keyword(key, want, value, schema):
    if key == "type":
        return any(TYPES[one](value) for one in ([want] if isinstance(want, str) else want))
    if key == "const":
        return canonical(value) == canonical(want)
    if key == "enum":
        return canonical(value) in map(canonical, want)
    if key in ("oneOf", "anyOf"):
        count = sum(fits(value, one) for one in want)
        return count == 1 if key == "oneOf" else count > 0
    if key in ("pattern", "minLength", "maxLength"):
        if not isinstance(value, str):
            return True
        if key == "pattern":
            return re.search(want, value) is not None
        return len(value) >= want if key == "minLength" else len(value) <= want
    if key in ("minimum", "maximum"):
        return type(value) is not int or (value >= want if key == "minimum" else value <= want)
    if key in ("items", "prefixItems", "minItems", "maxItems", "uniqueItems"):
        return not isinstance(value, list) or _list(key, want, value, schema)
    if key in ("properties", "required", "additionalProperties", "propertyNames", "minProperties"):
        return not isinstance(value, dict) or _object(key, want, value, schema)
    raise ValueError(f"the schema keyword {key} is not known")


def _list(key, want, value, schema):
    if key == "items":
        return all(fits(item, want) for item in value[len(schema.get("prefixItems", ())) :])
    if key == "prefixItems":
        return all(fits(value[at], want[at]) for at in range(min(len(value), len(want))))
    if key == "uniqueItems":
        return not want or len({canonical(item) for item in value}) == len(value)
    return len(value) >= want if key == "minItems" else len(value) <= want


def _object(key, want, value, schema):
    if key == "properties":
        return all(fits(value[name], want[name]) for name in want if name in value)
    if key == "required":
        return all(name in value for name in want)
    if key == "additionalProperties":
        return all(fits(value[name], want) for name in value if name not in schema.get("properties", {}))
    if key == "propertyNames":
        return all(fits(name, want) for name in value)
    return len(value) >= want


# --- the snapshot ---------------------------------------------------------------------------------------------------


def verify(pin, folder):
    """Every fault as (path, id, message), sorted; none: the folder is what the pin names."""
    match = re.fullmatch(rf"({LABEL})@(sha256:[0-9a-f]{{64}})", pin)
    if match is None:
        raise ValueError("a pin is lpb-YYYY.MM.P@sha256:<64 lower-case hex digits>")
    faults = []

    def fault(path, kind, told):
        faults.append((path, f"snapshot/{kind}", told))

    try:
        _verify(match[1], match[2], Path(folder), fault)
    except OSError as error:
        fault(".", "unreadable", f"cannot be listed: {error.strerror}")
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, re.error) as error:
        # Only a forger's schemas or parent lead here: what cannot be checked must not pass.
        fault(MANIFEST, "malformed", f"it cannot be checked ({type(error).__name__})")
    return sorted(set(faults))


def _verify(label, digest, root, fault):
    files, folders = walk(root, fault)
    raw = read(root, MANIFEST, MAX_BYTES) if MANIFEST in files else None
    if raw is None:
        return fault(MANIFEST, "missing-file", "there is no root manifest")
    if sha256(raw) != digest:
        return fault(MANIFEST, "pin-mismatch", f"{sha256(raw)} instead of {digest}")
    manifest = document(MANIFEST, raw, fault)
    if manifest is None:
        return None
    # The manifest's shape is needed to find its schema: so its schema is found by name, and then it must fit.
    try:
        schema_at = {one["path"]: one for one in manifest["files"]}["schemas/snapshot-1.json"]
        schema = parse(read(root, "schemas/snapshot-1.json", schema_at["size"]) or b"")
        if manifest["format"] != "levelpress/snapshot@1" or not fits(manifest, schema):
            return fault(MANIFEST, "schema", "the root manifest does not fit its schema")
    except (KeyError, TypeError, Malformed):
        return fault(MANIFEST, "schema", "the root manifest does not list its schema")
    if manifest["label"] != label:
        fault(MANIFEST, "label", f"the label is {manifest['label']}")
    paths = [one["path"] for one in manifest["files"]]
    if paths != sorted(set(paths), key=str.encode):
        return fault(MANIFEST, "order", "files is not sorted by path")
    for one in manifest["files"]:
        pattern, media_type, _ = ROLES[one["role"]]
        if not re.fullmatch(pattern, one["path"]) or media_type != one["media_type"]:
            return fault(MANIFEST, "path", f"{one['path'][:80]!r} is no {one['role']}")
    above = {path[:at] for path in [*paths, MANIFEST] for at, letter in enumerate(path) if letter == "/"}
    for path in (files - set(paths) - {MANIFEST}) | (folders - above - {"signatures"}):
        if not path.startswith("signatures/"):
            fault(shown(path), "unlisted-file", "not listed in the root manifest")
    whole = True
    values, blobs = {}, {}
    schemas = {}
    for one in sorted(manifest["files"], key=lambda one: one["role"] != "schema"):
        path, role = one["path"], one["role"]
        if path not in files:
            whole = fault(path, "missing-file", "listed, but not there") or False
            continue
        data = read(root, path, one["size"])
        if data is None or len(data) != one["size"]:
            whole = fault(path, "size", f"not {one['size']} bytes, or not readable") or False
            continue
        if sha256(data) != one["digest"]:
            whole = fault(path, "digest", f"{sha256(data)} instead of {one['digest']}") or False
            continue
        blobs[path] = data if role in ("canary", "license") else None
        if ROLES[role][1] == JSON:
            value = document(path, data, fault)
            if value is None:
                whole = False
                continue
            values[path] = value
            wanted = ROLES[role][2]
            if role == "schema":
                schemas[path] = value
            elif wanted and not (
                isinstance(value, dict)
                and value.get("format") == wanted
                and schema_path(wanted) in schemas
                and fits(value, schemas[schema_path(wanted)])
            ):
                whole = fault(path, "schema", f"not of the format {wanted}") or False
    if whole:
        agree(root, manifest, values, blobs, fault)
    return None


def walk(root, fault):
    files, folders, waiting, names = set(), set(), [""], {}
    if root.is_symlink():
        fault(".", "not-regular", "the folder is a link")
    while waiting:
        folder = waiting.pop()
        for entry in os.scandir(root / folder):
            path = f"{folder}/{entry.name}" if folder else entry.name
            plain = unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())
            if plain in names:
                fault(shown(max(path, names[plain])), "name-clash", f"clashes with {shown(min(path, names[plain]))}")
            names[plain] = path
            if entry.is_symlink() or not (entry.is_dir() or entry.is_file()):
                fault(shown(path), "not-regular", "neither a regular file nor a folder")
            elif entry.is_dir():
                folders.add(path)
                waiting.append(path)
            else:
                files.add(path)
    return files, folders


def shown(path):
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def read(root, path, limit):
    """At most limit + 1 bytes of a regular file, opened without following a link; None where it cannot be read."""
    try:
        handle = os.open(root / path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as stream:
            status = os.fstat(stream.fileno())
            return stream.read(max(0, min(limit, status.st_size)) + 1) if stat.S_ISREG(status.st_mode) else None
    except OSError:
        return None


def document(path, data, fault):
    """The value of a JSON file, or None with a fault."""
    try:
        value = parse(data)
    except Malformed as error:
        return fault(path, "malformed", str(error))
    if canonical(value) != data:
        return fault(path, "not-canonical", "not the RFC 8785 form of its value")
    if value is None:
        # A document that is null says nothing; None here would say that its fault is told already.
        return fault(path, "schema", "the document is null")
    if not all(unicodedata.is_normalized("NFC", text) for text in texts(value)):
        return fault(path, "not-nfc", "a text is not in NFC")
    return value


def schema_path(name):
    return "schemas/" + name.removeprefix("levelpress/").replace("@", "-") + ".json"


def level_paths(row):
    return {
        "public": f"public/levels/{row['game']}/{row['id']}.json",
        "certificate": f"private/certificates/{row['id']}.json",
        "provenance": f"private/provenance/{row['id']}.json",
    }


def is_day(text):
    try:
        return re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is not None and date.fromisoformat(text) is not None
    except ValueError:
        return False


# The seeds' numbers are the same by both. What differs is how a layout seed shows a level: that takes the rules.
SEED_SCHEMES = ("lpb/seed/v1", "lpb/seed/v1+lpb/presentation/v2")


def seed_of(digest, purpose, attempt):
    text = f"lpb/seed/v1\0{digest}\0{purpose}\0{attempt}"
    return str(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")) if attempt else "0"


def agree(root, manifest, values, blobs, fault):
    """What is derived is derived again; every file is called for, and nothing contradicts anything."""
    rows, listed = manifest["levels"], {one["path"]: one for one in manifest["files"]}
    wanted = {OBJECTIVES, CHANGES, CARD, CANARY, "schemas/snapshot-1.json"}
    for row in rows:
        wanted |= set(level_paths(row).values())
    wanted |= {schema_path(ROLES[one["role"]][2]) for one in manifest["files"] if ROLES[one["role"]][2]}
    if manifest["runtime_digest"] is not None:
        wanted.add(RUNTIME)
    if manifest["runtime_digest"] is not None and RUNTIME in values:
        served = values[RUNTIME]["files"].values()
        wanted |= {"public/runtime/blobs/" + one["digest"].removeprefix("sha256:") for one in served}
    spdx = {values[path]["license"] for path in (level_paths(row)["public"] for row in rows) if path in values}
    wanted |= {f"licenses/{one.lower()}.txt" for one in spdx if one}
    for path in sorted(wanted - set(listed)):
        fault(path, "missing-file", "called for, but not listed")
    for path in sorted(set(listed) - wanted):
        fault(path, "cross-reference", "listed, but nothing calls for it")
    if None in spdx or manifest["license"] != " AND ".join(sorted(one for one in spdx if one)):
        fault(MANIFEST, "license", "not the licences of the levels")
    for path, value in values.items():
        if path.startswith("schemas/") and (
            not isinstance(value, dict) or schema_path(str(value.get("$id", ""))) != path
        ):
            fault(path, "cross-reference", "the schema of another format")
    if not wanted <= set(listed):
        return
    agree_manifest(manifest, fault)
    for row in rows:
        agree_level(manifest, row, {key: values[path] for key, path in level_paths(row).items()}, values, fault)
    agree_objectives(manifest, values[OBJECTIVES], fault)
    agree_changes(root, manifest, values, listed, fault)
    if blobs[CANARY] != (manifest["canary"] or "").encode():
        fault(CANARY, "canary", "not the manifest's canary")
    if canonical(values[CARD]) not in (canonical(card(manifest, spdx, edition)) for edition in (1, 2)):
        fault(CARD, "derived-digest", "not the card of this snapshot")
    if RUNTIME in values:
        agree_runtime(manifest, values[RUNTIME], listed, fault)


#: The terms of a card that stand for themselves under `cr:`; those of its second edition; those of another form.
TERMS = (
    "citeAs column dataType extract field fileObject fileProperty fileSet format includes isLiveDataset jsonPath key "
    "md5 parentField path recordSet references regex repeated replace separator source subField transform data"
)
LATER = "equivalentProperty examples samplingRate"
FIELDS = "id:Text revision:Integer game:Text title:Text board:Text goal:Text license:Text"


def card(manifest, licenses, edition):
    """The Croissant card of a snapshot, which is derived; only the second edition has `citeAs` and all terms."""
    later = edition > 1
    terms = {name: f"cr:{name}" for name in (f"{TERMS} {LATER}" if later else TERMS).split()}
    terms.update({name: {"@id": f"cr:{name}", "@type": "@json"} for name in ("data", "examples") if name in terms})
    terms.update({"dataType": {"@id": "cr:dataType", "@type": "@vocab"}, "conformsTo": "dct:conformsTo"})
    terms.update({"@language": "en", "@vocab": "https://schema.org/", "sc": "https://schema.org/"})
    terms.update({"cr": "http://mlcommons.org/croissant/", "dct": "http://purl.org/dc/terms/"})
    terms.update({"rai": "http://mlcommons.org/croissant/RAI/"} if later else {})
    label, count = manifest["label"], len(manifest["levels"])
    objects = [
        {
            "@type": "cr:FileObject",
            "@id": one["path"],
            "name": one["path"],
            "contentUrl": one["path"],
            "encodingFormat": one["media_type"],
            "contentSize": f"{one['size']} B",
            "sha256": one["digest"][7:],
        }
        for one in manifest["files"]
        if one["path"].startswith("public/") and not one["path"].startswith("public/levels/")
    ]
    levels = {"@type": "cr:FileSet", "@id": "levels", "name": "levels", "encodingFormat": JSON}
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"level/{name}",
            "name": f"level/{name}",
            "dataType": f"sc:{kind}",
            "source": {"fileSet": {"@id": "levels"}, "extract": {"jsonPath": f"$.{name}"}},
        }
        for name, kind in (one.split(":") for one in FIELDS.split())
    ]
    record = {"@type": "cr:RecordSet", "@id": "level", "name": "level", "key": {"@id": "level/id"}, "field": fields}
    title, year = f"Levels of long-horizon puzzle games, {label}", manifest["released_on"][:4]
    return {
        **({"citeAs": f"@misc{{{label}, title = {{{title}}}, year = {{{year}}}}}"} if later else {}),
        "@context": terms,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": label,
        "description": f"{count} certified levels of long-horizon puzzle games, frozen as {label}.",
        "version": ".".join(str(int(part)) for part in label[4:].split(".")),
        "datePublished": manifest["released_on"],
        "license": sorted(one for one in licenses if one),
        "isLiveDataset": False,
        "distribution": [*objects, {**levels, "includes": "public/levels/*/*.json"}],
        "recordSet": [record],
    }


def agree_manifest(manifest, fault):
    rows = manifest["levels"]
    ids = [row["id"] for row in rows]
    if ids != sorted(set(ids)):
        fault(MANIFEST, "order", "levels is not sorted by id")
    if len({row["canon_digest"] for row in rows}) != len(rows):
        fault(MANIFEST, "duplicate", "two levels are the same")
    if sorted(manifest["rules"]) != sorted({row["game"] for row in rows}):
        fault(MANIFEST, "rules", "rules are not those of the levels' games")
    if manifest["official"] and None in (manifest["toolchain"]["commit"], manifest["catalogue_commit"]):
        fault(MANIFEST, "official", "official without a commit")
    if manifest["seed_scheme"] not in SEED_SCHEMES:
        fault(MANIFEST, "derived-digest", "an unknown seed scheme")
    if not is_day(manifest["released_on"]):
        fault(MANIFEST, "date", "released_on is no day")
    games = [row["game"] for row in rows]
    tracks = [row["track"] for row in rows]
    counted = {
        "levels": len(rows),
        "core": tracks.count("core"),
        "fresh": tracks.count("fresh"),
        "games": {game: games.count(game) for game in set(games)},
        "files": len(manifest["files"]),
        "bytes": sum(one["size"] for one in manifest["files"]),
    }
    for name, number in counted.items():
        if manifest["counts"][name] != number:
            fault(MANIFEST, "count", f"counts.{name} is not {number}")


def agree_level(manifest, row, own, values, fault):
    public, certificate, provenance = own["public"], own["certificate"], own["provenance"]
    paths = level_paths(row)
    if any(public[key] != row[key] for key in ("id", "revision", "game")):
        fault(paths["public"], "cross-reference", "not the level of its row")
    if any(provenance[key] != row[key] for key in ("id", "revision")):
        fault(paths["provenance"], "cross-reference", "not the provenance of its row")
    if public["canary"] != manifest["canary"]:
        fault(paths["public"], "canary", "another canary")
    level = {"game": row["game"], "rules": manifest["rules"].get(row["game"])}
    if row["level_digest"] != derived("lpb/level/v1", {**level, "board": public["board"], "goal": public["goal"]}):
        fault(MANIFEST, "derived-digest", f"level_digest of {row['id']}")
    solved = certificate["verdict"] == "solvable" and certificate["solution"] and certificate["optimum"]["value"]
    if certificate["level_digest"] != row["level_digest"] or solved is None or not certificate["solution"]:
        fault(paths["certificate"], "cross-reference", "it does not prove the level of its row")
    elif certificate["verdict"] != "solvable":
        fault(paths["certificate"], "cross-reference", "its verdict is not solvable")
    stored = values[OBJECTIVES]["seeds"].get(row["id"], {})
    answers = values[OBJECTIVES]["initial_states"].get(row["id"], {})
    if certificate["trail"][:1] != [answers.get("0")] or sorted(answers) != sorted(stored.get("layout", ())):
        fault(OBJECTIVES, "derived-digest", f"initial_states of {row['id']}")
    if any(
        seeds != [seed_of(row["level_digest"], name, k) for k in range(len(seeds))] for name, seeds in stored.items()
    ):
        fault(OBJECTIVES, "derived-digest", f"the seeds of {row['id']}")
    agree_dates(manifest, row, provenance["provenance"], values, fault)


def agree_dates(manifest, row, told, values, fault):
    given, home_made = told["first_public"], told["origin"] in ("original", "generated")
    first, exposed, released = row["first_public"], row["exposure_date"], manifest["released_on"]
    wrong = [
        given is None and not home_made,
        given is not None and first > given,
        row["added_in"] == manifest["label"] and first != (given or released),
        any(day is not None and (not is_day(day) or day > released) for day in (first, exposed)),
        exposed is not None and exposed > first,
    ]
    names = {key: other for other in manifest["levels"] for key in (other["id"], other["level_digest"])}
    for parent in (names[name]["exposure_date"] for name in told["parents"] if name in names):
        wrong.append(exposed is not None and (parent is None or exposed > parent))
    if any(wrong):
        fault(MANIFEST, "date", f"a date of {row['id']} is later than it can be")


def agree_objectives(manifest, value, fault):
    rows = {row["id"]: row for row in manifest["levels"]}
    lists = [(one["id"], one["levels"]) for one in value["objectives"]] + [(None, value["fresh"])]
    places = [(level, name) for name, levels in lists for level in levels]
    names = [one["id"] for one in value["objectives"]]
    if len(set(names)) != len(names) or len({level for level, _ in places}) != len(places):
        fault(OBJECTIVES, "order", "something is listed twice")
    if {level for level, _ in places} != set(rows):
        fault(OBJECTIVES, "cross-reference", "it lists other levels than the manifest")
    for level, name in places:
        if level in rows and (rows[level]["objective"], rows[level]["track"]) != (name, "core" if name else "fresh"):
            fault(OBJECTIVES, "cross-reference", f"{level} is listed elsewhere than in its row")
    for one in value["objectives"]:
        if one["count"] != len(one["levels"]):
            fault(OBJECTIVES, "count", f"the count of {one['id']}")
        if any(level in rows and rows[level]["game"] != one["game"] for level in one["levels"]):
            fault(OBJECTIVES, "cross-reference", f"{one['id']} lists a level of another game")
    if value["canary"] != manifest["canary"]:
        fault(OBJECTIVES, "canary", "another canary")
    if manifest["counts"]["objectives"] != len(value["objectives"]):
        fault(MANIFEST, "count", "counts.objectives")
    if set(value["seeds"]) != set(rows) or set(value["initial_states"]) != set(rows):
        fault(OBJECTIVES, "derived-digest", "seeds or initial_states of other levels")


def agree_changes(root, manifest, values, listed, fault):
    """Its changes are computed again: from nothing, or from the parent where it lies beside the snapshot. Else they
    must at least lead to what the snapshot holds."""
    changes, parent = values[CHANGES], manifest["parent"]
    new = content(manifest, values[OBJECTIVES], listed)
    if parent is None:
        if changes != changes_between({"label": None, "runtime": None, **{name: {} for name in GROUPS}}, new):
            fault(CHANGES, "changes", "not the changes of a snapshot without a parent")
        return
    if parent["label"] == manifest["label"]:
        fault(MANIFEST, "parent", "it names itself as its parent")
        return
    beside = Path(os.path.abspath(root)).parent / parent["label"]
    if (beside / MANIFEST).is_file():
        agree_parent(beside, manifest, changes, new, fault)
        return
    for kind in (*LEVEL_KINDS, *GROUPS[1:]):
        names = [one["name"] for one in changes[kind]]
        kinds = {level_kind(one["old"], one["new"]) for one in changes[kind]} if kind in LEVEL_KINDS else set()
        if names != sorted(set(names)) or not kinds <= {kind}:
            fault(CHANGES, "changes", f"{kind} is not sorted by name, or holds another kind")
            return
    told = [(one, new["levels"]) for kind in LEVEL_KINDS for one in changes[kind]]
    told += [(one, new[kind]) for kind in GROUPS if kind != "levels" for one in changes[kind]]
    told += [(changes["runtime"], {"runtime": new["runtime"]})] if changes["runtime"] else []
    wrong = any(held.get(one["name"]) != one["new"] or one["old"] == one["new"] for one, held in told)
    if wrong or (changes["from"], changes["to"]) != (parent["label"], new["label"]):
        fault(CHANGES, "changes", "they do not lead to this snapshot")
    if changes["bump"] != demanded(changes):
        fault(CHANGES, "changes", "the bump is not what its changes demand")


def agree_parent(beside, manifest, changes, new, fault):
    parent = manifest["parent"]
    try:
        raw = read(beside, MANIFEST, MAX_BYTES) or b""
        if sha256(raw) != parent["digest"]:
            fault(MANIFEST, "parent", f"the {parent['label']} beside it is {sha256(raw)}")
            return
        older = parse(raw)
        files = {one["path"]: one for one in older["files"]}
        data = read(beside, OBJECTIVES, files[OBJECTIVES]["size"]) or b""
        if sha256(data) != files[OBJECTIVES]["digest"]:
            raise Malformed("its objectives are others")
        old = content(older, parse(data), files)
        before = {row["id"]: row for row in older["levels"]}
        wanted = changes_between(old, new)
        least = {name: older[name] + wanted["bump"][name] for name in ("comparability", "interface")}
        released = older["released_on"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        fault(MANIFEST, "parent", f"the {parent['label']} beside it cannot be read ({type(error).__name__})")
        return
    if changes != wanted:
        fault(CHANGES, "changes", f"not the changes from {parent['label']}")
    for name, number in least.items():
        if manifest[name] < number:
            fault(MANIFEST, "bump", f"{name} is {manifest[name]}, at least {number} is demanded")
    if manifest["released_on"] < released:
        fault(MANIFEST, "date", "released before its parent")
    for row in manifest["levels"]:
        then = before.get(row["id"])
        if then is None:
            continue
        later = then["revision"] == row["revision"] and row["first_public"] > then["first_public"]
        exposed = row["exposure_date"]
        if later or (exposed is not None and exposed > (then["exposure_date"] or "")):
            fault(MANIFEST, "date", f"a date of {row['id']} is later than in the parent")
        if row["added_in"] != then["added_in"]:
            fault(MANIFEST, "cross-reference", f"added_in of {row['id']} is not the parent's")


GROUPS = ("levels", "rules", "seeds", "objectives", "formats")
LEVEL_KINDS = ("added", "removed", "revised", "metadata_only")
#: Group -> the sentence for what is added, removed, changed.
SENTENCES = {
    "levels": ("The level {name} is added.", "The level {name} is removed.", ""),
    "rules": (
        "The game {name} is added with version {new} of its rules.",
        "The game {name} is removed.",
        "The rules of {name} go from version {old} to {new}.",
    ),
    "seeds": ("{name} gets its seeds.", "The seeds of {name} are removed.", "The seeds of {name} are others."),
    "objectives": (
        "The list {name} is added.",
        "The list {name} is removed.",
        "The list {name} has other levels or another order.",
    ),
    "formats": (
        "Files of the format {name} are added.",
        "Files of the format {name} are gone.",
        "The format {name} changes.",
    ),
    "runtime": ("A runtime is added.", "The runtime is removed.", "The runtime is another build."),
}


def content(manifest, objectives, listed):
    """What changes speak of: label, runtime, and by group name -> value."""
    digests = {path: one["digest"] for path, one in listed.items()}
    lists = {one["id"]: {key: one[key] for key in ("game", "difficulty", "levels")} for one in objectives["objectives"]}
    if objectives["fresh"]:
        lists["fresh"] = {"game": None, "difficulty": None, "levels": objectives["fresh"]}
    formats = {}
    for path in (path for path in digests if path.startswith("schemas/")):
        stem, _, version = path[len("schemas/") : -len(".json")].rpartition("-")
        formats[f"levelpress/{stem}@{version}"] = digests[path]
    scheme = {} if manifest["seed_scheme"] == SEED_SCHEMES[0] else {"seed_scheme": manifest["seed_scheme"]}
    rows = {}
    for row in manifest["levels"]:
        rows[row["id"]] = {**row, "files": {key: digests.get(path) for key, path in level_paths(row).items()}}
    return {
        "label": manifest["label"],
        "runtime": manifest["runtime_digest"],
        "levels": rows,
        "rules": manifest["rules"],
        "seeds": {**objectives["seeds"], **scheme},
        "objectives": lists,
        "formats": formats,
    }


def changes_between(old, new):
    """The document `levelpress/changes@1` from one content to another."""
    changes = {"format": "levelpress/changes@1", "from": old["label"], "to": new["label"], "runtime": None}
    changes.update({kind: [] for kind in LEVEL_KINDS})
    if old["runtime"] != new["runtime"]:
        changes["runtime"] = change("runtime", "runtime", old["runtime"], new["runtime"])
    for group in GROUPS:
        pairs = [(name, old[group].get(name), new[group].get(name)) for name in sorted({*old[group], *new[group]})]
        found = [change(group, *one) for one in pairs if one[1] != one[2]]
        if group != "levels":
            changes[group] = found
            continue
        for one in found:
            changes[level_kind(one["old"], one["new"])].append(one)
    changes["bump"] = demanded(changes)
    return changes


def level_kind(old, new):
    if old is None or new is None:
        return "added" if old is None else "removed"
    played = ("level_digest", "track", "objective")
    return "revised" if any(old[key] != new[key] for key in played) else "metadata_only"


def change(group, name, old, new):
    if group == "seeds" and name == "seed_scheme":
        sentence = f"A seed shows a level by the scheme {new or SEED_SCHEMES[0]}."
    elif group == "levels" and old is not None and new is not None:
        sentence = level_sentence(name, old, new)
    else:
        sentence = SENTENCES[group][0 if old is None else 1 if new is None else 2].format(name=name, old=old, new=new)
    return {"name": name, "old": old, "new": new, "sentence": sentence}


def level_sentence(name, old, new):
    if level_kind(old, new) == "revised":
        told = []
        if old["level_digest"] != new["level_digest"]:
            told.append(f"has another board, goal or rules, revision {old['revision']} to {new['revision']}")
        if old["track"] != new["track"]:
            told.append(f"moves from the track {old['track']} to {new['track']}")
        if old["objective"] != new["objective"]:
            told.append(f"moves from {old['objective'] or 'no objective'} to {new['objective'] or 'no objective'}")
        return f"The level {name} {' and '.join(told)}."
    keys = sorted(key for key in old if key != "files" and old[key] != new[key])
    files = sorted(key for key in old["files"] if old["files"][key] != new["files"][key])
    told = [", ".join(keys)] if keys else []
    told += [f"its {' and '.join(files)} file{'s' if len(files) > 1 else ''}"] if files else []
    return f"The level {name} plays as before; what is said about it changes: {'; '.join(told)}."


def demanded(changes):
    """Which of the two numbers must rise."""
    if changes["from"] is None or changes["to"] is None:
        return {"comparability": False, "interface": False}
    moved = {one["name"] for kind in ("added", "removed", "revised") for one in changes[kind]}
    scored = [
        any(one["new"]["track"] != "fresh" for one in changes["added"]),
        changes["removed"],
        changes["revised"],
        changes["runtime"],
        any(one["old"] is not None for one in changes["rules"]),
        any(one["name"] not in moved for one in changes["seeds"]),
        any(one["name"] != "fresh" for one in changes["objectives"]),
    ]
    return {"comparability": any(map(bool, scored)), "interface": bool(changes["formats"])}


def agree_runtime(manifest, value, listed, fault):
    if manifest["runtime_digest"] != derived("lpb/runtime/v1", value):
        fault(MANIFEST, "derived-digest", "runtime_digest")
    if value["rules"] != manifest["rules"]:
        fault(RUNTIME, "rules", "other rules than the manifest's")
    for url, one in value["files"].items():
        path = "public/runtime/blobs/" + one["digest"].removeprefix("sha256:")
        if path in listed and (listed[path]["size"], listed[path]["digest"]) != (one["size"], one["digest"]):
            fault(RUNTIME, "cross-reference", f"{url} is not its blob")


CALL = "call it as: verify_snapshot.py PIN SNAPSHOT_FOLDER [--json]"


def wrong_call(words):
    """What is wrong with the arguments, in one line, or None."""
    options = [word for word in words if word.startswith("-")]
    if options:
        return f"no option {options[0]!r}; {CALL}"
    if len(words) != 2:
        return f"takes a pin and a folder, {len(words)} given; {CALL}"
    folder = Path(words[1])
    if not folder.is_dir():
        return f"{words[1]}: no such folder; {CALL}"
    try:
        inside = [] if (folder / MANIFEST).exists() else sorted(os.listdir(folder))
    except OSError as error:
        return f"{words[1]}: {error.strerror}"
    # A folder that only lost its manifest is a fault of the snapshot, and has no snapshots inside.
    found = [name for name in inside if re.fullmatch(LABEL, name) and (folder / name / MANIFEST).is_file()]
    if found:
        label = words[0].partition("@")[0]
        meant = label if label in found else found[-1]
        return f"{words[1]}: no snapshot but a folder of {len(found)}; name one of them, as {folder / meant}"
    return None


def main(arguments):
    if arguments in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    as_json = "--json" in arguments
    words = [word for word in arguments if word != "--json"]
    wrong = wrong_call(words)
    if wrong is not None:
        sys.stderr.write(f"verify_snapshot.py: {wrong}\n")
        return 3
    try:
        faults = verify(words[0], words[1])
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 3
    if as_json:
        told = [{"path": path, "id": kind, "message": message} for path, kind, message in faults]
        print(json.dumps({"pin": words[0], "ok": not faults, "faults": told}, indent=2, sort_keys=True))
    else:
        for fault in faults:
            print(": ".join(fault))
        print(f"{words[0].partition('@')[0]}: {'verified' if not faults else 'NOT what the pin names'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
