// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/pages/drawing.h"

namespace spillway {

/// The kinds of pages. The JSON of each kind comes from a function in experiments: report_json(),
/// compare_json(), sweep_json(), answer_page_json() and relink_page_json(), in this order.
enum class ReportPage : std::uint8_t { run, compare, sweep, answer, relink };

/// The contents of a page that a browser shows without scripts: the answer in a sentence, and the
/// drawings. Scripts make the drawings interactive.
struct StillPage {
  std::string answer;
  std::vector<Drawing> drawings;
};

/// Returns a page that needs no other file. It contains styles, scripts and the data `json`. Its
/// content security policy forbids a browser to load anything.
std::string html_report(ReportPage page, std::string_view title, std::string_view json,
                        const StillPage& still = {});

}  // namespace spillway
