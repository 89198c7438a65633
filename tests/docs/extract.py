#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Turns the C++ blocks of the documentation into files that are compiled; see README.md here.

    extract.py --root ROOT --output FOLDER   writes the files and prints their names
    extract.py --root ROOT --check           checks markers and blocks that repeat a file's text
"""

import argparse
import re
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"^(\s*)(```+|~~~+)\s*([\w+-]*)\s*$")
MARKER = re.compile(r"<!--\s*snippet:\s*(.*?)\s*-->", re.DOTALL)
PRELUDE = re.compile(r"<!--\s*snippet-prelude:\s*(.*?)\s*-->", re.DOTALL)
INCLUDE = re.compile(r"\s*#\s*include\b")
REGION = re.compile(r"\s*//\s*snippet-(begin|end)(?::\s*(\S+))?\s*$")
KINDS = ("plain", "body", "file", "program", "fresh", "skip")
PREAMBLE = ("frevo/frevo.hpp", "frevo/features/json.hpp")


class Mistake(Exception):
    """What is wrong with a page, with its place."""


@dataclass
class Block:
    page: str
    line: int  # of its first line of code
    language: str
    text: str
    kind: str = "plain"
    argument: str = ""


@dataclass
class Page:
    name: str
    prelude: list = field(default_factory=list)  # pairs of line and text
    blocks: list = field(default_factory=list)


# Reading ------------------------------------------------------------------------------------------

def read_page(name, text):
    """Reads a page's blocks, each with the marker that stands before it."""
    page = Page(name)
    lines = text.split("\n")
    prose, place = [], 0
    marker = None
    while place < len(lines):
        match = FENCE.match(lines[place])
        if not match:
            prose.append(lines[place])
            place += 1
            continue
        marker = marker_in(page, "\n".join(prose), place - len(prose) + 1)
        prose = []
        indent, fence, language = match.groups()
        first = place + 1
        place = first
        while place < len(lines) and lines[place].strip() != fence:
            place += 1
        if place == len(lines):
            raise Mistake(f"{name}:{first}: the block is not closed")
        body = [line.removeprefix(indent) for line in lines[first:place]]
        page.blocks.append(make_block(name, first + 1, language, "\n".join(body), marker))
        place += 1
    marker_in(page, "\n".join(prose), place - len(prose) + 1, at_end=True)
    return page


def marker_in(page, prose, line, at_end=False):
    """Takes the prelude and the marker out of the text before a block."""
    for match in PRELUDE.finditer(prose):
        page.prelude.append((line + prose[:match.start(1)].count("\n"), match[1]))
    found = list(MARKER.finditer(prose))
    if not found:
        return None
    where = f"{page.name}:{line + prose[:found[0].start()].count(chr(10))}"
    if len(found) > 1 or at_end or prose[found[-1].end():].strip():
        raise Mistake(f"{where}: a snippet marker must stand directly before the block it is for")
    return found[0][1], where


def make_block(page, line, language, text, marker):
    block = Block(page, line, language, text)
    if marker is None:
        return block
    content, where = marker
    block.kind, _, block.argument = content.partition(" ")
    block.argument = block.argument.strip()
    if block.kind not in KINDS:
        raise Mistake(f"{where}: unknown snippet marker '{block.kind}'; known: {', '.join(KINDS)}")
    if block.kind in ("skip", "file") and not block.argument:
        needed = {"skip": "a reason", "file": "the name of a file"}[block.kind]
        raise Mistake(f"{where}: 'snippet: {block.kind}' needs {needed}")
    return block


# Writing ------------------------------------------------------------------------------------------

class Unit:
    """A translation unit that grows block by block; compilers' messages name the page."""

    def __init__(self, page, prelude=(), preamble=()):
        self.page = page
        self.includes = [f"#include <{name}>" for name in preamble]
        self.code = []
        self.bodies = 0
        for line, text in prelude:
            self.add(line, prelude_code(text))

    def add(self, line, text):
        self.code.append(f'#line {line} "{self.page}"')
        for offset, part in enumerate(text.split("\n")):
            if INCLUDE.match(part):
                self.includes += [f'#line {line + offset} "{self.page}"', part]
                self.code.append("")
            else:
                self.code.append(part)

    def add_body(self, block):
        match = re.fullmatch(r"(.*?)\s*(\(.*\))?", block.argument, re.DOTALL)
        result, parameters = match[1], match[2] or "()"
        if not result:
            waits = re.search(r"\bco_(await|return|yield)\b", block.text)
            result = "frevo::awaitable<void>" if waits else "void"
        self.bodies += 1
        self.code.append(f"[[maybe_unused]] static {result} snippet_body_{self.bodies}{parameters} {{")
        self.add(block.line, block.text)
        self.code.append("}")

    def text(self):
        return "\n".join(["// Made from " + self.page, *self.includes, *self.code, ""])


