// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/coded_slice.h"

#include <numeric>
#include <utility>

#include "hwmodels/ethosu/encoding/brick_order.h"
#include "hwmodels/ethosu/encoding/fast_format.h"
#include "hwmodels/ethosu/encoding/stream.h"

namespace spillway::ethosu {

std::vector<WeightEncoder> weight_encoders(const Config& config) {
  if (config.product == Product::u85) return {WeightEncoder::vela_4, WeightEncoder::smallest};
  return {WeightEncoder::vela_3, WeightEncoder::vela_4, WeightEncoder::smallest};
}

std::vector<Bytes> CodedSlice::sizes() const {
  std::vector<Bytes> sizes(sections.size(), 0);
  if (fast) {
    sizes.front() = *fast_format_bytes(sequences);
    return sizes;
  }
  for (std::size_t i = 0; i < sections.size(); ++i) sizes[i] = stream_bytes(sections[i]);
  return sizes;
}

std::vector<std::vector<std::uint8_t>> CodedSlice::bytes() const {
  std::vector<std::vector<std::uint8_t>> bytes(sections.size());
  if (fast) {
    bytes.front() = fast_format_stream(sequences, fast_turn);
    return bytes;
  }
  for (std::size_t i = 0; i < sections.size(); ++i) bytes[i] = stream_bits(sections[i]);
  return bytes;
}

CodedSlice code_slice(const Config& config, const WeightValues& values, const WeightOrder& order,
                      WeightEncoder encoder) {
  CodedSlice coded;
  for (std::int32_t stream = 0; stream < order.streams; ++stream) {
    coded.sequences.push_back(brick_order(config, values, order, stream));
    coded.sections.push_back(encode_stream(coded.sequences.back(), encoder));
  }
  const std::vector<Bytes> sizes = coded.sizes();
  const Bytes total = std::accumulate(sizes.begin(), sizes.end(), Bytes{0});
  coded.fast = takes_fast_format(config, order, coded.sequences, total);
  if (coded.fast) coded.fast_turn = u85_weights_per_turn(config, order);
  return coded;
}

}  // namespace spillway::ethosu
