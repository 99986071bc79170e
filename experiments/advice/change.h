// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/advice/try_points.h"
#include "experiments/point/design_point.h"

namespace spillway {

/// The new items of an option. If the option is a list of NAME=VALUE, they replace the items with
/// the same names, and the other items stay.
struct ChangedOption {
  std::string option;
  std::vector<std::string> items;
};

/// A change of a design point that might help.
struct Change {
  // "planner", "weight policy", ...; only one change of a kind can be used at a time.
  std::string kind;
  bool of_chip = false;  // changes the chip, a memory or the board, not the program
  std::vector<ChangedOption> options;
};

/// Whether the planner may search for an unpredictable time; programs of users count, too.
bool takes_long(const std::string& planner);

/// Returns `point` with the change. Throws UserError for items that the option does not accept.
DesignPoint changed(DesignPoint point, const Change& change);

/// Changes of the program that might help `network` at `point`: planners, weight policies, memory
/// modes, memories of maps and constants, threads, loads and paging, regions of compiled networks.
/// With `quick`, planners that search are left out, except a short search that may find cascades.
std::vector<Change> program_changes(const Network& network, const DesignPoint& point,
                                    const Target& target, bool quick);

/// Changes that move maps and constants to other memories at the same time, for a point that does
/// not fit: moving only one of them may leave too much in the memory that is too small.
std::vector<Change> place_pairs(const Network& network, const DesignPoint& point,
                                const Target& target);

/// Changes of the chip: larger and faster memories, other system configurations, the next larger
/// processor. `now` is the result of the unchanged point; if it does not fit, one change adds the
/// missing memory. For a board, only its own configurations, unless `other_chips`.
std::vector<Change> chip_changes(const Network& network, const DesignPoint& point,
                                 const Target& target, const TriedPoint& now, bool other_chips);

/// For a point that does not fit: sizes between its memory and the memory that its plan needs, the
/// smallest first. The network may fit them, because for less memory some planners split operators.
/// Empty if the point fits, or if more than most_missing bytes (missing_memory.h) are missing.
std::vector<Change> rooms_below(const TriedPoint& now, const Target& target);

/// Returns `change`, which did not fit, with the missing bytes added to the memory that was too
/// small; nothing if the failure has another reason.
std::optional<Change> with_room(const Change& change, const TriedPoint& tried,
                                const Target& target);

/// Pins that put one feature map into the fast memory that another planner would prefer there,
/// alone or in exchange for a map that `plan` has there. Maps with most traffic come first.
std::vector<Change> tensor_changes(const PointResult& result, const DesignPoint& point);

/// Row splits of operators that make the feature maps fit into the fastest memory, found by
/// planning. None if the processor cannot split operators, or the maps fit without.
std::vector<Change> split_changes(const Network& network, const DesignPoint& point,
                                  const Target& target, std::size_t workers);

}  // namespace spillway
