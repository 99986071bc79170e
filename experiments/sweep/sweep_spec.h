// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "experiments/sweep/point_list.h"
#include "traces/network.h"

namespace spillway {

/// The capacities that one memory takes in a sweep.
struct MemoryRange {
  std::string memory;
  std::vector<Bytes> sizes;
  std::vector<double> percents;  // sizes in percent of the network's live peak; see peak_bytes()
  // Whether to add the capacities at which the plan changes; see plan_change_sizes().
  bool automatic = false;
};

/// The parts that one memory is built from in a sweep: names of `list parts`, or files.
struct PartChoice {
  std::string memory;
  std::vector<std::string> parts;
};

/// The values that an option takes in a sweep; see is_swept().
struct OptionChoice {
  std::string option;
  std::vector<std::string> values;
};

/// Parses `sram=64K:512K:64K` (first:last:step, both ends included), `sram=64K`, `sram=50%`,
/// `sram=auto`, or several of these joined with `+`: `sram=64K+96K+128K`. Throws UserError(usage).
MemoryRange parse_memory_range(const std::string& text);

/// A sweep. Its points are all combinations of the values in the lists below, without the points
/// for which a skip condition holds. `base` has the values of all other options.
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
  std::vector<std::string> skips;       // texts of SkipCondition
  DesignPoint base;
};

/// Adds sizes of a memory. `text` is as parse_memory_range() expects it. If it has no NAME=, the
/// sizes are for the memory that was named last.
void add_memory(SweepSpec& spec, const std::string& text);
/// Adds parts of a memory: `dram=LPDDR4-3200-x16+DDR3-1600K-x16`. If the text has no NAME=, the
/// parts are for the memory that was named last.
void add_part(SweepSpec& spec, const std::string& text);
/// Adds a value of an option. Throws UserError(usage) for unknown options and wrong values.
void add_option(SweepSpec& spec, const std::string& option, const std::string& value);
/// Adds a planner, or every planner for `all`. Throws UserError(usage).
void add_planner(SweepSpec& spec, const std::string& planner);
void add_allocator(SweepSpec& spec, const std::string& allocator);
/// Adds a value of an option by the option's name. The name may also be `target`, `system-config`
/// or `memory-mode`, which have lists of their own.
void add_value(SweepSpec& spec, const std::string& option, const std::string& value);

/// Returns the points in the order of nested loops over networks, targets, system configurations,
/// modes, parts, options, memories, planners and allocators; the last one varies fastest. Only
/// sizes that depend on the plan (`auto`) vary still faster. A target is combined only with system
/// configurations and modes that it has. Skip conditions are not applied. `spec` must outlive the
/// list. Files that options name are read once, here.
PointList expand(const SweepSpec& spec, PointCache& cache);
PointList expand(const SweepSpec& spec);

}  // namespace spillway