def prelude_code(text):
    """A prelude is either code, or a list of names to be used without their namespace."""
    if ";" in text or "#" in text:
        return text
    names = [name for name in re.split(r"[,\s]+", text) if name and name != "using"]
    return " ".join(f"using {name if '::' in name else 'frevo::' + name};" for name in names)


def units_of(page, preamble):
    """Gives the translation units of a page as pairs of a name's ending and the text."""
    fresh = lambda: Unit(page.name, page.prelude, preamble)  # noqa: E731
    parts, programs, used = [fresh()], [], [False]
    for block in page.blocks:
        if block.language != "cpp" or block.kind in ("file", "skip"):
            continue
        if block.kind == "program":
            unit = Unit(page.name)
            unit.add(block.line, block.text)
            programs.append(unit)
            continue
        if block.kind == "fresh":
            parts.append(fresh())
            used.append(False)
        used[-1] = True
        if block.kind == "body":
            parts[-1].add_body(block)
        else:
            parts[-1].add(block.line, block.text)
    for number, unit in enumerate(unit for unit, any_code in zip(parts, used) if any_code):
        yield f"part{number + 1}", unit.text()
    for number, unit in enumerate(programs):
        yield f"program{number + 1}", unit.text()


# Blocks that repeat a file ------------------------------------------------------------------------

def tidy(text):
    lines = [line.rstrip() for line in text.split("\n")]
    return textwrap.dedent("\n".join(lines)).strip("\n")


def without_opening_comment(text):
    lines = text.split("\n")
    while lines and (lines[0].startswith("//") or not lines[0].strip()):
        lines.pop(0)
    return "\n".join(lines)


def region_of(text, wanted):
    """Gives a marked region of a file, or None. Markers inside the region are left out."""
    kept, inside, found = [], False, False
    for line in text.split("\n"):
        match = REGION.match(line)
        if match and (match[2] or "") == wanted:
            inside = match[1] == "begin"
            found = True
        elif inside and not match:
            kept.append(line)
    return "\n".join(kept) if found else None


def check_repeated_file(root, block):
    name, _, region = block.argument.partition("#")
    where = f"{block.page}:{block.line}"
    path = root / name
    if not path.is_file():
        raise Mistake(f"{where}: there is no file {name}")
    text = path.read_text(encoding="utf-8")
    part = region_of(text, region)
    if part is None and region:
        raise Mistake(f"{where}: {name} has no region '{region}'")
    candidates = [part] if part is not None else [text, without_opening_comment(text)]
    if tidy(block.text) not in [tidy(candidate) for candidate in candidates]:
        raise Mistake(f"{where}: the block differs from {block.argument}")


# Command line -------------------------------------------------------------------------------------

def pages_in(root):
    return [path for path in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
            if path.is_file()]


def read_all(root):
    """Gives the pages that could be read and the mistakes found on the way."""
    pages, mistakes = [], []
    for path in pages_in(root):
        name = path.relative_to(root).as_posix()
        try:
            pages.append(read_page(name, path.read_text(encoding="utf-8")))
        except Mistake as mistake:
            mistakes.append(str(mistake))
    return pages, mistakes


def check(root):
    pages, mistakes = read_all(root)
    for page in pages:
        for block in page.blocks:
            if block.kind == "file":
                try:
                    check_repeated_file(root, block)
                except Mistake as mistake:
                    mistakes.append(str(mistake))
    return mistakes


def write(root, output):
    preamble = [name for name in PREAMBLE if (root / "include" / name).is_file()]
    output.mkdir(parents=True, exist_ok=True)
    names = []
    for page in read_all(root)[0]:
        stem = re.sub(r"\W+", "_", page.name.removesuffix(".md")).lower()
        for ending, text in units_of(page, preamble):
            path = output / f"{stem}_{ending}.cpp"
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
            names.append(path)
    for old in set(output.glob("*.cpp")) - set(names):
        old.unlink()
    return names


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    if options.check:
        mistakes = check(options.root)
        for mistake in mistakes:
            print(mistake)
        print(f"documentation: {len(mistakes)} mistakes" if mistakes else "documentation: in order")
        return 1 if mistakes else 0
    for path in write(options.root, options.output):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
