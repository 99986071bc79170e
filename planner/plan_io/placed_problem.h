// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "planner/problem.h"

namespace spillway {

/// The columns of a complete plan's row besides placement and lifetime (docs/formats.md). Strings
/// are texts of the file.
struct PlanRow {
  ResidencyKind kind = ResidencyKind::tensor;
  bool outside = false;            // the application owns the tensor
  MemoryIndex memory = no_memory;  // the memory that the row names, even without an offset
  /// For error messages about the placement: the position, in the row's line, of the cell that
  /// gives the placement. This is the first filled cell of `memory`, `not_in` and `behind`, or else
  /// the cell `offset`.
  int place_column = 0;
  std::string inside;         // id of the row whose bytes this row shares
  std::string behind;         // id of the row after whose end this row begins
  int other_column = 0;       // for error messages: position of `inside` or `behind` in the line
  TimeStep shared_until = 0;  // becomes Residency::shared_until
  std::string copied_from;    // id of the row from which a copy fills this residency
  /// Copy::earliest and Copy::latest of the copy that fills this residency.
  TimeStep copy_after = 0;
  TimeStep copy_before = 0;
  std::string flows;   // for weights: the slices in which operators read the weights
  std::string serves;  // for weight buffers: the operators whose slices the buffer holds
  std::optional<TensorLayout> format;
  /// For an output of an operator in a cascade: the number of the cascade and the rows of a stripe.
  std::string cascade;
  /// For an output of an operator: the blocks of this operator, if the plan gives them.
  OperatorBlocks blocks;
};

/// The buffers of a file and their placements.
struct PlacedProblem {
  PlanningProblem problem;
  std::vector<Placement> placements;  // per buffer; no_memory = the file gives no offset
  /// Per buffer, the value of the column `expected_offset`.
  std::vector<std::optional<Bytes>> expected;
  std::vector<SourceLocation> rows;  // per buffer: its source location
  std::vector<PlanRow> whole;        // per buffer of a CSV: further columns of a complete plan
  bool is_whole = false;             // the file has the column `flows`, as complete plans do
};

/// Pins the buffers of `placed` to the placements of the file, so that planners keep them:
/// - A row with an offset gets a fixed offset, as in MiniMalloc.
/// - A row with a memory but no offset is pinned to that memory.
/// - A row whose column `inside` names another row lies inside that row: at the difference of the
///   two offsets if both are given, else at the other row's first byte.
/// - A row whose column `behind` names another row begins at the end of that row.
///
/// Throws UserError(input_file) with line and column if a row cannot lie as `inside` or `behind`
/// says, for example because the other row does not exist.
void obey_given_places(PlacedProblem& placed);

/// Returns, for every buffer, the line and column of the cell that gives its placement.
std::vector<SourceLocation> place_cells(const PlacedProblem& placed);

/// Returns the index of memory `name` in `problem`. If the memory does not exist, adds it without a
/// limit if `may_add` is true; otherwise throws UserError(input_file) at `where` with a suggestion.
MemoryIndex memory_named(PlanningProblem& problem, const std::string& name, bool may_add,
                         const SourceLocation& where);

}  // namespace spillway
