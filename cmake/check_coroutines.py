#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Finds coroutine statements that g++ 12 compiles into programs that crash.

    check_coroutines.py [--quiet] [--exclude FOLDER]... FILE_OR_FOLDER...

Reads C++ files, and the ```cpp blocks of Markdown files. Prints one line per breach and exits with
1 if there is any. The rules, each with the way to write it instead:

  condition    no co_await in the condition of if, while, for, do or switch, unless it declares a
               variable: `bool ok = co_await f(); if (ok)`, or `if (auto x = co_await f())`
  braces       no co_await between the braces of an aggregate: await into a variable first
  temporary    no braced temporary in a statement that awaits: name it, then move it
  lambda       no lambda that captures by value in a statement that awaits: name it, then move it
  conditional  no ?: in a statement that awaits: use if and else
  throw        no co_await in what is thrown: await into a variable, then throw it
  return       no coroutine that gives a value and has no co_return: g++ 12 does not warn of it

What is known to be safe is left alone: captures by reference and of `this`, lambdas and braces in
statements that do not await, and braces after types that are known to have constructors: those of
std (but not its containers), asio and frevo, when they are written with their namespace, and a few
more by name. Of any other type a text does not tell whether it is an aggregate.
There is no way to switch a rule off for one place.

Seen with g++ 12.2, at every level of optimisation: an await in a condition corrupts the frame of a
coroutine that declares no variable at all, whatever is awaited; a temporary of an aggregate with
members to destroy, made with braces or parentheses, is destroyed twice, and so is a closure.
A text does not show `T(a, b)` to be an aggregate, nor what a macro holds: these are not found.
"""

import argparse
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

CXX_SUFFIXES = {".c++", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".tpp"}
SKIPPED_FOLDERS = {"build", "out", "__pycache__"}

ADVICE = {
    "condition": "co_await in a condition; await into a variable first: "
                 "`bool ok = co_await ...; if (ok)`, or `if (auto x = co_await ...)`",
    "braces": "co_await between braces; await into a variable first, then use it in the braces",
    "temporary": "braced temporary in a statement that awaits; name it, then std::move it",
    "lambda": "lambda that captures by value in a statement that awaits; "
              "name it and std::move it, or capture by reference",
    "conditional": "conditional operator in a statement that awaits; use if and else",
    "return": "a coroutine that gives a value, and no co_return in it; running off its end is "
              "undefined, and g++ 12 does not warn",
    "throw": "co_await in what is thrown; await into a variable first, then throw it",
}


# Tokens -------------------------------------------------------------------------------------------

TOKEN = re.compile(
    r"""
    (?P<skip>\s+|//(?:\\\n|[^\n])*|/\*.*?(?:\*/|\Z))
  | (?P<raw>(?:u8|[uUL])?R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)")
  | (?P<text>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"?|(?:u8|[uUL])?'(?:\\.|[^'\\\n])*'?)
  | (?P<number>\.?[0-9](?:[eEpP][+-]|'?[\w.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<sign>::|->\*?|\+\+|--|<=>|<<=|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\.\.\.|.)
    """,
    re.DOTALL | re.VERBOSE,
)
DIRECTIVE = re.compile(r"[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*", re.DOTALL)


@dataclass
class Token:
    kind: str  # text, number, name or sign
    text: str
    line: int


def tokenize(source):
    """Splits a source into tokens, without comments and preprocessor directives."""
    tokens, place, line, fresh = [], 0, 1, True
    while place < len(source):
        match = DIRECTIVE.match(source, place) if fresh else None
        if match is None:
            match = TOKEN.match(source, place)
            kind = match.lastgroup
            if kind in ("raw", "mark"):
                kind = "text"
            if kind != "skip":
                tokens.append(Token(kind, match.group(), line))
                fresh = False
        breaks = match.group().count("\n")
        line += breaks
        fresh = fresh or breaks > 0
        place = match.end()
    return tokens


# Structure ----------------------------------------------------------------------------------------

@dataclass
class Group:
    """What stands between a pair of brackets that is part of an expression."""
    opener: str
    line: int
    items: list = field(default_factory=list)


@dataclass
class Lambda:
    """A lambda; its body is made of statements of its own and is checked apart."""
    line: int
    captures: Group
    parameters: list


@dataclass
class Statement:
    kind: str  # the keyword of a control statement's head, or "plain"
    items: list


CLOSER = {"(": ")", "[": "]", "{": "}"}
TYPE_HEADS = {"class", "struct", "union", "enum", "namespace"}
FUNCTION_TAILS = {"const", "noexcept", "override", "final", "mutable", "volatile", "try",
                  "consteval", "requires", "extern"}
BEFORE_LAMBDA = {"return", "co_return", "co_await", "co_yield", "throw", "case", "else", "do"}


def is_sign(item, *texts):
    return isinstance(item, Token) and item.kind == "sign" and item.text in texts


def is_name(item, *texts):
    return (isinstance(item, Token) and item.kind == "name"
            and (not texts or item.text in texts))


def is_group(item, opener):
    return isinstance(item, Group) and item.opener == opener


class Reader:
    """Cuts a file's tokens into statements; tolerates what it does not understand."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.place = 0
        self.statements = []

    def read(self):
        while self.place < len(self.tokens):
            self.read_block()
            self.place += 1  # a closing brace too many, from code for several compilers
        return self.statements

    def read_block(self):
        """Reads statements up to the brace that closes the block, and stops on it."""
        items = []
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            if is_sign(token, "}"):
                break
            if is_sign(token, ";"):
                self.place += 1
                items = self.finish("plain", items)
            elif is_sign(token, "{") and self.opens_block(items):
                items = self.finish("plain", items)
                self.place += 1
                self.read_block()
                self.place += 1
            elif not items and is_name(token, "else", "do", "try"):
                self.place += 1
            else:
                items.append(self.read_item())
                if is_group(items[-1], "(") and is_name(items[0], "if", "while", "for", "switch"):
                    items = self.finish(items[0].text, items)
        self.finish("plain", items)

    def finish(self, kind, items):
        if items:
            self.statements.append(Statement(kind, items))
        return []

    def opens_block(self, items):
        """Tells a brace that opens a body from one that opens an initialiser."""
        if not items:
            return True
        last = items[-1]
        if is_group(last, "("):
            return not (len(items) > 1 and is_name(items[-2], "decltype"))
        if is_group(last, "{") or is_sign(last, ":") or is_name(last, *FUNCTION_TAILS):
            return True
        if isinstance(last, Token) and last.kind == "text":
            return is_name(items[0], "extern")
        if any(is_name(item, *TYPE_HEADS) for item in items):
            return not any(is_group(item, "(") or is_sign(item, "=") for item in items)
        # A function with a trailing return type.
        return any(is_sign(item, "->") and (is_group(before, "(") or is_name(before, "const",
                                                                            "noexcept"))
                   for before, item in zip(items, items[1:]))

    def read_item(self):
        token = self.tokens[self.place]
        if is_sign(token, "["):
            found = self.read_lambda()
            if found:
                return found
        if is_sign(token, "(", "[", "{"):
            return self.read_group()
        self.place += 1
        return token

    def read_group(self):
        opener = self.tokens[self.place]
        group = Group(opener.text, opener.line)
        self.place += 1
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            if is_sign(token, ")", "]", "}"):
                if token.text == CLOSER[group.opener]:
                    self.place += 1
                break  # otherwise unbalanced: let the surrounding group have it
            group.items.append(self.read_item())
        return group

    def read_lambda(self):
        start = self.place
        if not self.may_start_lambda():
            return None
        captures = self.read_group()
        parameters = []
        angles = 0
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            if is_sign(token, "{") and angles <= 0:
                self.place += 1
                self.read_block()
                self.place += 1
                return Lambda(captures.line, captures, parameters)
            if is_sign(token, "(", "["):
                parameters.append(self.read_group())
                continue
            if is_sign(token, "<", ">"):
                angles += 1 if token.text == "<" else -1
            elif token.kind == "sign" and not (
                    token.text in ("->", "::", "*", "&", "&&", "...")
                    or (angles > 0 and token.text in (",", "="))):
                break
            elif token.kind == "text":
                break
            self.place += 1
        self.place = start
        return None

    def may_start_lambda(self):
        tokens, place = self.tokens, self.place
        if place + 1 < len(tokens) and is_sign(tokens[place + 1], "["):
            return False  # an attribute
        if place == 0:
            return True
        before = tokens[place - 1]
        if before.kind in ("number", "text") or is_sign(before, ")", "]"):
            return False  # a subscript
        if before.kind == "name":
            return before.text in BEFORE_LAMBDA
        if is_sign(before, "&", "&&") and place > 1 and is_name(tokens[place - 2], "auto"):
            return False  # a structured binding
        return True


# Rules --------------------------------------------------------------------------------------------

SCALARS = {"auto", "bool", "char", "char8_t", "char16_t", "char32_t", "wchar_t", "short", "int",
           "long", "signed", "unsigned", "float", "double", "size_t", "ptrdiff_t", "byte",
           "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t",
           "uint64_t"}
# Types with constructors of their own, which are safe however they are spelled.
KNOWN_CLASSES = {"string", "string_view", "nanoseconds", "microseconds", "milliseconds", "seconds",
                 "minutes", "hours", "days", "timer", "steady_timer", "system_timer", "socket",
                 "resolver", "acceptor"}
# The standard library's classes have constructors, except for array; and a list of values in
# braces does not compile at all in g++ 12 when the statement awaits.
STANDARD_LISTS = {"array", "vector", "deque", "list", "forward_list", "map", "multimap", "set",
                  "multiset", "unordered_map", "unordered_multimap", "unordered_set",
                  "unordered_multiset", "initializer_list", "valarray", "priority_queue"}
# None of frevo's and of Asio's value types is an aggregate with members to destroy.
KNOWN_NAMESPACES = {"frevo", "asio"}


def walk(items):
    """Gives every item of an expression, also in brackets, but not in lambdas' bodies."""
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from walk(item.items)
        elif isinstance(item, Lambda):
            yield from walk(item.captures.items)


def first_await(items):
    return next((item for item in walk(items) if is_name(item, "co_await")), None)


def split(items, sign):
    parts = [[]]
    for item in items:
        if is_sign(item, sign):
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def declares(items):
    """Whether a condition declares a variable, as in `auto x = ...` or `const bool b{...}`."""
    for place, item in enumerate(items):
        if is_sign(item, "=") or is_group(item, "{"):
            if place < 2:
                return False
            name, before = items[place - 1], items[place - 2]
            return ((is_name(name) or is_group(name, "["))
                    and (is_name(before) or is_sign(before, ">", "*", "&", "&&")))
    return False


def captures_by_value(captures):
    for capture in split(captures.items, ","):
        if capture and not is_sign(capture[0], "&") and not (
                len(capture) == 1 and is_name(capture[0], "this")):
            return True
    return False


def type_before(items, place):
    """Gives the qualified name that stands before a brace, as a list; empty if there is none."""
    place -= 1
    if place >= 0 and is_sign(items[place], ">"):
        depth = 0
        while place >= 0:
            if is_sign(items[place], ">"):
                depth += 1
            elif is_sign(items[place], "<"):
                depth -= 1
            place -= 1
            if depth == 0:
                break
    names = []
    while place >= 0 and is_name(items[place]):
        names.insert(0, items[place].text)
        if place < 1 or not is_sign(items[place - 1], "::"):
            break
        place -= 2
    if names and names[-1] in ("return", "co_return", "co_await", "co_yield"):
        return []
    return names


def is_safe_type(names, content):
    """Whether braces after this name call a constructor, which g++ 12 compiles correctly."""
    if not names:
        return False
    last = names[-1]
    if last in SCALARS or last in KNOWN_CLASSES or KNOWN_NAMESPACES & set(names[:-1]):
        return True
    if names[0] == "std" and len(names) > 1:
        return last not in STANDARD_LISTS or (not content and last != "array")
    return False


class Checker:
    def __init__(self):
        self.breaches = []

    def breach(self, rule, line):
        self.breaches.append((line, rule))

    def check(self, statement):
        if statement.kind == "plain":
            self.check_expression(statement.items)
            return
        parts = split(statement.items[-1].items, ";")
        for part in parts:
            self.check_expression(part)
        # The first of two is `if (auto x = f(); x)`, the second of three is a loop's condition.
        condition = parts[1] if len(parts) == 3 else parts[-1]
        if statement.kind == "for" and len(parts) < 3:
            return  # over a range
        found = first_await(condition)
        if found and not declares(condition):
            self.breach("condition", found.line)

    def check_expression(self, items):
        if first_await(items) is None:
            return
        if is_name(items[0], "throw"):
            self.breach("throw", items[0].line)
        for item in walk(items):
            if is_sign(item, "?"):
                self.breach("conditional", item.line)
            elif isinstance(item, Lambda) and captures_by_value(item.captures):
                self.breach("lambda", item.line)
        self.check_braces(items)

    def check_braces(self, items):
        for place, item in enumerate(items):
            if is_group(item, "{"):
                names = type_before(items, place)
                if place > 1 and is_name(items[place - 1]) and (
                        is_name(items[place - 2]) or is_sign(items[place - 2], ">", "&", "&&")):
                    names = type_before(items, place - 1)  # `T x{...}`: the type is before x
                if not is_safe_type(names, item.items):
                    rule = "braces" if first_await(item.items) else "temporary"
                    self.breach(rule, item.line)
                    continue
            if isinstance(item, Group):
                self.check_braces(item.items)
            elif isinstance(item, Lambda):
                self.check_braces(item.captures.items)


def closing(tokens, place):
    """Gives the place of the bracket that closes the one at a place, or of the end."""
    depth = 0
    for at in range(place, len(tokens)):
        if is_sign(tokens[at], "(", "[", "{"):
            depth += 1
        elif is_sign(tokens[at], ")", "]", "}"):
            depth -= 1
            if depth == 0:
                return at
    return len(tokens)


def coroutine_bodies(tokens):
    """Gives (line, opening brace, closing brace, gives a value) of bodies of the type awaitable<T>."""
    for place, token in enumerate(tokens[:-1]):
        if not is_name(token, "awaitable") or not is_sign(tokens[place + 1], "<"):
            continue
        at, depth = place + 1, 0
        while at < len(tokens):
            depth += {"<": 1, ">": -1, ">>": -2}.get(tokens[at].text, 0)
            at += 1
            if depth <= 0:
                break
        valued = [item.text for item in tokens[place + 2:at - 1]] != ["void"]
        # Behind it: the body of a lambda, or name, parameters and the body of a function.
        while at < len(tokens) and (tokens[at].kind == "name" or is_sign(tokens[at], "::", "~")):
            at += 1
        if at < len(tokens) and is_sign(tokens[at], "("):
            at = closing(tokens, at) + 1
            while at < len(tokens) and is_name(tokens[at], "const", "noexcept", "override", "final"):
                at += 1
        if at < len(tokens) and is_sign(tokens[at], "{"):
            yield token.line, at, closing(tokens, at), valued


def unreturned(tokens):
    """Gives the coroutines that await but never return; endless loops and throws need no return."""
    bodies = list(coroutine_bodies(tokens))
    inner = {start: end for _, start, end, _ in bodies}
    for line, start, end, valued in bodies:
        own, at = [], start + 1
        while at < end:
            if at in inner:
                at = inner[at]
            own.append(tokens[at])
            at += 1
        words = " ".join(token.text for token in own)
        awaits = any(is_name(token, "co_await") for token in own)
        ends = any(is_name(token, "co_return", "throw") for token in own)
        endless = "for ( ; ; )" in words or "while ( true )" in words or "while ( 1 )" in words
        if valued and awaits and not ends and not endless:
            yield line


# Files --------------------------------------------------------------------------------------------

FENCE = re.compile(r"^\s*(```+|~~~+)\s*([\w+-]*)")


