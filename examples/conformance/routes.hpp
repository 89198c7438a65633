// SPDX-License-Identifier: BSL-1.0
// The routes, by what they are about.
#pragma once

#include <frevo/app/app.hpp>

namespace conformance {

/// Answers of every kind: text, JSON, any status, errors, late ones.
void add_answers(frevo::app& app);

/// Answers that repeat what the request said: its body, path, query, fields and sender.
void add_requests(frevo::app& app, bool trust_proxy);

/// POST /users and GET /users/{id}.
void add_users(frevo::app& app);

/// GET /cookies and GET /setcookie.
void add_cookies(frevo::app& app);

/// Bodies that are never held whole: POST /upload, GET /stream and GET /big.
void add_streams(frevo::app& app);

/// What frevo cannot do yet: 501.
void add_later(frevo::app& app);

} // namespace conformance
