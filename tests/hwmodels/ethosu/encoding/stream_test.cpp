// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/stream.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hwmodels/ethosu/encoding/cheapest_path.h"
#include "hwmodels/ethosu/encoding/divisors.h"
#include "hwmodels/ethosu/encoding/weight_path.h"
#include "hwmodels/ethosu/proof/weight_decoder.h"

namespace spillway::ethosu {
namespace {

std::string hex(const WeightSequence& weights) {
  std::string text;
  const auto sections = encode_stream(weights, WeightEncoder::vela_3);
  for (const std::uint8_t byte : stream_bits(sections)) text += fmt::format("{:02x}", byte);
  return text;
}

WeightSequence repeated(std::size_t count, std::int16_t weight) {
  return WeightSequence(count, weight);
}

WeightSequence joined(std::initializer_list<WeightSequence> parts) {
  WeightSequence all;
  for (const WeightSequence& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// Encodes the weights in two ways, as Vela 3 and as Vela 4 do. The decoder must return the weights,
// and each stream must have stream_bytes() bytes.
void expect_round_trip(const WeightSequence& weights) {
  for (const WeightEncoder encoder :
       {WeightEncoder::vela_3, WeightEncoder::vela_4, WeightEncoder::smallest}) {
    const auto sections = encode_stream(weights, encoder);
    const std::vector<std::uint8_t> bytes = stream_bits(sections);
    ASSERT_EQ(stream_bytes(sections), static_cast<Bytes>(bytes.size()));
    ASSERT_EQ(bytes.size() % 16, 0U);
    ASSERT_EQ(proof::decoded_weights(bytes), weights);
  }
}

// The expected bytes are the output of Vela 3.10.
TEST(EthosUWeightStream, IsBitForBitWhatTheCompilerWrites) {
  EXPECT_EQ(hex({3, 3, -1, 0, 3, -1, 0, 3}), "3e006020e2810df4ffffffffffffffff");
  EXPECT_EQ(hex(joined({repeated(10, 0), {5}, repeated(20, 0), {-7}, repeated(30, 0)})),
            "0b005c15f4da0e90e8ffffffffffffff");
  EXPECT_EQ(hex(repeated(100, 0)), "030040001000fe3eb0ffffffffffffff");
}

TEST(EthosUWeightStream, CountsPalettesOfOneAndUncompressedIndices) {
  EXPECT_EQ(stream_bytes(encode_stream(repeated(9, 5), WeightEncoder::vela_3)), 16);
  EXPECT_EQ(
      stream_bytes(encode_stream({1, -1, 2, -2, 0, 7, -3, 1, 1, 0, -1, 40}, WeightEncoder::vela_3)),
      32);
}

TEST(EthosUWeightStream, NoWeightsHaveNoStream) {
  EXPECT_EQ(stream_bytes(encode_stream({}, WeightEncoder::vela_3)), 0);
  EXPECT_EQ(stream_bytes(encode_stream({}, WeightEncoder::vela_4)), 0);
}

struct Distribution {
  std::string name;
  std::function<double(std::mt19937&)> draw;
};

std::vector<Distribution> distributions() {
  const auto sparse = [](double zeros) {
    return [zeros](std::mt19937& random) {
      if (std::uniform_real_distribution<>()(random) < zeros) return 0.0;
      return std::normal_distribution<>(0, 30)(random);
    };
  };
  return {
      {"uniform, nine bits",
       [](std::mt19937& r) { return std::uniform_real_distribution<>(-255, 255)(r); }},
      {"normal", [](std::mt19937& r) { return std::normal_distribution<>(0, 20)(r); }},
      {"narrow", [](std::mt19937& r) { return std::normal_distribution<>(0, 1)(r); }},
      {"shifted", [](std::mt19937& r) { return std::normal_distribution<>(100, 9)(r); }},
      {"two-sided",
       [](std::mt19937& r) {
         return std::exponential_distribution<>(0.1)(r) * (r() % 2 == 0 ? 1 : -1);
       }},
      {"a third zeros", sparse(.33)},
      {"nearly all zeros", sparse(.99)},
      {"one in a thousand", sparse(.999)},
      {"few values", [](std::mt19937& r) { return static_cast<double>(r() % 5) * 50 - 100; }},
      {"heavy tails", [](std::mt19937& r) { return std::cauchy_distribution<>(0, 5)(r); }},
  };
}

WeightSequence drawn(const Distribution& from, std::size_t count, std::mt19937& random) {
  WeightSequence weights;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = std::clamp<double>(std::round(from.draw(random)), -255, 255);
    weights.push_back(static_cast<std::int16_t>(value));
  }
  return weights;
}

TEST(EthosUWeightStream, AnyWeightsComeBackFromTheirBits) {
  std::mt19937 random(1);
  for (const Distribution& distribution : distributions()) {
    for (const std::size_t count : {1U, 2U, 7U, 8U, 96U, 500U, 3000U}) {
      SCOPED_TRACE(fmt::format("{} of {}", count, distribution.name));
      expect_round_trip(drawn(distribution, count, random));
    }
  }
}

// 140,000 weights exceed the longest slice of a stream and the longest section of Vela 4's encoder,
// so the encoder must divide them.
TEST(EthosUWeightStream, LongSequencesComeBackFromTheirBits) {
  std::mt19937 random(2);
  for (const std::size_t d : {1U, 6U}) {
    const Distribution distribution = distributions()[d];
    SCOPED_TRACE(distribution.name);
    expect_round_trip(drawn(distribution, 140000, random));
  }
}

TEST(EthosUWeightStream, ChangingWeightsComeBackFromTheirBits) {
  std::mt19937 random(3);
  for (int sample = 0; sample < 30; ++sample) {
    SCOPED_TRACE(sample);
    WeightSequence weights;
    for (int part = 0; part < 6; ++part) {
      const auto& all = distributions();
      const WeightSequence piece = drawn(all[random() % all.size()], random() % 1500, random);
      weights.insert(weights.end(), piece.begin(), piece.end());
    }
    if (!weights.empty()) expect_round_trip(weights);
  }
}

// Protects the promise of the option `--weight-encoding smallest`. The encoder leaves out palettes
// (lists of weight values) that are expected to need more bits, so a stream can be a little larger
// than the compiler's.
TEST(EthosUWeightStream, TheSmallestEncodingSavesBytes) {
  std::mt19937 random(4);
  std::size_t smaller = 0;
  for (const Distribution& distribution : distributions()) {
    for (const std::size_t count : {1U, 9U, 200U, 3000U}) {
      SCOPED_TRACE(fmt::format("{} of {}", count, distribution.name));
      const WeightSequence weights = drawn(distribution, count, random);
      const Bytes least = std::min(stream_bytes(encode_stream(weights, WeightEncoder::vela_3)),
                                   stream_bytes(encode_stream(weights, WeightEncoder::vela_4)));
      const Bytes smallest = stream_bytes(encode_stream(weights, WeightEncoder::smallest));
      EXPECT_LE(smallest, least + least / 100);
      smaller += smallest < least ? 1 : 0;
    }
  }
  EXPECT_GE(smaller, distributions().size() / 2);
}

TEST(EthosUWeightStream, ExtremesComeBackFromTheirBits) {
  for (const int extreme : {0, 1, -1, 127, -128, 255, -255}) {
    const auto weight = static_cast<std::int16_t>(extreme);
    SCOPED_TRACE(weight);
    for (const std::size_t count : {1U, 12U, 13U, 40000U}) {
      expect_round_trip(repeated(count, weight));
      expect_round_trip(joined({repeated(count, weight), {-255, 255, 0}}));
      expect_round_trip(joined({{0, 255}, repeated(count, weight)}));
    }
  }
  WeightSequence all;
  for (std::int16_t weight = -255; weight <= 255; ++weight) all.push_back(weight);
  expect_round_trip(all);
  expect_round_trip(joined({repeated(5000, 0), all, repeated(5000, 0), all}));
}

// The encoder divides weights into sections with different palettes (lists of values). The first
// 4,000 weights have 16 different values, and the last 4,000 weights have 16 other values. So a
// section must begin near the middle.
TEST(EthosUWeightStream, PalettesFollowTheWeights) {
  WeightSequence weights;
  for (std::int16_t i = 0; i < 4000; ++i) {
    weights.push_back(static_cast<std::int16_t>(1 + i * 7 % 16));
  }
  for (std::int16_t i = 0; i < 4000; ++i) {
    weights.push_back(static_cast<std::int16_t>(-100 - i * 7 % 16));
  }
  const std::vector<std::size_t> starts = palette_sections(weights);
  ASSERT_GT(starts.size(), 1U);
  EXPECT_NEAR(static_cast<double>(starts.back()), 4000, 600);
  EXPECT_GT(stream_bytes(encode_stream(weights, WeightEncoder::vela_4)),
            stream_bytes(encode_stream(weights, WeightEncoder::vela_3)));
}

// Returns the bits of the cheapest encoding of `indices`, by dynamic programming over all codings
// (ways to write a number). A change of the coding costs 40 bits.
std::int64_t cheapest(const std::vector<std::uint16_t>& indices, int raw_bits) {
  const auto bits = [&](int k, int index) -> std::int64_t {
    if (k == raw_coding) return raw_bits;
    const int quotient = index >> divisor_bits(k);
    if (is_truncated(k)) return quotient > 2 ? 10000 : std::min(quotient + 1, 2) + divisor_bits(k);
    return quotient > 31 ? 10000 : quotient + 1 + divisor_bits(k);
  };
  std::vector<std::int64_t> cost(weight_codings, 0);
  for (const std::uint16_t index : indices) {
    const std::int64_t least = *std::min_element(cost.begin(), cost.end());
    for (int k = 0; k < weight_codings; ++k) {
      cost[static_cast<std::size_t>(k)] =
          std::min(cost[static_cast<std::size_t>(k)], least + 40) + bits(k, index);
    }
  }
  return *std::min_element(cost.begin(), cost.end());
}

TEST(EthosUWeightStream, ChoosesTheCheapestCodingOfEveryStretch) {
  std::mt19937 random(4);
  for (int sample = 0; sample < 50; ++sample) {
    std::vector<std::uint16_t> indices;
    for (int part = 0; part < 4; ++part) {
      const auto most = 1 + random() % 300;
      for (int i = 0; i < 60; ++i) indices.push_back(static_cast<std::uint16_t>(random() % most));
    }
    const auto stretches = weight_stretches(indices, 9, WeightEncoder::vela_3);
    std::int64_t cost = 40 * (static_cast<std::int64_t>(stretches.size()) - 1);
    std::size_t begin = 0;
    for (const CodedStretch& stretch : stretches) {
      for (; begin < stretch.end; ++begin) {
        const int k = stretch.coding;
        const int quotient = k == raw_coding ? 0 : indices[begin] >> divisor_bits(k);
        cost += k == raw_coding ? 9
                                : divisor_bits(k) +
                                      (is_truncated(k) ? std::min(quotient + 1, 2) : quotient + 1);
      }
    }
    EXPECT_EQ(begin, indices.size());
    EXPECT_EQ(cost, cheapest(indices, 9));
  }
}

// A sequence with the costs in bits of each weight in every coding (way to write a number), in the
// form that CheapestPath reads.
struct PlainCosts {
  static constexpr std::size_t lanes = 16;
  const std::vector<std::uint16_t>& indices;
  const std::vector<WeightCosts>& costs;

  std::size_t size() const { return indices.size(); }
  const WeightCosts& operator[](std::size_t i) const { return costs[indices[i]]; }
};

// The vectorized search must choose the same coding (way to write a number) for each weight as the
// plain search (CheapestPath), even if several sequences of codings have the same cost. In half of
// the samples, costs have few different values, so that such ties occur.
TEST(EthosUWeightStream, TheVectorizedSearchFindsThePathOfThePlainSearch) {
  std::mt19937 random(7);
  for (int sample = 0; sample < 300; ++sample) {
    const unsigned most = sample % 2 == 0 ? 1000 : 6;
    std::vector<WeightCosts> costs(1 + random() % 40);
    for (WeightCosts& bits : costs) {
      for (std::int32_t& value : bits) {
        value = random() % 8 == 0 ? 1000 : static_cast<std::int32_t>(random() % (most + 1));
      }
    }
    std::vector<std::uint16_t> indices(1 + random() % 500);
    for (auto& index : indices) index = static_cast<std::uint16_t>(random() % costs.size());
    const auto plain = CheapestPath<PlainCosts>({indices, costs}).run({});
    const auto found = cheapest_weight_path(indices, costs);
    ASSERT_EQ(found.size(), plain.size());
    for (std::size_t i = 0; i < plain.size(); ++i) {
      EXPECT_EQ(found[i].coding, plain[i].coding);
      EXPECT_EQ(found[i].end, plain[i].end);
    }
  }
}

// The proof that two files compute the same also decodes files that no compiler wrote. So the
// decoder must refuse a stream that is too short, and must not crash on random bytes.
TEST(EthosUWeightStream, DecoderRefusesBytesThatEndBeforeTheStream) {
  const auto bytes = stream_bits(encode_stream(repeated(500, 3), WeightEncoder::vela_3));
  std::vector<std::uint8_t> cut(bytes.begin(), bytes.begin() + 8);
  EXPECT_FALSE(proof::decoded_weights(cut));
  std::mt19937 random(5);
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::uint8_t> noise(16 + random() % 64);
    for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random());
    proof::decoded_weights(noise);
  }
}

}  // namespace
}  // namespace spillway::ethosu
