// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

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

/// `point` with the change. Throws UserError for items that the option does not take.
DesignPoint changed(DesignPoint point, const Change& change);

/// Changes of the program that could help `network` at `point`: planners, weight policies, memory
/// modes, memories of maps and constants, threads, regions of compiled networks. With `quick`
/// without planners that search.
std::vector<Change> program_changes(const Network& network, const DesignPoint& point,
                                    const Target& target, bool quick);

/// Changes of the chip: larger and faster memories, other system configurations, the next larger
/// processor. `excess` is what a plan lacks that does not fit, 0 where it does.
std::vector<Change> chip_changes(const Network& network, const DesignPoint& point,
                                 const Target& target, Bytes excess);

/// Feature maps that another planner would rather have in the fast memory, alone and in exchange
/// for one that `plan` has there: pins of one or two tensors, those first that move most traffic.
std::vector<Change> tensor_changes(const PointResult& result, const DesignPoint& point);

/// Row splits of operators that make the feature maps fit the fastest memory of a processor that
/// can split, found by planning; none where it cannot or they fit already.
std::vector<Change> split_changes(const Network& network, const DesignPoint& point,
                                  const Target& target, std::size_t workers);

}  // namespace spillway
