#!/usr/bin/env python3
"""Every public verb has its cases in the benchmark `algorithms`, or stands in unmeasured.txt with a reason.

A verb is a header include/berth/NAME.hpp. Its case is the entry NAME of verbs() in bench/algorithms/cases.cpp, which is
run as big_NAME and small_NAME; there must be a routine of that name in bench/algorithms/sequential.cpp and in
bench/algorithms/berth/, whose files must include the header and name berth::NAME.
"""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = pathlib.Path("tests/checks/unmeasured.txt")
FOLDER = pathlib.Path("bench/algorithms")
ENTRY = re.compile(r'(?:verb\(|\{)\s*"(\w+)"')


def exceptions(text):
    """header -> the names of its cases: none, if it is no verb."""
    found = {}
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if "->" in line:
            header, cases = line.split("->")
            found[header.strip()] = cases.split()
        elif line:
            found[line.split(":")[0].strip()] = []
    return found


def names_in(text):
    return set(ENTRY.findall(text))


def of_header(header, wanted, cases, own):
    """What a header that is to have the cases `wanted` lacks."""
    absent = [name for name in wanted if name not in cases]
    found = [f"{FOLDER}/cases.cpp: verbs() has no case {name}, for {header}.hpp" for name in absent]
    if wanted and f"#include <berth/{header}.hpp>" not in own:
        found.append(f"{FOLDER}/berth/: no file includes <berth/{header}.hpp>")
    if wanted == [header] and not re.search(rf"\bberth::{header}[(<]", own):
        found.append(f"{FOLDER}/berth/: no file calls berth::{header}")
    return found


def check(root):
    known = exceptions((root / LIST).read_text())
    headers = {p.stem for p in (root / "include/berth").glob("*.hpp")}
    cases = names_in((root / FOLDER / "cases.cpp").read_text().split("verbs()")[-1])
    own = "\n".join(p.read_text() for p in sorted((root / FOLDER / "berth").glob("*.cpp")))
    routines = {"sequential.cpp": names_in((root / FOLDER / "sequential.cpp").read_text()), "berth/": names_in(own)}
    found = [f"{LIST}: there is no header {name}.hpp" for name in sorted(known.keys() - headers)]
    for header in sorted(headers):
        found += of_header(header, known.get(header, [header]), cases, own)
    for place, names in routines.items():
        found += [f"{FOLDER}/{place}: no routine for the case {name}" for name in sorted(cases - names)]
    return found


SELF_TEST = {  # file -> its text
    LIST: "# nothing\nhints: an argument\nblocks -> blocks_2d blocks_3d\ngone: was here\n",
    "include/berth/hints.hpp": "",
    "include/berth/map.hpp": "",
    "include/berth/sort.hpp": "",
    "include/berth/blocks.hpp": "",
    FOLDER / "cases.cpp": 'headline_cases() { {"sort", x} }\n'
                          'verbs() { verb("map", x), {"blocks_2d", x}, verb("odd", x) }',
    FOLDER / "sequential.cpp": '{"map", f}, {"blocks_2d", f},\n{"odd", f}',
    FOLDER / "berth/all.cpp": '#include <berth/map.hpp>\n#include <berth/blocks.hpp>\n'
                              '{"map", berth::map_into(x)}, {"blocks_2d",\n f}',
}
COMPLAINTS = [
    "no header gone", "includes <berth/sort.hpp>", "calls berth::sort", "calls berth::map", "no case blocks_3d",
    "no case sort", "berth/: no routine for the case odd",
]


def self_test():
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        for name, text in SELF_TEST.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        found = check(root)
    missing = [words for words in COMPLAINTS if not any(words in line for line in found)]
    return [f"self-test: nothing said about: {words}" for words in missing] + found[len(COMPLAINTS) :]


def main():
    found = self_test() if "--self-test" in sys.argv[1:] else check(ROOT)
    print("\n".join(found) or "nothing found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
