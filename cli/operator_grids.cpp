// SPDX-License-Identifier: Apache-2.0
#include "cli/operator_grids.h"

#include "cli/terminal.h"

namespace spillway::cli {

std::string grids_text(const std::vector<OperatorGrid>& grids, const Arguments& arguments,
                       const Console& console) {
  std::string text;
  for (const OperatorGrid& grid : grids) {
    if (!text.empty()) text += "\n";
    text += arguments.has("format")
                ? formatted_table(grid_table(grid), table_format_named(arguments.text("format")))
                : grid_text(grid, output_width(console));
  }
  return text;
}

}  // namespace spillway::cli
