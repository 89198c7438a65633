# SPDX-License-Identifier: BSL-1.0
"""Tests of the extraction of the documentation's code."""

import tempfile
import unittest
from pathlib import Path

import extract


def page(*parts):
    return extract.read_page("docs/page.md", "\n".join(parts) + "\n")


def cpp(code, marker=None):
    comment = f"<!-- snippet: {marker} -->\n" if marker else ""
    return f"{comment}```cpp\n{code}\n```\n"


def units(*parts, preamble=()):
    return dict(extract.units_of(page(*parts), preamble))


class Units(unittest.TestCase):
    def test_a_page_without_code_gives_nothing(self):
        self.assertEqual({}, units("text", "```sh\nls\n```", "```\nplain\n```"))

    def test_blocks_of_a_page_form_one_unit_in_order(self):
        text = units(cpp("int a;"), "text", cpp("int b = a;"))["part1"]
        self.assertLess(text.index("int a;"), text.index("int b = a;"))

    def test_includes_move_to_the_top_and_lines_stay(self):
        text = units("one", cpp("int a;\n#include <b>\nint c;"), preamble=["frevo/frevo.hpp"])["part1"]
        self.assertLess(text.index("#include <b>"), text.index("int a;"))
        self.assertLess(text.index("#include <frevo/frevo.hpp>"), text.index("#include <b>"))
        self.assertIn('#line 3 "docs/page.md"\nint a;\n\nint c;', text)
        self.assertIn('#line 4 "docs/page.md"\n#include <b>', text)

    def test_a_body_becomes_a_function(self):
        self.assertIn("static void snippet_body_1() {", units(cpp("f();", "body"))["part1"])
        self.assertIn("static frevo::awaitable<void> snippet_body_1() {",
                      units(cpp("co_await f();", "body"))["part1"])
        text = units(cpp("co_return r;", "body awaitable<response> (request& r)"))["part1"]
        self.assertIn("static awaitable<response> snippet_body_1(request& r) {", text)
        text = units(cpp("f(a);", "body (int a)"), cpp("f(a);", "body (int a)"))["part1"]
        self.assertIn("static void snippet_body_2(int a) {", text)

    def test_a_program_stands_alone(self):
        found = units(cpp("int a;"), cpp("int main() {}", "program"), preamble=["frevo/frevo.hpp"])
        self.assertEqual({"part1", "program1"}, set(found))
        self.assertNotIn("frevo.hpp", found["program1"])
        self.assertNotIn("int a;", found["program1"])

    def test_fresh_starts_a_new_unit(self):
        found = units(cpp("int a;"), cpp("int a;", "fresh"), cpp("int b = a;"))
        self.assertEqual(1, found["part1"].count("int a;"))
        self.assertIn("int b = a;", found["part2"])

    def test_skipped_and_repeated_blocks_are_not_compiled(self):
        self.assertEqual({}, units(cpp("x", "skip it is a picture"), cpp("y", "file a.cpp")))

    def test_the_prelude_names_what_is_used(self):
        text = units("<!-- snippet-prelude: json, path std::string\n -->", cpp("int a;"))["part1"]
        self.assertIn("using frevo::json; using frevo::path; using std::string;", text)
        text = units("<!-- snippet-prelude:\n#include <x>\nnamespace a = b;\n-->", cpp("int a;"))["part1"]
        self.assertLess(text.index("#include <x>"), text.index("namespace a = b;"))

    def test_indented_blocks_lose_their_indentation(self):
        text = units("1. a", "   ```cpp\n   if (a)\n       b();\n   ```")["part1"]
        self.assertIn("\nif (a)\n    b();\n", text)

    def test_longer_fences_hold_shorter_ones(self):
        self.assertEqual({}, units("````\n```cpp\nint a;\n```\n````"))


class Mistakes(unittest.TestCase):
    def refused(self, words, *parts):
        with self.assertRaises(extract.Mistake) as caught:
            page(*parts)
        self.assertIn(words, str(caught.exception))

    def test_unknown_markers_are_refused_with_their_place(self):
        self.refused("docs/page.md:2: unknown snippet marker 'boddy'", "text", cpp("a", "boddy"))

    def test_a_skip_needs_a_reason_and_a_file_a_name(self):
        self.refused("needs a reason", cpp("a", "skip"))
        self.refused("needs the name of a file", cpp("a", "file"))

    def test_a_marker_away_from_a_block_is_refused(self):
        self.refused("directly before", "<!-- snippet: body -->", "words", cpp("a"))
        self.refused("directly before", "<!-- snippet: body -->", "the end")

    def test_a_block_that_is_not_closed_is_refused(self):
        self.refused("not closed", "```cpp", "int a;")


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def test_files_are_written_once_and_old_ones_removed(self):
        self.put("README.md", cpp("int a;"))
        self.put("docs/deep/page.md", cpp("int b;") + cpp("int main() {}", "program"))
        self.put("include/frevo/frevo.hpp", "")
        self.put("out/old.cpp", "")
        names = [path.name for path in extract.write(self.root, self.root / "out")]
        expected = ["readme_part1.cpp", "docs_deep_page_part1.cpp", "docs_deep_page_program1.cpp"]
        self.assertEqual(expected, names)
        self.assertEqual(sorted(expected), sorted(p.name for p in (self.root / "out").iterdir()))
        self.assertIn("<frevo/frevo.hpp>", (self.root / "out/readme_part1.cpp").read_text())
        before = (self.root / "out/readme_part1.cpp").stat().st_mtime_ns
        extract.write(self.root, self.root / "out")
        self.assertEqual(before, (self.root / "out/readme_part1.cpp").stat().st_mtime_ns)

    def test_a_repeated_file_may_lose_its_opening_comment(self):
        self.put("a.cpp", "// licence\n// job\n\n#include <a>\nint a;   \n")
        self.put("README.md", cpp("#include <a>\nint a;\n", "file a.cpp"))
        self.assertEqual([], extract.check(self.root))

    def test_a_repeated_region_may_be_indented(self):
        self.put("a.cpp", "int x;\n  // snippet-begin: b\n  int b;\n    int c;\n  // snippet-end: b\n")
        self.put("README.md", cpp("int b;\n  int c;", "file a.cpp#b"))
        self.assertEqual([], extract.check(self.root))

    def test_a_repeated_file_that_differs_or_is_missing_is_reported(self):
        self.put("a.cpp", "// snippet-begin\nint a;\n// snippet-end\nint b;\n")
        for marker, code, words in (("file a.cpp", "int b;", "differs from a.cpp"),
                                    ("file b.cpp", "int b;", "no file b.cpp"),
                                    ("file a.cpp#x", "int b;", "no region 'x'")):
            self.put("README.md", cpp(code, marker))
            mistakes = extract.check(self.root)
            self.assertEqual(1, len(mistakes))
            self.assertIn(words, mistakes[0])
        self.put("README.md", cpp("int a;", "file a.cpp"))
        self.assertEqual([], extract.check(self.root))


if __name__ == "__main__":
    unittest.main()
