// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "planner/problem.h"

namespace spillway {

/// The columns of a complete plan's row besides place and lifetime (docs/formats.md). Texts are as
/// in the file.
struct PlanRow {
  ResidencyKind kind = ResidencyKind::tensor;
  bool outside = false;            // the application owns the tensor
  MemoryIndex memory = no_memory;  // named by the row, with or without an offset
  int place_column = 0;       // column in the line of its memory or, without one, of its offset
  std::string inside;         // id of the row whose bytes it shares
  std::string behind;         // id of the row that it lies directly behind
  int other_column = 0;       // column in the line of `inside` or `behind`
  TimeStep shared_until = 0;  // Residency::shared_until
  std::string copied_from;    // id of the row that a copy fills it from
  TimeStep copy_after = 0;    // Copy::earliest and latest
  TimeStep copy_before = 0;
  std::string flows;   // for weights: the slices in which operators read them
  std::string serves;  // for weight buffers: the operators whose slices they hold
  std::optional<TensorLayout> format;
  std::string cascade;  // for outputs of operators in cascades: the cascade's number and the rows
                        // of a stripe
};

/// The buffers of a file and their places.
struct PlacedProblem {
  PlanningProblem problem;
  std::vector<Placement> placements;           // per buffer; no_memory = the file gives no offset
  std::vector<std::optional<Bytes>> expected;  // per buffer: column expected_offset
  std::vector<SourceLocation> rows;            // per buffer: its source location
  std::vector<PlanRow> whole;  // per buffer of a CSV: the other columns of a complete plan
  bool is_whole = false;       // the file has a column of complete plans
};

/// Makes the places of the file binding. Offsets become fixed offsets, as in MiniMalloc. A memory
/// without an offset pins the buffer to that memory. A row `inside` another one is placed
/// inside that host row: at the difference of the two offsets if both are given, else at the first
/// byte of the host. Throws UserError(input_file) with line
/// and column for a host that does not exist or cannot hold the row.
void obey_given_places(PlacedProblem& placed);

/// Returns, for every buffer, the line and column of the cell that demands its place.
std::vector<SourceLocation> place_cells(const PlacedProblem& placed);

/// Returns the index of memory `name` in `problem`. An unknown name is added without a limit if
/// `may_add`; otherwise it is a UserError(input_file) at `where` with a suggestion.
MemoryIndex memory_named(PlanningProblem& problem, const std::string& name, bool may_add,
                         const SourceLocation& where);

}  // namespace spillway
