// SPDX-License-Identifier: BSL-1.0
#include <frevo/routing/pattern.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace frevo::detail;

TEST_CASE("correct patterns have no fault")
{
    for (const char* pattern :
         {"/", "/a", "/a/", "/a//b", "/{id}", "/a/{b}", "/a/{b}/c", "/files/{path...}", "/é/{_x1}",
          "/a b/:c/*/~", "/{a}/{b}/{c...}"}) {
        CAPTURE(pattern);
        CHECK(check_pattern(pattern) == pattern_fault::none);
    }
}

TEST_CASE("every fault of a pattern is told by its name")
{
    struct row
    {
        const char* pattern;
        pattern_fault fault;
    };
    for (const row& each : {
             row{"", pattern_fault::no_leading_slash},
             row{"a", pattern_fault::no_leading_slash},
             row{"{a}", pattern_fault::no_leading_slash},
             row{"/a\tb", pattern_fault::control_character},
             row{"/a\x7f", pattern_fault::control_character},
             row{"/a%20b", pattern_fault::percent_sign},
             row{"/a?b=1", pattern_fault::query_or_fragment},
             row{"/a#b", pattern_fault::query_or_fragment},
             row{"/{a", pattern_fault::unclosed_brace},
             row{"/{a/b}", pattern_fault::unclosed_brace},
             row{"/a}", pattern_fault::stray_brace},
             row{"/}a{", pattern_fault::stray_brace},
             row{"/x{a}", pattern_fault::partial_parameter},
             row{"/{a}x", pattern_fault::partial_parameter},
             row{"/{a}{b}", pattern_fault::partial_parameter},
             row{"/{}", pattern_fault::invalid_name},
             row{"/{...}", pattern_fault::invalid_name},
             row{"/{1a}", pattern_fault::invalid_name},
             row{"/{a-b}", pattern_fault::invalid_name},
             row{"/{a:int}", pattern_fault::invalid_name},
             row{"/{{a}", pattern_fault::invalid_name},
             row{"/{a}/{a}", pattern_fault::repeated_name},
             row{"/{a}/{a...}", pattern_fault::repeated_name},
             row{"/{a...}/b", pattern_fault::tail_not_last},
             row{"/{a...}/", pattern_fault::tail_not_last},
         }) {
        CAPTURE(each.pattern);
        CHECK(check_pattern(each.pattern) == each.fault);
        CHECK(!describe(each.fault).empty());
    }
}

TEST_CASE("sixteen parameters and thirty-two segments are the most a pattern may have")
{
    std::string params;
    for (int i = 0; i < 16; ++i)
        params += "/{p" + std::to_string(i) + "}";
    CHECK(check_pattern(params) == pattern_fault::none);
    CHECK(check_pattern(params + "/{more}") == pattern_fault::too_many_parameters);
    std::string segments;
    for (int i = 0; i < 32; ++i)
        segments += "/s";
    CHECK(check_pattern(segments) == pattern_fault::none);
    CHECK(check_pattern(segments + "/s") == pattern_fault::too_many_segments);
}

TEST_CASE("a prefix has no tail and no slash at its end")
{
    CHECK(check_prefix("/a/{b}") == pattern_fault::none);
    CHECK(check_prefix("/") == pattern_fault::none);
    CHECK(check_prefix("a") == pattern_fault::no_leading_slash);
    CHECK(check_prefix("/a/") == pattern_fault::prefix_ends_with_slash);
    CHECK(check_prefix("/a/{b...}") == pattern_fault::tail_in_prefix);
}

TEST_CASE("segments are read in order with their kinds")
{
    pattern_segment segment;
    pattern_reader reader{"/a//{b}/{c...}"};
    CHECK(reader.next(segment) == pattern_fault::none);
    CHECK(segment.kind == segment_kind::literal);
    CHECK(segment.text == "a");
    CHECK(reader.next(segment) == pattern_fault::none);
    CHECK(segment.text.empty());
    CHECK(reader.next(segment) == pattern_fault::none);
    CHECK(segment.kind == segment_kind::parameter);
    CHECK(segment.text == "b");
    CHECK(reader.next(segment) == pattern_fault::none);
    CHECK(segment.kind == segment_kind::tail);
    CHECK(segment.text == "c");
    CHECK(reader.done());
}

TEST_CASE("a pattern is checked at compile time")
{
    static_assert(check_pattern("/a/{b}") == pattern_fault::none);
    static_assert(check_pattern("/a/{b") == pattern_fault::unclosed_brace);
    static_assert(has_parameter("/a/{b}/{c...}", "c"));
    static_assert(!has_parameter("/a/{b}/{c...}", "a"));
    CHECK(true);
}
