#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests of judge.py, cases.py and rejections.py."""

import gzip
import json
import tempfile
import time
import unittest
from pathlib import Path

import judge
import rejections
from cases import BadCase, Case, load_cases, load_gaps, text_of
from player import Played
from responses import Response


def make_case(*accept, **members):
    return Case({"id": "XX-01", "severity": "must", "rfc": "", "title": "", "segments": [],
                 "accept": list(accept), **members}, "test")


def check(row, response, number=1, responses=()):
    return judge.response_complaint(row, response, number, responses)


class Outcomes(unittest.TestCase):
    def setUp(self):
        self.ok = Response(200, [])
        self.open = {"responses": [{"status": [200]}], "conn": "open"}
        self.closed = {"responses": [{"status": [200]}], "conn": "closed"}

    def test_one_outcome_is_enough(self):
        seen = Played([self.ok], closed=True, close_ms=5)
        self.assertIsNone(judge.verdict(make_case(self.open, self.closed), seen))
        self.assertIn("is closed", judge.verdict(make_case(self.open), seen))

    def test_open_means_that_a_request_is_answered(self):
        case = make_case(self.open)
        self.assertIsNone(judge.verdict(case, Played([self.ok], answers_on=True)))
        self.assertIn("further", judge.verdict(case, Played([self.ok], answers_on=False)))

    def test_closed_means_that_the_stream_ends(self):
        self.assertIn("open", judge.verdict(make_case(self.closed), Played([self.ok])))

    def test_all_responses_and_no_more(self):
        case = make_case({"responses": [{"status": [200], "times": 2}], "conn": "any"})
        self.assertIsNone(judge.verdict(case, Played([self.ok] * 2)))
        self.assertIn("2 responses", judge.verdict(case, Played([self.ok])))
        self.assertIn("2 responses", judge.verdict(case, Played([self.ok] * 3)))

    def test_no_response_at_all(self):
        case = make_case({"responses": [], "conn": "closed"})
        self.assertIsNone(judge.verdict(case, Played(closed=True)))
        self.assertIn("0 responses", judge.verdict(case, Played([self.ok], closed=True)))

    def test_a_fault_never_fits(self):
        case = make_case({"responses": [], "conn": "any"})
        self.assertIn("torn", judge.verdict(case, Played(fault="torn")))

    def test_when_it_closes(self):
        case = make_case({**self.closed, "close_ms": [100, 200]})
        self.assertIsNone(judge.verdict(case, Played([self.ok], closed=True, close_ms=150)))
        self.assertIsNotNone(judge.verdict(case, Played([self.ok], closed=True, close_ms=99)))
        self.assertIn("closed after", judge.verdict(case, Played([self.ok], closed=True, close_ms=200 * judge.BUSY + 1)))


