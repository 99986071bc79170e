// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planner/plan_io/placed_problem.h"

namespace spillway {

/// The beginning of every table in Vela's text; the name of the memory area follows.
constexpr std::string_view vela_table_heading = "Tensor Allocation for mem_area ";

/// Reads the plan in the output of `vela --verbose-allocation`: one table per memory, with start
/// and end time, address range, size, memory use, purpose and name. Other lines are skipped. End
/// times are inclusive in the text and half-open in the result. Memories are named after their
/// memory areas. With `memories` each area must be one of them; upper and lower case are the same.
/// Throws UserError(input_file) with line and column, also if the text has no such table.
PlacedProblem read_vela_allocation(const std::string& text, const std::string& source,
                                   const std::vector<MemorySpace>& memories = {});

/// Places the buffers of `problem` by a list with the columns `tensor,mem_id,offset`, as ExecuTorch
/// keeps them in its tensors. `tensor` is a buffer's id; `mem_id` counts from 1, the fastest
/// memory. If `problem` has no memories, they are added without a limit. Buffers that are not
/// listed stay unplaced. Throws UserError(input_file).
PlacedProblem read_executorch_plan(const std::string& text, const std::string& source,
                                   PlanningProblem problem);

/// Writes the feature maps of `plan` as a list that read_executorch_plan() reads. The list has one
/// place per tensor, so a plan whose tensors move or share bytes throws UserError(usage).
std::string write_executorch_plan(const Plan& plan, const Network& network);

/// The beginning of the last field of every line of TFLM's text.
constexpr std::string_view tflm_last_field = " last_used=";

/// Reads the plan in the output of TensorFlow Lite Micro's GreedyMemoryPlanner::PrintMemoryPlan().
/// It has a line `X (id=N): size=S, offset=O, first_used=A last_used=B` per buffer, B included.
/// Text before it in a line (such as a log's time) and other lines are skipped. Buffers are named
/// `id N` and are in the first of `memories`, or in a memory named `arena`. Throws
/// UserError(input_file) with the line.
PlacedProblem read_tflm_plan(const std::string& text, const std::string& source,
                             const std::vector<MemorySpace>& memories = {});

/// Whether the bytes begin like a flatbuffer with the identifier of a .pte.
bool looks_like_executorch_program(std::string_view bytes);

/// Reads the memory plan of an ExecuTorch program (.pte): the tensors of its method `forward`, or
/// of its first method, that have a place. Their size follows from their dimensions; they are live
/// from the first to the last call that uses them. They are named after their number in the program
/// and their producer: `12 aten::add.out`, `7 delegate EthosUBackend`, `0 input`. Memory ids count
/// from 1, the fastest of `memories`; without `memories` they are added with the sizes of the
/// program. Views share the bytes of their operand. Throws UserError(input_file).
PlacedProblem read_executorch_program(const std::string& bytes, const std::string& source,
                                      const std::vector<MemorySpace>& memories = {});

/// Whether the text is JSON with memory pools.
bool looks_like_st_edge_ai_report(std::string_view text);

/// Reads the memory plan in NETWORK_c_info.json, a report of ST Edge AI's code generation: its
/// buffers with pool, offset and epochs, the last epoch included. Pools that hold buffers become
/// memories with their sizes; pools within another pool become parts of its memory. Constants
/// (`is_param`) are live during the complete run. Buffers with the same bytes in the same epochs
/// share them. An input that a node writes over is live until the output begins. Buffers without a
/// pool, which the application owns, have no place. With `memories`, all pools must be among them.
/// Throws UserError(input_file).
PlacedProblem read_st_edge_ai_report(const std::string& text, const std::string& source,
                                     const std::vector<MemorySpace>& memories = {});

}  // namespace spillway
