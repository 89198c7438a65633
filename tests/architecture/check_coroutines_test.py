# SPDX-License-Identifier: BSL-1.0
"""Tests of the coroutine checker: for every rule what it must find and what it must leave alone."""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "cmake"))

import check_coroutines  # noqa: E402  (the path has to be set first)

# rule -> statements of a coroutine's body that break it
PLANTED = {
    "condition": [
        'if (co_await exists("a")) go();',
        'if (!co_await exists(std::string{"a"})) { go(); }',
        "if (co_await exists(name)) go();",
        "if (co_await ready()) go();",
        "if (!(co_await ready())) go();",
        "if (n == 5 && co_await ready()) go();",
        "if (int n = 5; co_await ready(n)) go();",
        "if (a) go(); else if (co_await ready()) go();",
        "if (found = co_await find(1)) go();",
        "if (co_await\n        exists(\n            \"a\")) go();",
        "while (co_await more()) go();",
        "do { go(); } while (co_await more());",
        "do go(); while (!co_await more());",
        "for (; co_await more();) go();",
        "for (int i = 0; i < 3 && co_await more(); ++i) go();",
        "switch (co_await kind()) { case 1: break; }",
        "auto task = []() -> awaitable<void> { if (co_await ready()) go(); };",
        "co_await run([&]() -> awaitable<void> { while (co_await more()) go(); });",
    ],
    "braces": [
        "book b{co_await title(), 3};",
        "book b = {co_await title(), 3};",
        "auto b = book{co_await title(), 3};",
        "book b{.title = co_await title(), .pages = 3};",
        "co_return book{co_await title(), 3};",
        "co_return json{co_await list()};",
        "co_return {co_await title(), 3};",
        "list.push_back({co_await title()});",
        "auto b = book{3, trim(co_await title())};",
        "std::vector<book> books{co_await one(), co_await two()};",
        "auto b = outer{inner{co_await title()}};",
        "if (book b{co_await title(), 3}; b.pages) go();",
        "for (book b{co_await title(), 3}; b.pages;) go();",
    ],
    "temporary": [
        "co_await insert(book{title, 3});",
        "auto b = co_await insert(book{});",
        "co_await insert({});",
        'co_await insert({.title = "a"});',
        'co_await send(json{{"a", 1}});',
        "co_await send(frevo::json{book{title, 3}});",
        "co_await send(shop::frevo_like::event{title});",
        'co_await send(std::vector<std::string>{"a", "b"});',
        "co_await send(std::array<std::string, 2>{});",
        "co_await book{}.save();",
        "co_return co_await insert(book<int>{title});",
        "auto n = co_await count() + size(book{title});",
        "co_await insert(\n    // the new one\n    book{title});",
        "if (auto b = co_await insert(book{title})) go();",
        "for (auto& b : co_await find(filter{title})) go();",
    ],
    "lambda": [
        "co_await offload([id] { return load(id); });",
        "co_await offload([=] { return load(id); });",
        "co_await offload([&, id] { return load(id); });",
        "co_await offload([this, id] { return load(id); });",
        "co_await offload([*this] { return load(); });",
        "co_await offload([p = std::move(p)]() mutable { return load(p); });",
        "auto r = co_await offload(\n    [id]\n    { return load(id); });",
        "co_await [id]() -> awaitable<void> { co_await f(id); }();",
        "co_await co_spawn(ex, [id]() -> awaitable<result<int>> { co_return id; }, use_awaitable);",
        "co_await offload([id]<class T>(T t) noexcept(true) -> std::map<int, T> { return m(id); });",
        "co_return combine(co_await one(), [id] { return id; });",
        "co_await offload([&] { run([id] { return id; }); }, [id] { return id; });",
    ],
    "conditional": [
        "auto x = ok ? co_await one() : two();",
        "co_await (ok ? one() : two());",
        'co_await send(ok ? "yes" : "no");',
        "co_return ok ? co_await one() : co_await two();",
        "co_await send(\n    ok\n        ? one\n        : two);",
        "for (auto x : co_await find(ok ? 1 : 2)) go();",
    ],
    "throw": [
        "throw co_await failure();",
        "if (failed) throw problem(co_await failure());",
    ],
}

