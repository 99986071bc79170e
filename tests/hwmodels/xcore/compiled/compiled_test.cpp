// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/lower/lower.h"
#include "hwmodels/xcore/lower/make_kernel.h"
#include "tests/hwmodels/xcore/compiled/compiled_file.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "tests/hwmodels/xcore/kernels/tile_interpreter.h"
#include "tests/user_error.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

using namespace test;
using xcore::Convolution;

Convolution convolution_of(const Network& network) {
  return std::get<Convolution>(xcore::make_kernel(network, network.operators[1], {}));
}

TEST(XcoreCompiled, ConvolutionHasTheKernelOfThePlainLayerOfItsShape) {
  const xcore::Convolution compiled = convolution_of(one_convolution({}));
  Network plain;
  Operator op;
  op.type = OpType::conv_2d;
  op.type_name = "XC_conv2d_v2";
  op.window.kernel_h = op.window.kernel_w = kernel;
  op.inputs = {0};
  op.outputs = {1};
  plain.tensors.resize(2);
  plain.tensors[0].shape = {1, side, side, channels};
  plain.tensors[1].shape = {1, out_side, out_side, outputs};
  const auto lowered = std::get<Convolution>(xcore::make_kernel(plain, op, {}));
  EXPECT_EQ(compiled.kind, lowered.kind);
  EXPECT_EQ(compiled.tap_bytes, lowered.tap_bytes);
  EXPECT_EQ(compiled.tap_step, lowered.tap_step);
  EXPECT_EQ(compiled.tap_row_step, lowered.tap_row_step);
  EXPECT_EQ(compiled.pixel_step, lowered.pixel_step);
  EXPECT_EQ(compiled.row_step, lowered.row_step);
  EXPECT_EQ(compiled.out_row_step, lowered.out_row_step);
  EXPECT_EQ(compiled.outputs, lowered.outputs);
}

TEST(XcoreCompiled, ShortThreadRecordsGiveANumberOfGroupsAndLongRecordsARange) {
  const Words counted{0, out_side, 0, out_side, 1, 0, 0, outputs};
  for (const std::size_t extra : {0U, 1U}) {
    Variant variant;
    variant.threads = {counted};
    variant.threads[0].resize(counted.size() + extra, 0);
    const auto work = convolution_of(one_convolution(variant)).threads.at(0);
    EXPECT_EQ(work.groups.begin, 0);
    EXPECT_EQ(work.groups.end, 1);
  }
  EXPECT_EQ(convolution_of(one_convolution({})).threads.at(0).groups.end, 1);
}

TEST(XcoreCompiled, EveryThreadHasItsOwnWork) {
  Variant variant;
  variant.threads = {{0, 1, 0, out_side, 0, 1, 0, 0, outputs, 0},
                     {1, 2, 0, out_side, 0, 1, 0, 0, outputs, 0}};
  EXPECT_EQ(convolution_of(one_convolution(variant)).threads.size(), 2U);
}

TEST(XcoreCompiled, KeysOf2022AreRead) {
  Variant variant;
  variant.spelled_as_in_2022 = true;
  EXPECT_EQ(convolution_of(one_convolution(variant)).kernel_h, kernel);
}

void expect_rejected(const Variant& variant, const std::string& message) {
  EXPECT_THAT(test::user_error([&] {
                const Network network =
                    xcore::lower(one_convolution(variant), test::xcore_tile(), {});
                for (const Operator& op : network.operators) xcore::make_kernel(network, op, {});
              }),
              testing::HasSubstr(message));
}

TEST(XcoreCompiled, MissingKeysAndMalformedWorkAreClearErrors) {
  Variant variant;
  variant.with_memory_parameters = false;
  expect_rejected(variant, "have no 'mp'");
  variant = {};
  variant.threads = {{0, 1, 0, 2, 0, 1, 0}};
  expect_rejected(variant, "expected 32, 36 or 40");
  variant = {};
  variant.threads = {{0, 1, 0, out_side, 0, 1, 0, 0, outputs, 0}};
  expect_rejected(variant, "its output has 4");
}

TEST(XcoreCompiled, LoadsMustTileTheWeightsFileAndFillTheirTensors) {
  Variant variant;
  variant.address = 32;
  expect_rejected(variant, "from byte 32");
  variant = {};
  variant.loaded = weight_bytes - 4;
  expect_rejected(variant, "into a tensor of 4608");
}

