// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// What the tables of a sweep's summary have as rows and columns: names of sweep_identity_columns.
struct PivotChoice {
  std::string rows = "planner";
  std::string columns = "memories";
};

/// What a terminal shows of a sweep's CSV.
struct SummaryChoice {
  PivotChoice tables;
  bool standings = false;  // standings_text()
  bool order = false;      // order_text()
  bool slower_steps = true;
};

}  // namespace spillway
