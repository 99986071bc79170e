// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "planner/problem.h"

namespace spillway {

/// What a row of a whole plan says beside place and lifetime (docs/formats.md); texts as they stand
/// in the file.
struct PlanRow {
  ResidencyKind kind = ResidencyKind::tensor;
  bool outside = false;            // the application owns the tensor
  MemoryIndex memory = no_memory;  // that the row names, with an offset or without one
  int place_column = 0;            // where its memory, else its offset, stands in the line
  std::string inside;              // id of the row whose bytes it shares
  std::string behind;              // id of the row that it lies directly behind
  int other_column = 0;            // where `inside` or `behind` stands in the line
  TimeStep shared_until = 0;       // Residency::shared_until
  std::string copied_from;         // id of the row that a copy fills it from
  TimeStep copy_after = 0;         // Copy::earliest and latest
  TimeStep copy_before = 0;
  std::string flows;   // weights: the slices in which operators read them
  std::string serves;  // weight buffers: the operators whose slices they take
  std::optional<TensorLayout> format;
  std::string cascade;  // outputs of operators in cascades: its number and the rows of a stripe
};

/// Buffers that a file lists, with the places that it gives them.
struct PlacedProblem {
  PlanningProblem problem;
  std::vector<Placement> placements;           // per buffer; no_memory = the file gives no offset
  std::vector<std::optional<Bytes>> expected;  // per buffer: column expected_offset
  std::vector<SourceLocation> rows;            // per buffer: where it stands
  std::vector<PlanRow> whole;                  // per buffer of a CSV: the rest of a whole plan
  bool is_whole = false;                       // it has a column of whole plans
};

/// Makes what the file says of places binding: offsets are fixed ones, as MiniMalloc understands
/// them; a memory without an offset pins the buffer to that memory; a row `inside` another is
/// placed there, at the distance of their offsets, else at its first byte. Throws
/// UserError(input_file) with line and column for a host that does not exist or cannot hold the
/// row.
void obey_given_places(PlacedProblem& placed);

/// For every buffer, the line and column of the cell that says where it has to be.
std::vector<SourceLocation> place_cells(const PlacedProblem& placed);

/// The index of `name` among the memories of `problem`. An unknown name is added, without a limit,
/// when `may_add`; otherwise it is a UserError(input_file) at `where` with a suggestion.
MemoryIndex memory_named(PlanningProblem& problem, const std::string& name, bool may_add,
                         const SourceLocation& where);

}  // namespace spillway
