// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/design_point.h"
#include "traces/network.h"

namespace spillway {

/// Sizes that one memory takes in a sweep.
struct MemoryRange {
  std::string memory;
  std::vector<Bytes> sizes;
};

/// `sram=64K:512K:64K` (first:last:step, both ends included), `sram=64K`, or several of them with
/// `+`: `sram=64K+96K+128K`. Throws UserError(usage).
MemoryRange parse_memory_range(const std::string& text);

/// What is swept: every combination of the lists below, over what `base` fixes.
struct SweepSpec {
  std::vector<Network> networks;
  std::vector<std::string> targets;
  std::vector<std::string> system_configs;  // empty = each target's default
  std::vector<std::string> memory_modes;    // empty = each target's default
  std::vector<MemoryRange> memories;
  std::vector<std::string> planners;    // empty = each target's default
  std::vector<std::string> allocators;  // empty = each planner's own
  DesignPoint base;
};

/// One combination. Points are numbered in the order of the loops over networks, targets, system
/// configurations, modes,
/// memories, planners and allocators, the last one fastest.
struct SweepPoint {
  std::size_t network = 0;  // index into SweepSpec::networks
  DesignPoint point;
};

std::vector<SweepPoint> expand(const SweepSpec& spec);

}  // namespace spillway
