// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/lower/lower.h"
#include "hwmodels/xcore/lower/make_kernel.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "tests/hwmodels/xcore/kernels/tile_interpreter.h"
#include "tests/traces/add_tensor.h"

namespace spillway {
namespace {

using testing::Pair;

struct Layer {
  std::int32_t side, inputs, outputs, kernel, stride;
  bool same = false;
  // The number of rows and columns that are cut off at the end of the output. If negative, the
  // output has more rows and columns than the kernel computes.
  std::int32_t left_out = 0;
};

/// Returns a network with one transposed convolution.
Network transposed(const Layer& layer) {
  Network network;
  const std::int32_t whole =
      layer.same ? layer.side * layer.stride : (layer.side - 1) * layer.stride + layer.kernel;
  const std::int32_t out = whole - layer.left_out;
  const auto add = [&](const char* name, const std::vector<std::int32_t>& shape, TensorKind kind) {
    test::add_tensor(network, name, DataType::int8, shape, kind);
  };
  add("shape", {4}, TensorKind::constant);
  add("w", {layer.outputs, layer.kernel, layer.kernel, layer.inputs}, TensorKind::weight);
  add("x", {1, layer.side, layer.side, layer.inputs}, TensorKind::activation);
  add("y", {1, out, out, layer.outputs}, TensorKind::activation);
  Operator op;
  op.type = OpType::transpose_conv;
  op.type_name = "TRANSPOSE_CONV";
  op.name = "up";
  op.window.kernel_h = op.window.kernel_w = layer.kernel;
  op.window.stride_h = op.window.stride_w = layer.stride;
  op.macs = std::int64_t{layer.side} * layer.side * layer.inputs * layer.outputs * layer.kernel *
            layer.kernel;
  op.inputs = {0, 1, 2};
  op.outputs = {3};
  network.operators = {op};
  network.inputs = {2};
  network.outputs = {3};
  return network;
}

std::vector<xcore::Convolution> phases(const Network& lowered) {
  std::vector<xcore::Convolution> found;
  for (const Operator& op : lowered.operators) {
    if (op.type_name != "XC_conv2d_v2") continue;
    found.push_back(std::get<xcore::Convolution>(xcore::make_kernel(lowered, op, {})));
  }
  return found;
}

TEST(XcoreTranspose, PhasesTogetherWriteEveryPixelOnce) {
  for (const Layer& layer : {Layer{5, 32, 16, 3, 2}, Layer{4, 32, 16, 4, 2}, Layer{3, 8, 8, 5, 3},
                             Layer{1, 16, 16, 2, 2}}) {
    const Network lowered = xcore::lower(transposed(layer), test::xcore_tile(), {});
    const std::int32_t side = (layer.side - 1) * layer.stride + layer.kernel;
    std::multiset<std::int64_t> written;
    const auto convolutions = phases(lowered);
    ASSERT_EQ(convolutions.size(), static_cast<std::size_t>(layer.stride * layer.stride));
    for (const xcore::Convolution& conv : convolutions) {
      const xcore::ConvWork& work = conv.threads.at(0);
      for (std::int32_t row = 0; row < work.rows.end; ++row) {
        for (std::int32_t column = 0; column < work.columns.end; ++column) {
          written.insert(conv.first_output + std::int64_t{row} * conv.out_row_step +
                         std::int64_t{column} * conv.out_pixel_step);
        }
      }
    }
    std::multiset<std::int64_t> pixels;
    for (std::int64_t i = 0; i < std::int64_t{side} * side; ++i) pixels.insert(i * layer.outputs);
    EXPECT_EQ(written, pixels) << layer.kernel << ' ' << layer.stride;
  }
}

TEST(XcoreTranspose, WindowsStayWithinThePaddedImage) {
  const Layer layer{5, 32, 16, 3, 2};
  const Network lowered = xcore::lower(transposed(layer), test::xcore_tile(), {});
  const std::int64_t padded = std::int64_t{7} * 7 * 32;  // 5x5 pixels with a border of one pixel
  std::int64_t taps = 0;
  for (const xcore::Convolution& conv : phases(lowered)) {
    const xcore::ConvWork& work = conv.threads.at(0);
    const std::int64_t last = conv.first_input + (work.rows.end - 1) * conv.row_step +
                              (work.columns.end - 1) * conv.pixel_step +
                              (conv.kernel_h - 1) * conv.tap_row_step +
                              (conv.kernel_w - 1) * conv.tap_step + conv.tap_bytes;
    EXPECT_LE(last, padded);
    taps += conv.taps();
  }
  EXPECT_EQ(taps, 9);
}

TEST(XcoreTranspose, SamePaddingCutsASliceOutOfTheUnpaddedOutput) {
  std::map<std::string, int> count;
  for (const Operator& op :
       xcore::lower(transposed({5, 32, 16, 3, 2, true}), test::xcore_tile(), {}).operators) {
    ++count[op.type_name];
  }
  EXPECT_THAT(count, testing::UnorderedElementsAre(Pair("XC_pad", 1), Pair("XC_conv2d_v2", 4),
                                                   Pair("XC_slice", 1)));
}

TEST(XcoreTranspose, ACroppedOutputEqualsTheBeginningOfTheWholeOutput) {
  const Network lowered =
      xcore::lower(transposed({5, 32, 16, 3, 2, false, 4}), test::xcore_tile(), {});
  ASSERT_FALSE(lowered.operators.empty());
  const Operator& slice = lowered.operators.back();
  EXPECT_EQ(slice.type_name, "XC_slice");
  ASSERT_EQ(slice.input_views.size(), 1U);
  EXPECT_THAT(slice.input_views[0].offset, testing::Each(0));
}

TEST(XcoreTranspose, AnOutputBeyondWhatTheInputReachesStaysWithTflm) {
  const Network lowered =
      xcore::lower(transposed({5, 32, 16, 3, 2, false, -1}), test::xcore_tile(), {});
  ASSERT_EQ(lowered.operators.size(), 1U);
  EXPECT_EQ(lowered.operators[0].type_name, "TRANSPOSE_CONV");
}

TEST(XcoreTranspose, OddDepthsStayWithTflm) {
  for (const Layer& layer :
       {Layer{5, 30, 16, 3, 2}, Layer{5, 32, 3, 3, 2}, Layer{5, 32, 16, 2, 3}}) {
    const Network lowered = xcore::lower(transposed(layer), test::xcore_tile(), {});
    ASSERT_EQ(lowered.operators.size(), 1U);
    EXPECT_EQ(lowered.operators[0].type_name, "TRANSPOSE_CONV");
    EXPECT_EQ(lowered.warnings.size(), 1U);
  }
}

/// A transposed convolution is lowered to phases, each of which writes a new tensor. So a phase
/// first copies the result of the preceding phase. With the arena in external RAM, the last phase
/// must therefore also move the bytes of this copy.
TEST(XcoreTranspose, APhaseCopiesWhatThePhaseBeforeHasWritten) {
  const Target tile = test::xcore_tile();
  const Network lowered = xcore::lower(transposed({8, 32, 16, 2, 2}), tile, {});
  const xcore::ArenaPlan plan = xcore::plan_arena(lowered, tile, xcore::arena_named("extram"));
  const Program program = xcore::schedule(lowered, plan.network_plan.plan, tile, {});
  const auto counts = test::TileInterpreter(program, test::tile_extram).run();
  constexpr std::int64_t lines = 16 * 16 * 16 / 32;
  EXPECT_GE(counts.back().fills, counts.front().fills + lines);
  EXPECT_EQ(program.operators.front().note, "");
  // The copy in the last phase runs like an XC_pad, whose times are published. So the operator must
  // have no note about an unvalidated cost.
  EXPECT_EQ(program.operators.back().note, "");
}

}  // namespace
}  // namespace spillway
