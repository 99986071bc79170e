// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/csv/operator_figures.h"
#include "traces/network.h"

namespace spillway {

using ReportJson = nlohmann::ordered_json;

/// The target as reports of runs and comparisons show it: its memories with capacity, port and peak
/// bytes per second of memory and port.
ReportJson report_target_json(const Target& target);

/// The names of the memories, in the order of the target.
std::vector<std::string> memory_names(const Target& target);

/// input_hashes() as a list of objects.
ReportJson inputs_json(const Network& network, const DesignPoint& point);

/// Adds "compiled_by" if the file of a network names its compiler.
void add_compiler(const Network& network, ReportJson& json);

/// For every operator of the run, the operators whose results it reads. Empty if the
/// timing is not given per operator of the network; it is then unknown which operator reads what.
std::vector<std::vector<std::size_t>> feeders_of_operators(const Network& network,
                                                           const Timing& timing);

/// For each tensor, the operators that read it, in execution order.
std::vector<std::vector<std::size_t>> readers_of_tensors(const Network& network);

/// The number of steps in a drawing of the plan: step 0 for the network's inputs, then one per
/// operator.
TimeStep steps_of(const Plan& plan, const Network& network);

/// The data of a block in a memory map, for one residency. `readers` are operators; null = unknown.
ReportJson block_json(const Residency& residency, const std::string& name, const std::string& kind,
                      const ReportJson& readers);

/// The blocks of a plan, one per residency.
ReportJson blocks_json(const Plan& plan, const Network& network);

/// The names and capacities of memories; null = unlimited.
ReportJson memory_spaces_json(const std::vector<MemorySpace>& spaces);

/// For each memory, the bytes that are live during each step.
ReportJson live_bytes_json(const Plan& plan, TimeStep steps);

/// The ratio of encoded weights that the run uses, the file that gives it, or "encoded".
ReportJson weight_ratio_json(const DesignPoint& point, const Network& network,
                             const Target& target);

/// The meanings of a table's columns, by name; a figure of memories has a column for each of
/// `memories`.
template <typename Figure>
ReportJson meanings_json(const std::vector<Figure>& figures,
                         const std::vector<std::string>& memories) {
  ReportJson meanings = ReportJson::object();
  for_each_column(figures, memories.size(), [&](const Figure& figure, std::size_t memory) {
    const bool of_memory = is_per_memory(figure.name);
    meanings[figure_name(figure.name, of_memory ? memories[memory] : "")] = figure.meaning;
  });
  return meanings;
}

/// The document on one line, valid even if names contain bytes that are not UTF-8.
std::string report_text(const ReportJson& json);

}  // namespace spillway
