// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/ethosu/proof/weight_decoder.h"

namespace spillway::ethosu::proof {
namespace {

using Weights = std::vector<std::int16_t>;

/// Writes numbers into a bit stream. The lowest bit of a number comes first.
class Bits {
 public:
  void put(int bits, int value) {
    for (int i = 0; i < bits; ++i, ++count_) {
      if (count_ % 8 == 0) bytes_.push_back(0);
      bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | ((value >> i & 1) << (count_ % 8)));
    }
  }

  std::vector<std::uint8_t> finish() {
    bytes_.resize((bytes_.size() + 31) / 32 * 32);
    return bytes_;
  }

 private:
  std::vector<std::uint8_t> bytes_;
  int count_ = 0;
};

void put_header(Bits& bits, bool as_bytes, bool few, int added, const Weights& entries) {
  bits.put(1, as_bytes ? 1 : 0);
  bits.put(1, few ? 1 : 0);
  for (int i = 0; i < 102; ++i) bits.put(1, 0);
  bits.put(8, added);
  for (std::size_t i = 0; i < 16; ++i) {
    const int entry = i < entries.size() ? entries[i] : 0;
    bits.put(9, 2 * std::abs(entry) + (entry < 0 ? 1 : 0));
  }
}

std::vector<std::uint8_t> indexed(const Weights& weights, const Weights& entries) {
  Bits bits;
  const bool few = entries.size() <= 4;
  put_header(bits, false, few, 0, entries);
  for (const std::int16_t weight : weights) {
    const auto found = std::find(entries.begin(), entries.end(), weight);
    bits.put(few ? 2 : 4, static_cast<int>(found - entries.begin()));
  }
  return bits.finish();
}

std::vector<std::uint8_t> as_bytes(const Weights& weights, int added) {
  Bits bits;
  put_header(bits, true, false, added, {});
  for (const std::int16_t weight : weights) bits.put(8, weight + added);
  return bits.finish();
}

void expect_decoded(const Weights& weights, const std::vector<std::uint8_t>& stream) {
  const std::optional<Weights> decoded = fast_weights(stream);
  ASSERT_TRUE(decoded);
  ASSERT_GE(decoded->size(), weights.size());
  EXPECT_LT(decoded->size() - weights.size(), fast_padding_limit());
  EXPECT_TRUE(std::equal(weights.begin(), weights.end(), decoded->begin()));
}

TEST(FastWeights, AreDecodedFromBytesAndFromIndices) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    Weights entries(1 + random() % 16);
    for (std::int16_t& entry : entries) entry = static_cast<std::int16_t>(random() % 511) - 255;
    Weights weights(1 + random() % 500);
    for (std::int16_t& weight : weights) weight = entries[random() % entries.size()];
    expect_decoded(weights, indexed(weights, entries));
    const int added = static_cast<int>(random() % 256) - 128;
    for (std::int16_t& weight : weights) {
      weight = static_cast<std::int16_t>(static_cast<int>(random() % 256) - 128 - added);
    }
    expect_decoded(weights, as_bytes(weights, added));
  }
}

TEST(FastWeights, ComeInStepsOfThirtyTwoBytes) {
  EXPECT_FALSE(fast_weights({}));
  EXPECT_FALSE(fast_weights(std::vector<std::uint8_t>(48)));
  EXPECT_TRUE(fast_weights(std::vector<std::uint8_t>(32))->empty());
}

}  // namespace
}  // namespace spillway::ethosu::proof
