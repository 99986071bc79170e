// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/byte_view.h"
#include "base/diagnostics.h"
#include "hwmodels/ethosu/block/config.h"

namespace spillway::ethosu {

/// Little-endian 32-bit words over bytes of any alignment.
class Words {
 public:
  Words() = default;
  explicit Words(ByteView bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size / 4; }

  /// Requires index < size().
  std::uint32_t operator[](std::size_t index) const {
    const std::uint8_t* at = bytes_.data + 4 * index;
    return at[0] | static_cast<std::uint32_t>(at[1]) << 8 |
           static_cast<std::uint32_t>(at[2]) << 16 | static_cast<std::uint32_t>(at[3]) << 24;
  }

  /// `count` words from `first`, which lie within.
  Words part(std::size_t first, std::size_t count) const {
    return Words({bytes_.data + 4 * first, 4 * count});
  }

 private:
  ByteView bytes_;
};

/// What the driver is handed for one ethos-u operator: the processor that it was compiled for, and
/// its command stream.
struct Payload {
  Product product = Product::u55;
  std::int32_t macs = 0;             // per cycle, of all cores
  std::int32_t weight_decoders = 1;  // U85
  std::int32_t shram_kib = 0;        // of all cores; 0 on U85
  std::string architecture;          // "1.0.6"
  Words stream;
};

/// Where an error in a command stream is: messages name the operator and the word.
struct StreamPlace {
  std::string file;
  std::string operator_name;  // "npu0"

  UserError error(std::size_t word, const std::string& message) const;
};

/// Reads the driver actions in front of a command stream. Throws UserError(input_file) with the
/// word of the payload for anything malformed.
Payload parse_payload(ByteView bytes, const StreamPlace& place);

}  // namespace spillway::ethosu
