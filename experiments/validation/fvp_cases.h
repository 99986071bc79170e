// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"

namespace spillway {

/// A bus beat counter: of one memory and direction.
struct FvpCounter {
  std::string memory;
  bool write = false;
  std::int64_t beats = 0;
};

/// One run of a command stream on one of Arm's FVPs.
struct FvpCase {
  std::string group;          // networks, operators, sweeps
  std::string name;           // "kws_micronet_m", "conv1x1 1x36 base"
  std::string accelerator;    // u55-128; also names the target, ethos-u55-128
  std::string stream;         // path of the .tflite that ran
  std::string system_config;  // with the adapters of the run, apart from `parameters`
  std::string memory_mode;
  std::vector<std::pair<std::string, std::int64_t>> parameters;  // SRAM_ or EXT_, adapter's names
  Cycles cycles = 0;
  bool total = false;  // the whole run in steps of 1,000 cycles; else the NPU's active cycles
  std::vector<FvpCounter> counters;
};

/// The runs in folder `reference` (u55_u65.csv, u85.csv; u85_operators.csv and kws_sweeps.csv where
/// they are) whose stream lies in folder `streams`. Throws UserError(input_file) for malformed
/// files.
std::vector<FvpCase> read_fvp_cases(const std::string& reference, const std::string& streams);

}  // namespace spillway
