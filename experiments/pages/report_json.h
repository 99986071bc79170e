// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "experiments/advice/advise.h"
#include "experiments/point/design_point.h"

namespace spillway {

/// What would help, for the page.
struct ReportAdvice {
  std::string command;             // that looks for it
  std::optional<AdviceList> list;  // none = nobody has looked
};

/// What the HTML report of a run shows, on one line: result_json() with the target's memories, the
/// plan (residencies with names, lifetimes and readers, live bytes per step), warnings, the slices
/// of engines and ports, coarse enough for a picture, `command`, which makes the report again, and
/// what would help.
std::string report_json(const Network& input, const DesignPoint& point, const PointResult& result,
                        const std::string& command, const ReportAdvice& advice = {});

}  // namespace spillway
