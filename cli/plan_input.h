// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "planner/footprint.h"
#include "planner/plan_io/placed_problem.h"

namespace spillway::cli {

/// Memories of `--memory NAME=SIZE`, fastest first, less what `--reserve NAME=SIZE` keeps free.
/// Throws UserError(usage) for a memory that is named twice or reserves more than it has.
std::vector<MemorySpace> read_memories(const Arguments& arguments);

/// What `--alignment` says: `N` of every buffer, `NAME=N` of a memory or of one buffer.
struct Alignments {
  std::optional<Bytes> of_all;
  std::vector<std::pair<std::string, Bytes>> by_name;
};
Alignments read_alignments(const Arguments& arguments);

/// Sets the alignment of every memory whose name is in `alignments`, and removes these names.
void align_memories(Alignments& alignments, std::vector<MemorySpace>& memories);

/// The other entries of `alignments`, each with the index of its name in `names`. Throws
/// UserError(usage) for a name that is neither in `names` nor in `memories`, with a suggestion.
std::vector<std::pair<std::size_t, Bytes>> alignments_of(const Alignments& alignments,
                                                         const std::vector<std::string>& names,
                                                         const std::vector<MemorySpace>& memories);

/// Rows of `--buffers FILE.csv`, or the buffers of another tool's plan without their places.
PlacedProblem read_buffers(const Arguments& arguments, const std::vector<MemorySpace>& memories);

/// Budgets of `--require MEMORY<=SIZE`. Throws UserError(usage) with a suggestion for a memory that
/// is not among `memories`.
std::vector<Budget> read_budgets(const Arguments& arguments,
                                 const std::vector<MemorySpace>& memories);

/// Reports the budgets that `residencies` miss, one line each; check_missed when there is one.
/// `network` names operators and tensors. `peaks`, per memory, are what a run reports; none = the
/// highest ends of the residencies.
ExitCode report_budgets(const std::vector<Budget>& budgets,
                        const std::vector<Residency>& residencies,
                        const std::vector<MemorySpace>& memories, const Network& network,
                        const Console& console, const std::vector<Bytes>& peaks = {});

}  // namespace spillway::cli
