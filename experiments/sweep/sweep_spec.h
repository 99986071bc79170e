// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "experiments/sweep/point_list.h"
#include "traces/network.h"

namespace spillway {

/// Capacities that one memory takes in a sweep.
struct MemoryRange {
  std::string memory;
  std::vector<Bytes> sizes;
  std::vector<double> percents;  // of the network's peak: its feature maps alive at once
  bool automatic = false;        // those at which the plan changes; see plan_change_sizes()
};

/// Parts that one memory is built from in a sweep: names of `list parts`, or files.
struct PartChoice {
  std::string memory;
  std::vector<std::string> parts;
};

/// Values that an option takes in a sweep; see is_swept().
struct OptionChoice {
  std::string option;
  std::vector<std::string> values;
};

/// `sram=64K:512K:64K` (first:last:step, both ends included), `sram=64K`, `sram=50%`, `sram=auto`,
/// or several of them with `+`: `sram=64K+96K+128K`. Throws UserError(usage).
MemoryRange parse_memory_range(const std::string& text);

/// What is swept: every combination of the lists below, over what `base` fixes, but for those that
/// a skip condition names.
struct SweepSpec {
  std::vector<Network> networks;
  std::vector<std::string> targets;
  std::vector<std::string> system_configs;  // empty = each target's default
  std::vector<std::string> memory_modes;    // empty = each target's default
  std::vector<PartChoice> parts;
  std::vector<OptionChoice> options;
  std::vector<MemoryRange> memories;
  std::vector<std::string> planners;    // empty = each target's default
  std::vector<std::string> allocators;  // empty = each planner's own
  std::vector<std::string> skips;       // SkipCondition
  DesignPoint base;
};

/// Adds sizes of a memory; `text` is as for parse_memory_range(), without NAME= it is about the
/// memory named last.
void add_memory(SweepSpec& spec, const std::string& text);
/// Adds parts of a memory: `dram=LPDDR4-3200-x16+DDR3-1600K-x16`; NAME= as for add_memory().
void add_part(SweepSpec& spec, const std::string& text);
/// Adds a value of an option. Throws UserError(usage) for unknown options and bad values.
void add_option(SweepSpec& spec, const std::string& option, const std::string& value);
/// Names of planners, `all` meaning every one. Throws UserError(usage).
void add_planner(SweepSpec& spec, const std::string& planner);
void add_allocator(SweepSpec& spec, const std::string& allocator);
/// Adds a value of the option with this name, which may also be `target`, `system-config` or
/// `memory-mode`.
void add_value(SweepSpec& spec, const std::string& option, const std::string& value);

/// Points in the order of the loops over networks, targets, system configurations, modes, parts,
/// options, memories, planners and allocators, the last one fastest; sizes that depend on the plan
/// (`auto`) are the innermost loop. Of system configurations and modes, each target takes those
/// that it has. Skip conditions are not looked at. `spec` must outlive the list; files that its
/// options name are read here, once.
PointList expand(const SweepSpec& spec, PointCache& cache);
PointList expand(const SweepSpec& spec);

}  // namespace spillway
