#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the cases against the example conformance; README.md tells more.

    run.py PROGRAM [--bytewise] [--only NAME,...] [--jobs N] [--verbose]

Exits with 1 when a case that must hold does not and is no known gap, when a known gap holds, when
the server does not end well, and when no case makes the server give one of its reasons for a
refusal.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import judge
import rejections
from cases import SEVERITIES, Case, load_cases, load_gaps
from player import play
from server import Server, make_static_files

# Limits of the server for cases that wait for them, and of the one for all others.
SHORT_MS = 2000
LONG_MS = 60_000


class Result:
    """A case and what came of it; `complaints` by mode of delivery, None where it fits."""

    def __init__(self, case, complaints, reasons):
        self.case = case
        self.complaints = complaints
        self.reasons = reasons

    def failed(self):
        return any(self.complaints.values())

    def text(self):
        return "\n".join(f"    {mode}: {complaint}" for mode, complaint in
                         self.complaints.items() if complaint)


def time_flags(limit):
    return [word for name in ("header", "idle", "body")
            for word in (f"--{name}-timeout-ms", str(limit))]


def file_values(address):
    """Asks for the validators that some cases send back."""
    case = Case({"id": "file", "severity": "must", "rfc": "", "title": "", "accept": [
        {"responses": [{}], "conn": "any"}],
        "segments": ["GET /files/alphabet.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"]}, "run.py")
    [response] = play(case, address, {}).responses or [None]
    etag = response and response.value("etag") or '"none"'
    modified = response and response.value("last-modified") or "Thu, 01 Jan 1970 00:00:00 GMT"
    then = time.strptime(modified, "%a, %d %b %Y %H:%M:%S GMT")
    return {"etag": etag, "etag_weak": "W/" + etag, "lm": modified,
            "lm_850": time.strftime("%A, %d-%b-%y %H:%M:%S GMT", then),
            "lm_asctime": time.asctime(then)}


def run_cases(cases, program, files, bytewise, jobs):
    usual = Server(program, ["--static", str(files), *time_flags(LONG_MS)])
    hasty = Server(program, ["--static", str(files), *time_flags(SHORT_MS)])
    servers = [usual, hasty]
    try:
        values = file_values(usual.address)

        def run(case):
            address = (hasty if case.timed else usual).address
            complaints, reasons = {}, set()
            for mode in ("whole", "bytewise") if bytewise else ("whole",):
                try:
                    seen = play(case, address, values, mode == "bytewise")
                    complaints[mode] = judge.verdict(case, seen)
                    reasons |= rejections.reasons_in(seen.responses)
                except OSError as error:
                    complaints[mode] = f"no connection: {error}"
            return Result(case, complaints, reasons)

        # Those that wait come first, so that nobody has to wait for them at the end.
        ordered = sorted(cases, key=lambda case: (not case.timed, -case.wait))
        with ThreadPoolExecutor(jobs) as pool:
            results = list(pool.map(run, ordered))
    finally:
        for server in servers:
            server.stop()
    return results, [fault for server in servers for fault in server.faults]


def report(results, gaps, verbose):
    """Prints what matters; gives the sentences for which the run has failed."""
    problems = []
    counts = Counter()
    for result in sorted(results, key=lambda result: result.case.id):
        case = result.case
        state = "failed" if result.failed() else "passed"
        line = f"{case.id} ({case.severity}, {case.rfc}) {case.title}"
        if case.id in gaps:
            if result.failed():
                state = "known gap"
            else:
                problems.append(f"{case.id} passes: take it out of known_gaps.json")
        elif result.failed() and case.severity == "must":
            problems.append(f"{line}\n{result.text()}")
        elif result.failed() and case.severity == "should":
            print(f"should: {line}\n{result.text()}")
        if len(set(map(bool, result.complaints.values()))) > 1:
            problems.append(f"{case.id}: delivery changes the verdict\n{result.text()}")
        counts[case.severity, state] += 1
        if verbose:
            print(f"{state}: {line}" + (f"\n{result.text()}" if result.failed() else ""))
    for severity in SEVERITIES:
        print(f"{severity:6}", ", ".join(
            f"{counts[severity, state]} {state}" for state in ("passed", "failed", "known gap")))
    return problems


def main():
    options = argparse.ArgumentParser(description="Runs the cases against a server.")
    options.add_argument("program", help="the example conformance")
    options.add_argument("--bytewise", action="store_true",
                         help="play each case a second time, byte by byte; it must end alike")
    options.add_argument("--only", default="", help="names or areas of cases, with commas")
    options.add_argument("--jobs", type=int, default=12, help="cases at the same time")
    options.add_argument("--verbose", action="store_true", help="say something about every case")
    chosen = options.parse_args()

    cases = load_cases()
    gaps = load_gaps(cases)
    wanted = set(filter(None, chosen.only.split(",")))
    if wanted:
        cases = [case for case in cases if {case.id, case.area} & wanted]
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        files = make_static_files(Path(folder))
        results, problems = run_cases(cases, chosen.program, files, chosen.bytewise, chosen.jobs)
    problems += report(results, gaps, chosen.verbose)
    if not wanted:
        seen = set().union(*(result.reasons for result in results))
        problems += [f"no case makes the server say {name}"
                     for name in sorted(set(rejections.table()) - seen)]
    for problem in problems:
        print("FAILED:", problem)
    print(f"{len(cases)} cases in {time.monotonic() - start:.1f} s")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
