// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"

namespace spillway {

/// The number of bus beats that the FVP counted for a memory in one direction.
struct FvpCounter {
  std::string memory;
  bool write = false;
  std::int64_t beats = 0;
};

/// A unit: the kernels that a command stream runs between two interrupts. These kernels belong to
/// one operator or to a few operators.
struct FvpUnit {
  std::size_t first_kernel = 0;
  std::size_t kernels = 0;  // number of kernels; 0 = all kernels of the stream
  std::string kind;         // types of the operations, such as "Conv2D" or "Add Conv2D"
};

/// A measured run of a command stream on one of Arm's FVPs, or a unit of such a run.
struct FvpCase {
  std::string group;  // kind of measurement: "networks", "operators", "sweeps" or "units"
  std::string name;   // name of the network or operator, such as "kws_micronet_m"
  // Name of the accelerator, such as "u55-128" for the target ethos-u55-128.
  std::string accelerator;
  // Path of the compiled .tflite that Spillway simulates. Except in group "operators", this file
  // ran on the FVP. In group "operators", a file with other weights ran on the FVP.
  std::string stream;
  // The system configuration that contains the timing adapters (Arm's models of memories) of the
  // run. `parameters` changes these timing adapters.
  std::string system_config;
  std::string memory_mode;
  // Parameters of the timing adapters, with their values. A name consists of the memory (SRAM_ or
  // EXT_) and the parameter's name.
  std::vector<std::pair<std::string, std::int64_t>> parameters;
  Cycles cycles = 0;
  // Whether `cycles` is the time of the whole run, counted in steps of 1,000 cycles. If false,
  // `cycles` is the number of active cycles of the NPU.
  bool total = false;
  std::vector<FvpCounter> counters;
  FvpUnit unit;
};

/// Reads the measured runs in folder `reference`: the files u55_u65.csv and u85.csv and, if
/// present, u85_operators.csv, kws_sweeps.csv and u85_units.csv. Leaves out runs whose command
/// streams are not in folder `streams`. Units have the order of their kernels in the stream. Units
/// of runs with the timing adapters of an accelerator of another size are left out. Throws
/// UserError(input_file) for malformed files.
std::vector<FvpCase> read_fvp_cases(const std::string& reference, const std::string& streams);

}  // namespace spillway
