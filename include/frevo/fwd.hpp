// SPDX-License-Identifier: BSL-1.0
// Declares frevo's classes for headers that only mention them; includes nothing of weight.
#pragma once

#include <cstdint>

namespace frevo {

// core
enum class errc;
enum class field : std::uint16_t;
enum class log_level : std::uint8_t;
enum class method : std::uint8_t;
enum class status : std::uint16_t;
class fields;
class fields_view;
class log_sink;
class problem;
class problem_fault;
struct limits;
template <class T>
class result;
template <class T>
struct text_conversion;

// http
class any_middleware;
class body;
class locals;
class next;
class request;
class response;
class worker;
struct clock;
template <class T>
struct into_response;

// routing
class route_group;
class route_handle;
class runtime_pattern;
class startup_error;
template <class T>
class state;
template <class T>
struct extractor;

// server, middleware, app
class access_log;
class app;
class request_id;
struct server_options;

} // namespace frevo
