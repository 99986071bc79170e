// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/fast_format.h"

#include <algorithm>
#include <bitset>

#include "base/rounding.h"

namespace spillway::ethosu {
namespace {

constexpr Bytes granule = 32;  // bytes of the header; the stream has a multiple of this size
constexpr std::size_t palette_size = 16;     // values in the header
constexpr std::size_t values_of_2_bits = 4;  // values that an index of 2 bits can have
constexpr std::int32_t values_of_byte = 256;

/// The properties of a slice's weights on which their fast format (every weight in the same number
/// of bits) depends.
struct Values {
  std::int16_t smallest = largest_weight, largest = -largest_weight;
  std::size_t weights = 0;            // number of weights of all streams
  std::vector<std::int16_t> palette;  // the first palette_size different weights
  bool all_in_palette = true;

  int bits() const { return !all_in_palette ? 8 : palette.size() <= values_of_2_bits ? 2 : 4; }
};

std::size_t index_of(const std::vector<std::int16_t>& palette, std::int16_t weight) {
  return static_cast<std::size_t>(std::find(palette.begin(), palette.end(), weight) -
                                  palette.begin());
}

void add_value(std::int16_t weight, Values& values) {
  values.smallest = std::min(values.smallest, weight);
  values.largest = std::max(values.largest, weight);
  if (index_of(values.palette, weight) < values.palette.size()) return;
  if (values.palette.size() < palette_size) {
    values.palette.push_back(weight);
  } else {
    values.all_in_palette = false;
  }
}

Values values_of(const std::vector<WeightSequence>& streams) {
  std::bitset<2 * largest_weight + 1> seen;
  Values values;
  for (const WeightSequence& stream : streams) {
    values.weights += stream.size();
    for (const std::int16_t weight : stream) {
      const std::int32_t bit = weight + largest_weight;
      if (!seen[static_cast<std::size_t>(bit)]) add_value(weight, values);
      seen[static_cast<std::size_t>(bit)] = true;
    }
  }
  return values;
}

/// Returns the weights of all streams in the order in which the decoders take them: `turn` weights
/// of each stream in rotation.
WeightSequence alternating(const std::vector<WeightSequence>& streams, std::size_t turn) {
  if (streams.size() == 1) return streams.front();
  WeightSequence all;
  const std::size_t longest = streams.front().size();
  for (std::size_t begin = 0; begin < longest; begin += turn) {
    for (const WeightSequence& stream : streams) {
      const std::size_t first = std::min(begin, stream.size());
      const std::size_t last = std::min(begin + turn, stream.size());
      all.insert(all.end(), stream.begin() + static_cast<std::ptrdiff_t>(first),
                 stream.begin() + static_cast<std::ptrdiff_t>(last));
    }
  }
  return all;
}

/// Writes numbers into a sequence of bits, the lowest bit of each number first.
class Bits {
 public:
  void put(int count, std::uint32_t value) {
    for (int i = 0; i < count; ++i, ++size_) {
      if (size_ % 8 == 0) bytes_.push_back(0);
      bytes_.back() |= static_cast<std::uint8_t>((value >> i & 1U) << (size_ % 8));
    }
  }
  std::vector<std::uint8_t> finish() && {
    const Bytes whole = round_up(static_cast<Bytes>(bytes_.size()), granule);
    bytes_.resize(static_cast<std::size_t>(whole));
    return std::move(bytes_);
  }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t size_ = 0;
};

/// Returns the number that is added to each weight when weights are stored as signed bytes. The
/// number is 0 if all weights fit into [-128, 127]; otherwise it makes the smallest weight -128.
std::int32_t added_to_bytes(const Values& values) {
  const bool fits = values.smallest >= -values_of_byte / 2 && values.largest < values_of_byte / 2;
  return fits ? 0 : -values_of_byte / 2 - values.smallest;
}

void put_header(const Values& values, std::int32_t added, Bits& bits) {
  constexpr int reserved_bits = 102;
  bits.put(1, values.bits() == 8 ? 1 : 0);
  bits.put(1, values.bits() == 2 ? 1 : 0);
  for (int i = 0; i < reserved_bits; ++i) bits.put(1, 0);
  bits.put(8, static_cast<std::uint32_t>(added) & 0xFFU);
  for (std::size_t i = 0; i < palette_size; ++i) {
    const std::int16_t value = i < values.palette.size() ? values.palette[i] : std::int16_t{0};
    const auto magnitude = static_cast<std::uint32_t>(value < 0 ? -value : value);
    bits.put(9, 2 * magnitude + (value < 0 ? 1U : 0U));
  }
}

}  // namespace

std::optional<Bytes> fast_format_bytes(const std::vector<WeightSequence>& streams) {
  const Values values = values_of(streams);
  if (values.largest - values.smallest >= values_of_byte) return std::nullopt;
  const auto weights = static_cast<std::int64_t>(values.weights);
  const std::int64_t bits = 8 * granule + values.bits() * weights;
  return round_up(bits, 8 * granule) / 8;
}

bool takes_fast_format(const Config& config, const WeightOrder& order,
                       const std::vector<WeightSequence>& streams, Bytes default_bytes) {
  if (config.product != Product::u85 || order.sparse) return false;
  if (order.traversal == Traversal::depthwise) return false;
  const std::optional<Bytes> fast = fast_format_bytes(streams);
  return fast && *fast < default_bytes;
}

std::vector<std::uint8_t> fast_format_stream(const std::vector<WeightSequence>& streams,
                                             std::size_t turn) {
  const WeightSequence weights = alternating(streams, turn);
  const Values values = values_of({weights});
  const std::int32_t added = added_to_bytes(values);
  Bits bits;
  put_header(values, added, bits);
  for (const std::int16_t weight : weights) {
    const std::uint32_t code = values.all_in_palette
                                   ? static_cast<std::uint32_t>(index_of(values.palette, weight))
                                   : static_cast<std::uint32_t>(weight + added) & 0xFFU;
    bits.put(values.bits(), code);
  }
  return std::move(bits).finish();
}

}  // namespace spillway::ethosu