# what looks like a breach and is none
NEAR_MISSES = [
    "co_return json{std::move(x)};",
    "auto r = co_await next(req);",
    "co_return co_await next(req);",
    "co_await offload(std::move(work));",
    "bool ok = co_await exists(\"a\"); if (ok) go();",
    "if (auto x = co_await find(\"a\")) go();",
    "if (const bool ok = co_await exists(\"a\"); ok) go();",
    "if (const auto& x = co_await find(\"a\"); x.empty()) go();",
    "if (auto [a, b] = co_await find(\"a\"); a) go();",
    "while (auto piece = co_await body.read()) use(*piece);",
    "for (auto& b : co_await list()) go(b);",
    "for (int i = 0; i < 3; ++i) co_await step(i);",
    "for (int i = co_await first(); i < 3; i += co_await width()) go(i);",
    "if (ready) co_await step();",
    "if (ready()) { co_await step(); } else { co_await other(); }",
    "while (ready()) co_await step();",
    "switch (n) { case 1: co_await step(); break; default: { co_await other(); } }",
    "auto found = co_await shelf->find(*search, *limit);",
    "book b{title, 3}; co_await insert(std::move(b));",
    "book b(co_await title(), 3);",
    "auto t = co_await title(); book b{t, 3};",
    "int n{co_await count()};",
    "timer t{co_await this_coro::executor, time};",
    "asio::steady_timer t{co_await asio::this_coro::executor, time};",
    "tcp::socket s{co_await this_coro::executor};",
    "std::optional<book> b{co_await find(3)};",
    "std::pair<book, int> b{co_await find(3), 2};",
    "co_return frevo::json{co_await list()};",
    "co_return frevo::response{frevo::status::ok, frevo::json<int>{co_await list()}};",
    "auto t = co_await failure(); throw t;",
    "try { co_await step(); } catch (...) { throw; }",
    "auto n{co_await count()};",
    "const std::size_t n{co_await count()};",
    "co_await sleep_for(std::chrono::milliseconds{5});",
    "co_await sleep_for(milliseconds{5});",
    "co_await sleep_for(5s);",
    "co_await send(std::string{\"a\"});",
    "co_await send(std::string_view{\"a\"}, int{3});",
    "co_await send(std::vector<std::string>{});",
    "co_await out.send(frevo::event{}.name(\"tick\").data(text));",
    "co_await send(frevo::json<book>{b});",
    "co_await socket.async_connect(asio::ip::tcp::endpoint{address, port}, asio::deferred);",
    "co_await offload([&] { return load(id); });",
    "co_await offload([this] { return load(); });",
    "co_await offload([&id] { return load(id); });",
    "co_await offload([&, this] { return load(id); });",
    "co_await offload([&key = id] { return load(key); });",
    "co_await offload([] { return load(); });",
    "co_await offload([&]() -> std::map<int, int> { return {{1, 2}}; });",
    "co_await offload([&] { return ok ? 1 : 2; });",
    "auto work = [id] { return load(id); }; co_await offload(std::move(work));",
    "auto task = [id]() -> awaitable<void> { co_await step(id); };",
    "app.get(\"/\", [id]() -> awaitable<response> { co_await step(id); co_return response{}; });",
    "co_spawn(ex, [id]() -> awaitable<void> { co_await step(id); }, detached);",
    "auto v = list[co_await index()];",
    "auto [a, b] = co_await pair();",
    "auto& [a, b] = co_await pair();",
    "auto&& [a, b] = co_await pair();",
    "x[i] = co_await step(y[j]);",
    "[[maybe_unused]] auto x = co_await step();",
    "co_return ok ? one : two;",
    "co_return book{title, 3};",
    "auto b = ok ? book{title, 3} : book{}; co_await insert(std::move(b));",
    "// if (co_await exists(\"a\")) go();",
    "/* co_await insert(book{title}); */ go();",
    "log(\"if (co_await exists(x)) {\");",
    "log(R\"x(co_await insert(book{title}); \")x\");",
    "char c = '\"'; co_await step(); char d = '{'; char e = '\\'';",
    "int n = 1'000; co_await step(n); int m = 2'000;",
    "try { co_await step(); } catch (const std::exception& e) { go(); }",
    "struct local { int a; bool b = a ? true : false; }; co_await step();",
    "if constexpr (flag) { co_await step(); }",
    "#define CHECK_IT(x) if (co_await x({})) go()",
    "#if WITH ? 1 : 0 \\\n    ? 1 : 0\nco_await step();\n#endif",
    "auto x = co_await step(); auto y = ok ? 1 : 2;",
    "label: co_await step();",
    "co_await step(a < b, c > d);",
]

