// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/advice/try_points.h"
#include "experiments/point/design_point.h"

namespace spillway {

/// Items that a change gives an option. In an option that is a list of NAME=VALUE they replace
/// those of the same name and leave the others.
struct ChangedOption {
  std::string option;
  std::vector<std::string> items;
};

/// Something to do about a design point.
struct Change {
  std::string kind;      // "planner", "weight policy", ...: changes of one kind exclude each other
  bool of_chip = false;  // another chip, memory or board, instead of another program for this one
  std::vector<ChangedOption> options;
};

/// Planners that search for a length nobody foresees, and programs of users.
bool takes_long(const std::string& planner);

/// `point` with the change. Throws UserError for items that the option does not take.
DesignPoint changed(DesignPoint point, const Change& change);

/// Changes of the program that could help `network` at `point`: planners, weight policies, memory
/// modes, memories of maps and constants, threads, loads and paging, regions of compiled networks.
/// With `quick` planners that search are left out, but for one that looks for cascades in few
/// steps.
std::vector<Change> program_changes(const Network& network, const DesignPoint& point,
                                    const Target& target, bool quick);

/// Other memories for maps and constants at once, for a point that does not fit: either alone may
/// leave too much in the memory that is too small.
std::vector<Change> place_pairs(const Network& network, const DesignPoint& point,
                                const Target& target);

/// Changes of the chip: larger and faster memories, other system configurations, the next larger
/// processor. `now` is the point as it is: where it does not fit, memory for what it lacks. Of a
/// board only its own configurations, unless `other_chips`.
std::vector<Change> chip_changes(const Network& network, const DesignPoint& point,
                                 const Target& target, const TriedPoint& now, bool other_chips);

/// `change`, which did not fit, with as much more of the memory that was too small as it lacked;
/// none where it lacked no memory.
std::optional<Change> with_room(const Change& change, const TriedPoint& tried,
                                const Target& target);

/// Feature maps that another planner would rather have in the fast memory, alone and in exchange
/// for one that `plan` has there: pins of one or two tensors, those first that move most traffic.
std::vector<Change> tensor_changes(const PointResult& result, const DesignPoint& point);

/// Row splits of operators that make the feature maps fit the fastest memory of a processor that
/// can split, found by planning; none where it cannot or they fit already.
std::vector<Change> split_changes(const Network& network, const DesignPoint& point,
                                  const Target& target, std::size_t workers);

}  // namespace spillway
