// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/advice/try_points.h"
#include "experiments/point/design_point.h"

namespace spillway {

/// An option and the items that a change gives it. If the option is a list of NAME=VALUE, the items
/// replace those with the same names, and the list keeps its other items.
struct ChangedOption {
  std::string option;
  std::vector<std::string> items;
};

/// A change of a design point that might help.
struct Change {
  // What is changed: "planner", "weight policy" and so on. A combination has at most one change of
  // a kind.
  std::string kind;
  bool of_chip = false;  // changes the chip, a memory or the board; otherwise the program
  std::vector<ChangedOption> options;
};

/// Whether it is unknown how long the planner runs: true for planners that search, and for planner
/// programs of users.
bool takes_long(const std::string& planner);

/// Returns `point` with `change`. Throws UserError if an option does not accept its new items.
DesignPoint changed(DesignPoint point, const Change& change);

/// Changes of the program that might help `network` at `point`: planners, weight policies, memory
/// modes, memories of maps and constants, threads, loads and paging, regions of compiled networks.
/// With `quick`, planners that search are left out, except a short search that may find cascades.
std::vector<Change> program_changes(const Network& network, const DesignPoint& point,
                                    const Target& target, bool quick);

/// Returns changes that move feature maps and constants to other memories at the same time. They
/// are for a point that does not fit: if only one of the two is moved, the other one may still
/// overfill a memory.
std::vector<Change> place_pairs(const Network& network, const DesignPoint& point,
                                const Target& target);

/// Changes of the chip: larger and faster memories, other system configurations, the next larger
/// processor. `now` is the result of the unchanged point; if the network does not fit there, one
/// change adds the missing memory. For a board, returns only the board's own configurations, unless
/// `other_chips`.
std::vector<Change> chip_changes(const Network& network, const DesignPoint& point,
                                 const Target& target, const TriedPoint& now, bool other_chips);

/// Returns, for a point that does not fit, larger sizes of the memory that is too small, the
/// smallest first. The largest size is the one that the plan needs; a smaller size may be enough,
/// because some planners split operators if they have less memory. Empty if the point fits, or if
/// more than most_missing bytes (missing_memory.h) are missing.
std::vector<Change> rooms_below(const TriedPoint& now, const Target& target);

/// `change` was tried, with the result `tried`, and the network did not fit. Returns `change` with
/// the missing bytes added to the memory that was too small; nothing if the failure has another
/// reason.
std::optional<Change> with_room(const Change& change, const TriedPoint& tried,
                                const Target& target);

/// Returns changes that pin one feature map to the fast memory. For each map of the plan that is in
/// the way there, one more change pins that map to the slowest memory. The feature maps with the
/// most traffic come first.
std::vector<Change> tensor_changes(const PointResult& result, const DesignPoint& point);

/// Returns splits of operators into strips of rows, with which the feature maps fit into the
/// fastest memory. They are found by planning, without simulation. Empty if the processor cannot
/// split operators, or if the maps fit without splits.
std::vector<Change> split_changes(const Network& network, const DesignPoint& point,
                                  const Target& target, std::size_t workers);

}  // namespace spillway
