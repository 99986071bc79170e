// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spillway {

/// What a page shows, and whose JSON it takes: report_json(), compare_json() or sweep_json() of
/// experiments.
enum class ReportPage : std::uint8_t { run, compare, sweep };

/// A page that stands alone: styles, scripts and `json` are inside, and its policy lets a browser
/// fetch nothing.
std::string html_report(ReportPage page, std::string_view title, std::string_view json);

/// JSON that may stand inside a <script> element: <, >, & and the line separators U+2028 and U+2029
/// as escapes. They occur in strings only, so the value stays the same.
std::string script_safe_json(std::string_view json);

}  // namespace spillway
