#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks the rules that keep frevo's layers apart; docs/architecture.md explains them.

    check.py [ROOT]

Prints one line per breach and exits with 1 if there is any.

  R1   includes point down, from a layer to those below it
  R2   third-party headers stay in their home files; public headers include no private ones
  R3   no file above 400 lines, no function above 60
  R4   no `using namespace` in headers, no macro without FREVO_
  R6   every src/**/x.cpp has its tests/unit/**/x_test.cpp
  R8   no throw, std::function, shared pointer or regular expression on the hot path
  R10  the places that state the version agree

R5 (every public header compiles alone) is a test of the build, R9 is cmake/check_coroutines.py.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "cmake"))

from check_coroutines import DIRECTIVE, TOKEN, tokenize  # noqa: E402

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60

# layer -> what it may include besides itself
LAYERS = {
    "core": set(),
    "protocol": {"core"},
    "http": {"core", "protocol"},
    "routing": {"core", "http"},
    "server": {"core", "protocol", "http"},
    "middleware": {"core", "http"},
    "features": {"core", "protocol", "http", "routing"},
    "app": {"core", "http", "routing", "server", "middleware"},
    "testing": {"core", "protocol", "http", "server", "app"},
}
# Single includes that the table above would refuse, as (who, what).
ALLOWED_INCLUDES = [
    # The test client offers JSON in a header that nobody has to include.
    (r"(include/frevo|src)/testing/json", r"frevo/features/json\.hpp"),
]
# Features do not know each other, but for these.
FEATURE_MAY_USE = {"sessions": {"cookies"}, "openapi": {"json"}}

BOOST_FOR_ALL = r"boost/(system|describe|mp11)\b"
# What a public header may say of Boost: the rest would reach every user's translation unit.
BOOST_IN_PUBLIC = re.compile(
    BOOST_FOR_ALL + r"|boost/asio/(awaitable|any_io_executor|buffer)\.hpp")
BOOST_IN_ONE_PUBLIC = {
    # frevo::timer is a basic_waitable_timer over a clock that tests can shift.
    "include/frevo/http/timer.hpp": re.compile(r"boost/asio/basic_waitable_timer\.hpp"),
}

# third-party header -> the only files that may include it
HOMES = [
    (r"llhttp", r"src/protocol/request_parser\.cpp"),
    (r"openssl/", r"src/(server/tls|features/(sessions|secure|cookies|jwt|csrf)|testing/)"),
    (r"boost/asio/ssl", r"src/(server/tls|testing/)"),
    (r"boost/asio", r"(include/frevo|src)/(?!core/|protocol/)\w+/"),
    (r"boost/json", r"src/features/json"),
    (r"boost/beast", r"src/features/websocket"),
    (BOOST_FOR_ALL, r"(include/frevo|src)/"),
    (r"boost/", r"src/(?!core/|protocol/)\w+/"),
    (r"nlohmann/", r"(include/frevo|src)/(features/(json_dynamic|openapi|sessions)|testing/json)"),
    (r"zlib\.h|brotli/|zstd\.h", r"src/features/compression"),
    (r"spdlog/", r"src/features/spdlog"),
    (r"re2/", r"src/core/rules"),
    (r"sqlite3", r"(?!)"),
    (r"doctest/", r"(?!)"),
    (r"iostream$", r"(?!)"),
    # Not in the standard libraries of the oldest supported compilers.
    (r"(format|expected|source_location)$", r"(?!)"),
]
HOMES = [(re.compile(header), re.compile(home)) for header, home in HOMES]

HOT_PATH = re.compile(r"src/(protocol/|core/(read|output)_buffer|server/connection)")
HOT_PATH_WORDS = re.compile(
    r"\bthrow\b|\bstd::function\b|\b(shared_ptr|make_shared|weak_ptr)\b|\bregex\b")

# Tables of names may be long: a generated one as a file, a switch as a function.
LONG_TABLES = re.compile(r"src/core/field_table\.cpp")
TABLE_LINE = re.compile(r"\s*(case\b.*:|default:|return\b[^;]*;)")
TABLE_LINES = 30

INCLUDE = re.compile(r'[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]')
DEFINE = re.compile(r"[ \t]*#[ \t]*define[ \t]+(\w+)")


