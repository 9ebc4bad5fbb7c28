#!/usr/bin/env python3
"""Tests what README.md shows.

usage: readme.py list                                    one line for each part: number, what it is
       readme.py run NUMBER --build DIR --scratch DIR --libberth FILE -- COMPILER [FLAG...]
       readme.py update --build DIR                      writes the tables anew

Parts are

- ```cpp blocks. Each is compiled against the public headers with warnings as errors; one with `int main` is linked and
  run as well. Any other is the body of a function that stands after FRAGMENT_INCLUDES; its own #include lines and
  whatever stands under a line `// at namespace scope`, up to the next blank line, move out of it.
- ```sh and ```console blocks. Each is run by `sh -e` in a scratch directory that looks like the root of the source tree,
  with the built tools on PATH. Of a console block the lines that start with `$ ` are run.
- tables between <!-- generated:begin COMMAND --> and <!-- generated:end -->, which must be what COMMAND prints, and
  between <!-- variables:begin --> and <!-- variables:end -->, which must be what `berth variables --markdown` prints.

<!-- test: skip REASON --> on the line before a block skips it; the reason is printed. Blocks in other languages, and
those without one, are text: only `text`, `cmake`, `yaml`, `json` may be so, and `cmake` is covered by tests/package.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
TEXT_LANGUAGES = {"text", "cmake", "yaml", "json"}
FENCE = re.compile(r"^```(\w*)\s*$")
SKIP = re.compile(r"<!--\s*test:\s*skip\s+(.+?)\s*-->")
TABLE = re.compile(r"<!--\s*(variables|generated):begin\s*(.*?)\s*-->")
VARIABLES = "berth variables --markdown"
SKIPPED = 77
FRAGMENT_INCLUDES = ("algorithm", "chrono", "cstdint", "cstdio", "filesystem", "fstream", "iostream", "map", "set",
                     "span", "string", "string_view", "thread", "vector")


class Part:
    def __init__(self, kind, line, text, detail="", skip=None, last=0):
        self.kind, self.line, self.text, self.detail, self.skip = kind, line, text, detail, skip
        self.last = last  # of a table: the line above the closing mark

    def title(self):
        return f"{self.kind} at line {self.line}" + (f" ({self.detail})" if self.detail else "")


def parts(lines):
    found, index = [], 0
    while index < len(lines):
        fence, table = FENCE.match(lines[index]), TABLE.match(lines[index])
        if not (fence or table):
            index += 1
            continue
        closing = "```" if fence else f"<!-- {table[1]}:end -->"
        end = next((i for i in range(index + 1, len(lines)) if lines[i].strip() == closing), None)
        if end is None:
            sys.exit(f"README.md:{index + 1}: nothing closes this")
        text = "\n".join(lines[index + 1:end])
        found.append(block(fence[1], lines, index, text) if fence else
                     Part("table", index + 1, text, table[2] or VARIABLES, last=end))
        index = end + 1
    return [part for part in found if part]


def block(language, lines, index, text):
    mark = SKIP.match(lines[index - 1]) if index else None
    reason = mark and mark[1]
    if language == "cpp":
        return Part("code", index + 1, text, skip=reason)
    if language in ("sh", "console"):
        if language == "console":
            text = "\n".join(line[2:] for line in text.splitlines() if line.startswith("$ "))
        first = next((line for line in text.splitlines() if line.strip()), "")
        return Part("commands", index + 1, text, re.sub(r"[;\[\]\"\\]", "", first)[:60], reason)
    if language not in TEXT_LANGUAGES:
        sys.exit(f"README.md:{index + 1}: a block is cpp, sh, console or one of {sorted(TEXT_LANGUAGES)}")
    return None


def program(text):
    """The block as a translation unit, and whether it can be run."""
    if re.search(r"\bint main\s*\(", text):
        return text, True
    outside, inside, at_namespace_scope = [], [], False
    for line in text.splitlines():
        if line.strip() == "// at namespace scope":
            at_namespace_scope = True
        elif line.startswith("#include"):
            outside.append(line)
        elif at_namespace_scope and line.strip():
            outside.append(line)
        else:
            at_namespace_scope = False
            inside.append(line)
    head = [f"#include <{name}>" for name in FRAGMENT_INCLUDES]
    head += [f"#include <{path.relative_to(ROOT / 'include').as_posix()}>"
             for path in sorted((ROOT / "include" / "berth").glob("*.hpp"))]
    return "\n".join([*head, *outside, "[[maybe_unused]] static void fragment() {", *inside, "}", ""]), False


def run_code(part, options):
    source, runs = program(part.text)
    options.scratch.mkdir(parents=True, exist_ok=True)
    unit, binary = options.scratch / "block.cpp", options.scratch / "block"
    unit.write_text(source)
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-Wno-unused-but-set-variable",
             f"-I{ROOT / 'include'}"]
    link = [str(unit), "-o", str(binary), str(options.libberth), f"-Wl,-rpath,{options.libberth.parent}"]
    code = call([*options.compiler, *flags, *(link if runs else ["-fsyntax-only", str(unit)])])
    return code or (call([str(binary)], cwd=options.scratch) if runs else 0)


def call(command, **keywords):
    return subprocess.run(command, stdin=subprocess.DEVNULL, **keywords).returncode


def environment(build):
    return {**os.environ, "PATH": f"{build / 'bin'}{os.pathsep}{os.environ['PATH']}"}


def run_commands(part, options):
    if options.scratch.exists():
        shutil.rmtree(options.scratch)
    options.scratch.mkdir(parents=True)
    for entry in ROOT.iterdir():
        if entry.name not in ("build", ".git"):
            (options.scratch / entry.name).symlink_to(entry)
    print(part.text, flush=True)
    return call(["sh", "-e", "-c", part.text], cwd=options.scratch, env=environment(options.build))


def generated(part, build):
    result = subprocess.run(["sh", "-e", "-c", part.detail], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                            cwd=ROOT, env=environment(build))
    if result.returncode:
        sys.exit(f"`{part.detail}` ended with {result.returncode}")
    return result.stdout.strip()


def run_table(part, options):
    current = generated(part, options.build)
    if current == part.text.strip():
        return 0
    print(f"README.md:{part.line}: not what `{part.detail}` prints, which is:\n{current}\n\n"
          f"To write it there: tests/readme/readme.py update --build {options.build}")
    return 1


def update(build):
    lines = README.read_text().splitlines()
    for part in reversed([part for part in parts(lines) if part.kind == "table"]):
        lines[part.line:part.last] = generated(part, build).splitlines()
    README.write_text("\n".join(lines) + "\n")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["list", "run", "update"])
    parser.add_argument("number", nargs="?", type=int)
    for name in ("--build", "--scratch", "--libberth"):
        parser.add_argument(name, type=lambda path: pathlib.Path(path).resolve())
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = parser.parse_args(sys.argv[1:split])
    options.compiler = sys.argv[split + 1:]
    return options


def main():
    options = arguments()
    if options.action == "update":
        return update(options.build)
    found = parts(README.read_text().splitlines())
    if options.action == "list":
        return print("\n".join(f"{number} {part.title()}" for number, part in enumerate(found)))
    part = found[options.number]
    if part.skip:
        print(f"skipped: {part.skip}")
        return SKIPPED
    return {"code": run_code, "commands": run_commands, "table": run_table}[part.kind](part, options)


if __name__ == "__main__":
    sys.exit(main())
