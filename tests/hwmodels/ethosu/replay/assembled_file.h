// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "traces/network.h"

namespace spillway::test {

/// How the constants of the Ethos-U operators of a file are stored.
enum class Constants : std::uint8_t {
  one_tensor,   // one tensor holds the constants of all operators, as in Vela's files
  one_buffer,   // each operator has its own tensor; all tensors have the same buffer
  of_their_own  // each operator has its own tensor and its own buffer
};

/// Describes a compiled file of a simple network: a chain of Ethos-U operators over maps of 8x8x16.
/// Between two Ethos-U operators, an operator runs on the CPU.
struct AssembledFile {
  ethosu::Product product = ethosu::Product::u55;
  int macs = 128;
  int npu_operators = 2;
  int convolutions = 2;  // number of convolutions in each Ethos-U operator
  bool host_between = true;
  Constants constants = Constants::one_tensor;
  Bytes constant_bytes = Bytes{64} * 1024;
  // Maps between the convolutions of an operator are in region 2 (fast memory).
  bool cached = false;
  bool fetches = false;  // the DMA copies weights to the region of the maps between convolutions
  /// If true, the convolutions of an operator, except the first and the last, are replaced by
  /// additions. Each addition adds the input of the operator to the preceding map and overwrites
  /// this map.
  bool in_place = false;
  // If true, the maps between the convolutions of an operator are in region 5, the state that a
  // delegate of an ExecuTorch program keeps between calls.
  bool stateful = false;
  Bytes unused_arena = 0;      // unused bytes of the arena after its maps
  Bytes unused_cache = 0;      // unused bytes of region 2 after its maps
  std::string vela_version;    // version of Vela in the file's metadata; empty = none
  bool shared_stream = false;  // whether all operators have the same command stream
};

/// Returns the description of a file for U65-256 with five convolutions per Ethos-U operator. The
/// maps between these convolutions lie in region 2, the fast memory. The DMA copies weights to
/// region 2.
AssembledFile cached_file();

/// Returns the network that the reader makes of the described .tflite file.
Network assembled_network(const AssembledFile& file);

/// Returns the bytes of the described .tflite file.
std::vector<std::uint8_t> assembled_bytes(const AssembledFile& file);

}  // namespace spillway::test
