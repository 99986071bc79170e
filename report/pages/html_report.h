// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/pages/drawing.h"

namespace spillway {

/// The kinds of HTML pages. The JSON data of each kind come from a function in experiments/pages:
/// report_json(), compare_json(), sweep_json(), answer_page_json() and relink_page_json(), in this
/// order.
enum class ReportPage : std::uint8_t { run, compare, sweep, answer, relink };

/// The contents of a page for browsers without scripts: the answer in a sentence, and the drawings.
/// In a browser that runs scripts, the scripts make the drawings interactive.
struct StaticPage {
  std::string answer;
  std::vector<Drawing> drawings;
};

/// Returns an HTML page that needs no other file. The page contains styles, scripts and the data
/// `json`. Its content security policy forbids a browser to load anything.
std::string html_report(ReportPage page, std::string_view title, std::string_view json,
                        const StaticPage& static_page = {});

}  // namespace spillway
