// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"

namespace spillway {

/// A counter of bus beats, for one memory and direction.
struct FvpCounter {
  std::string memory;
  bool write = false;
  std::int64_t beats = 0;
};

/// The kernels of a stream between two interrupts: one operator or a few.
struct FvpUnit {
  std::size_t first_kernel = 0;
  std::size_t kernels = 0;  // 0 = the whole run
  std::string kind;         // "Conv2D", "Add Conv2D"
};

/// A measured run of a command stream on one of Arm's FVPs, or a unit of such a run.
struct FvpCase {
  std::string group;        // networks, operators, sweeps, units
  std::string name;         // "kws_micronet_m", "conv1x1 1x36 base"
  std::string accelerator;  // u55-128; also names the target, ethos-u55-128
  std::string stream;       // path of the .tflite that ran on the FVP
  // With the timing adapters of the run, before `parameters` are applied.
  std::string system_config;
  std::string memory_mode;
  // SRAM_ or EXT_ and the adapter's name of the parameter.
  std::vector<std::pair<std::string, std::int64_t>> parameters;
  Cycles cycles = 0;
  bool total = false;  // true: the time of the whole run, a multiple of 1,000 cycles; false: the
                       // NPU's active cycles
  std::vector<FvpCounter> counters;
  FvpUnit unit;
};

/// Reads the runs in folder `reference` (u55_u65.csv, u85.csv; if present, u85_operators.csv,
/// kws_sweeps.csv and u85_units.csv) whose streams exist in folder `streams`. Units are read only
/// for sizes that ran with their own adapters, in the order of their stream. Throws
/// UserError(input_file) for malformed files.
std::vector<FvpCase> read_fvp_cases(const std::string& reference, const std::string& streams);

}  // namespace spillway
