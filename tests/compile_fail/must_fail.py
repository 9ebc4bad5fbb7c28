#!/usr/bin/env python3
"""Compiles a snippet that must not compile.

usage: must_fail.py SNIPPET COMPILER [FLAG...]

A snippet starts with comments that say what the compiler must complain about, one regular expression a line:

    // error: a budget that nobody looks at

and keeps the offending lines under #ifdef MUST_FAIL. Without MUST_FAIL it has to compile, so that it fails for its
reason and for no other; with it, it has to fail and every expression has to be found in what the compiler prints.
"""
import re
import subprocess
import sys

EXPECTATION = re.compile(r"^//\s*error:\s*(.+?)\s*$", re.MULTILINE)


def compile_snippet(command, snippet, *flags):
    result = subprocess.run([*command, "-fsyntax-only", *flags, snippet], stdin=subprocess.DEVNULL,
                            capture_output=True, text=True, env=None)
    return result.returncode == 0, result.stderr


def complaint(snippet, command):
    expected = EXPECTATION.findall(open(snippet).read())
    if not expected:
        return f"{snippet} has no line '// error: REGEX'"
    compiles, text = compile_snippet(command, snippet)
    if not compiles:
        return f"{snippet} does not compile without MUST_FAIL either:\n{text}"
    compiles, text = compile_snippet(command, snippet, "-DMUST_FAIL")
    if compiles:
        return f"{snippet} compiles"
    missing = [regex for regex in expected if not re.search(regex, text)]
    return f"{snippet} fails, but nowhere says {missing}:\n{text}" if missing else None


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    why = complaint(sys.argv[1], sys.argv[2:])
    print(why or "refused as it should be")
    return 1 if why else 0


if __name__ == "__main__":
    sys.exit(main())
