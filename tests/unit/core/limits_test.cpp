// SPDX-License-Identifier: BSL-1.0
// Tests of the limits' defaults.
#include <frevo/core/limits.hpp>

#include <doctest/doctest.h>

using namespace frevo;
using namespace frevo::literals;

TEST_CASE("sizes are written with their unit")
{
    CHECK(1_KiB == 1024);
    CHECK(16_KiB == 16384);
    CHECK(2_MiB == 2097152);
    CHECK(0_KiB == 0);
}

TEST_CASE("every limit is on by default")
{
    const limits l;
    CHECK(l.request_line >= 8000); // RFC 9112 section 3
    CHECK(l.fields_size >= l.request_line);
    CHECK(l.field_count > 0);
    CHECK(l.body == 1_MiB);
    CHECK(l.chunk_extensions > 0);
    CHECK(l.trailers > 0);
    using std::chrono::milliseconds;
    for (const milliseconds timeout :
         {l.head_timeout, l.body_timeout, l.handler_timeout, l.write_timeout, l.keep_alive_timeout,
          l.half_close_grace}) {
        CHECK(timeout > milliseconds::zero());
        CHECK(timeout < milliseconds::max());
    }
}
