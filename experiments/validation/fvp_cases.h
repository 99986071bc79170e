// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"

namespace spillway {

/// How many bus beats were counted for a memory in one direction.
struct FvpCounter {
  std::string memory;
  bool write = false;
  std::int64_t beats = 0;
};

/// The kernels that a command stream runs between two interrupts. They belong to one operator or a
/// few operators.
struct FvpUnit {
  std::size_t first_kernel = 0;
  std::size_t kernels = 0;  // number of kernels; 0 = the whole run
  std::string kind;         // "Conv2D", "Add Conv2D"
};

/// A command stream that was run on one of Arm's FVPs and measured there, or a unit of such a run.
struct FvpCase {
  std::string group;        // "networks", "operators", "sweeps" or "units"
  std::string name;         // "kws_micronet_m", "conv1x1 1x36 base"
  std::string accelerator;  // such as "u55-128" for the target ethos-u55-128
  std::string stream;       // path of the .tflite that ran on the FVP
  // The system configuration, which has the timing adapters of the run. `parameters` then changes
  // them.
  std::string system_config;
  std::string memory_mode;
  // Parameters of the timing adapters and their values. A name begins with SRAM_ or EXT_ (the
  // memory); the rest is the parameter's name.
  std::vector<std::pair<std::string, std::int64_t>> parameters;
  Cycles cycles = 0;
  // Whether `cycles` is the time of the whole run, a multiple of 1,000 cycles. Otherwise it is the
  // number of active cycles of the NPU.
  bool total = false;
  std::vector<FvpCounter> counters;
  FvpUnit unit;
};

/// Reads the measured runs in folder `reference`: the files u55_u65.csv and u85.csv and, if
/// present, u85_operators.csv, kws_sweeps.csv and u85_units.csv. Leaves out runs whose streams are
/// not in folder `streams`. The units of a stream are in its order; only accelerators with their
/// own timing adapters have units. Throws UserError(input_file) for malformed files.
std::vector<FvpCase> read_fvp_cases(const std::string& reference, const std::string& streams);

}  // namespace spillway
