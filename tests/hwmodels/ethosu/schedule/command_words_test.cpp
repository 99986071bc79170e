// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/command_words.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "hwmodels/ethosu/stream/decode.h"
#include "tests/reference.h"
#include "traces/tflite/reader.h"

namespace spillway::ethosu {
namespace {

Operation convolution() {
  Operation op;
  op.ifm = dense_map(8, 8, 16, 1, Layout::nhwc, 0, 0);
  op.ofm = dense_map(8, 8, 32, 1, Layout::nhwc, 0, 4096);
  op.block = {8, 8, 16};
  op.weights[0] = {0, 512, 1};
  op.scales[0] = {512, 320, 1};
  return op;
}

TEST(CommandWords, AnOperationEqualToThePrecedingOneIsOneWord) {
  CommandWords words(find_config(Product::u65, 256));
  EXPECT_GT(words.of(convolution()), 60);
  EXPECT_EQ(words.of(convolution()), 1);
}

TEST(CommandWords, AddressesTakeTwoWordsAndShapesOne) {
  CommandWords words(find_config(Product::u65, 256));
  Operation op = convolution();
  words.of(op);
  op.ifm.base[0] += 64;
  EXPECT_EQ(words.of(op), 1 + 2);
  op.ofm.height -= 1;
  EXPECT_EQ(words.of(op), 1 + 1);
}

// For each compiled file, CommandWords estimates the command words of all commands. The sum must be
// close to the length of the compiler's stream without wait commands.
TEST(CommandWords, AreThoseOfTheCompilerButForZeroPoints) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(test::shared_path("models/compiled"))) {
    if (entry.path().extension() != ".tflite") continue;
    const Network network = read_tflite(entry.path().string());
    for (const DecodedStream& stream : decode(network).streams) {
      CommandWords words(find_config(stream.payload.product, stream.payload.macs));
      std::int32_t ours = 0;
      for (const Operation& op : stream.operations) ours += words.of(op);
      auto theirs = static_cast<std::int32_t>(stream.commands.back().word);
      for (const DecodedCommand& command : stream.commands) {
        const bool waits =
            command.kind == DecodedKind::dma_wait || command.kind == DecodedKind::kernel_wait;
        theirs -= waits ? 1 : 0;
      }
      for (const DmaCommand& dma : stream.transfers) {
        DmaTransfer transfer;
        transfer.source = dma.source;
        transfer.destination = dma.destination;
        ours += words.of(transfer);
      }
      // A decoded operation has no zero points, so `ours` lacks the command words that set zero
      // points.
      EXPECT_LE(ours, theirs) << entry.path();
      EXPECT_GE(ours, 0.9 * theirs) << entry.path();
      ++files;
    }
  }
  EXPECT_GT(files, 10);
}

}  // namespace
}  // namespace spillway::ethosu