COROUTINE = "awaitable<void> run()\n{{\n    {}\n}}\n"
FRAMES = {
    "a function": COROUTINE,
    "a member function": "class worker final : public base<int>\n{{\npublic:\n    awaitable<void> run() "
                         "const override\n    {{\n        {}\n    }}\nprivate:\n    int a_{{3}};\n}};\n",
    "a trailing return type": "auto run(int a = 3) -> awaitable<std::map<int, int>>\n{{\n    {}\n"
                              "    co_return done;\n}}\n",
    "a lambda": "namespace shop {{\nauto task = [id](request& r, int) mutable -> awaitable<void> {{\n"
                "    {}\n}};\n}}\n",
    "a lambda in a call": "app.get(\"/\", [](path<\"id\", int> id) -> awaitable<void> {{\n    {}\n}});\n",
    "a test": "TEST_CASE(\"it works\") {{\n    run([&]() -> awaitable<void> {{\n    {}\n    }});\n}}\n",
    "a macro": "FREVO_TASK(one, two)\n{{\n    {}\n}}\n",
    "a constructor before it": "shop::shop(int a) : a_{{a}}, b_(a), c_{{}}\n{{\n}}\n" + COROUTINE,
    "odd code before it": "template <class T> concept c = requires(T t) {{ t.x; }};\n"
                          "enum class e : int {{ a = 1, b }};\nextern \"C\" {{ int f(); }}\n"
                          "int list[]{{1, 2}};\nconstexpr table t = {{{{1, 2}}}};\n" + COROUTINE,
}


def rules_in(text, markdown=False):
    return {rule for _, rule in check_coroutines.check_text(text, markdown)}


