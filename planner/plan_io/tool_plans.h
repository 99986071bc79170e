// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planner/plan_io/placed_problem.h"

namespace spillway {

/// What begins every table of that text; the name of the memory area follows.
constexpr std::string_view vela_table_heading = "Tensor Allocation for mem_area ";

/// The plan inside the text that `vela --verbose-allocation` prints: per table (one per memory)
/// start and end time, address range, size, memory use, purpose and name. Other lines are skipped.
/// Ends are inclusive there, half-open here; one memory per table, named after its memory area.
/// With `memories` each area must be one of them, in any case of letters. Throws
/// UserError(input_file) with line and column, also when the text has no such table.
PlacedProblem read_vela_allocation(const std::string& text, const std::string& source,
                                   const std::vector<MemorySpace>& memories = {});

/// Places the buffers of `problem` by a list with the columns `tensor,mem_id,offset`, as ExecuTorch
/// keeps them in its tensors; `tensor` is a buffer's id, `mem_id` counts from 1, the fastest
/// memory. Memories are made up, without a limit, when `problem` has none. Buffers that are not
/// listed stay unplaced. Throws UserError(input_file).
PlacedProblem read_executorch_plan(const std::string& text, const std::string& source,
                                   PlanningProblem problem);

/// The feature maps of `plan` as a list that read_executorch_plan() reads. The list has one place
/// per tensor, so a plan whose tensors move or share bytes throws UserError(usage).
std::string write_executorch_plan(const Plan& plan, const Network& network);

/// What the last field of every line of that text begins with.
constexpr std::string_view tflm_last_field = " last_used=";

/// The plan inside what GreedyMemoryPlanner::PrintMemoryPlan() of TensorFlow Lite Micro prints, a
/// line `X (id=N): size=S, offset=O, first_used=A last_used=B` per buffer, B included; whatever
/// stands before it in a line (a log's time) and other lines are skipped. Buffers are named `id N`,
/// in the first of `memories`, or in one named `arena`. Throws UserError(input_file) with the line.
PlacedProblem read_tflm_plan(const std::string& text, const std::string& source,
                             const std::vector<MemorySpace>& memories = {});

/// Whether the bytes begin like a flatbuffer with the identifier of a .pte.
bool looks_like_executorch_program(std::string_view bytes);

/// The memory plan of an ExecuTorch program (.pte): the tensors of its method `forward`, or of its
/// first, that have a place, with the bytes of their sizes and live from the first to the last call
/// that has them as operand. They are named after their number in the program and what makes them:
/// `12 aten::add.out`, `7 delegate EthosUBackend`, `0 input`. Memory ids count from 1, the fastest
/// of `memories`; without these they are made up as large as the program says. Views share the
/// bytes of their operand. Throws UserError(input_file).
PlacedProblem read_executorch_program(const std::string& bytes, const std::string& source,
                                      const std::vector<MemorySpace>& memories = {});

/// Whether the text is JSON that has memory pools.
bool looks_like_st_edge_ai_report(std::string_view text);

/// The memory plan in what ST Edge AI's code generation reports, NETWORK_c_info.json: its buffers
/// with pool, offset and epochs, the last one inclusive. Pools that hold buffers are the memories,
/// with their sizes; of a pool that spans others these are parts. Constants (`is_param`) live all
/// run. Buffers that are the same bytes in the same epochs share them, and what a node reads and
/// writes over lives until the output does. Buffers without a pool, which the application owns,
/// have no place. With `memories` the pools must be some of them. Throws UserError(input_file).
PlacedProblem read_st_edge_ai_report(const std::string& text, const std::string& source,
                                     const std::vector<MemorySpace>& memories = {});

}  // namespace spillway
