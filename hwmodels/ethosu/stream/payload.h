// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/byte_view.h"
#include "base/diagnostics.h"
#include "hwmodels/ethosu/block/config.h"

namespace spillway::ethosu {

/// Reads bytes of any alignment as little-endian 32-bit words.
class Words {
 public:
  Words() = default;
  explicit Words(ByteView bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size / 4; }

  /// `index` must be less than size().
  std::uint32_t operator[](std::size_t index) const {
    const std::uint8_t* at = bytes_.data + 4 * index;
    return at[0] | static_cast<std::uint32_t>(at[1]) << 8 |
           static_cast<std::uint32_t>(at[2]) << 16 | static_cast<std::uint32_t>(at[3]) << 24;
  }

  /// Returns `count` words, beginning with word `first`. All of these words must exist.
  Words part(std::size_t first, std::size_t count) const {
    return Words({bytes_.data + 4 * first, 4 * count});
  }

 private:
  ByteView bytes_;
};

/// The words of the driver action that names the processor: a tag with the format's release, the
/// configuration, and the architecture id.
using ProcessorAction = std::array<std::uint32_t, 3>;

/// The data that the driver receives for one ethos-u operator: a command stream, and the processor
/// for which the stream was compiled.
struct Payload {
  Product product = Product::u55;
  std::int32_t macs = 0;             // MACs per cycle of all cores together
  std::int32_t weight_decoders = 1;  // U85 only
  std::int32_t shram_kib = 0;        // all cores together; 0 on U85
  std::string architecture;          // such as "1.0.6"
  ProcessorAction processor;
  Words stream;
};

/// Names the file and the operator of a command stream in error messages.
struct StreamPlace {
  std::string file;
  std::string operator_name;  // such as "npu0"

  UserError error(std::size_t word, const std::string& message) const;
};

/// Returns the contents of a payload. A payload is a list of driver actions, of which the last
/// contains the command stream. Throws UserError(input_file) for malformed actions; the message
/// gives the index of the payload's word.
Payload parse_payload(ByteView bytes, const StreamPlace& place);

}  // namespace spillway::ethosu