TEST(XcoreCompiled, TheMemoryPlanOfTheFileIsReplayed) {
  const Target tile = test::xcore_tile();
  const Network network = xcore::lower(one_convolution({}), tile, {});
  const xcore::ArenaPlan plan = xcore::plan_arena(network, tile, xcore::arena_named("split"));
  EXPECT_EQ(plan.transient_bytes[test::tile_sram], 5'376 + out_side * out_side * outputs);
  EXPECT_EQ(plan.persistent_bytes[test::tile_extram], 56 + 88 + 8);
  for (const Residency& residency : plan.network_plan.plan.residencies) {
    if (residency.tensor == 2) {
      EXPECT_EQ(residency.offset, 4'608);
    }
  }
  const Program program = xcore::schedule(network, plan.network_plan.plan, tile, {});
  EXPECT_EQ(program.core_tasks.size(), 2U);
  ASSERT_EQ(program.loads.size(), 2U);
  EXPECT_EQ(program.loads[1].source, weight_bytes);
  EXPECT_EQ(program.loads[1].destination, 4'608U);
  EXPECT_TRUE(program.loads[1].continues);
}

std::string note_of_kind(std::int32_t kind) {
  Variant variant;
  variant.kind = kind;
  const Target tile = test::xcore_tile();
  const Network network = xcore::lower(one_convolution(variant), tile, {});
  const xcore::ArenaPlan plan = xcore::plan_arena(network, tile, xcore::arena_named("sram"));
  return xcore::schedule(network, plan.network_plan.plan, tile, {}).operators.back().note;
}

TEST(XcoreCompiled, KindsOfKernelsWithAPublishedTimeAreNotMarked) {
  EXPECT_EQ(note_of_kind(0), "");
  // The costs of these two kinds of kernels were fitted to published times of the board of 2022. So
  // their operators must have no note about an unvalidated cost.
  for (const std::int32_t padded : {2, 4}) EXPECT_EQ(note_of_kind(padded), "");
}

std::int64_t slots_of_kind(std::int32_t kind) {
  Variant variant;
  variant.kind = kind;
  const Target tile = test::xcore_tile();
  const Network network = xcore::lower(one_convolution(variant), tile, {});
  const xcore::ArenaPlan plan = xcore::plan_arena(network, tile, xcore::arena_named("sram"));
  const Program program = xcore::schedule(network, plan.network_plan.plan, tile, {});
  return TileInterpreter(program, tile_extram).run().back().slots;
}

TEST(XcoreCompiled, APaddedKernelGathersEveryWindowTapByTap) {
  Variant variant;
  variant.kind = 2;
  const Convolution padded = convolution_of(one_convolution(variant));
  EXPECT_EQ(padded.kind, xcore::ConvKind::padded_indirect);
  EXPECT_EQ(padded.taps(), kernel * kernel);
  EXPECT_EQ(padded.tap_bytes, channels);
  constexpr std::int64_t pixels = out_side * out_side, taps = kernel * kernel;
  const double gather = 60 + 45 * taps + 0.75 * taps * channels;
  constexpr std::int64_t group = 122 + 20 * (taps - 1) + 2 * outputs;
  EXPECT_EQ(slots_of_kind(2), 400 + pixels * (45 + std::llround(gather) + group));
}

TEST(XcoreCompiled, OperatorsOfTheRuntimeWithoutAModelSaySo) {
  for (const auto& [type, note] : std::map<std::string, std::string>{
           {"XC_beta_activationf32", "unmodelled, estimate"}, {"XC_bsign_8", ""}}) {
    CompiledFile file;
    const TensorIndex x = file.tensor({1, 64}), y = file.tensor({1, 64});
    file.add(type, {x}, {y}, [](flexbuffers::Builder&) {});
    file.plan({0, 64});
    const Target tile = test::xcore_tile();
    const Network network = xcore::lower(file.read({x}, {y}), tile, {});
    const xcore::ArenaPlan plan = xcore::plan_arena(network, tile, xcore::arena_named("sram"));
    const Program program = xcore::schedule(network, plan.network_plan.plan, tile, {});
    EXPECT_EQ(program.operators[0].note, note) << type;
  }
}

TEST(XcoreCompiled, AMemoryPlanForOtherTensorsIsRejected) {
  CompiledFile file;
  const TensorIndex x = file.tensor({1, 64}), y = file.tensor({1, 64});
  file.add("XC_lookup", {x}, {y}, [](flexbuffers::Builder&) {});
  file.plan({0, 64, 128});
  EXPECT_THROW(read_offline_plan(file.read({x}, {y})), UserError);
}

}  // namespace
}  // namespace spillway