def code_blocks(text):
    """Blanks everything of a Markdown text but its C++ blocks; line numbers stay."""
    lines, fence, keep = [], None, False
    for line in text.split("\n"):
        match = FENCE.match(line)
        if fence is None and match:
            fence, keep = match[1], match[2].lower() in ("cpp", "c++", "cxx", "hpp")
            lines.append("")
        elif fence is not None and line.strip().startswith(fence) and not line.strip(" `~"):
            # A block is a piece of its own: nothing reaches from one into the next.
            lines.append(";" if keep else "")
            fence, keep = None, False
        else:
            lines.append(line if keep else "")
    return "\n".join(lines)


def check_text(text, markdown=False):
    """Gives the breaches in a text as pairs of line and rule, in order."""
    tokens = tokenize(code_blocks(text) if markdown else text)
    checker = Checker()
    for line in unreturned(tokens):
        checker.breach("return", line)
    for statement in Reader(tokens).read():
        checker.check(statement)
    return sorted(set(checker.breaches))


def files_below(paths, excluded):
    """Gives the files to read, without those of build folders and hidden ones."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for folder, inner, names in os.walk(path):
            inner[:] = sorted(name for name in inner if not name.startswith(".")
                              and name not in SKIPPED_FOLDERS
                              and not Path(folder, name, "CMakeCache.txt").exists()
                              and Path(folder, name).resolve() not in excluded)
            for name in sorted(names):
                found = Path(folder, name)
                if found.suffix.lower() in CXX_SUFFIXES | {".md"}:
                    yield found


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Checks coroutine statements against g++ 12.")
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--exclude", action="append", default=[], type=Path, metavar="FOLDER")
    parser.add_argument("--quiet", action="store_true", help="say nothing when all is well")
    options = parser.parse_args(arguments)
    excluded = [folder.resolve() for folder in options.exclude]

    count, breaches = 0, 0
    for path in files_below(options.paths, excluded):
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            print(f"{path}: {error.strerror}", file=sys.stderr)
            return 2
        count += 1
        for line, rule in check_text(text, path.suffix.lower() == ".md"):
            print(f"{path}:{line}: error: [coroutine-{rule}] {ADVICE[rule]}")
            breaches += 1
    if breaches:
        print(f"coroutine statements that are not safe with g++ 12: {breaches}", file=sys.stderr)
    elif not options.quiet:
        print(f"coroutines: {count} files, all rules hold")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
