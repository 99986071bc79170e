// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planner/plan_io/placed_problem.h"

namespace spillway {

/// The beginning of the heading of every table in Vela's output; the name of the memory area
/// follows.
constexpr std::string_view vela_table_heading = "Tensor Allocation for mem_area ";

/// Reads the plan in the output of `vela --verbose-allocation`: one table per memory, with start
/// and end time, address range, size, memory use, purpose and name. Other lines are skipped. End
/// times are inclusive in the text and half-open in the result. Memories are named after their
/// memory areas. If `memories` is not empty, it must contain each area; the comparison ignores
/// case. Throws UserError(input_file), also if the text has no such table. For a malformed row, the
/// error gives the numbers of the line and the column.
PlacedProblem read_vela_allocation(const std::string& text, const std::string& source,
                                   const std::vector<MemorySpace>& memories = {});

/// Returns `problem` with the placements of a list with the columns `tensor,mem_id,offset`, which
/// are the values that ExecuTorch stores per tensor. `tensor` is a buffer's id; `mem_id` counts
/// from 1, the fastest memory. If `problem` has no memories, the memories of the list are added
/// without a limit. Buffers that are not listed stay unplaced. Throws UserError(input_file).
PlacedProblem read_executorch_plan(const std::string& text, const std::string& source,
                                   PlanningProblem problem);

/// Returns the placements of the feature maps of `plan` as a list that read_executorch_plan()
/// reads. The list has one placement per tensor. Throws UserError(usage) for a plan whose tensors
/// move between memories or share bytes.
std::string write_executorch_plan(const Plan& plan, const Network& network);

/// The beginning of the last field of every line about a buffer in the output of TFLM's planner.
constexpr std::string_view tflm_last_field = " last_used=";

/// Reads the plan in the output of TensorFlow Lite Micro's GreedyMemoryPlanner::PrintMemoryPlan().
/// The output has a line `X (id=N): size=S, offset=O, first_used=A last_used=B` per buffer; the
/// buffer is still live at step B. Text in front of this format (such as the time stamp of a log)
/// and other lines are skipped. Buffers are named `id N` and are in the first of `memories`, or in
/// a memory named `arena` if `memories` is empty. Throws UserError(input_file). For a malformed
/// line, the error gives the numbers of the line and the column.
PlacedProblem read_tflm_plan(const std::string& text, const std::string& source,
                             const std::vector<MemorySpace>& memories = {});

/// Whether the bytes begin like a flatbuffer with the identifier of a .pte.
bool looks_like_executorch_program(std::string_view bytes);

/// Reads the memory plan of an ExecuTorch program (.pte): the placed tensors of its method
/// `forward` or, without such a method, of its first method.
/// - The sizes of the tensors follow from their dimensions.
/// - A tensor is live from the first to the last call that uses it. State that is kept between
///   calls, and tensors that no call uses, are live during the complete run.
/// - A tensor is named after its number in the program and its producer: `12 aten::add.out`, `7
///   delegate EthosUBackend`, `0 input`.
/// - Memory ids count from 1, the fastest of `memories`. If `memories` is empty, memories are added
///   with the sizes that the program gives.
/// - Views at the address of their operand share its bytes.
/// Throws UserError(input_file).
PlacedProblem read_executorch_program(const std::string& bytes, const std::string& source,
                                      const std::vector<MemorySpace>& memories = {});

/// Whether the text is JSON with memory pools.
bool looks_like_st_edge_ai_report(std::string_view text);

/// Reads the memory plan in NETWORK_c_info.json, a report of ST Edge AI's code generation: its
/// buffers with pool, offset, and first and last epoch (inclusive).
/// - A pool that holds buffers becomes a memory of the pool's size. A pool within another pool
///   becomes a part of that pool's memory.
/// - Constants (`is_param`) are live during the complete run.
/// - Buffers with equal addresses, sizes and epochs share bytes, unless they are constants.
/// - An input that a node overwrites with its output is live until the output begins.
/// - Buffers without a pool, which the application owns, have no placement.
/// If `memories` is not empty, it must contain all pools. Throws UserError(input_file).
PlacedProblem read_st_edge_ai_report(const std::string& text, const std::string& source,
                                     const std::vector<MemorySpace>& memories = {});

}  // namespace spillway