class Source:
    """A file with what the rules ask about it."""

    def __init__(self, root, path):
        self.name = path.relative_to(root).as_posix()
        self.text = path.read_text(encoding="utf-8")
        self.lines = self.text.split("\n")
        if self.lines[-1] == "":
            self.lines.pop()
        parts = self.name.split("/")
        self.public = parts[0] == "include"
        self.header = path.suffix == ".hpp"
        below = parts[2:] if self.public else parts[1:]
        self.layer = below[0] if len(below) > 1 and below[0] in LAYERS else None

    def directives(self):
        """Gives preprocessor lines with their numbers; not those inside comments."""
        place, line, fresh = 0, 1, True
        while place < len(self.text):
            match = DIRECTIVE.match(self.text, place) if fresh else None
            if match:
                yield line, match.group()
            else:
                match = TOKEN.match(self.text, place)
                fresh = fresh and match.lastgroup == "skip"
            breaks = match.group().count("\n")
            line += breaks
            fresh = fresh or breaks > 0
            place = match.end()

    def code(self):
        """Gives the lines without comments and without what stands in quotes."""
        def blank(match):
            if match.lastgroup in ("skip", "text", "raw", "mark"):
                return re.sub(r"[^\n]", " ", match.group())
            return match.group()
        return TOKEN.sub(blank, self.text).split("\n")


def included_layer(quote, name):
    parts = name.removeprefix("frevo/").split("/")
    if (quote == '"' or name.startswith("frevo/")) and len(parts) > 1 and parts[0] in LAYERS:
        return parts[0]
    return None


def feature_of(name):
    """The feature that a file of the layer `features` belongs to: its first word."""
    return re.split(r"[_.]", name.rsplit("/", 1)[-1])[0]


def check_direction(source):
    for line, text in source.directives():
        match = INCLUDE.match(text)
        if not match or source.layer is None:
            continue
        if match[2] == "frevo/frevo.hpp":
            yield "R1", line, "<frevo/frevo.hpp> is for users; include what is needed"
            continue
        layer = included_layer(*match.groups())
        if layer is None or any(re.match(who, source.name) and re.fullmatch(what, match[2])
                                for who, what in ALLOWED_INCLUDES):
            continue
        if layer != source.layer and layer not in LAYERS[source.layer]:
            yield "R1", line, f"{source.layer} may not include {layer}: {match[2]}"
        elif layer == source.layer == "features":
            here, there = feature_of(source.name), feature_of(match[2])
            if here != there and there not in FEATURE_MAY_USE.get(here, ()):
                yield "R1", line, f"the feature {here} may not include the feature {there}"


def check_third_party(source):
    for line, text in source.directives():
        match = INCLUDE.match(text)
        if not match:
            continue
        quote, name = match.groups()
        if source.public and quote == '"':
            yield "R2", line, f"a public header includes a private one: {name}"
        if source.public and name.startswith("boost/"):
            alone = BOOST_IN_ONE_PUBLIC.get(source.name)
            if not BOOST_IN_PUBLIC.match(name) and not (alone and alone.match(name)):
                yield "R2", line, f"<{name}> does not belong in a public header"
                continue
        for header, home in HOMES:
            if header.match(name):
                if not home.match(source.name):
                    yield "R2", line, f"<{name}> does not belong here"
                break


def check_length(source):
    if len(source.lines) > MAX_FILE_LINES and not LONG_TABLES.fullmatch(source.name):
        yield "R3", len(source.lines), f"{len(source.lines)} lines; {MAX_FILE_LINES} are allowed"
    for first, last in function_bodies(tokenize(source.text)):
        body = source.lines[first:last - 1]
        table = [text for text in body if TABLE_LINE.match(text)]
        length = len(body) - (len(table) if len(table) > TABLE_LINES else 0)
        if length > MAX_FUNCTION_LINES:
            yield "R3", first, (f"a function of {length} lines; "
                                f"{MAX_FUNCTION_LINES} are allowed")


def function_bodies(tokens):
    """Gives first and last line of every function that stands in a namespace or a class.

    Follows braces only; what it does not understand it leaves out rather than guess.
    """
    scopes, head, depth = [], [], 0
    for token in tokens:
        text = token.text
        inside = bool(scopes) and scopes[-1][0] not in ("namespace", "class")
        if token.kind != "sign":
            head.append(token)
        elif text == "{":
            kind = "other" if inside or depth else kind_of_brace(head)
            scopes.append((kind, token.line, head))
            head = []
        elif text == "}":
            kind, first, before = scopes.pop() if scopes else ("other", 0, [])
            if kind == "function":
                yield first, token.line
            # After an initialiser the declaration goes on; after a body it is over.
            head = [*before, token] if kind == "other" else []
        elif text == ";" and not depth:
            head = []
        else:
            depth += {"(": 1, ")": -1}.get(text, 0)
            depth = max(depth, 0)
            head.append(token)
        if inside and text != "}":
            head, depth = [], 0


