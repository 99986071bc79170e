// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "experiments/advice/advise.h"
#include "experiments/point/design_point.h"

namespace spillway {

/// Changes that would help, for the page.
struct ReportAdvice {
  std::string command;             // finds the advice
  std::optional<AdviceList> list;  // none = no advice was computed
};

/// The data of a run's HTML report as one line of JSON: result_json(), the target's memories, the
/// plan (residencies with names, lifetimes and readers, live bytes per step), warnings, the slices
/// of engines and ports at screen resolution, the advice, and `command`, which makes the report
/// again.
std::string report_json(const Network& input, const DesignPoint& point, const PointResult& result,
                        const std::string& command, const ReportAdvice& advice = {});

}  // namespace spillway