class Rows(unittest.TestCase):
    def test_status(self):
        self.assertIsNone(check({"status": [200, 204]}, Response(204, [])))
        self.assertIn("status", check({"status": [200]}, Response(500, [])))

    def test_fields(self):
        response = Response(200, [("a", "1"), ("a", "2"), ("set-cookie", "x"), ("set-cookie", "y")])
        self.assertIsNone(check({"headers": {"a": "^1, 2$"}, "absent": ["b"]}, response))
        self.assertIsNotNone(check({"headers": {"b": "."}}, response))
        self.assertIsNotNone(check({"absent": ["a"]}, response))
        self.assertIsNone(check({"cookies_lines": 2}, response))
        self.assertIsNotNone(check({"cookies_lines": 1}, response))

    def test_bodies(self):
        response = Response(200, [], "cl", b"ab\nab\n")
        for row in ({"body": "ab\nab\n"}, {"body_rep": ["ab\n", 2]}, {"body_re": "b.a"},
                    {"body_not": "x"}, {"max_body": 6}, {"framing": "chunked|cl"}):
            self.assertIsNone(check(row, response), row)
        for row in ({"body": "ab"}, {"body_rep": ["ab\n", 3]}, {"body_re": "x"},
                    {"body_not": "ab"}, {"max_body": 5}, {"framing": "close"}, {"no_body": True}):
            self.assertIsNotNone(check(row, response), row)

    def test_a_body_is_bytes(self):
        self.assertIsNone(check({"body": "\u00c3\u00a9"}, Response(200, [], "cl", "é".encode())))

    def test_json(self):
        response = Response(200, [], "cl", b'{"id": 2, "a": [1]}')
        for row in ({"json": {"a": [1], "id": 2}}, {"json_has": ["a"]}):
            self.assertIsNone(check(row, response), row)
        self.assertIsNone(check({"json_i": "id"}, response, number=2))
        for row in ({"json": {}}, {"json_has": ["b"]}, {"json_pairs": [1]}, {"json_i": "id"}):
            self.assertIsNotNone(check(row, response), row)
        self.assertIsNone(check({"json_pairs": [["a", "b"]]},
                                Response(200, [], "cl", b'[["x", "y"], ["a", "b"]]')))
        self.assertIsNotNone(check({"json": None}, Response(200, [], "cl", b"rubbish")))

    def test_gzip(self):
        row = {"gunzip": True, "body": "hello"}
        self.assertIsNone(check(row, Response(200, [], "cl", gzip.compress(b"hello"))))
        self.assertIn("gzip", check(row, Response(200, [], "cl", b"hello")))

    def test_dates(self):
        now = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime())
        self.assertIsNone(check({"date_now": True}, Response(200, [("date", now)])))
        for date in ("Thu, 01 Jan 1970 00:00:00 GMT", now.replace("GMT", "UTC"), ""):
            self.assertIsNotNone(check({"date_now": True}, Response(200, [("date", date)])))

    def test_the_fields_of_another_response(self):
        first = Response(200, [("a", "1"), ("date", "x"), ("b", "2")])
        same = Response(200, [("b", "2"), ("a", "1"), ("date", "y")])
        other = Response(200, [("b", "2")])
        row = {"same_headers_as": 0}
        self.assertIsNone(check(row, same, 2, [first, same]))
        self.assertIsNotNone(check(row, other, 2, [first, other]))


class Refusals(unittest.TestCase):
    def test_every_enumerator_has_its_row(self):
        self.assertEqual(rejections.enumerators(), set(rejections.table()))
        self.assertGreater(len(rejections.table()), 20)

    def test_sentences_are_unique(self):
        titles = [title for _, title in rejections.table().values()]
        self.assertEqual(len(titles), len(set(titles)))

    def test_reasons_are_told_by_status_and_sentence(self):
        status, title = rejections.table()["missing_host"]
        problem = [("content-type", "application/problem+json")]
        body = json.dumps({"detail": title}).encode()
        self.assertEqual(rejections.reasons_in([Response(status, problem, "cl", body)]),
                         {"missing_host"})
        self.assertEqual(rejections.reasons_in([Response(500, problem, "cl", body)]), set())
        self.assertEqual(rejections.reasons_in([Response(status, [], "cl", body)]), set())
        self.assertIsNone(check({"rejection": "missing_host"}, Response(status, [], "cl", body)))
        self.assertIsNotNone(check({"rejection": "repeated_host"}, Response(status, [], "cl", body)))

    def test_a_case_asks_for_each_of_them(self):
        asked = {row.get("rejection") for case in load_cases() for outcome in case.accept
                 for row in outcome["responses"]}
        self.assertEqual(set(rejections.table()) - asked, set())


class Files(unittest.TestCase):
    def test_parts_are_repeated_and_counted(self):
        self.assertEqual(text_of(["ab", 2]), "abab")
        self.assertEqual(text_of(["${n};", 3]), "1;2;3;")
        self.assertEqual(text_of([["a", ["b", 2]], 2]), "abbabb")

    def test_bad_cases_are_refused(self):
        fine = {"responses": [], "conn": "any"}
        for members in ({"unknown": 1}, {"segments": [{"sleep": 1}]}, {"accept": []},
                        {"severity": "maybe"}, {"accept": [{"responses": [], "conn": "ajar"}]},
                        {"accept": [{**fine, "responses": [{"stat": [200]}]}]}):
            data = {"id": "XX-01", "severity": "must", "rfc": "", "title": "", "segments": [],
                    "accept": [fine], **members}
            with self.assertRaises(BadCase, msg=members):
                Case(data, "test")

    def test_the_gaps_name_cases(self):
        cases = load_cases()
        load_gaps(cases)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "gaps.json"
            file.write_text('{"gaps": [{"reason": "x", "cases": ["XX-99"]}]}', encoding="ascii")
            with self.assertRaises(BadCase):
                load_gaps(cases, file)


if __name__ == "__main__":
    unittest.main()
