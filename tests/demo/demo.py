#!/usr/bin/env python3
"""Checks `berth demo` from outside. No time is looked at.

usage: demo.py BERTH SENTENCE
"""
import pathlib
import subprocess
import sys
import tempfile

WRONG_USAGE = 64


def demo(*words):
    return subprocess.run([sys.argv[1], "demo", *words], capture_output=True, text=True, check=False, timeout=100)


def must(holds, what, seen):
    if not holds:
        sys.exit(f"{what}\nstatus {seen.returncode}\n{seen.stdout}{seen.stderr}")


def short_run(folder):
    lines = folder / "rows.csv"
    lines.write_text("".join(f"group{i % 7},value {i},<b>&{i * i}</b>\n" for i in range(2000)))
    seen = demo("--file", str(lines), "--quick")
    must(seen.returncode == 0, "the demo failed", seen)
    must("All three gave the same answers everywhere." in seen.stdout, "the demo does not say that it checked", seen)
    for mode in ("sequential", "naive, 32 threads", "berth"):
        must(seen.stdout.count(f"  {mode} ") == 4, f"not four rows of {mode}", seen)
    must(len(seen.stdout.splitlines()) <= 40, "more than one screen", seen)
    must("\r" not in seen.stdout, "progress is shown though nobody watches", seen)


def refused_files(folder):
    (folder / "empty").touch()
    (folder / "binary").write_bytes(b"text\0more" * 100)
    (folder / "few").write_text("one\ntwo\n")
    with (folder / "huge").open("wb") as file:
        file.truncate(5 << 30)
    for name, words in {
        "missing": "No such file",
        "empty": "the file is empty",
        "binary": "a zero byte at offset 4",
        "few": "2 records",
        "huge": "5120 MiB",
        ".": "not a regular file",
    }.items():
        seen = demo("--file", str(folder / name))
        must(seen.returncode == WRONG_USAGE, f"{name}: not refused with {WRONG_USAGE}", seen)
        must(words in seen.stderr and str(folder / name) in seen.stderr, f"{name}: not in these words: {words}", seen)


def wrong_quota(_folder):
    for quota in ("x", "-1", "0", "nan", "1e99", ""):
        seen = demo("--cpu-quota", quota)
        must(seen.returncode == WRONG_USAGE, f"--cpu-quota {quota!r} is not refused", seen)


SENTENCES = {
    "a short run gives the same answers three ways": short_run,
    "a file that cannot be shown is refused in words": refused_files,
    "a quota that is no number is wrong usage": wrong_quota,
}

with tempfile.TemporaryDirectory() as name:
    SENTENCES[sys.argv[2]](pathlib.Path(name))
