// SPDX-License-Identifier: Apache-2.0
// Each generation of xformer writes other options for pads and slices. The tests describe the same
// copy with the options of each generation, so the bytes that are moved must be the same.
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/xcore/kernels/copy_kernels.h"
#include "hwmodels/xcore/kernels/costs.h"
#include "hwmodels/xcore/lower/make_kernel.h"
#include "tests/hwmodels/xcore/compiled/compiled_file.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using namespace test;
using Builder = flexbuffers::Builder;
using Fill = std::function<void(Builder&)>;
using Shape = std::vector<std::int32_t>;

/// The shape of an image without and with a border of one pixel. A pad makes the large image from
/// the small image, and a slice makes the small image from the large image.
const Shape small = {1, 4, 4, 8}, large = {1, 6, 6, 8};
constexpr std::int32_t row = 32, large_row = 48;

Network one_copy(const std::string& type, const Shape& from, const Shape& to, const Fill& options) {
  CompiledFile file;
  const TensorIndex x = file.tensor(from), y = file.tensor(to);
  file.add(type, {x}, {y}, options);
  file.plan({0, 512});
  return file.read({x}, {y});
}

xcore::CopyKernel copies(const Network& network) {
  return std::get<xcore::CopyKernel>(xcore::make_kernel(network, network.operators[0], {}));
}

/// The bytes that a kernel copies from its input, and all bytes that it writes.
struct Moved {
  std::int64_t copied = 0, written = 0;
};

Moved moved(const xcore::CopyKernel& kernel) {
  Moved moved;
  const auto add = [&](const std::vector<xcore::CopyPart>& parts, std::int64_t times) {
    for (const xcore::CopyPart& part : parts) {
      moved.written += times * part.bytes;
      if (part.input >= 0) moved.copied += times * part.bytes;
    }
  };
  add(kernel.head, 1);
  add(kernel.body, kernel.rows);
  add(kernel.tail, 1);
  return moved;
}

TEST(XcoreCopies, PadsOfEveryGenerationCopyTheirInputOnce) {
  const std::vector<Fill> generations = {
      [](Builder& options) { options.Int("pad_value", 0); },  // xformer of 2021
      [](Builder& options) {                                  // xformer before 2024-04, struct `pp`
        options.String("pp", blob({large_row, 4, 8, row, 8, large_row}));
        options.Int("pv", 0);
      },
      [](Builder& options) {  // xformer of 2023
        numbers(options, "b", {0, 0, 0, 1, 8});
        numbers(options, "e", {1, 1, 1, 5, 8 + row});
        numbers(options, "i", {0, 0, 0, large_row});
        numbers(options, "o", {0, 0, 0, row});
      },
      [](Builder& options) {  // xformer since 2024-04
        options.Int("s", large_row + 8);
        options.Int("p", 16);
        options.Int("l", row);
        options.Int("n", 3);
        options.Int("z", 0);
        options.Int("e", large_row + 8);
      }};
  for (const Fill& options : generations) {
    const xcore::CopyKernel kernel = copies(one_copy("XC_pad", small, large, options));
    EXPECT_EQ(moved(kernel).copied, 4 * row);
    EXPECT_GE(moved(kernel).written, 6 * large_row);
    EXPECT_EQ(kernel.body.front().input_stride, row);
    EXPECT_EQ(kernel.body.front().output_stride, large_row);
    EXPECT_TRUE(kernel.cost.validated());
  }
}

TEST(XcoreCopies, SlicesOfEveryGenerationMakeTheirOutputOnce) {
  const std::vector<Fill> generations = {[](Builder& options) {  // xformer of 2022
                                           options.Int("begin_x", 1);
                                           options.Int("begin_y", 1);
                                           options.String("mp", blob({0, 0, 3, 3, 0, 0, 0, 0}));
                                         },
                                         [](Builder& options) {  // xformer of 2023
                                           numbers(options, "b", {0, 0, 0, 1, 8});
                                           numbers(options, "e", {1, 1, 1, 5, 8 + row});
                                           numbers(options, "i", {0, 0, 0, large_row});
                                           numbers(options, "o", {0, 0, 0, row});
                                         },
                                         [](Builder& options) {  // xformer since 2024-04
                                           options.Int("s", large_row + 8);
                                           options.Int("o", large_row);
                                           options.Int("l", row);
                                           options.Int("n", 4);
                                         }};
  for (const Fill& options : generations) {
    for (const char* type : {"XC_slice", "XC_strided_slice"}) {
      const xcore::CopyKernel kernel = copies(one_copy(type, large, small, options));
      EXPECT_EQ(moved(kernel).copied, 4 * row);
      EXPECT_EQ(moved(kernel).written, 4 * row);
      EXPECT_TRUE(kernel.cost.validated());
    }
  }
}

