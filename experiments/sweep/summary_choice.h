// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Which columns of the CSV become the rows and the columns of the tables in a sweep's summary.
/// Both members are names from sweep_identity_columns.
struct PivotChoice {
  std::string rows = "planner";
  std::string columns = "memories";
};

/// What `spillway` prints as the summary of a sweep's CSV.
struct SummaryChoice {
  std::string head;  // text that is printed before the summary
  PivotChoice tables;
  bool standings = false;  // whether to print standings_table()
  bool order = false;      // whether to print order_text()
  bool slower_steps = true;
};

}  // namespace spillway
