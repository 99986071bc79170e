// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/pages/drawing.h"

namespace spillway {

/// The kinds of pages. Their JSON comes from report_json(), compare_json(), sweep_json(),
/// answer_page_json() and relink_page_json() of experiments, in this order.
enum class ReportPage : std::uint8_t { run, compare, sweep, answer, relink };

/// What a page shows if its scripts do not run: the answer in a sentence, and the pictures. If the
/// scripts run, they make the pictures interactive.
struct StillPage {
  std::string answer;
  std::vector<Drawing> drawings;
};

/// Returns a page that needs no other file. It contains styles, scripts and `json`, and its content
/// security policy forbids a browser to fetch anything.
std::string html_report(ReportPage page, std::string_view title, std::string_view json,
                        const StillPage& still = {});

}  // namespace spillway
