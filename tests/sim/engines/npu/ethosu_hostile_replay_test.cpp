// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/index.h"
#include "hwmodels/ethosu/replay/replay.h"
#include "sim/simulate.h"
#include "tests/reference.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

using Bytes8 = std::vector<std::uint8_t>;

Network parsed(const Bytes8& bytes) { return parse_tflite(bytes, "damaged.tflite"); }

/// The place of the first command stream in the file: its first byte and its size in bytes.
struct StreamBytes {
  std::size_t begin = 0;
  std::size_t size = 0;
};

StreamBytes stream_of(const Network& network) {
  for (const Operator& op : network.operators) {
    if (!ethosu::is_npu_operator(op)) continue;
    const ByteView data = at(network.tensors, op.inputs.front()).data;
    return {static_cast<std::size_t>(data.data - network.file->data()), data.size};
  }
  return {};
}

std::int64_t blocks_of(const ethosu::DecodedFile& file) {
  std::int64_t blocks = 0;
  for (const ethosu::DecodedStream& stream : file.streams) {
    for (const ethosu::Operation& op : stream.operations) blocks += block_count(op);
  }
  return blocks;
}

// The test flips bits of a command stream of a compiled file. If the decoder accepts the changed
// stream, its simulation must end, whatever the commands wait for. Otherwise the decoder must
// refuse the stream with a UserError.
TEST(HostileReplay, EveryStreamThatTheDecoderAcceptsEnds) {
  SPILLWAY_NEEDS_SHARED("models/compiled/mlperf_kws__u55-128__Shared_Sram.tflite");
  const Bytes8 original =
      read_bytes(test::shared_path("models/compiled/mlperf_kws__u55-128__Shared_Sram.tflite"));
  const StreamBytes stream = stream_of(parsed(original));
  ASSERT_GT(stream.size, 1000U);
  const Target target = load_target("ethos-u55-128");
  constexpr std::int64_t most_blocks = 20'000;
  std::mt19937 random(4711);
  int ended = 0;
  for (int round = 0; round < 300; ++round) {
    Bytes8 bytes = original;
    for (int flip = 0; flip < 1 + round % 4; ++flip) {
      bytes[stream.begin + random() % stream.size] ^= static_cast<std::uint8_t>(1U << random() % 8);
    }
    const Network network = parsed(bytes);
    try {
      const ethosu::DecodedFile file = ethosu::decode(network);
      if (blocks_of(file) > most_blocks) continue;
      const Timing timing = simulate(target, ethosu::replay(network, file, target));
      EXPECT_GT(timing.total, 0);
      ++ended;
    } catch (const UserError& error) {
      EXPECT_NE(error.code(), ExitCode::ok) << error.what();
    }
  }
  // If the decoder refused almost every changed stream, the test would not test the simulator.
  EXPECT_GT(ended, 30);
}

}  // namespace
}  // namespace spillway
