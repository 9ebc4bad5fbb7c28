#!/usr/bin/env python3
"""Runs the workloads of a build one after the other, prints their tables, and what was reached of what was aimed at.

usage: run.py --programs DIR [WORKLOAD...] [--quick | --smoke] [--json FILE] [--contender NAME...]

A workload is a program bench_NAME in DIR, or an executable bench/NAME/measure; both take the options below and append
JSON lines to the file they are given. Their progress goes to standard error.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import reach
import tables

HERE = pathlib.Path(__file__).resolve().parent
FIRST = ["map_grid", "idle", "skew", "report_service", "algorithms"]


def workloads(programs):
    """Name -> program, in the order of running."""
    found = {p.name.removeprefix("bench_"): p for p in sorted(programs.glob("bench_*")) if os.access(p, os.X_OK)}
    found.update({p.parent.name: p for p in sorted(HERE.glob("*/measure"))})
    order = [n for n in FIRST if n in found] + [n for n in found if n not in FIRST]
    return {name: found[name] for name in order}


def arguments():
    parser = argparse.ArgumentParser(prog="tools/bench", description="berth and others, side by side")
    parser.add_argument("workload", nargs="*")
    parser.add_argument("--programs", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--quick", action="store_true", help="under four minutes in all; more noise")
    parser.add_argument("--smoke", action="store_true", help="seconds: answers are checked, figures mean nothing")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write JSON lines there")
    parser.add_argument("--contender", nargs="+", action="extend", default=[], metavar="NAME", help="only these")
    return parser.parse_intermixed_args()


def run_one(name, program, options, lines):
    """Runs one workload; its records. Ends the run if it fails: a wrong answer has no time."""
    before = lines.stat().st_size
    words = [str(program), "--json", str(lines)]
    words += ["--quick"] * options.quick + ["--smoke"] * options.smoke
    for contender in options.contender:
        words += ["--contender", contender]
    start = time.monotonic()
    status = subprocess.run(words, check=False).returncode
    if status != 0:
        sys.exit(f"bench: {name} failed with status {status}")
    print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
    with lines.open() as file:
        file.seek(before)
        return [json.loads(line) for line in file]


def main():
    options = arguments()
    known = workloads(options.programs)
    unknown = [name for name in options.workload if name not in known]
    if unknown:
        print(f"bench: no such workload: {' '.join(unknown)} (there are: {' '.join(known)})", file=sys.stderr)
        return 64
    with tempfile.TemporaryDirectory() as folder:
        lines = options.json or pathlib.Path(folder) / "lines.json"
        lines.write_text("")
        records = []
        for name in options.workload or known:
            fresh = run_one(name, known[name], options, lines)
            records += fresh
            print(tables.of_workload(name, fresh), flush=True)
    print(reach.section(records))
    return 0


if __name__ == "__main__":
    sys.exit(main())
