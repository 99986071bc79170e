// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/schedule/weight_needs.h"
#include "hwmodels/target/target.h"
#include "planner/plan_network.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"

namespace spillway {
namespace {

constexpr std::int32_t channels = 64;
constexpr Bytes map_bytes = Bytes{8} * 8 * channels;

/// A network of two convolutions and an addition of their results, with a plan for U85-256. The
/// second convolution and the addition are a chain: the sum of the convolution passes to the
/// addition inside the processor.
struct Chained {
  Chained() {
    test::NetworkBuilder build;
    const TensorIndex input = build.input({1, 8, 8, channels});
    const TensorIndex first = build.convolution(input, channels);
    second = build.convolution(first, channels);
    sum = build.map({1, 8, 8, channels});
    build.op(OpType::add, {first, second}, {sum});
    network = ethosu::lower(build.finish(sum), target);
    PlanningRequest request;
    for (const MemorySpec& memory : target.memories) {
      request.memories.push_back({memory.name, unlimited, 16});
    }
    request.arena = {0};
    request.constants = static_cast<MemoryIndex>(request.memories.size()) - 1;
    request.weights = WeightPlanning{};
    request.weights->needs =
        ethosu::weight_needs(network, target, {}, request.constants, request.arena.front());
    request.weights->policy = "in-place";
    plan = plan_network(network, request).plan;
  }

  Program program() const { return ethosu::schedule(network, plan, target, {}); }

  Target target = load_target("ethos-u85-256");
  Network network;
  Plan plan;
  TensorIndex second = 0, sum = 0;
};

Bytes bytes_of(const Program& program, const Kernel& kernel, DataClass data, bool write) {
  Bytes bytes = 0;
  for (std::uint32_t b = 0; b < kernel.blocks.count; ++b) {
    const Block& block = at(program.blocks, kernel.blocks.first + b);
    const Range& range = write ? block.writes : block.reads;
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const Access& access = at(program.accesses, range.first + i);
      if (access.data == data) bytes += access.bytes();
    }
  }
  return bytes;
}

// Checks a chain of a convolution and an addition. The chain must write `rows` rows of the sum. It
// must read `rows` rows of the convolution's input and `rows` rows of the addition's other operand.
void expect_rows_of_sum(const Program& program, const Kernel& kernel, Bytes rows) {
  const Bytes row = map_bytes / 8;
  EXPECT_EQ(bytes_of(program, kernel, DataClass::ofm, true), rows * row);
  EXPECT_EQ(bytes_of(program, kernel, DataClass::ifm, false) +
                bytes_of(program, kernel, DataClass::ifm2, false),
            2 * rows * row);
}

Bytes output_of(const Program& program, const Kernel& kernel) {
  Bytes cycles = 0;
  for (std::uint32_t b = 0; b < kernel.blocks.count; ++b) {
    cycles += at(program.blocks, kernel.blocks.first + b).output;
  }
  return cycles;
}

TEST(EthosUChainedSteps, AreOneKernelWithoutTrafficForTheMapBetweenThem) {
  const Chained chained;
  const Program program = chained.program();
  ASSERT_EQ(program.kernels.size(), 2U);
  const Kernel& alone = program.kernels[0];
  const Kernel& both = program.kernels[1];
  EXPECT_EQ(bytes_of(program, both, DataClass::ofm, true), map_bytes);
  EXPECT_EQ(bytes_of(program, both, DataClass::ifm2, false) +
                bytes_of(program, both, DataClass::ifm, false),
            2 * map_bytes)
      << "the input of the convolution and the other operand of the sum";
  // The two convolutions have the same shape. The kernel of the chain (convolution and addition in
  // one pass) needs more cycles of the output engine, because the output engine also computes the
  // addition.
  EXPECT_GT(output_of(program, both), output_of(program, alone));
  EXPECT_EQ(both.block_dependency, 0);
}

TEST(EthosUChainedSteps, ThePlanHasNoBufferForTheMapBetweenThem) {
  const Chained chained;
  for (const Residency& residency : chained.plan.residencies) {
    EXPECT_NE(residency.tensor, chained.second);
  }
}

// The weights of the convolution in the chain (convolution and addition in one pass) arrive in four
// slices. So the chain must become four kernels, and each kernel must compute 16 channels of the
// convolution and of the addition.
TEST(EthosUChainedSteps, ASlicedConvolutionIsChainedSliceBySlice) {
  Chained chained;
  chained.plan.weights.clear();
  const Bytes weights = Bytes{channels} * channels / 4, scales = 160;
  WeightFlow flow{1, {}, {}};
  for (std::int32_t i = 0; i < 4; ++i) flow.slices.push_back({16 * i, weights, scales, 2});
  chained.plan.weights.push_back(flow);
  const Program program = chained.program();
  ASSERT_EQ(program.kernels.size(), 5U);
  for (std::size_t k = 1; k < 5; ++k) {
    const Kernel& slice = program.kernels[k];
    EXPECT_EQ(bytes_of(program, slice, DataClass::ofm, true), map_bytes / 4);
    EXPECT_EQ(bytes_of(program, slice, DataClass::ifm, false) +
                  bytes_of(program, slice, DataClass::ifm2, false),
              map_bytes + map_bytes / 4);
  }
}

// With stripes of three rows, the chain (convolution and addition in one pass) must become three
// kernels. Each kernel must compute the rows of its stripe for the convolution and for the
// addition.
TEST(EthosUChainedSteps, AConvolutionInStripesIsChainedStripeByStripe) {
  Chained chained;
  chained.plan.cascades.push_back({1, 1, {3}});
  const Program program = chained.program();
  ASSERT_EQ(program.kernels.size(), 4U);
  for (std::size_t k = 1; k < 4; ++k) {
    const Kernel& stripe = program.kernels[k];
    const Bytes rows = k < 3 ? 3 : 2;
    expect_rows_of_sum(program, stripe, rows);
  }
}

// In the cascade (operators that run in turns, stripe by stripe), the first convolution computes an
// operand of the addition in the chain (convolution and addition in one pass). Each stripe of this
// convolution must run before the stripe of the chain that reads its rows.
TEST(EthosUChainedSteps, ACascadeMayComputeTheOtherOperandOfTheSum) {
  Chained chained;
  chained.plan.cascades.push_back({0, 1, {3, 3}});
  const Program program = chained.program();
  ASSERT_EQ(program.kernels.size(), 6U);
  for (std::size_t k = 1; k < 6; k += 2) {
    const Kernel& stripe = program.kernels[k];
    const Bytes rows = k < 5 ? 3 : 2;
    expect_rows_of_sum(program, stripe, rows);
  }
}

}  // namespace
}  // namespace spillway
