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

/// The memories of `--memory NAME=SIZE`, fastest first, without the bytes that `--reserve
/// NAME=SIZE` keeps free. Throws UserError(usage) for a memory that is named twice or that has
/// fewer bytes than are reserved.
std::vector<MemorySpace> read_memories(const Arguments& arguments);

/// The values of `--alignment`: `N` for every buffer, `NAME=N` for a memory or for one buffer.
struct Alignments {
  std::optional<Bytes> of_all;
  std::vector<std::pair<std::string, Bytes>> by_name;
};
Alignments read_alignments(const Arguments& arguments);

/// Sets the alignment of every memory whose name is in `alignments`, and removes these names from
/// `alignments`, so that the names of buffers remain.
void align_memories(Alignments& alignments, std::vector<MemorySpace>& memories);

/// The alignments of buffers in `alignments`, each with the index of the buffer's name in `names`.
/// Throws UserError(usage), with a suggestion, for a name that is neither in `names` nor in
/// `memories`.
std::vector<std::pair<std::size_t, Bytes>> alignments_of(const Alignments& alignments,
                                                         const std::vector<std::string>& names,
                                                         const std::vector<MemorySpace>& memories);

/// Reads the rows of `--buffers FILE.csv`. If the file is a plan of another tool, reads its buffers
/// without their offsets.
PlacedProblem read_buffers(const Arguments& arguments, const std::vector<MemorySpace>& memories);

/// Reads the budgets of `--require MEMORY<=SIZE`. Throws UserError(usage), with a suggestion, for a
/// memory that is not among `memories`.
std::vector<Budget> read_budgets(const Arguments& arguments,
                                 const std::vector<MemorySpace>& memories);

/// Prints one line for every budget that `residencies` exceed, and returns check_missed if there is
/// such a budget. `network` is used to name operators and tensors in the lines. `peaks` are the
/// peaks per memory that a run reports; if it is empty, the highest ends of the residencies count.
ExitCode report_budgets(const std::vector<Budget>& budgets,
                        const std::vector<Residency>& residencies,
                        const std::vector<MemorySpace>& memories, const Network& network,
                        const Console& console, const std::vector<Bytes>& peaks = {});

}  // namespace spillway::cli
