// SPDX-License-Identifier: BSL-1.0
// All an ordinary application needs; features such as JSON have headers of their own.
#pragma once

#include <frevo/app/app.hpp>
#include <frevo/config.hpp>
#include <frevo/core/field.hpp>
#include <frevo/core/fields.hpp>
#include <frevo/core/limits.hpp>
#include <frevo/core/log.hpp>
#include <frevo/core/method.hpp>
#include <frevo/core/problem.hpp>
#include <frevo/core/result.hpp>
#include <frevo/core/status.hpp>
#include <frevo/http/awaitable.hpp>
#include <frevo/http/body.hpp>
#include <frevo/http/body_reader.hpp>
#include <frevo/http/body_writer.hpp>
#include <frevo/http/cancel_reason.hpp>
#include <frevo/http/into_response.hpp>
#include <frevo/http/middleware.hpp>
#include <frevo/http/offload.hpp>
#include <frevo/http/request.hpp>
#include <frevo/http/response.hpp>
#include <frevo/http/time.hpp>
#include <frevo/http/worker.hpp>
#include <frevo/middleware/access_log.hpp>
#include <frevo/middleware/request_id.hpp>
#include <frevo/routing/extract.hpp>
#include <frevo/routing/group.hpp>
#include <frevo/routing/params.hpp>
#include <frevo/routing/route_pattern.hpp>
#include <frevo/routing/startup_error.hpp>
#include <frevo/routing/state.hpp>
#include <frevo/server/options.hpp>
#include <frevo/version.hpp>
