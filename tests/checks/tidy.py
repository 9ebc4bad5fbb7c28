#!/usr/bin/env python3
"""Runs clang-tidy over the sources of lib/ and tools/ that a build directory compiles, two at a time.

usage: tidy.py BUILD_DIRECTORY

A source that was found clean is not looked at again until it, a header of the project that it includes, .clang-tidy,
the compile command or the version of clang-tidy changes: the cache is BUILD_DIRECTORY/tidy, one empty file each.
"""
import concurrent.futures
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = re.compile(rb'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
VERSIONS = ("19", "20", "21", "18", "17", "16")
# The commands are g++'s, whose warnings clang need not know. The analyzer's shallow mode takes a quarter of the time.
EXTRA_FLAGS = ("-Wno-unknown-warning-option", "-Wno-ignored-optimization-argument",
               "-Xclang", "-analyzer-config", "-Xclang", "mode=shallow")


def find_tidy():
    for version in VERSIONS:
        tool = shutil.which(f"clang-tidy-{version}")
        if tool:
            return tool
    return None


def project_files(source):
    """The source and every file of the project that it includes, at any depth."""
    reached, todo = {source}, [source]
    while todo:
        path = todo.pop()
        for name in INCLUDE.findall(path.read_bytes()):
            for base in (path.parent, ROOT / "include", ROOT / "lib"):
                other = base / name.decode(errors="replace")
                if other.is_file():
                    other = other.resolve()
                    if other not in reached:
                        reached.add(other)
                        todo.append(other)
                    break
    return sorted(reached)


def key(entry, version):
    flags = " ".join([entry["command"], *EXTRA_FLAGS])
    digest = hashlib.sha256(version + (ROOT / ".clang-tidy").read_bytes() + flags.encode())
    for path in project_files(pathlib.Path(entry["file"]).resolve()):
        digest.update(str(path).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def wanted(entry):
    path = pathlib.Path(entry["file"])
    return path.is_relative_to(ROOT / "lib") or path.is_relative_to(ROOT / "tools")


def run(tool, build, entry):
    command = [tool, "-p", str(build), "--quiet", *(f"--extra-arg={flag}" for flag in EXTRA_FLAGS), entry["file"]]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return result.returncode, result.stdout + result.stderr


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    tool = find_tidy()
    if not tool:
        print("skipped: no clang-tidy of version 16 or later (tools/install-packages test)")
        return 77
    version = subprocess.run([tool, "--version"], capture_output=True, check=True).stdout
    cache = build / "tidy"
    cache.mkdir(exist_ok=True)
    database = json.loads((build / "compile_commands.json").read_text())
    entries = {e["file"]: e for e in database if wanted(e)}.values()
    keys = {e["file"]: key(e, version) for e in entries}
    todo = [e for e in entries if not (cache / keys[e["file"]]).exists()]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for entry, (code, text) in zip(todo, pool.map(lambda e: run(tool, build, e), todo)):
            if code == 0:
                (cache / keys[entry["file"]]).touch()
            else:
                failed += 1
                print(text)
    for old in cache.iterdir():
        if old.name not in keys.values():
            old.unlink()
    print(f"{len(keys)} sources, {len(todo)} looked at, {failed} with findings ({pathlib.Path(tool).name})")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
