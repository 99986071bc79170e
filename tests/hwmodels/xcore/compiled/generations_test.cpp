// SPDX-License-Identifier: Apache-2.0
// Runs files of each generation of xformer. Each generation gives the options of operators other
// names.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "hwmodels/xcore/compiled/load_tiling.h"
#include "hwmodels/xcore/lower/make_kernel.h"
#include "tests/hwmodels/xcore/compiled/compiled_file.h"
#include "tests/hwmodels/xcore/compiled/scheduled_file.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using namespace test;
using Builder = flexbuffers::Builder;
using xcore::Convolution;

/// Returns a file like that of one_convolution(), but its load (operator that copies weights from
/// flash) is an XC_ld_weights. `load` and `kernel_options` write the options. The output has the
/// shape `shape`.
Network convolution_with(const std::vector<std::int32_t>& shape,
                         const std::function<void(Builder&)>& load,
                         const std::function<void(Builder&)>& kernel_options) {
  CompiledFile file;
  const TensorIndex x = file.tensor({1, side, side, channels});
  const TensorIndex weights = file.tensor({weight_bytes});
  const TensorIndex bias = file.tensor({bias_bytes});
  const TensorIndex y = file.tensor(shape);
  file.add("XC_ld_weights", {}, {weights, bias}, load);
  file.add("XC_conv2d_v2", {x, weights, bias}, {y}, kernel_options);
  file.plan({4'864, 0, 4'608, 5'376});
  return file.read({x}, {y});
}

const std::vector<std::int32_t> image = {1, out_side, out_side, outputs};
const Words direct = {kernel * kernel * channels * 16, kernel - 1, kernel - 1, 0, 0,
                      (side - kernel) * channels};
const Words all_work = {0, out_side, 0, out_side, 1, 0, 0, outputs};

void loads_since_2024_10(Builder& options) {
  options.Int("a", 0);
  options.Vector("s", [&] {
    options.Int(weight_bytes);
    options.Int(bias_bytes);
  });
  options.Int("t", 0);
}

void kernel_of_2022(Builder& options) {
  options.Int("kt", 0);
  options.String("mp", blob({side * channels, channels}));
  options.String("aggp", blob(direct));
  options.String("otp", blob({outputs, 0}));
  options.Vector("akp", [&] { options.String(blob(all_work)); });
  options.Int("scratch", 0);
}

Convolution convolution_in(const Network& network) {
  return std::get<Convolution>(xcore::make_kernel(network, network.operators[1], {}));
}

TEST(XcoreGenerations, OptionsOf2022NameNoOutputTransform) {
  const Convolution conv =
      convolution_in(convolution_with(image, loads_since_2024_10, kernel_of_2022));
  EXPECT_EQ(conv.transform, xcore::OutputTransform::group);
  EXPECT_EQ(conv.kernel_w, kernel);
}

TEST(XcoreGenerations, Of2021HaveAListPerThread) {
  const auto threads = [](Builder& options) {
    options.Vector("threads", [&] {
      for (const std::int32_t row : {0, 1}) {
        options.Vector([&] {
          options.Int(0);  // bytes of scratch memory
          options.Int(0);  // kind of the kernel: 0 = convolution that reads its input in place
          options.String(blob({row, row + 1, 0, out_side, 1, 0, 0, outputs}));
          options.String(blob({side * channels, channels}));
          options.String(blob(direct));
          options.String(blob({outputs, 0}));
        });
      }
    });
  };
  const Network network = convolution_with(image, loads_since_2024_10, threads);
  const Convolution conv = convolution_in(network);
  const Convolution later =
      convolution_in(convolution_with(image, loads_since_2024_10, kernel_of_2022));
  EXPECT_EQ(conv.threads.size(), 2U);
  EXPECT_EQ(conv.tap_row_step, later.tap_row_step);
  EXPECT_EQ(conv.pixel_step, later.pixel_step);
  EXPECT_EQ(scheduled_file(network).core_tasks.size(), 2U);
}

TEST(XcoreGenerations, AConvolutionWhoseOutputWasReshapedKeepsItsOwnChannels) {
  const std::vector<std::int32_t> boxes = {1, out_side * out_side * outputs / 4, 1, 4};
  const Convolution conv =
      convolution_in(convolution_with(boxes, loads_since_2024_10, kernel_of_2022));
  EXPECT_EQ(conv.outputs, outputs);
  EXPECT_EQ(conv.out_pixel_step, outputs);
}

TEST(XcoreGenerations, APhaseOfATransposedConvolutionWritesEveryOtherPixel) {
  const auto phase = [](std::int32_t pixel_step) {
    return [=](Builder& options) {
      options.Int("k", 0);
      options.String("mp", blob({side * channels, channels}));
      options.String("a", blob(direct));
      options.String("o", blob({outputs, 0}));
      options.Vector("p", [&] {
        options.String(
            blob({0, out_side, 0, out_side, 0, 1, 0, 2 * out_side * outputs, pixel_step, 0}));
      });
      options.Int("s", 0);
      options.Int("t", 0);
    };
  };
  // The kernel computes every second row and every second column of the output.
  const std::vector<std::int32_t> whole = {1, 2 * out_side, 2 * out_side, outputs};
  const Convolution conv =
      convolution_in(convolution_with(whole, loads_since_2024_10, phase(2 * outputs)));
  EXPECT_EQ(conv.threads.at(0).pixels(), out_side * out_side);
  EXPECT_EQ(conv.out_pixel_step, 2 * outputs);
  EXPECT_EQ(conv.out_row_step, 2 * 2 * out_side * outputs);
  EXPECT_THROW(convolution_in(convolution_with(whole, loads_since_2024_10, phase(outputs))),
               UserError);
}

TEST(XcoreGenerations, TheSameConstantMayBeLoadedTwice) {
  CompiledFile file;
  const TensorIndex a = file.tensor({64}), b = file.tensor({64}), y = file.tensor({64});
  for (const TensorIndex to : {a, b}) {
    file.add("XC_ld_flash", {}, {to}, [](Builder& options) {
      options.Int("addr", 0);
      options.Int("size", 64);
    });
  }
  file.add("XC_add", {a, b}, {y}, [](Builder&) {});
  file.plan({0, 64, 128});
  EXPECT_EQ(scheduled_file(file.read({}, {y})).loads.size(), 2U);
}

TEST(XcoreGenerations, LoadsAreNamedInThreeWays) {
  using Load = std::pair<std::function<void(Builder&)>, bool>;
  const std::vector<Load> loads = {{loads_since_2024_10, false},
                                   {[](Builder& options) {
                                      options.Int("a", 0);
                                      options.Vector("s", [&] {
                                        options.Int(weight_bytes);
                                        options.Int(bias_bytes);
                                      });
                                      options.Int("t", 1);
                                    },
                                    true},
                                   {[](Builder& options) {
                                      options.Int("addr", 0);
                                      options.Vector("sizes", [&] {
                                        options.Int(weight_bytes);
                                        options.Int(bias_bytes);
                                      });
                                      options.Bool("ddr", true);
                                    },
                                    true}};
  for (const auto& [load, external] : loads) {
    const Network network = convolution_with(image, load, kernel_of_2022);
    const auto kernel =
        std::get<xcore::LoadKernel>(xcore::make_kernel(network, network.operators[0], {}));
    EXPECT_EQ(kernel.sizes, (std::vector<Bytes>{weight_bytes, bias_bytes}));
    EXPECT_EQ(kernel.from_external_ram, external);
  }
}

TEST(XcoreGenerations, ALoadOf2021HasOneSize) {
  CompiledFile file;
  const TensorIndex x = file.tensor({64}), y = file.tensor({64});
  file.add("XC_ld_flash", {}, {x}, [](Builder& options) {
    options.Int("addr", 0);
    options.Int("size", 64);
  });
  file.add("XC_lookup", {x, x}, {y}, [](Builder&) {});
  file.plan({0, 64});
  const Program program = scheduled_file(file.read({}, {y}));
  ASSERT_EQ(program.loads.size(), 1U);
  EXPECT_EQ(program.loads[0].bytes, 64);
}

TEST(XcoreGenerations, AnUnknownGenerationIsReportedWithItsKeys) {
  const auto unheard_of = [](Builder& options) { options.Int("zz", 1); };
  EXPECT_THAT(test::user_error([&] {
                scheduled_file(convolution_with(image, loads_since_2024_10, unheard_of));
              }),
              testing::AllOf(testing::HasSubstr("XC_conv2d_v2"),
                             testing::HasSubstr("unknown generation of xformer (keys zz)")));
}

TEST(XcoreGenerations, APoolOf2021HasWindowAndStride) {
  CompiledFile file;
  const TensorIndex x = file.tensor({1, 8, 8, 32}), y = file.tensor({1, 4, 4, 32});
  file.add("XC_maxpool2d", {x}, {y}, [](Builder& options) {
    for (const char* key : {"pool", "stride"}) {
      options.Vector(key, [&] {
        options.Int(2);
        options.Int(2);
      });
    }
  });
  file.plan({0, 2'048});
  const Network network = file.read({x}, {y});
  const auto pool =
      std::get<xcore::MaxPoolKernel>(xcore::make_kernel(network, network.operators[0], {}));
  EXPECT_EQ(pool.window.taps(), 4);
  EXPECT_EQ(pool.window.pixel_step, 64);
  EXPECT_EQ(pool.window.row_step, 2 * 8 * 32);
  EXPECT_EQ(scheduled_file(network).core_tasks.size(), 1U);
}

/// Since 2024, xformer writes the operators of this test without options. They must run all the
/// same.
TEST(XcoreGenerations, OperatorsSince2024Run) {
  for (const char* type : {"XC_transpose", "XC_pad_1_to_4", "XC_meani16", "XC_batched_matmul"}) {
    CompiledFile file;
    const TensorIndex x = file.tensor({1, 4, 16}), y = file.tensor({1, 4, 16});
    file.add(type, {x, x}, {y}, [](Builder&) {});
    file.plan({0, 64});
    const Program program = scheduled_file(file.read({x}, {y}));
    EXPECT_EQ(program.operators[0].note, "unvalidated cost") << type;
  }
}

TEST(XcoreGenerations, TensorsGoToExternalMemoryAndComeBack) {
  CompiledFile file;
  const TensorIndex x = file.tensor({64}), y = file.tensor({64});
  const auto place = [](Builder& options) {
    options.Int("a", 32);
    options.Int("s", 64);
  };
  file.add("XC_store_tensor", {x}, {}, place);
  file.add("XC_load_tensor", {}, {y}, place);
  file.add("XC_ld_weights_wait", {}, {}, [](Builder&) {});
  file.plan({0, 64});
  const Network network = file.read({x}, {y});
  const Program program = scheduled_file(network);
  EXPECT_EQ(program.core_tasks.size(), 3U);
  const auto kernel =
      std::get<xcore::LoadKernel>(xcore::make_kernel(network, network.operators[1], {}));
  EXPECT_TRUE(kernel.from_external_ram);
  EXPECT_EQ(kernel.address, 32U);
}

}  // namespace
}  // namespace spillway
