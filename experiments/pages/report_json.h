// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "experiments/advice/advise.h"
#include "experiments/point/design_point.h"

namespace spillway {

/// The advice on the page of a run.
struct ReportAdvice {
  std::string command;             // command line that computes the advice
  std::optional<AdviceList> list;  // the advice; nullopt = no advice was computed
};

/// Returns the data for the HTML page of a run as one line of JSON:
/// * the result (result_json()), the memories of the target and the warnings;
/// * the plan, with the names, lifetimes and readers of its residencies, and the live bytes of each
///   step;
/// * the timeline of engines and ports (engine_lanes());
/// * for each of the slowest operators, what the command `explain` says (slowest_explained());
/// * the advice, and `command`, the command line that makes the page.
std::string report_json(const Network& input, const DesignPoint& point, const PointResult& result,
                        const std::string& command, const ReportAdvice& advice = {});

}  // namespace spillway
