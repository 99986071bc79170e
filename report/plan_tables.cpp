// SPDX-License-Identifier: Apache-2.0
#include "report/plan_tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "planner/live_peak.h"
#include "report/text_table.h"

namespace spillway {
namespace {

std::string capacity_cell(Bytes capacity) {
  return capacity >= unlimited ? "unlimited" : with_thousands(capacity);
}

/// The most bytes that are live at any step, over all memories.
LivePeak total_peak(const MemoryMap& map) {
  std::vector<LiveRange> ranges;
  for (const MapBlock& block : map.blocks) {
    ranges.push_back({block.memory, block.offset, block.size, block.lower, block.upper});
  }
  return live_peak(ranges);
}

std::string step_name(const MemoryMap& map, TimeStep step) {
  const auto op = static_cast<std::size_t>(step);
  if (step == 0) {
    return "before operator 0";
  }
  return op <= map.operator_names.size()
             ? fmt::format("operator {} ({})", step - 1, map.operator_names[op - 1])
             : fmt::format("operator {}", step - 1);
}

MemoryIndex highest_used(const MemoryMap& map) {
  MemoryIndex highest = 0;
  for (const MapBlock& block : map.blocks) {
    highest = std::max(highest, block.memory);
  }
  return highest;
}

std::string address_list(const Plan& plan, const std::vector<TensorIndex>& tensors, TimeStep step) {
  std::string text;
  for (const TensorIndex tensor : tensors) {
    const auto here = std::find_if(
        plan.residencies.begin(), plan.residencies.end(), [&](const Residency& residency) {
          return residency.tensor == tensor && residency.lower <= step && step < residency.upper;
        });
    if (here != plan.residencies.end()) {
      text += fmt::format("{}{}+{}", text.empty() ? "" : " ", at(plan.memories, here->memory).name,
                          with_thousands(here->offset));
    }
  }
  return text;
}

}  // namespace

std::string cadence_tables(const MemoryMap& map) {
  std::vector<std::vector<std::string>> rows;
  for (MemoryIndex memory = 0; memory <= highest_used(map); ++memory) {
    const MemorySpace& space = at(map.memories, memory);
    rows.push_back({space.name, capacity_cell(space.capacity),
                    with_thousands(peak_of(blocks_in(map, memory)))});
  }
  const auto [step, bytes] = total_peak(map);
  return outline_table({"Memory Space", "Memory Size (Bytes)", "Peak Memory Usage (Bytes)"}, rows) +
         outline_table({}, {{"Peak memory usage across all spaces",
                             with_thousands(bytes) + " bytes", step_name(map, step)}});
}

std::string peak_lines(const MemoryMap& map, Bytes lower_bound) {
  std::string text;
  Bytes total = 0;
  for (std::size_t memory = 0; memory < map.memories.size(); ++memory) {
    const Bytes peak = peak_of(blocks_in(map, static_cast<MemoryIndex>(memory)));
    total += peak;
    text +=
        fmt::format("peak {:<12} {:>14} bytes\n", map.memories[memory].name, with_thousands(peak));
  }
  text += fmt::format("peak {:<12} {:>14} bytes\n", "in total", with_thousands(total));
  return text + fmt::format("{:<17} {:>14} bytes live at once\n", "lower bound",
                            with_thousands(lower_bound));
}

std::string beside_peaks(std::optional<Bytes> method_bytes) {
  if (!method_bytes) return "";
  return fmt::format("the runtime keeps about {} bytes besides (values, instructions, delegates)\n",
                     with_thousands(*method_bytes));
}

std::string allocation_details(const Plan& plan, const Network& network) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const Operator& op = network.operators[i];
    const auto step = static_cast<TimeStep>(i) + 1;
    rows.push_back({std::to_string(i), op.type_name, address_list(plan, op.inputs, step),
                    address_list(plan, op.outputs, step)});
  }
  return outline_table({"#", "operator", "input index", "output index"}, rows);
}

}  // namespace spillway
