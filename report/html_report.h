// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/drawing.h"

namespace spillway {

/// What a page shows, and whose JSON it takes: report_json(), compare_json(), sweep_json(),
/// answer_page_json() or relink_page_json() of experiments.
enum class ReportPage : std::uint8_t { run, compare, sweep, answer, relink };

/// What a page shows where no script runs: its pictures, which the page's script takes over, and
/// the answer in a sentence.
struct StillPage {
  std::string answer;
  std::vector<Drawing> drawings;
};

/// A page that stands alone: styles, scripts and `json` are inside, and its policy lets a browser
/// fetch nothing.
std::string html_report(ReportPage page, std::string_view title, std::string_view json,
                        const StillPage& still = {});

}  // namespace spillway
