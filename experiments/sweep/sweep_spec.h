// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "experiments/sweep/point_list.h"
#include "traces/network.h"

namespace spillway {

/// The capacities of one memory that a sweep tries.
struct MemoryRange {
  std::string memory;
  std::vector<Bytes> sizes;
  std::vector<double> percents;  // capacities in percent of peak_bytes()
  // Whether to add the capacities at which the plan changes; see plan_change_sizes().
  bool automatic = false;
};

/// The memory parts that a sweep tries for one memory: names of `list parts`, or files.
struct PartChoice {
  std::string memory;
  std::vector<std::string> parts;
};

/// The values of one option that a sweep tries; see is_swept().
struct OptionChoice {
  std::string option;
  std::vector<std::string> values;
};

/// Parses the capacities of a memory: `sram=64K:512K:64K` (first:last:step, both ends included),
/// `sram=64K`, `sram=50%`, `sram=auto`, or several of these forms joined with `+`:
/// `sram=64K+96K+128K`. Throws UserError(usage) if the text is wrong.
MemoryRange parse_memory_range(const std::string& text);

/// A sweep: its points are all combinations of the values in the lists below. The points for which
/// a skip condition holds are left out. `base` has the values of all options without a list.
struct SweepSpec {
  std::vector<Network> networks;
  std::vector<std::string> targets;
  std::vector<std::string> system_configs;  // system configurations; empty = each target's default
  std::vector<std::string> memory_modes;    // memory modes; empty = of a compiled file, or default
  std::vector<PartChoice> parts;
  std::vector<OptionChoice> options;
  std::vector<MemoryRange> memories;
  std::vector<std::string> planners;    // planners; empty = each target's default
  std::vector<std::string> allocators;  // allocators; empty = each planner's default
  std::vector<std::string> skips;       // conditions as text for SkipCondition
  DesignPoint base;
};

/// Adds capacities of a memory. `text` has the form of parse_memory_range(). If the text has no
/// `NAME=`, the capacities are added to the memory that was named last.
void add_memory(SweepSpec& spec, const std::string& text);
/// Adds memory parts that the sweep tries for a memory, such as
/// `dram=LPDDR4-3200-x16+DDR3-1600K-x16`. If the text has no `NAME=`, the parts are added to the
/// memory that was named last.
void add_part(SweepSpec& spec, const std::string& text);
/// Adds a value of an option to the sweep. Throws UserError(usage) for unknown options and wrong
/// values.
void add_option(SweepSpec& spec, const std::string& option, const std::string& value);
/// Adds a planner to the sweep, or every planner that can make plans (Planner::can_answer()) if the
/// name is `all`. Throws UserError(usage) for unknown planners.
void add_planner(SweepSpec& spec, const std::string& planner);
void add_allocator(SweepSpec& spec, const std::string& allocator);
/// Adds a value to the sweep: to the list of the option in SweepSpec, such as `targets` for
/// `target`, or to SweepSpec::options.
void add_value(SweepSpec& spec, const std::string& option, const std::string& value);

/// Returns the points in the order of nested loops. From the outermost to the innermost loop:
/// networks, targets, system configurations, modes, parts, options, memories, planners, allocators,
/// and sizes that depend on the plan (`auto`). A target is combined only with system configurations
/// and modes that it has. Skip conditions are not applied. `spec` must outlive the list. The points
/// use the contents that files of options have during this call.
PointList expand(const SweepSpec& spec, PointCache& cache);
PointList expand(const SweepSpec& spec);

}  // namespace spillway
