# SPDX-License-Identifier: BSL-1.0
"""Tests of the architecture check: a small tree that holds every rule, and one breach at a time."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import check

SOUND = {
    "CMakeLists.txt": "project(\n    frevo\n    VERSION 0.1.0\n    LANGUAGES CXX)\n",
    "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n## [0.0.9]\n",
    "vcpkg.json": '{"name": "frevo", "version-semver": "0.1.0"}\n',
    "include/frevo/config.hpp": "#pragma once\n#define FREVO_API\n",
    "include/frevo/core/text.hpp":
        "#include <frevo/config.hpp>\n#include <boost/mp11.hpp>\n#include <string>\n",
    "include/frevo/http/awaitable.hpp": "#include <boost/asio/awaitable.hpp>\n",
    "include/frevo/http/timer.hpp": "#include <boost/asio/basic_waitable_timer.hpp>\n",
    "include/frevo/features/json.hpp": "#include <frevo/core/text.hpp>\n",
    "include/frevo/features/json_dynamic.hpp":
        "#include <frevo/features/json.hpp>\n#include <nlohmann/json.hpp>\n",
    "include/frevo/testing/json.hpp": "#include <frevo/features/json.hpp>\n",
    "src/core/text.cpp": '#include <frevo/core/text.hpp>\n#include "core/inner.hpp"\n',
    "src/core/inner.hpp": "// throw is allowed here\nvoid f() { throw 1; }\n",
    "src/protocol/request_parser.cpp":
        '#include "protocol/request_parser.hpp"\n#include "llhttp.h"\n'
        "// never throws: no shared_ptr\nconst char* text = \"throw std::regex\";\n",
    "src/protocol/request_parser.hpp":
        "/*\n#include <iostream>\n#define SHORT\nusing namespace std;\n*/\n",
    "src/server/server.cpp": '#include "core/inner.hpp"\n#include <boost/asio/io_context.hpp>\n'
                             "using namespace std;\n",
    "src/features/sessions.cpp": "#include <frevo/features/cookies.hpp>\n#include <openssl/hmac.h>\n",
    "tests/unit/core/text_test.cpp": "",
    "tests/unit/protocol/request_parser_test.cpp": "",
    "tests/unit/server/server_test.cpp": "",
    "tests/unit/features/sessions_test.cpp": "",
}


def lines(count):
    return "    f();\n" * count


def switch(count):
    return "".join(f"    case {n}:\n        return \"{n}\";\n" for n in range(count))


FUNCTIONS = {
    "a function": "namespace a {{\nint f(int a)\n{{\n{}}}\n}}\n",
    "a member": "class a : public b<c>\n{{\n    int f() const noexcept override\n    {{\n{}    }}\n}};\n",
    "a template": "template <class T, class U>\nint f(T a)\n{{\n{}}}\n",
    "a constructor": "a::a(int b)\n    : b_{{b}}, c_(b), d_{{}}\n{{\n{}}}\n",
    "a trailing type": "auto f(int a = 3) -> std::map<int, int>\n{{\n{}}}\n",
    "a nested namespace": "namespace a::b {{\nnamespace {{\nint f()\n{{\n{}}}\n}}\n}}\n",
    "after a table": "constexpr t list[] = {{{{1, 2}}, {{3, 4}}}};\nenum class e : int {{ a, b }};\n"
                     "int f()\n{{\n{}}}\n",
    "an operator": "bool operator==(a x, a y)\n{{\n{}}}\n",
}

# rule, file, what is written into it, words of the message
BREACHES = [
    ("R1", "src/core/text.cpp", '#include "http/inner.hpp"', "core may not include http"),
    ("R1", "src/core/text.cpp", "#include <frevo/http/awaitable.hpp>", "core may not include"),
    ("R1", "include/frevo/http/awaitable.hpp", "#include <frevo/app/app.hpp>", "http may not"),
    ("R1", "src/server/server.cpp", '#  include "routing/router.hpp"', "server may not"),
    ("R1", "src/server/server.cpp", "#include <frevo/frevo.hpp>", "for users"),
    ("R1", "include/frevo/testing/client.hpp", "#include <frevo/features/json.hpp>", "testing may"),
    ("R1", "include/frevo/features/sse.hpp", "#include <frevo/features/json.hpp>", "feature sse"),
    ("R1", "src/features/json.hpp", '#include "features/sessions.hpp"', "feature json"),
    ("R2", "include/frevo/core/text.hpp", '#include "core/inner.hpp"', "private one"),
    ("R2", "include/frevo/http/awaitable.hpp", "#include <boost/asio/ip/tcp.hpp>", "public header"),
    ("R2", "include/frevo/http/body.hpp", "#include <boost/asio/basic_waitable_timer.hpp>",
     "public header"),
    ("R2", "include/frevo/core/text.hpp", "#include <boost/asio/buffer.hpp>", "belong here"),
    ("R2", "src/core/text.cpp", "#include <boost/asio/buffer.hpp>", "belong here"),
    ("R2", "src/protocol/target.hpp", "#include <boost/url.hpp>", "belong here"),
    ("R2", "src/protocol/target.hpp", "#include <llhttp.h>", "<llhttp.h> does not"),
    ("R2", "include/frevo/features/json.hpp", "#include <nlohmann/json_fwd.hpp>", "belong here"),
    ("R2", "src/server/server.cpp", "#include <boost/json.hpp>", "belong here"),
    ("R2", "src/server/server.cpp", "#include <openssl/ssl.h>", "belong here"),
    ("R2", "src/server/server.cpp", "#include <boost/beast/core.hpp>", "belong here"),
    ("R2", "src/server/server.cpp", "#include <iostream>", "belong here"),
    ("R2", "src/server/server.cpp", "#include <format>", "belong here"),
    ("R2", "include/frevo/core/text.hpp", "#include <source_location>", "belong here"),
    ("R3", "src/core/inner.hpp", "int x;\n" * 398, "401 lines"),
    ("R4", "src/core/inner.hpp", "using\tnamespace std;", "using namespace"),
    ("R4", "src/core/text.cpp", "# define SHORT 1", "SHORT"),
    ("R6", "src/core/lonely.cpp", "", "tests/unit/core/lonely_test.cpp"),
    ("R6", "include/frevo/core/forgotten.hpp", "", "not installed"),
    ("R8", "src/protocol/target.hpp", "int f() { throw 1; }", "throw on"),
    ("R8", "src/protocol/target.hpp", "std::function<int()> f;", "std::function on"),
    ("R8", "src/server/connection_input.hpp", "std::shared_ptr<int> f;", "shared_ptr on"),
    ("R8", "src/core/output_buffer.hpp", "auto a = std::make_shared<int>();", "make_shared on"),
    ("R8", "src/core/read_buffer.hpp", "#include <a>\nstd::regex r;", "regex on"),
    ("R10", "vcpkg.json", None, "states 0.2.0"),
    ("R10", "CHANGELOG.md", None, "starts with 0.0.8"),
]
HEADERS = {name for name in [*SOUND, *(name for _, name, *_ in BREACHES)] if name.endswith(".hpp")}
SOUND["src/CMakeLists.txt"] = "\n".join(sorted(HEADERS - {"include/frevo/core/forgotten.hpp"}))
REPLACED = {"vcpkg.json": '{"version-semver": "0.2.0"}', "CHANGELOG.md": "# Changelog\n\n## 0.0.8\n"}


def breaches_in(changes):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in {**SOUND, **changes}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return list(check.breaches_in(root))


class Rules(unittest.TestCase):
    def test_a_sound_tree_has_no_breach(self):
        self.assertEqual([], breaches_in({}))

    def test_every_planted_breach_is_found_alone_and_with_its_place(self):
        for rule, name, added, words in BREACHES:
            before = SOUND.get(name, "")
            text = REPLACED[name] if added is None else before + added + "\n"
            with self.subTest(rule=rule, name=name, added=added):
                found = breaches_in({name: text})
                self.assertEqual(1, len(found), found)
                self.assertEqual((name, rule), found[0][:2])
                self.assertIn(words, found[0][3])
                if rule in ("R1", "R2", "R4", "R8"):
                    self.assertEqual(text.count("\n"), found[0][2])

    def test_every_rule_has_a_planted_breach(self):
        planted = {rule for rule, *_ in BREACHES}
        self.assertEqual({"R1", "R2", "R3", "R4", "R6", "R8", "R10"}, planted)

    def test_long_functions_are_found_wherever_they_stand(self):
        for place, frame in FUNCTIONS.items():
            with self.subTest(place=place):
                found = breaches_in({"src/server/long.hpp": frame.format(lines(61))})
                self.assertEqual(["R3"], [rule for _, rule, *_ in found])
                self.assertIn("61 lines", found[0][3])
                self.assertEqual([], breaches_in({"src/server/long.hpp": frame.format(lines(60))}))

    def test_classes_namespaces_and_tables_may_be_longer_than_a_function(self):
        for opening in ("class a : b\n{\n", "namespace a {\n", "constexpr int t[] = {\n",
                        "enum class e\n{\n", "struct [[nodiscard]] a final\n{\n"):
            text = opening + "    int x;\n" * 80 + "};\n"
            with self.subTest(opening=opening):
                self.assertEqual([], breaches_in({"src/server/long.hpp": text}))

    def test_a_switch_that_is_a_table_may_be_longer(self):
        text = "const char* f(int n)\n{\n    switch (n) {\n" + switch(60) + "    }\n}\n"
        self.assertEqual([], breaches_in({"src/server/long.hpp": text}))
        text = text.replace("    switch", lines(60) + "    switch")
        self.assertEqual(1, len(breaches_in({"src/server/long.hpp": text})))


class CommandLine(unittest.TestCase):
    def test_the_result_says_whether_there_is_a_breach(self):
        for text, result, words in (("int x;\n", 0, "all rules hold"),
                                    ("using namespace std;\n", 1, "a.hpp:1: [R4]")):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "CMakeLists.txt").write_text(SOUND["CMakeLists.txt"])
                Path(folder, "include").mkdir()
                Path(folder, "include/a.hpp").write_text(text)
                out = io.StringIO()
                with contextlib.redirect_stdout(out):
                    self.assertEqual(result, check.main([folder]))
                self.assertIn(words, out.getvalue())


if __name__ == "__main__":
    unittest.main()
