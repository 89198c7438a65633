// SPDX-License-Identifier: BSL-1.0
// A task tracker on a file of its own, called in this process.
#pragma once

#include "routes.hpp"

#include <frevo/core/log.hpp>
#include <frevo/testing/client.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace rest_service {

using document = nlohmann::json;
using frevo::status;
using frevo::testing::reply;

/// A folder that is removed at the end.
class temporary_folder
{
public:
    temporary_folder()
    {
        std::string made = (std::filesystem::temp_directory_path() / "frevo_XXXXXX").string();
        REQUIRE(mkdtemp(made.data()) != nullptr);
        path_ = made;
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    std::string file(const char* name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

/// Fewer lines in the output of the tests.
struct quiet_log
{
    quiet_log() { frevo::set_log_level(frevo::log_level::off); }
    ~quiet_log() { frevo::set_log_level(frevo::log_level::info); }
};

struct service
{
    temporary_folder folder;
    quiet_log quiet;
    tracker::store store{folder.file("tracker.db")};
    frevo::testing::client client{tracker::make_app(store)};

    /// The document of an answer with this status.
    document expect(status code, const reply& got)
    {
        CAPTURE(got.text());
        REQUIRE(got.status() == code);
        return got.text().empty() ? document{} : document::parse(got.text());
    }

    document get(const std::string& target) { return expect(status::ok, client.get(target)); }

    document make(const std::string& list, const document& draft)
    {
        return expect(status::created, client.post(list, draft.dump()));
    }

    /// The problem document of an answer.
    document problem(status code, const reply& got)
    {
        CHECK(got.header("content-type") == "application/problem+json");
        document said = expect(code, got);
        CHECK(said["status"] == frevo::to_int(code));
        return said;
    }
};

} // namespace rest_service
