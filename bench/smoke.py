#!/usr/bin/env python3
"""Runs every workload at its tiniest and checks the records. Wrong answers fail the run; no time is looked at.

usage: smoke.py PROGRAMS
"""
import json
import pathlib
import subprocess
import sys
import tempfile

KEYS = ["workload", "case", "contender", "metric", "value", "unit", "ratio"]


def problem(record):
    """What is wrong with a record; None if nothing is."""
    if list(record) != KEYS:
        return f"its keys are {list(record)}"
    if not all(isinstance(record[key], str) and record[key] for key in KEYS[:4] + ["unit"]):
        return "a name is empty"
    if not isinstance(record["value"], (int, float)) or record["value"] < 0:
        return "its value is not a number from 0 up"
    if record["ratio"] is not None and not isinstance(record["ratio"], (int, float)):
        return "its ratio is neither a number nor null"
    return None


def main():
    run = pathlib.Path(__file__).with_name("run.py")
    with tempfile.TemporaryDirectory() as folder:
        lines = pathlib.Path(folder) / "lines.json"
        words = [sys.executable, str(run), "--programs", sys.argv[1], "--smoke", "--json", str(lines)]
        status = subprocess.run(words, check=False).returncode
        records = [json.loads(line) for line in lines.read_text().splitlines()]
    wrong = [(problem(r), r) for r in records if problem(r)]
    for why, record in wrong[:10]:
        print(f"smoke: {why}: {record}")
    print(f"smoke: {len(records)} records, {len(wrong)} wrong")
    return 1 if status or wrong or not records else 0


if __name__ == "__main__":
    sys.exit(main())