def kind_of_brace(head):
    words = [token.text for token in head]
    if words[:1] == ["template"]:
        words = without_template_heads(words)
    if "namespace" in words[:2] or words[:1] == ["extern"] and len(words) == 2:
        return "namespace"
    if "(" not in words:
        return "class" if {"class", "struct", "union"} & set(words) else "other"
    words = without_arguments(words)
    if "=" in words and "operator" not in words:
        return "other"
    if ":" in words[words.index("("):] and re.match(r"\w|>", words[-1]) and (
            words[-1] not in ("const", "noexcept", "override", "final")):
        return "other"  # a member in a constructor's list
    return "function"


def without_template_heads(words):
    while words[:1] == ["template"]:
        depth, place = 0, 1
        for place in range(1, len(words)):
            depth += {"<": 1, ">": -1}.get(words[place], 0)
            if depth == 0:
                break
        words = words[place + 1:]
    return words


def without_arguments(words):
    kept, depth = [], 0
    for word in words:
        depth -= word == ")"
        if depth <= 0:
            kept.append(word)
        depth += word == "("
    return kept


def check_names(source):
    if source.header:
        for line, text in enumerate(source.code(), 1):
            if re.search(r"\busing\s+namespace\b", text):
                yield "R4", line, "using namespace in a header"
    for line, text in source.directives():
        match = DEFINE.match(text)
        if match and not match[1].startswith("FREVO_"):
            yield "R4", line, f"the macro {match[1]} does not start with FREVO_"


def check_hot_path(source):
    if HOT_PATH.match(source.name):
        for line, text in enumerate(source.code(), 1):
            match = HOT_PATH_WORDS.search(text)
            if match:
                yield "R8", line, f"{match[0]} on the hot path"


def check_mirror(root):
    for path in sorted((root / "src").rglob("*.cpp")):
        inner = path.relative_to(root / "src")
        twin = Path("tests/unit") / inner.with_name(inner.stem + "_test.cpp")
        if not (root / twin).exists():
            yield f"src/{inner.as_posix()}", "R6", 1, f"has no {twin.as_posix()}"


def check_listed(root):
    """A public header that no CMakeLists.txt names would not be installed."""
    lists = "".join(p.read_text(encoding="utf-8") for p in sorted((root / "src").rglob("CMakeLists.txt")))
    lists += "".join(p.read_text(encoding="utf-8") for p in sorted((root / "cmake").glob("*.cmake")))
    for path in sorted((root / "include/frevo").rglob("*.hpp")):
        if not re.search(r"(^|[/\s}])" + re.escape(path.name) + r"\b", lists, re.M):
            yield path.relative_to(root).as_posix(), "R6", 1, "is named in no CMakeLists.txt, so it is not installed"


def check_versions(root):
    def first(name, pattern):
        path = root / name
        match = path.exists() and re.search(pattern, path.read_text(encoding="utf-8"), re.M)
        return match[1] if match else None

    version = first("CMakeLists.txt", r"^\s*VERSION (\d+\.\d+\.\d+)$")
    if version is None:
        yield "CMakeLists.txt", "R10", 1, "project() states no version"
        return
    changes = first("CHANGELOG.md", r"^## \[?([^\]\s]+)")
    if changes is not None and changes not in ("Unreleased", version):
        yield "CHANGELOG.md", "R10", 1, f"starts with {changes}; the version is {version}"
    for name in ("vcpkg.json", "packaging/vcpkg/ports/frevo/vcpkg.json"):
        path = root / name
        if path.exists():
            stated = json.loads(path.read_text(encoding="utf-8")).get("version-semver", version)
            if stated != version:
                yield name, "R10", 1, f"states {stated}; the version is {version}"


FILE_RULES = [check_direction, check_third_party, check_length, check_names, check_hot_path]
TREE_RULES = [check_mirror, check_listed, check_versions]


def breaches_in(root):
    """Gives every breach below a folder as (file, rule, line, text)."""
    for folder in ("include", "src"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".hpp", ".cpp"):
                source = Source(root, path)
                for rule in FILE_RULES:
                    for name, line, text in rule(source):
                        yield source.name, name, line, text
    for rule in TREE_RULES:
        yield from rule(root)


def main(arguments):
    root = Path(arguments[0]).resolve() if arguments else ROOT
    count = 0
    for name, rule, line, text in breaches_in(root):
        print(f"{name}:{line}: [{rule}] {text}")
        count += 1
    print(f"architecture: {count} breaches" if count else "architecture: all rules hold")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
