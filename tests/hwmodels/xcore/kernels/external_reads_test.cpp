// SPDX-License-Identifier: Apache-2.0
// Tests which bytes of constants and maps a kernel accesses. If these data lie in external memory,
// the accesses decide which cache lines are moved.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/kernels/convolution.h"
#include "hwmodels/xcore/kernels/weights.h"
#include "hwmodels/xcore/lower/lower.h"
#include "tests/hwmodels/xcore/compiled/compiled_file.h"
#include "tests/hwmodels/xcore/kernels/tile.h"

namespace spillway {
namespace {

using xcore::ConvKind;
using xcore::Convolution;
using xcore::vector_bytes;

constexpr Address weights_base = 1 << 20, image_base = 2 << 20, data_base = 3 << 20;

Program program_of(const Convolution& conv, bool separate_objects = false) {
  XcoreParameters core;
  core.separate_kernel_objects = separate_objects;
  xcore::ConvPlaces places;
  places.weights = {weights_base, 1};
  places.x = {image_base, 1};
  places.data = {data_base, 1};
  Program program;
  program.operators.emplace_back();
  xcore::StepBuilder steps(program, 0, 5);
  xcore::emit_convolution(steps, conv, places, core);
  steps.finish();
  return program;
}

/// Returns the program's accesses to the 64 KiB that begin at the address `base`.
std::vector<TileTouch> touches_near(const Program& program, Address base) {
  constexpr Address near = 1 << 16;
  std::vector<TileTouch> found;
  std::copy_if(program.touches.begin(), program.touches.end(), std::back_inserter(found),
               [&](const TileTouch& touch) { return touch.base - base < near; });
  return found;
}

Convolution one_pixel(ConvKind kind, std::int32_t outputs, std::int32_t tap_bytes) {
  Convolution conv;
  conv.kind = kind;
  conv.outputs = outputs;
  conv.tap_bytes = tap_bytes;
  conv.threads = {{{0, 1}, {0, 1}, {0, (outputs + 15) / 16}}};
  return conv;
}

TEST(XcoreExternalReads, TheLastGroupOfFewOutputsLoadsSixteenWeightVectors) {
  const auto reads = touches_near(program_of(one_pixel(ConvKind::indirect, 8, 64)), weights_base);
  ASSERT_EQ(reads.size(), 1U);
  EXPECT_EQ(reads[0].bytes, 16 * vector_bytes);
  EXPECT_THAT(reads[0].stride, testing::Contains(8 * vector_bytes)) << "the next chunk lies behind";
}

TEST(XcoreExternalReads, DepthwiseTapsLoadVectorsOf32Bytes) {
  for (const ConvKind kind : {ConvKind::depthwise, ConvKind::padded_depthwise}) {
    const auto weights = touches_near(program_of(one_pixel(kind, 16, 16)), weights_base);
    ASSERT_EQ(weights.size(), 1U);
    EXPECT_EQ(weights[0].bytes, vector_bytes);
  }
  const auto image = touches_near(program_of(one_pixel(ConvKind::depthwise, 16, 16)), image_base);
  ASSERT_EQ(image.size(), 1U);
  EXPECT_EQ(image[0].bytes, vector_bytes);
}

/// A kernel reads its input handler, which lies 48 bytes after the start of the kernel's C++
/// objects. Returns how many loops contain this read; -1 if the kernel has no such read.
std::int64_t loops_around_input_handler(ConvKind kind) {
  const Program program = program_of(one_pixel(kind, 32, 32), true);
  std::int64_t loops = 0;
  for (const TileStep& step : program.steps) {
    if (step.kind == TileStepKind::loop) ++loops;
    if (step.kind == TileStepKind::end) --loops;
    const bool handler =
        step.kind == TileStepKind::touch && program.touches[step.index].base == data_base + 48;
    if (handler) return loops;
  }
  return -1;
}

TEST(XcoreExternalReads, DepthwiseKernelsCallTheirInputHandlerForEveryGroup) {
  EXPECT_EQ(loops_around_input_handler(ConvKind::direct), 0);
  EXPECT_EQ(loops_around_input_handler(ConvKind::depthwise), 1) << "that over two groups";
  EXPECT_EQ(loops_around_input_handler(ConvKind::padded_depthwise), 1);
}

/// Returns a file with a lookup and a depthwise convolution. The values of their constants are in
/// the file: first the table of the lookup, which has `constant_in_front` bytes, then the weights.
Network depthwise_file(std::int32_t constant_in_front) {
  test::CompiledFile file;
  const TensorIndex x = file.tensor({1, 4, 4, 32});
  const TensorIndex before = file.constant(constant_in_front);
  const TensorIndex weights = file.constant(3 * 3 * 32 + 16), bias = file.constant(128);
  const TensorIndex looked_up = file.tensor({1, 4, 4, 32});
  const TensorIndex y = file.tensor({1, 2, 2, 32});
  file.add("XC_lookup", {x, before}, {looked_up}, [](flexbuffers::Builder&) {});
  file.add("XC_conv2d_v2", {looked_up, weights, bias}, {y}, [](flexbuffers::Builder& options) {
    options.Int("k", 3);
    options.String("mp", test::blob({4 * 32, 32}));
    options.String("a", test::blob({9 * 16, 2, 2, 32, 64}));
    options.String("o", test::blob({32, 0}));
    options.Vector("p", [&] { options.String(test::blob({0, 2, 0, 2, 0, 2, 0, 64, 32, 0})); });
    options.Int("s", 0);
    options.Int("t", 0);
  });
  file.plan({0, -1, -1, -1, 512, 1'024});
  return file.read({x}, {y});
}

TEST(XcoreExternalReads, ConstantsReadInPlaceLieAsInTheFile) {
  const Target tile = test::xcore_tile();
  for (const std::int32_t front : {16, 48, 256}) {
    const Network network = xcore::lower(depthwise_file(front), tile, {});
    xcore::ArenaOptions options;
    options.constants = "extram";
    const xcore::ArenaPlan plan = xcore::plan_arena(network, tile, options);
    int constants = 0;
    for (const Residency& residency : plan.network_plan.plan.residencies) {
      const Tensor& tensor = at(network.tensors, residency.tensor);
      if (tensor.data.empty()) continue;
      ++constants;
      EXPECT_EQ(residency.memory, test::tile_extram) << tensor.name << ", however small";
      const auto in_file = tensor.data.begin() - network.file->data();
      EXPECT_EQ(residency.offset % vector_bytes, in_file % vector_bytes) << tensor.name;
    }
    EXPECT_EQ(constants, 3);
  }
}

}  // namespace
}  // namespace spillway
