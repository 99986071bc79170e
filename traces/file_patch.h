// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace spillway {

/// Changes that patched_file() makes in a copy of a network's file. The keys of `contents` and
/// `lengths` are indices of tensors in the network that was read from the file. In a .tflite, these
/// tensors are those of the first subgraph.
struct FilePatch {
  // New contents of one-dimensional constants, as bytes.
  std::map<std::int32_t, std::vector<std::uint8_t>> contents;
  // New numbers of elements of one-dimensional tensors without contents, such as scratch memory.
  std::map<std::int32_t, std::int32_t> lengths;
  // New contents of metadata, by the name of the metadata. New and old contents must have equal
  // lengths.
  std::map<std::string, std::vector<std::uint8_t>> metadata;
  // The new order of the operators, possible only in a .tflite: order[i] is the index, in the file,
  // of the operator that runs at position i. Empty = the order does not change.
  std::vector<std::int32_t> order;
};

}  // namespace spillway