TEST(XcoreCopies, ConcatsOfBothGenerationsJoinTheSameRows) {
  const std::vector<Fill> generations = {
      [](Builder& options) {  // xformer of 2023
        options.Int("b", 16);
        numbers(options, "i", {0, 16});
        numbers(options, "o1", {0, 24});
        numbers(options, "o2", {0, 24});
        numbers(options, "e1", {4, 16});
        numbers(options, "e2", {4, 8});
      },
      [](Builder& options) {  // xformer since 2024-04
        options.Int("n", 4);
        options.Int("i", 2);
        numbers(options, "s", {16, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
      }};
  for (const Fill& options : generations) {
    CompiledFile file;
    const TensorIndex a = file.tensor({4, 16}), b = file.tensor({4, 8}), y = file.tensor({4, 24});
    file.add("XC_concat", {a, b}, {y}, options);
    file.plan({0, 64, 128});
    const xcore::CopyKernel kernel = copies(file.read({a, b}, {y}));
    EXPECT_EQ(kernel.rows, 4);
    EXPECT_EQ(moved(kernel).written, 4 * 24);
    EXPECT_EQ(kernel.body.at(1).output_offset, 16);
  }
}

TEST(XcoreCopies, BroadcastsCopyPieceByPieceOrFill) {
  const auto cost = [](std::int32_t size, std::int32_t times, std::int32_t pieces) {
    const xcore::CopyKernel kernel = copies(one_copy(
        "XC_broadcast", {1, size * pieces}, {1, size * times * pieces}, [&](Builder& options) {
          options.Int("s", size);
          options.Int("n", times);
          options.Int("b", pieces);
          options.Bool("v", true);
        }));
    EXPECT_EQ(moved(kernel).written, size * times * pieces);
    return kernel.cost.slots();
  };
  const double call = xcore::slots_of(xcore::Cost::copy_call);
  const double run = xcore::slots_of(xcore::Cost::copy_run);
  const double vector = xcore::slots_of(xcore::Cost::copy_vector);
  EXPECT_EQ(cost(32, 3, 1), call + 3 * (run + vector));
  EXPECT_EQ(cost(32, 3, 2), call + 6 * (run + vector));
  EXPECT_EQ(cost(4, 64, 2), call + 2 * (run + 8 * vector));
}

// A fuzzer found that an empty input caused a division by zero. The kernel must write nothing
// instead.
TEST(XcoreCopies, BroadcastingAnEmptyInputWritesNothing) {
  Network network;
  network.tensors.resize(2);
  network.tensors[0].shape = {1, 0};
  network.tensors[1].shape = {1, 8};
  Operator op;
  op.inputs = {0};
  op.outputs = {1};
  const auto kernel = std::get<xcore::CopyKernel>(xcore::broadcast_kernel(network, op, {}));
  EXPECT_EQ(kernel.rows, 0);
  EXPECT_EQ(moved(kernel).written, 0);
}

TEST(XcoreCopies, BoxesThatDoNotDivideTheOutputAreNamed) {
  const Network network = one_copy("XC_slice", large, small, [](Builder& options) {
    numbers(options, "b", {0, 0});
    numbers(options, "e", {3, 9});
    numbers(options, "i", {0});
    numbers(options, "o", {0});
  });
  EXPECT_THAT(test::user_error([&] { copies(network); }),
              testing::HasSubstr("its 3 copies do not make 128 bytes"));
}

}  // namespace
}  // namespace spillway
