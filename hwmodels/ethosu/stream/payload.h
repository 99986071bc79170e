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

  /// `index` must be less than size().
  std::uint32_t operator[](std::size_t index) const {
    const std::uint8_t* at = bytes_.data + 4 * index;
    return at[0] | static_cast<std::uint32_t>(at[1]) << 8 |
           static_cast<std::uint32_t>(at[2]) << 16 | static_cast<std::uint32_t>(at[3]) << 24;
  }

  /// The `count` words from `first` on, which must exist.
  Words part(std::size_t first, std::size_t count) const {
    return Words({bytes_.data + 4 * first, 4 * count});
  }

 private:
  ByteView bytes_;
};

/// The data that the driver receives for one ethos-u operator: its command stream, and the
/// processor for which it was compiled.
struct Payload {
  Product product = Product::u55;
  std::int32_t macs = 0;             // per cycle, all cores together
  std::int32_t weight_decoders = 1;  // U85 only
  std::int32_t shram_kib = 0;        // all cores together; 0 on U85
  std::string architecture;          // "1.0.6"
  Words stream;
};

/// The place of an error in a command stream: messages name the operator and the word.
struct StreamPlace {
  std::string file;
  std::string operator_name;  // "npu0"

  UserError error(std::size_t word, const std::string& message) const;
};

/// Reads the driver actions before a command stream. Throws UserError(input_file) with the word of
/// the payload for malformed actions.
Payload parse_payload(ByteView bytes, const StreamPlace& place);

}  // namespace spillway::ethosu
