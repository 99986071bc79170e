// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/advice/try_points.h"
#include "experiments/point/design_point.h"

namespace spillway {

/// An option with the items to which a change sets the option. If the option is `memory`, `part`,
/// `pin` or `region`, a change replaces only the NAME=VALUE items whose names are in `items`; the
/// other items of the list stay.
struct ChangedOption {
  std::string option;
  std::vector<std::string> items;
};

/// A change of a design point that may save time or make the network fit.
struct Change {
  // The subject of the change: "planner", "weight policy" (how weights reach the processor) and so
  // on. A combination of changes has at most one change of each kind.
  std::string kind;
  bool of_chip = false;  // whether the change needs another chip, memory or board
  std::vector<ChangedOption> options;
};

/// Returns `point` with `change` applied. Throws UserError if an option does not accept the items
/// of the change.
DesignPoint changed(DesignPoint point, const Change& change);

/// Returns changes that keep the chip and may make `network` faster, or make `network` fit the
/// memories, at `point`: planners, weight policies, memory modes, memories of maps, constants,
/// loaded weights and operator data, threads, early loads of weights, paging of maps, and memories
/// of the address regions of compiled networks. If `quick`, planners that may take long are left
/// out, except a short search that may find cascades.
std::vector<Change> program_changes(const Network& network, const DesignPoint& point,
                                    const Target& target, bool quick);

/// Returns changes for a point that does not fit. Each change moves both feature maps and constants
/// to other memories. If a change moved only the maps or only the constants, a memory might still
/// be too small.
std::vector<Change> place_pairs(const Network& network, const DesignPoint& point,
                                const Target& target);

/// Returns changes of the chip: larger and faster memories, other system configurations, and the
/// next larger processor. `now` is the result of the unchanged point. If the network does not fit
/// at this point, one change enlarges the memory that is too small (with_missing_memory()). For a
/// board, returns only the board's own configurations, unless `other_chips`.
std::vector<Change> chip_changes(const Network& network, const DesignPoint& point,
                                 const Target& target, const TriedPoint& now, bool other_chips);

/// Returns, for a point that does not fit, changes to larger sizes of the memory that is too small,
/// the smallest size first. Before they are rounded up to KiB, all sizes are below the size that
/// the plan needs; chip_changes() tries that size. A smaller size may be enough, because some
/// planners split operators when memory is scarce. Returns no changes if the point fits, if it is
/// not known which memory is too small, or if more than most_missing bytes (missing_memory.h) are
/// missing.
std::vector<Change> larger_memory_changes(const TriedPoint& now, const Target& target);

/// Extends a change with which the network does not fit. `tried` is the result of `change`. If a
/// memory was too small, returns `change` with this memory enlarged by the missing bytes. Returns
/// nothing if the point failed for another reason, if more than most_missing bytes
/// (missing_memory.h) are missing, or if the memory would exceed 16 GiB.
std::optional<Change> with_missing_memory(const Change& change, const TriedPoint& tried,
                                          const Target& target);

/// Returns changes that pin one feature map to the fast memory. Further changes pin two maps: one
/// map to the fast memory, and a map that occupies the fast memory at the same time to the slowest
/// memory. The feature maps with the most traffic come first.
std::vector<Change> tensor_changes(const PointResult& result, const DesignPoint& point);

/// Returns one change with splits of operators into strips of rows, with which the feature maps fit
/// into the fastest memory. Splits are found by planning, without simulation. Returns no change if
/// the processor cannot split operators, if the user gives splits or the plan, if the maps fit
/// without splits, or if no splits are found.
std::vector<Change> split_changes(const Network& network, const DesignPoint& point,
                                  const Target& target, std::size_t workers);

}  // namespace spillway
