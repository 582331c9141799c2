"""Verify a frozen levelpress snapshot with Python's standard library alone. One file, to be vendored by a runner.

    python verify_snapshot.py lpb-2026.12.0@sha256:<64 hex digits> SNAPSHOT_FOLDER [--json]

Written apart from levelpress' own verifier and sharing no code with it. It holds every byte against the pin and derives
again what follows without the games' rules: canonical form, schemas (the snapshot's own, which the pin covers), level,
runtime and seed digests, counts, dates, cross-references. It cannot check what takes the rules: that a board is valid,
its normal form (`canon_digest`), that a certificate replays; and it does not read the parent. Exit code 0: what the
pin names; 1: it is not, with every fault; 3: no pin, or no folder.
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
MAX_BYTES, MAX_DEPTH, MAX_INTEGER = 64 * 1024 * 1024, 64, 2**53 - 1
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
        return all(fits(item, one) for item, one in zip(value, want, strict=False))
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
    _verify(match[1], match[2], Path(folder), lambda path, kind, told: faults.append((path, f"snapshot/{kind}", told)))
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
        agree(manifest, values, blobs, fault)
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
            return stream.read(min(limit, status.st_size) + 1) if stat.S_ISREG(status.st_mode) else None
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


def seed_of(digest, purpose, attempt):
    text = f"lpb/seed/v1\0{digest}\0{purpose}\0{attempt}"
    return str(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")) if attempt else "0"


def agree(manifest, values, blobs, fault):
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
    agree_changes(manifest, values, listed, fault)
    if blobs[CANARY] != (manifest["canary"] or "").encode():
        fault(CANARY, "canary", "not the manifest's canary")
    told = {one["@id"]: one.get("sha256") for one in values[CARD]["distribution"]}
    public = {
        path: one["digest"][7:]
        for path, one in listed.items()
        if path.startswith("public/") and not path.startswith("public/levels/")
    }
    if values[CARD].get("name") != manifest["label"] or told != {**public, "levels": None}:
        fault(CARD, "derived-digest", "not the card of this snapshot")
    if RUNTIME in values:
        agree_runtime(manifest, values[RUNTIME], listed, fault)


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
    if manifest["seed_scheme"] != "lpb/seed/v1":
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


def agree_changes(manifest, values, listed, fault):
    """Its changes must lead to what the snapshot holds; without a parent, from nothing."""
    changes, objectives, parent = values[CHANGES], values[OBJECTIVES], manifest["parent"]
    digests = {path: one["digest"] for path, one in listed.items()}
    rows = {}
    for row in manifest["levels"]:
        rows[row["id"]] = {**row, "files": {key: digests[path] for key, path in level_paths(row).items()}}
    lists = {one["id"]: {key: one[key] for key in ("game", "difficulty", "levels")} for one in objectives["objectives"]}
    if objectives["fresh"]:
        lists["fresh"] = {"game": None, "difficulty": None, "levels": objectives["fresh"]}
    formats = {}
    for path in (path for path in digests if path.startswith("schemas/")):
        stem, _, version = path[len("schemas/") : -len(".json")].rpartition("-")
        formats[f"levelpress/{stem}@{version}"] = digests[path]
    runtime = {"runtime": manifest["runtime_digest"]}
    groups = {
        "rules": manifest["rules"],
        "seeds": objectives["seeds"],
        "objectives": lists,
        "formats": formats,
    }
    told = [(one, rows) for kind in ("added", "removed", "revised", "metadata_only") for one in changes[kind]]
    told += [(one, held) for kind, held in groups.items() for one in changes[kind]]
    told += [(changes["runtime"], runtime)] if changes["runtime"] else []
    wrong = any(held.get(one["name"]) != one["new"] or one["old"] == one["new"] for one, held in told)
    if parent is None:
        new = {name: {one["name"] for one in changes[name]} for name in groups}
        wrong |= any(new[name] != set(held) for name, held in groups.items())
        wrong |= {one["name"] for one in changes["added"]} != set(rows) or any(
            one["old"] is not None for one, _ in told
        )
        wrong |= (changes["runtime"] is None) != (manifest["runtime_digest"] is None) or any(changes["bump"].values())
    elif parent["label"] == manifest["label"]:
        fault(MANIFEST, "parent", "its own parent")
    if wrong or (changes["from"], changes["to"]) != (parent and parent["label"], manifest["label"]):
        fault(CHANGES, "changes", "they do not lead to this snapshot")


def agree_runtime(manifest, value, listed, fault):
    if manifest["runtime_digest"] != derived("lpb/runtime/v1", value):
        fault(MANIFEST, "derived-digest", "runtime_digest")
    if value["rules"] != manifest["rules"]:
        fault(RUNTIME, "rules", "other rules than the manifest's")
    for url, one in value["files"].items():
        path = "public/runtime/blobs/" + one["digest"].removeprefix("sha256:")
        if path in listed and (listed[path]["size"], listed[path]["digest"]) != (one["size"], one["digest"]):
            fault(RUNTIME, "cross-reference", f"{url} is not its blob")


def main(arguments):
    as_json = "--json" in arguments
    words = [word for word in arguments if word != "--json"]
    if len(words) != 2 or not Path(words[1]).is_dir():
        sys.stderr.write(__doc__)
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
