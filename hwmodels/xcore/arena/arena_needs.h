// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "hwmodels/xcore/arena/arena.h"

namespace spillway::xcore {

/// A cache of the bytes that sets of tensors need. The key is a set of transient tensors (feature
/// maps, buffers that loads fill, scratch), one bit per tensor of the network. The value is the
/// number of bytes that these tensors need in a memory.
using KnownNeeds = std::unordered_map<std::vector<bool>, Bytes>;

/// Says whether sets of tensors fit into a memory, if all tensors outside of the set are in the
/// memories that ArenaOptions names for tensors to which the search has not given a memory.
class ArenaNeeds {
 public:
  /// `known` must come from the same network, the same target except for the capacities of its
  /// memories, and equal options except for ArenaOptions::homes.
  ArenaNeeds(const ArenaProblem& problem, const ArenaOptions& options, std::string memory,
             KnownNeeds& known);

  /// Whether the tensors fit into the memories of `target` under `options`. ArenaOptions::homes
  /// (the chosen memories of tensors) may contain no other memory than that of this object.
  bool fit(const Target& target, const ArenaOptions& options);

 private:
  /// A tensor of the network, in the memory of this object.
  struct Item {
    std::size_t tensor = 0;
    Bytes size = 0;
    // The tensor needs its own bytes in the steps [lower, upper). If its operator may write the
    // tensor over an operand, `lower` is one step later, because in the first step the tensor may
    // lie in the operand's bytes.
    TimeStep lower = 0, upper = 0;
  };

  Bytes needed(const Target& target, const ArenaOptions& options, std::vector<bool> set);
  void add_items(const ArenaOptions& options);
  Bytes at_least(const std::vector<bool>& set);

  const ArenaProblem& problem_;
  std::string memory_;
  KnownNeeds& known_;
  std::vector<std::size_t> not_transient_;  // tensors: operator data and constants
  std::vector<Item> items_;
  std::vector<Bytes> changes_;  // at_least(): bytes that begin (or, if negative, end) at each step
  Bytes most_ = 0;              // no memory needs more bytes than this, whatever lies in it
};

}  // namespace spillway::xcore
