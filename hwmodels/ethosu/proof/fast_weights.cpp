// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>

#include "hwmodels/ethosu/proof/weight_decoder.h"

namespace spillway::ethosu::proof {
namespace {

constexpr std::size_t granule = 32;  // bytes of the header; a stream has a multiple of this size

class FastDecoder {
 public:
  explicit FastDecoder(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

  std::vector<std::int16_t> run() {
    const bool as_bytes = get(1) == 1;
    const bool few = get(1) == 1;
    position_ = adjustment_at;
    const std::int32_t added = signed_byte(get(8));
    std::array<std::int16_t, 16> entries{};
    for (std::int16_t& entry : entries) entry = unfolded(get(9));
    const int bits = as_bytes ? 8 : few ? 2 : 4;
    std::vector<std::int16_t> weights;
    weights.reserve((8 * bytes_.size() - position_) / static_cast<std::size_t>(bits));
    while (position_ < 8 * bytes_.size()) {
      const int value = get(bits);
      weights.push_back(as_bytes ? static_cast<std::int16_t>(signed_byte(value) - added)
                                 : entries[static_cast<std::size_t>(value)]);
    }
    return weights;
  }

 private:
  // The position in the header, in bits, of the number that the encoder has added to every weight
  // that is stored as a byte.
  static constexpr std::size_t adjustment_at = 104;

  int get(int bits) {
    int value = 0;
    for (int i = 0; i < bits; ++i, ++position_) {
      value |= (bytes_[position_ / 8] >> (position_ % 8) & 1) << i;
    }
    return value;
  }

  static std::int32_t signed_byte(int value) { return value < 128 ? value : value - 256; }

  static std::int16_t unfolded(int code) {
    return static_cast<std::int16_t>(code % 2 != 0 ? -(code / 2) : code / 2);
  }

  const std::vector<std::uint8_t>& bytes_;
  std::size_t position_ = 0;
};

}  // namespace

std::optional<std::vector<std::int16_t>> fast_weights(const std::vector<std::uint8_t>& bytes) {
  if (bytes.empty() || bytes.size() % granule != 0) return std::nullopt;
  return FastDecoder(bytes).run();
}

}  // namespace spillway::ethosu::proof
