// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "experiments/point/option_entries.h"
#include "experiments/point/option_values.h"

namespace spillway::option_entries {
namespace {

SetOption read_runs(const OptionItems& items) {
  return [runs = static_cast<int>(integer_in("runs", items.at(0), 1, 1000))](DesignPoint& point) {
    point.runs = runs;
  };
}

OptionItems items_of_runs(const DesignPoint& point) { return {std::to_string(point.runs)}; }

}  // namespace

PointOption runs() {
  PointOption option{"runs", "N", "inferences in a row, caches and rows kept; shows the last [1]",
                     Stage::simulate};
  option.read = read_runs;
  option.items = items_of_runs;
  option.clear = reset_member<&DesignPoint::runs>;
  return option;
}

}  // namespace spillway::option_entries
