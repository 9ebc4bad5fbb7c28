#!/usr/bin/env python3
"""Runs one library's ten jobs and compares what it prints with answers.txt.

usage: answers.py COMMAND [ARGUMENT...]      a program that prints the answers
       answers.py --java SOURCE SCRATCH      a Java source: compiled by a JDK of 17 or later, and run
       answers.py --left-out REASON          says why there is nothing to run

Exit code 77 where nothing was run: the reason is printed.
"""
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys

ANSWERS = pathlib.Path(__file__).with_name("answers.txt")
OLDEST_JAVA = 17
SKIPPED = 77


def output(command):
    result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    if result.returncode:
        sys.exit(f"{command[0]} ended with {result.returncode}\n{result.stdout}")
    return result.stdout


def compare(command):
    expected, got = ANSWERS.read_text().splitlines(), output(command).splitlines()
    print("\n".join(difflib.unified_diff(expected, got, ANSWERS.name, "printed", lineterm="")) or "all as expected")
    return 0 if got == expected else 1


def skip(reason):
    print(f"skipped: {reason}")
    return SKIPPED


def java_version(javac):
    text = subprocess.run([javac, "-version"], capture_output=True, text=True)
    found = re.search(r"javac (\d+)", text.stdout + text.stderr)
    return int(found[1]) if found else 0


def jdk():
    """The folder of a JDK's programs that is new enough; JAVA_HOME goes before PATH."""
    home = os.environ.get("JAVA_HOME")
    beside = [str(pathlib.Path(home, "bin", "javac"))] if home else []
    for javac in (*beside, shutil.which("javac")):
        if javac and os.access(javac, os.X_OK) and java_version(javac) >= OLDEST_JAVA:
            return pathlib.Path(javac).parent
    return None


def run_java(source, scratch):
    folder = jdk()
    if not folder:
        return skip(f"no JDK of version {OLDEST_JAVA} or later")
    scratch.mkdir(parents=True, exist_ok=True)
    subprocess.run([folder / "javac", "-J-XX:TieredStopAtLevel=1", "--release", str(OLDEST_JAVA), "-Xlint:all", "-Werror",
                    "-d", scratch, source], check=True)
    return compare([folder / "java", "-XX:TieredStopAtLevel=1", "-cp", scratch, source.stem])


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "--java":
        return run_java(pathlib.Path(arguments[1]), pathlib.Path(arguments[2]))
    if len(arguments) == 2 and arguments[0] == "--left-out":
        return skip(arguments[1])
    return compare(arguments) if arguments else sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
