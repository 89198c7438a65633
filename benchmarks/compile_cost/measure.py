#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Measures what frevo costs a user's compiler, next to the libraries it stands on.

    measure.py [--compiler c++] [--flags='-O0'] [--repeat 3] [-I FOLDER]... [--strict]

Compiles four small files in turn and prints processor time (best of all rounds) and peak memory of each.
Aims: hello at most 60 % of `libraries` in both, with JSON at most 75 %; hello at most 0.8 s and 60 MiB
above `awaitable`. With --strict a missed aim ends with 1. Run it on a machine that does nothing else.
"""

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FILES = ["libraries", "awaitable", "hello", "hello_json"]


def compile_once(command):
    """Gives seconds of processor time and peak memory in MiB."""
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"failed: {shlex.join(command)}")
    # The compiler proper is a child of the driver; wait4 gives the largest of the family.
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def version_header(folder):
    """Writes the one header that the build generates, so that no build is needed."""
    text = (ROOT / "include/frevo/version.hpp.in").read_text(encoding="utf-8")
    for name in ("MAJOR", "MINOR", "PATCH"):
        text = text.replace(f"@PROJECT_VERSION_{name}@", "0")
    target = Path(folder, "frevo/version.hpp")
    target.parent.mkdir()
    target.write_text(text.replace("@PROJECT_VERSION@", "0.0.0"), encoding="utf-8")


def measure(options):
    best = {name: (float("inf"), float("inf")) for name in FILES}
    with tempfile.TemporaryDirectory() as folder:
        version_header(folder)
        includes = [f"-I{place}" for place in [ROOT / "include", folder, *options.include]]
        for _ in range(options.repeat):
            for name in FILES:
                seconds, memory = compile_once(
                    [options.compiler, "-std=c++20", *shlex.split(options.flags), *includes, "-c",
                     str(HERE / f"{name}.cpp"), "-o", str(Path(folder, "out.o"))])
                best[name] = (min(best[name][0], seconds), min(best[name][1], memory))
    return best


def aims(best):
    """Gives each aim as text, what was measured, and what is allowed."""
    for name, share in (("hello", 0.60), ("hello_json", 0.75)):
        for what, column in (("time", 0), ("memory", 1)):
            yield (f"{name}: share of the libraries' {what}",
                   best[name][column] / best["libraries"][column], share)
    yield "hello: seconds above awaitable", best["hello"][0] - best["awaitable"][0], 0.8
    yield "hello: MiB above awaitable", best["hello"][1] - best["awaitable"][1], 60.0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--compiler", default=os.environ.get("CXX", "c++"))
    parser.add_argument("--flags", default="-O0")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("--strict", action="store_true")
    options = parser.parse_args()

    best = measure(options)
    print(f"{options.compiler} {options.flags}, best of {options.repeat}")
    for name, (seconds, memory) in best.items():
        print(f"  {name:12} {seconds:6.2f} s {memory:6.0f} MiB")
    missed = 0
    for text, value, allowed in aims(best):
        missed += value > allowed
        print(f"  {'missed' if value > allowed else 'met':7} {text}: {value:.2f} (aim {allowed:.2f})")
    return 1 if missed and options.strict else 0


if __name__ == "__main__":
    sys.exit(main())
