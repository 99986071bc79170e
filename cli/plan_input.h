// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "planner/peaks/footprint.h"
#include "planner/plan_io/placed_problem.h"

namespace spillway::cli {

/// Reads the memories of the option `--memory NAME=SIZE`, fastest first. The capacity of a memory
/// is SIZE minus the bytes that `--reserve NAME=SIZE` keeps free. Throws UserError(usage) for a
/// memory that is named twice, or that has fewer bytes than are reserved.
std::vector<MemorySpace> read_memories(const Arguments& arguments);

/// The values of the option `--alignment`, in bytes. `of_all` is the value of `N`, for every
/// buffer. `by_name` has the values of `NAME=N`, for a memory or a single buffer.
struct Alignments {
  std::optional<Bytes> of_all;
  std::vector<std::pair<std::string, Bytes>> by_name;
};
Alignments read_alignments(const Arguments& arguments);

/// Sets the alignment of every memory whose name is in `alignments.by_name`, and removes the memory
/// from this list, so that only names of buffers remain.
void align_memories(Alignments& alignments, std::vector<MemorySpace>& memories);

/// Returns the alignments of single buffers: pairs of an index into `names` and an alignment in
/// bytes. Throws UserError(usage), with a suggestion, for a name in `alignments` that is neither in
/// `names` nor the name of a memory.
std::vector<std::pair<std::size_t, Bytes>> alignments_of(const Alignments& alignments,
                                                         const std::vector<std::string>& names,
                                                         const std::vector<MemorySpace>& memories);

/// Reads the buffers from the file of `--buffers FILE.csv`. If the file is a plan of another tool,
/// the offsets in the plan are dropped.
PlacedProblem read_buffers(const Arguments& arguments, const std::vector<MemorySpace>& memories);

/// Reads the budgets of `--require MEMORY<=SIZE`. Throws UserError(usage) for a memory that is not
/// among `memories`; the message suggests a name.
std::vector<Budget> read_budgets(const Arguments& arguments,
                                 const std::vector<MemorySpace>& memories);

/// Prints one line for every budget that a plan exceeds. Returns check_missed if a budget is
/// exceeded, otherwise ok. `residencies` are the rows of the plan; the lines name operators and
/// tensors of `network`. `peaks` are the peaks per memory that a run has reported; if empty, the
/// peaks are computed from `residencies`.
ExitCode report_budgets(const std::vector<Budget>& budgets,
                        const std::vector<Residency>& residencies,
                        const std::vector<MemorySpace>& memories, const Network& network,
                        const Console& console, const std::vector<Bytes>& peaks = {});

}  // namespace spillway::cli