class Rules(unittest.TestCase):
    def test_every_rule_has_planted_breaches_and_advice(self):
        self.assertEqual(set(PLANTED) | {"return"}, set(check_coroutines.ADVICE))

    def test_planted_breaches_are_found_wherever_they_stand(self):
        for rule, statements in PLANTED.items():
            for statement in statements:
                for place, frame in FRAMES.items():
                    with self.subTest(rule=rule, statement=statement, place=place):
                        self.assertIn(rule, rules_in(frame.format(statement)))

    def test_a_planted_breach_is_reported_under_its_own_rule_only(self):
        for rule, statements in PLANTED.items():
            for statement in statements:
                found = rules_in(COROUTINE.format(statement))
                with self.subTest(rule=rule, statement=statement):
                    # A condition may break a second rule by what it passes along.
                    self.assertLessEqual(found, {rule, "condition", "braces"}
                                         if rule == "conditional" or "if (" in statement
                                         else {rule})

    def test_near_misses_are_left_alone_wherever_they_stand(self):
        for statement in NEAR_MISSES:
            for place, frame in FRAMES.items():
                with self.subTest(statement=statement, place=place):
                    self.assertEqual(set(), rules_in(frame.format(statement)))

    def test_near_misses_do_not_hide_a_breach_that_follows(self):
        for statement in NEAR_MISSES:
            with self.subTest(statement=statement):
                text = COROUTINE.format(statement + "\nco_await insert(book{title});")
                self.assertEqual({"temporary"}, rules_in(text))

    def test_a_coroutine_without_co_return_is_found(self):
        for text in (
                "auto f = [] -> awaitable<std::string> { co_await g(); };",
                'app.get("/", []() -> frevo::awaitable<frevo::response> { co_await g(); });',
                "frevo::awaitable<int> a::f(int b) const\n{\n    co_await g(b);\n}",
                "awaitable<std::vector<std::optional<int>>> f() { co_await g(); }",
                "awaitable<int> f() { auto h = []() -> awaitable<int> { co_return 1; }; co_await h(); }",
        ):
            self.assertEqual({"return"}, rules_in(text), text)

    def test_coroutines_that_end_otherwise_are_left_alone(self):
        for text in (
                "awaitable<void> f() { co_await g(); }",
                "awaitable<int> f() { co_await g(); co_return 1; }",
                "awaitable<int> f() { co_await g(); throw 1; }",
                "awaitable<int> f() { for (;;) co_await g(); }",
                "awaitable<int> f() { return g(); }",
                "awaitable<int> f();\nvoid h() { }",
                "using t = awaitable<int>; struct a { };",
                "awaitable<int> f() { auto h = []() -> awaitable<void> { co_await g(); }; return k(h); }",
        ):
            self.assertEqual(set(), rules_in(text), text)

    def test_the_line_is_that_of_the_breach(self):
        text = "\n/* two\n lines */\n" + COROUTINE.format("co_await insert(\n        book{title});")
        self.assertEqual([(7, "temporary")], check_coroutines.check_text(text))

    def test_code_for_several_compilers_does_not_stop_the_checker(self):
        text = "#ifdef A\nvoid f() {\n#else\nvoid g() {\n#endif\n}\n}}\n"
        self.assertEqual({"lambda"}, rules_in(text + COROUTINE.format("co_await f([x] { g(); });")))

    def test_an_unfinished_file_is_read_to_its_end(self):
        self.assertEqual(set(), rules_in("void f() { g([x] (int"))
        self.assertEqual({"temporary"}, rules_in("void f() { co_await g(book{1"))
        self.assertEqual(set(), rules_in('"unfinished'))


class Markdown(unittest.TestCase):
    def test_only_cpp_blocks_are_read(self):
        breach = "co_await insert(book{title});"
        self.assertEqual({"temporary"}, rules_in(f"text\n```cpp\n{breach}\n```\n", True))
        self.assertEqual(set(), rules_in(f"{breach}\n```sh\n{breach}\n```\n{breach}\n", True))
        self.assertEqual({"temporary"}, rules_in(f"1. a\n   ```cpp\n   {breach}\n   ```\n", True))

    def test_lines_are_those_of_the_page(self):
        page = "a\n\n```cpp\nint x;\nco_await insert(book{title});\n```\n"
        self.assertEqual([(5, "temporary")], check_coroutines.check_text(page, True))


class CommandLine(unittest.TestCase):
    def run_on(self, files, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            out = io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                result = check_coroutines.main(
                    [argument.replace("@", folder) for argument in arguments])
            return result, out.getvalue().replace(folder, "@")

    def test_a_breach_ends_with_one_and_a_line_that_tools_understand(self):
        result, text = self.run_on({"a.cpp": COROUTINE.format("co_await f({});")}, "@")
        self.assertEqual(1, result)
        self.assertIn("@/a.cpp:3: error: [coroutine-temporary]", text)

    def test_nothing_found_ends_with_zero(self):
        result, text = self.run_on({"a.cpp": "int x;", "b.txt": "co_await f({});"}, "@")
        self.assertEqual((0, "coroutines: 1 files, all rules hold\n"), (result, text))

    def test_build_folders_and_excluded_folders_are_left_out(self):
        breach = COROUTINE.format("co_await f({});")
        files = {"build/a.cpp": breach, "skip/b.hpp": breach, "c.cpp": "int x;",
                 "debug/CMakeCache.txt": "", "debug/d.cpp": breach, ".hidden/e.cpp": breach}
        self.assertEqual(0, self.run_on(files, "--exclude", "@/skip", "@")[0])
        self.assertEqual(1, self.run_on(files, "@")[0])

    def test_a_missing_file_is_an_error_of_its_own(self):
        self.assertEqual(2, self.run_on({}, "@/none.cpp")[0])


if __name__ == "__main__":
    unittest.main()
