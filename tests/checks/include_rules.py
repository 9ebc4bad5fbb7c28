#!/usr/bin/env python3
"""Reads every #include line of the project and says which of them the design forbids.

- A room (lib/NAME) includes <berth/...>, its own files and files of rooms upstream of it, as "room/file.hpp".
- include/berth includes <berth/...> and the standard library only: what it includes, every user includes.
- tools, bench and tests/contract see what a user sees: <berth/...>, and files beside them; nothing of lib/.
  bench/proofs, which measures the pool itself, says so in its name.
- Other people's headers are included only where rooms.txt says.
"""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = pathlib.Path(__file__).with_name("rooms.txt")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = {".hpp", ".cpp", ".h", ".ipp"}
# Standard headers have no dot; bits/ are parts of libstdc++'s, for where the whole costs too much to compile; the others
# are POSIX and Linux ones that a public header may need for a type.
SYSTEM = re.compile(r"^([a-z_0-9]+|bits/[a-z_]+\.h|(sys|linux|netinet|arpa)/[a-z_0-9]+\.h|(pthread|sched|time|unistd|signal)\.h)$")
# Headers that exist to meet one library, and are opt-in.
ADAPTERS = {"berth/asio.hpp": ("boost/",)}


def read_rules(text):
    upstream, owners = {}, {}
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if "->" in line:
            prefixes, rooms = line.split("->")
            owners.update({prefix: set(rooms.split()) for prefix in prefixes.split()})
        elif ":" in line:
            room, rooms = line.split(":")
            upstream[room.strip()] = set(rooms.split())
    return {room: closure(room, upstream) for room in upstream}, owners


def closure(room, upstream):
    reached, todo = {room}, [room]
    while todo:
        for other in upstream[todo.pop()] - reached:
            reached.add(other)
            todo.append(other)
    return reached


def includes(path):
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        found = INCLUDE.match(line)
        if found:
            yield number, found[1], found[2]


def place(path, root):
    """(kind, room): which rules a file is under."""
    parts = path.relative_to(root).parts
    if parts[0] == "lib":
        return "room", parts[1]
    if parts[0] == "include":
        return "public", None
    if parts[:2] == ("bench", "proofs"):
        return "other", None
    if parts[0] in ("tools", "bench") or parts[:2] == ("tests", "contract"):
        return "outside", None
    return "other", None


def complaint(path, root, quote, name, upstream, owners):
    kind, room = place(path, root)
    area = room or path.relative_to(root).parts[0]
    of_room = name.split("/")[0] if (root / "lib" / name).is_file() else None
    if kind == "public":
        return public_complaint(path, root, quote, name)
    if of_room and kind == "outside" and not (path.parent / name).is_file():
        return "is inside lib/, and this file sees what a user sees: <berth/...>"
    if of_room and kind == "room" and of_room not in upstream.get(room, {room}):
        return f"{of_room} is not upstream of {room}"
    if kind == "room" and quote == '"' and not of_room:
        return 'a room\'s own files are included as "room/file.hpp"'
    if quote == "<" and of_room and not name.startswith("berth/"):
        return "files of lib/ are included with quotes"
    for prefix, rooms in owners.items():
        if quote == "<" and name.startswith(prefix) and area not in rooms:
            return f"{prefix} belongs to {', '.join(sorted(rooms))}"
    return None


def public_complaint(path, root, quote, name):
    if quote == '"':
        return "public headers are included as <berth/...>"
    if name.startswith("berth/"):
        return None if (root / "include" / name).is_file() else "there is no such public header"
    header = path.relative_to(root / "include").as_posix()
    if SYSTEM.match(name) or name.startswith(ADAPTERS.get(header, ("\0",))):
        return None
    return "a public header includes <berth/...> and the standard library only"


def check(root, rules):
    upstream, owners = read_rules(rules)
    found = [f"lib/{d.name}: no such room in rooms.txt" for d in sorted((root / "lib").glob("*/"))
             if d.is_dir() and d.name not in upstream and any(d.rglob("*.?pp"))]
    for top in ("include", "lib", "tools", "bench", "tests"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                for number, quote, name in includes(path):
                    why = complaint(path, root, quote, name, upstream, owners)
                    if why:
                        found.append(f"{path.relative_to(root)}:{number}: {name}: {why}")
    return found


SELF_TEST = {  # file -> (its text, how many complaints)
    "lib/environment/facts.hpp": ("#include <string>", 0),
    "lib/budget/decide.hpp": ('#include "environment/facts.hpp"\n#include <berth/budget.hpp>', 0),
    "lib/environment/wrong.cpp": ('#include "budget/decide.hpp"\n#include "facts.hpp"', 2),
    "lib/algorithms/plan.cpp": ('#include "environment/facts.hpp"\n#include <tbb/task_arena.h>', 1),
    "lib/pool/arena.cpp": ("#include <tbb/task_arena.h>\n#include <budget/decide.hpp>", 1),
    "lib/cellar/wine.cpp": ("", 1),
    "include/berth/budget.hpp": ("#include <vector>\n#include <fmt/core.h>\n#include <berth/none.hpp>", 2),
    "tools/berth/main.cpp": ('#include "options.hpp"\n#include <berth/budget.hpp>\n#include <CLI/CLI.hpp>', 0),
    "tools/berth/options.hpp": ('#include "budget/decide.hpp"', 1),
    "tests/contract/map.cpp": ('#include "budget/decide.hpp"', 1),
    "tests/whitebox/decide.cpp": ('#include "budget/decide.hpp"', 0),
}


def self_test():
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        for name, (text, _) in SELF_TEST.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        found = check(root, RULES.read_text())
    wrong = []
    for name, (_, expected) in SELF_TEST.items():
        got = [line for line in found if line.startswith((name + ":", str(pathlib.Path(name).parent) + ": "))]
        if len(got) != expected:
            wrong.append(f"{name}: expected {expected} complaints, got {got}")
    return wrong


def main():
    found = self_test() if "--self-test" in sys.argv else check(ROOT, RULES.read_text())
    print("\n".join(found) or "nothing is included that should not be")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
