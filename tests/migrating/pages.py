#!/usr/bin/env python3
"""Compares the code on the pages with the sources beside them, which are compiled and run.

usage: pages.py             says what on a page is not what the sources have
       pages.py --write     writes it there

In a source a snippet stands between the lines `// snippet: JOB` and `// end`. On a page

    <!-- side by side: onetbb.cpp, JOB -->
    ...
    <!-- end -->

encloses a table of that source's snippet and the one of berth.cpp. Every page has every job, in the order of berth.cpp.
"""
import difflib
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
BERTH = "berth.cpp"
PEERS = {"JavaStreams.java": "Java", "onetbb.cpp": "oneTBB", "std_execution.cpp": "std::execution::par",
         "openmp.cpp": "OpenMP"}
JOBS = 10
BEGIN = re.compile(r"( *)// snippet: (.+)")
PLACE = re.compile(r"(<!-- side by side: (\S+), (.+?) -->\n)(.*?)(<!-- end -->\n)", re.DOTALL)


def snippets(name):
    """Job -> its code, without the indentation of the mark."""
    found, job, indent = {}, None, ""
    for line in (HERE / name).read_text().splitlines():
        begin = BEGIN.fullmatch(line)
        if begin:
            if job:
                sys.exit(f"{name}: nothing ends the snippet {job}")
            indent, job = begin.groups()
            found[job] = []
        elif line.strip() == "// end":
            job = None
        elif job:
            found[job].append(line.removeprefix(indent))
    if job:
        sys.exit(f"{name}: nothing ends the snippet {job}")
    return {job: "\n".join(lines).strip("\n") for job, lines in found.items()}


def column(name, job):
    language = "java" if name.endswith(".java") else "cpp"
    return f"```{language}\n{snippets(name)[job]}\n```"


def side_by_side(name, job):
    return (f"<table>\n<tr><th>{PEERS[name]}</th><th>berth</th></tr>\n<tr><td valign=\"top\">\n\n{column(name, job)}\n\n"
            f"</td><td valign=\"top\">\n\n{column(BERTH, job)}\n\n</td></tr>\n</table>\n")


def as_it_should_be(text):
    return PLACE.sub(lambda place: place[1] + side_by_side(place[2], place[3]) + place[5], text)


def complaints(page, text):
    jobs = list(snippets(BERTH))
    if len(jobs) != JOBS:
        yield f"{BERTH} has {len(jobs)} jobs, not {JOBS}"
    places = PLACE.findall(text)
    if [place[2] for place in places] != jobs:
        yield f"{page.name} does not have the jobs {', '.join(jobs)}, in this order"
    if len({place[1] for place in places}) > 1:
        yield f"{page.name} shows more than one library beside berth"
    if text.count("```") != 4 * len(places):
        yield f"{page.name} has code that is in no source"
    lines = [one.splitlines() for one in (text, as_it_should_be(text))]
    yield from difflib.unified_diff(*lines, page.name, "sources", lineterm="")


def main(arguments):
    pages = sorted(HERE.glob("from_*.md"))
    if len(pages) != len(PEERS) or arguments not in ([], ["--write"]):
        sys.exit(__doc__)
    if arguments:
        for page in pages:
            page.write_text(as_it_should_be(page.read_text()))
    found = [line for page in pages for line in complaints(page, page.read_text())]
    print("\n".join(found) or f"{len(pages)} pages show {JOBS} jobs each, as the sources have them")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
