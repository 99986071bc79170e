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
  one_tensor,   // one tensor for all operators, as Vela writes it
  one_buffer,   // a tensor per operator, all with the same buffer
  of_their_own  // a tensor and a buffer per operator
};

/// Describes a network as a compiler could have written it: a chain of Ethos-U operators over maps
/// of 8x8x16, with an operator for the host between each two.
struct AssembledFile {
  ethosu::Product product = ethosu::Product::u55;
  int macs = 128;
  int npu_operators = 2;
  int convolutions = 2;  // number of convolutions per Ethos-U operator
  bool host_between = true;
  Constants constants = Constants::one_tensor;
  Bytes constant_bytes = Bytes{64} * 1024;
  bool cached = false;   // maps between the convolutions of an operator are in region 2
  bool fetches = false;  // the DMA copies weights into the arena, or into the cache
  /// The convolutions of an operator, except the first and the last, are replaced by sums. Each sum
  /// adds the operator's input to the preceding map and overwrites that map.
  bool in_place = false;
  bool stateful = false;       // maps between the convolutions of an operator are in region 5
  Bytes unused_arena = 0;      // unused bytes behind the maps
  Bytes unused_cache = 0;      // unused bytes of the cache behind its maps
  std::string vela_version;    // empty = the file names no version
  bool shared_stream = false;  // all operators refer to one command stream
};

/// A file for U65-256 with five convolutions per operator, whose maps and weights go through the
/// cache.
AssembledFile cached_file();

/// The network that is read from the .tflite with this description.
Network assembled_network(const AssembledFile& file);

/// The bytes of this .tflite.
std::vector<std::uint8_t> assembled_bytes(const AssembledFile& file);

}  // namespace spillway::test
