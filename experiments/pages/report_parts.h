// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"
#include "traces/operator_figures.h"

namespace spillway {

using ReportJson = nlohmann::ordered_json;

/// What the reports of runs and comparisons say of a target: its memories with capacity, port and
/// the most bytes per second that memory and port can carry.
ReportJson report_target_json(const Target& target);

/// In the order of the target.
std::vector<std::string> memory_names(const Target& target);

/// input_hashes() as a list of objects.
ReportJson inputs_json(const Network& network, const DesignPoint& point);

/// Adds "compiled_by" where the file of a network says which compiler wrote it.
void add_compiler(const Network& network, ReportJson& json);

/// Operators that read each tensor, in execution order.
/// For every operator of the run, the operators whose results it reads. Empty if the run was not
/// timed by operators of the network, so that this is not known.
std::vector<std::vector<std::size_t>> feeders_of_operators(const Network& network,
                                                           const Timing& timing);

std::vector<std::vector<std::size_t>> readers_of_tensors(const Network& network);

/// Steps that a picture of the plan has: 0 for the network's inputs, then one per operator.
TimeStep steps_of(const Plan& plan, const Network& network);

/// What a map shows of a residency. `readers` are operators; null = they are not known.
ReportJson block_json(const Residency& residency, const std::string& name, const std::string& kind,
                      const ReportJson& readers);

/// The blocks of a plan, one per residency.
ReportJson blocks_json(const Plan& plan, const Network& network);

/// Names and capacities; null = unlimited.
ReportJson memory_spaces_json(const std::vector<MemorySpace>& spaces);

/// Per memory, the bytes live during each step.
ReportJson live_bytes_json(const Plan& plan, TimeStep steps);

/// The ratio of encoded weights in force, the file that gives it, or "encoded".
ReportJson weight_ratio_json(const DesignPoint& point, const Network& network,
                             const Target& target);

/// What a table of figures says of its columns, by name; those of memories for each of `memories`.
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

/// On one line, whatever bytes names are made of.
std::string report_text(const ReportJson& json);

}  // namespace spillway
