// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// What is to change in a .tflite; tensors are those of its first subgraph.
struct TflitePatch {
  std::map<std::int32_t, std::vector<std::uint8_t>> contents;  // of constants of one dimension
  std::map<std::int32_t, std::int32_t> lengths;                // of other tensors of one dimension
  std::map<std::string, std::vector<std::uint8_t>> metadata;   // as long as it is in the file
};

/// A copy of `file` with the changes of `patch`. What lies behind contents that change their length
/// moves, by a multiple of 16 bytes. In a file with tables that the schema does not know nothing
/// can move. There, such contents are appended, and their old place is filled with zeros. `source`
/// names the file in messages. Throws UserError(input_file) for what cannot be changed.
std::vector<std::uint8_t> patched_tflite(const std::vector<std::uint8_t>& file,
                                         const TflitePatch& patch, const std::string& source);

/// The same for the file that `network` was read from. Throws UserError(input_file) also if that is
/// no .tflite.
std::vector<std::uint8_t> patched_tflite(const Network& network, const TflitePatch& patch);

}  // namespace spillway
