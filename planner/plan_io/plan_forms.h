// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "planner/plan_io/placed_problem.h"

namespace spillway {

/// Forms in which plans are read (docs/formats.md), each with the function that reads it.
enum class PlanForm : std::uint8_t {
  csv,         // read_plan_csv
  vela,        // read_vela_allocation
  executorch,  // read_executorch_plan
  tflm,        // read_tflm_plan
  pte,         // read_executorch_program
  stedgeai,    // read_st_edge_ai_report
};

/// Returns the form of a plan, which is recognised by its content:
/// - `pte`: the identifier of a .pte file
/// - `stedgeai`: JSON with memory pools
/// - `vela`: the heading of Vela's table
/// - `tflm`: a line that TFLM's planner prints
/// - `executorch`: a header line with the column `mem_id`
/// - `csv`: any other text
PlanForm recognise_plan(std::string_view text);

/// Reads a plan of any form but `executorch`, whose lists have no lifetimes. Throws
/// UserError(input_file).
PlacedProblem read_placed_problem(PlanForm form, const std::string& text, const std::string& source,
                                  const std::vector<MemorySpace>& memories);

/// Whether the header line of a CSV has one of these columns.
bool has_column(std::string_view text, std::initializer_list<std::string_view> names);

/// Whether the header line has a column for the start of lifetimes. read_plan_csv() needs that
/// column.
bool is_buffers_csv(std::string_view text);

/// Returns the form named `csv`, `vela`, `executorch`, `tflm`, `pte` or `stedgeai`. Throws
/// UserError(usage) with a suggestion for other names.
PlanForm plan_form_named(const std::string& name);

}  // namespace spillway
