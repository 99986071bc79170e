// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "traces/network.h"

namespace spillway::test {

/// How the ethos-u operators of a file name their constants.
enum class Constants : std::uint8_t {
  one_tensor,   // all of them the same tensor, as Vela writes it
  one_buffer,   // each a tensor of its own; all tensors name one buffer
  of_their_own  // each a tensor with a buffer of its own
};

/// A network as a compiler would have written it: ethos-u operators over 8x8x16 maps, one after the
/// other, with an operator for the host between them.
struct AssembledFile {
  ethosu::Product product = ethosu::Product::u55;
  int macs = 128;
  int npu_operators = 2;
  int convolutions = 2;  // of each of them
  bool host_between = true;
  Constants constants = Constants::one_tensor;
  Bytes constant_bytes = Bytes{64} * 1024;
  bool cached = false;         // maps between the convolutions of an operator are in region 2
  bool fetches = false;        // the DMA brings weights into the arena, or the cache
  bool in_place = false;       // all convolutions of an operator but the first and the last are
                               // sums of the operator's input and the map before, over that map
  bool stateful = false;       // maps between the convolutions of an operator are in region 5
  Bytes unused_arena = 0;      // behind the maps
  Bytes unused_cache = 0;      // the same of the cache
  std::string vela_version;    // empty = the file does not say
  bool shared_stream = false;  // the operators name one command stream
};

/// A file for U65-256 with five convolutions per operator, whose maps and weights go through the
/// cache.
AssembledFile cached_file();

/// The network, as it is read back from the .tflite that it was written to.
Network assembled_network(const AssembledFile& file);

/// The .tflite itself.
std::vector<std::uint8_t> assembled_bytes(const AssembledFile& file);

}  // namespace spillway::test
