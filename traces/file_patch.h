// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace spillway {

/// Changes to the file of a network. Tensors are those of the network as it was read; in a .tflite
/// those of its first subgraph.
struct FilePatch {
  std::map<std::int32_t, std::vector<std::uint8_t>> contents;  // of constants of one dimension
  std::map<std::int32_t, std::int32_t> lengths;                // of other tensors of one dimension
  // Must keep the length that it has in the file.
  std::map<std::string, std::vector<std::uint8_t>> metadata;
  // The operator of the file that runs at each place; empty = the order stays. Only for a .tflite.
  std::vector<std::int32_t> order;
};

}  // namespace spillway
