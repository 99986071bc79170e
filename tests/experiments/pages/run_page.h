// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/pages/page_drawings.h"
#include "experiments/pages/report_json.h"
#include "report/pages/html_report.h"

namespace spillway::test {

/// Returns a design point whose runs keep all data that a page shows.
inline DesignPoint point_of_page(const std::string& target) {
  DesignPoint point;
  point.target = target;
  point.simulation.keep_slices = true;
  return point;
}

/// Returns such a design point with an Ethos-U65-256 that has `sram` bytes of SRAM.
inline DesignPoint point_with_sram(Bytes sram) {
  DesignPoint point = point_of_page("ethos-u65-256");
  point.target_options.memory_mode = "Dedicated_Sram";
  point.target_options.capacities = {{"sram", sram}};
  return point;
}

/// Runs the design point. Returns the page of the run.
inline std::string run_page(const Network& network, const DesignPoint& point,
                            const ReportAdvice& advice = {}) {
  const PointResult result = run_point(network, point);
  return html_report(ReportPage::run, "run",
                     report_json(network, point, result, "spillway run network", advice),
                     static_run(result));
}

}  // namespace spillway::test
