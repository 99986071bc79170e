// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/emit/waits.h"

#include <vector>

#include <gtest/gtest.h>

#include "hwmodels/ethosu/stream/register_steps.h"
#include "tests/hwmodels/ethosu/stream/assembler.h"

namespace spillway::ethosu {
namespace {

// A transfer writes the map that the second kernel of a chain (kernels that pass maps on inside the
// processor) reads. The wait for this transfer must come before the first kernel of the chain,
// because a command between the kernels of a chain would break the chain.
TEST(Waits, StandInFrontOfAWholeChain) {
  const FeatureMap fetched = dense_map(8, 8, 16, 1, Layout::nhcwb16, 1, 0x4000);
  Operation first;
  first.ifm = dense_map(8, 8, 16, 1, Layout::nhcwb16, 1, 0);
  first.ofm = dense_map(8, 8, 16, 1, Layout::nhcwb16, 1, 0);
  first.ofm.tiling = Tiling::none;
  first.block = {8, 8, 16};
  first.weights[0] = {0x1000, 512, 0};
  first.scales[0] = {0, 160, 0};
  Operation second;
  second.type = OperationType::elementwise;
  second.ifm = fetched;
  second.reads_ifm2 = true;
  second.ifm2 = first.ofm;
  second.ofm = dense_map(8, 8, 16, 1, Layout::nhcwb16, 1, 0x8000);
  second.block = first.block;
  test::Assembler assembler(Product::u85, 256);
  assembler.dma(0, 0x2000, 1, 0x4000, 1024).operation(first).operation(second);
  const std::vector<std::uint8_t> payload = assembler.stop().payload();
  RegionBytes regions;
  regions.fill(Bytes{1} << 20);
  const DecodedStream stream =
      decode_stream({payload.data(), payload.size()}, regions, {"synthetic.tflite", "npu0"});
  std::vector<Command0> commands;
  const InFlight most{2, 4};
  for (const RegisterStep& step : with_waits(register_steps(stream.payload.stream), stream, most)) {
    commands.push_back(step.command);
  }
  EXPECT_EQ(commands,
            (std::vector<Command0>{Command0::dma_start, Command0::dma_wait, Command0::conv,
                                   Command0::elementwise, Command0::stop}));
}

}  // namespace
}  // namespace spillway::ethosu
