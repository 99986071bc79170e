// SPDX-License-Identifier: Apache-2.0
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/ethosu/replay/replay.h"
#include "hwmodels/ethosu/stream/listing.h"
#include "tests/hwmodels/ethosu/stream/assembler.h"
#include "tests/user_error.h"

namespace spillway::ethosu {
namespace {

using test::Assembler;
using test::small_convolution;
using testing::HasSubstr;

class HostileStream : public testing::Test {
 protected:
  Assembler assembler_ = Assembler(Product::u55, 128);
};

std::string error_of(const Assembler& assembler, Bytes region_bytes = Bytes{1} << 20) {
  return test::user_error([&] { assembler.decode(region_bytes); });
}

TEST_F(HostileStream, AnUnknownOpcodeIsNamedWithItsWord) {
  assembler_.cmd0(Command0::ifm_region, 1).word(0x004).stop();
  EXPECT_THAT(error_of(assembler_),
              HasSubstr("npu0: command stream, word 1: unknown opcode 0x004"));
}

TEST_F(HostileStream, OpcodesOfAnotherProductAreUnknown) {
  assembler_.cmd0(Command0::resize, 0).stop();
  EXPECT_THAT(error_of(assembler_), HasSubstr("word 0: unknown opcode 0x007 for Ethos-U55"));
}

TEST_F(HostileStream, ReservedBitsAreNoOpcode) {
  assembler_.word(0x0400).stop();
  EXPECT_THAT(error_of(assembler_), HasSubstr("word 0: unknown opcode"));
}

TEST_F(HostileStream, AMissingStopIsFoundAtTheEnd) {
  assembler_.cmd0(Command0::ifm_region, 1);
  EXPECT_THAT(error_of(assembler_), HasSubstr("word 1: the stream ends without STOP"));
}

TEST_F(HostileStream, ACommandCutInHalfIsFound) {
  assembler_.word(0x4000);
  EXPECT_THAT(error_of(assembler_), HasSubstr("word 0: the stream ends within a command"));
}

TEST_F(HostileStream, ARegisterThatWasNeverSetIsNamed) {
  assembler_.cmd0(Command0::conv, 0).stop();
  EXPECT_THAT(error_of(assembler_), HasSubstr("word 0: uses register OFM_PRECISION"));
}

TEST_F(HostileStream, AddressesOutsideTheirRegionAreReported) {
  Operation op = small_convolution();
  op.weights[0].length = 1 << 21;
  Assembler weights(Product::u55, 128);
  weights.operation(op).stop();
  EXPECT_THAT(error_of(weights), HasSubstr("weights of 2,097,152 bytes end at byte"));
  op = small_convolution();
  op.ofm.base[0] = (1 << 20) - 16;
  Assembler ofm(Product::u55, 128);
  ofm.operation(op).stop();
  EXPECT_THAT(error_of(ofm), HasSubstr("OFM at bytes"));
  op = small_convolution();
  op.ifm.stride_y = -op.ifm.stride_y;
  Assembler below(Product::u55, 128);
  below.operation(op).stop();
  EXPECT_THAT(error_of(below), HasSubstr("IFM at bytes -"));
  Assembler dma(Product::u55, 128);
  dma.dma(0, 0, 1, (1 << 20) - 8, 16).stop();
  EXPECT_THAT(error_of(dma), HasSubstr("DMA destination at bytes"));
  Assembler internal(Product::u55, 128);
  internal.dma(0, 0, 1 << 8, 48 * 1024 - 16, 32).stop();
  EXPECT_THAT(error_of(internal), HasSubstr("DMA destination in the processor"));
}

TEST_F(HostileStream, AnOperationOfBillionsOfBlocksIsRefusedAtOnce) {
  Operation op = small_convolution();
  op.ofm.height = op.ofm.width = op.ofm.depth = 65536;
  op.ofm.stride_x = op.ofm.stride_y = op.ofm.stride_c = 0;
  op.block = {1, 1, 1};
  assembler_.operation(op).stop();
  EXPECT_THAT(error_of(assembler_), HasSubstr("blocks"));
}

TEST_F(HostileStream, WaitsForMoreThanTheFieldHoldsAreRefused) {
  assembler_.cmd0(Command0::kernel_wait, 4).stop();
  EXPECT_THAT(error_of(assembler_), HasSubstr("word 0: waits until 4 are outstanding"));
}

TEST_F(HostileStream, PayloadsWithoutMarkConfigurationOrStreamAreRefused) {
  const auto error_of_words = [](const std::vector<std::uint32_t>& words) -> std::string {
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t word : words) {
      for (int shift = 0; shift < 32; shift += 8) {
        bytes.push_back(static_cast<std::uint8_t>(word >> shift));
      }
    }
    return test::user_error([&] {
      parse_payload({bytes.data(), bytes.size()}, {"x.tflite", "npu0"});
    });
  };
  constexpr std::uint32_t mark = 0x31504F43;
  EXPECT_THAT(error_of_words({}), HasSubstr("COP1"));
  EXPECT_THAT(error_of_words({0}), HasSubstr("COP1"));
  EXPECT_THAT(error_of_words({mark}), HasSubstr("no command stream"));
  EXPECT_THAT(error_of_words({mark, 1}), HasSubstr("truncated configuration"));
  EXPECT_THAT(error_of_words({mark, 2 | 1 << 16, 0}), HasSubstr("before configuration"));
  EXPECT_THAT(error_of_words({mark, 9}), HasSubstr("unknown driver action 9"));
  EXPECT_THAT(error_of_words({mark, 1, 0x30001807, 0}), HasSubstr("unknown product 3"));
  EXPECT_THAT(error_of_words({mark, 1, 0x1803, 0}), HasSubstr("no Ethos-U55 with 8 MACs"));
  EXPECT_THAT(error_of_words({mark, 1, 0x1807, 0, 2 | 9 << 16, 0}),
              HasSubstr("command stream of 9 words, but only 1 follow"));
}

std::vector<std::uint8_t> valid_payload(Product product, int macs) {
  Assembler assembler(product, macs);
  Operation op = small_convolution();
  if (product == Product::u85) op.microblock = BlockShape{1, 1, 8};
  assembler.dma(0, 0, 1, 0x4000, 512).cmd0(Command0::dma_wait, 0).operation(op);
  op.type = OperationType::elementwise;
  op.ifm = op.ofm;
  op.ifm2 = op.ofm;
  op.reads_ifm2 = true;
  op.weights[0] = op.scales[0] = {};
  assembler.operation(op).cmd0(Command0::kernel_wait, 0).stop();
  return assembler.payload();
}

// The test flips bits of command streams or cuts streams short. The program must either decode and
// list the changed stream, or refuse it with an error that names the file.
TEST_F(HostileStream, RandomDamageNeverCrashesOrHangs) {
  std::mt19937 random(20231);
  RegionBytes regions;
  regions.fill(1 << 20);
  int accepted = 0;
  for (const auto& [product, macs] :
       {std::pair{Product::u55, 128}, std::pair{Product::u65, 512}, std::pair{Product::u85, 256}}) {
    const std::vector<std::uint8_t> original = valid_payload(product, macs);
    for (int round = 0; round < 4000; ++round) {
      std::vector<std::uint8_t> bytes = original;
      const int flips = 1 + static_cast<int>(random() % 4);
      for (int i = 0; i < flips; ++i) {
        bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1U << random() % 8);
      }
      if (random() % 8 == 0) bytes.resize(random() % bytes.size());
      try {
        const DecodedStream stream =
            decode_stream({bytes.data(), bytes.size()}, regions, {"fuzz.tflite", "npu0"});
        std::int64_t blocks = 0;
        for (const Operation& op : stream.operations) blocks += block_count(op);
        if (blocks < 10000) commands_csv({"fuzz", {stream}});
        ++accepted;
      } catch (const UserError& error) {
        EXPECT_EQ(error.code(), ExitCode::input_file) << error.what();
      }
    }
  }
  // If the program refused nearly all changed streams, the test would only test refusals.
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace spillway::ethosu
