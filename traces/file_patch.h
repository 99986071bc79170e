// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace spillway {

/// Changes to the file of a network. Keys are the tensors of the network as it was read; in a
/// .tflite they are the tensors of the first subgraph.
struct FilePatch {
  // New contents of constants of one dimension.
  std::map<std::int32_t, std::vector<std::uint8_t>> contents;
  // New lengths of other tensors of one dimension.
  std::map<std::int32_t, std::int32_t> lengths;
  // New contents of metadata, by name. The contents must have the same length as in the file.
  std::map<std::string, std::vector<std::uint8_t>> metadata;
  // For each place in the new order: the operator of the file that runs there. Empty = the order
  // stays. Only for a .tflite.
  std::vector<std::int32_t> order;
};

}  // namespace spillway
