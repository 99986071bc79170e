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

/// Returns the data about a target for the pages of runs and comparisons: each memory with its
/// capacity, its port, and the peak rate of memory and port together in bytes per second.
ReportJson report_target_json(const Target& target);

/// Returns the names of the memories, in the order of the target.
std::vector<std::string> memory_names(const Target& target);

/// Returns input_hashes() as a list of JSON objects.
ReportJson inputs_json(const Network& network, const DesignPoint& point);

/// Adds the field "compiled_by" if the network's file names its compiler.
void add_compiler(const Network& network, ReportJson& json);

/// Returns, for every operator of the run, the operators whose results this operator reads. Returns
/// an empty list if the timing has other operators than the network, because their inputs are then
/// unknown.
std::vector<std::vector<std::size_t>> feeders_of_operators(const Network& network,
                                                           const Timing& timing);

/// Returns, for each tensor, the operators that read the tensor, in execution order.
std::vector<std::vector<std::size_t>> readers_of_tensors(const Network& network);

/// Returns the number of steps in a drawing of a plan: one for the network's inputs (step 0) and
/// one per operator, or more if a residency of the plan ends later.
TimeStep steps_of(const Plan& plan, const Network& network);

/// Returns all residencies of a plan (places of tensors in memories) as blocks of a memory map.
/// `readers` lists the operators that read the tensor.
ReportJson blocks_json(const Plan& plan, const Network& network);

/// Returns names and capacities (bytes) of memories. A capacity of null means unlimited.
ReportJson memory_spaces_json(const std::vector<MemorySpace>& spaces);

/// Returns, for each memory, the number of live bytes at each step.
ReportJson live_bytes_json(const Plan& plan, TimeStep steps);

/// Returns the weight ratio of the run: a number, the name of the file that gives the ratios, or
/// "encoded" if Spillway computes the sizes of encoded weights from the weights' values.
ReportJson weight_ratio_json(const DesignPoint& point, const Network& network,
                             const Target& target);

/// Returns the meaning of every column of a table, by name of the column. A quantity that is
/// measured for each memory has one column for each of `memories`.
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

/// Returns the data for the HTML page of the command `size` or `advise` as one line of JSON. The
/// data consist of `document`, the JSON document of the answer, and `command`, the command line
/// that makes the page.
std::string answer_page_json(const std::string& document, const std::string& command);

/// Returns a JSON document as text on one line. The text is valid even if names contain bytes that
/// are not UTF-8: these bytes are replaced.
std::string report_text(const ReportJson& json);

}  // namespace spillway
