// SPDX-License-Identifier: Apache-2.0
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/lower/lower.h"
#include "tests/hwmodels/xcore/compiled/compiled_file.h"
#include "tests/hwmodels/xcore/compiled/scheduled_file.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "tests/user_error.h"
#include "traces/files/builtin_networks.h"

namespace spillway {
namespace {

using test::CompiledFile;
using test::numbers;

void replay(const std::vector<std::uint8_t>& bytes) {
  const Network network = parse_tflite(bytes, "mutated.tflite");
  test::scheduled_file(network, "split");
}

std::vector<std::uint8_t> contents(const Network& network) {
  return {network.file->begin(), network.file->end()};
}

/// Makes `files` copies of a file and changes up to three bytes in each copy. Returns the number of
/// copies that the program rejects. The program must replay all other copies.
int rejected_of(int files, const std::vector<std::uint8_t>& whole) {
  std::mt19937 random(1);
  int rejected = 0;
  for (int i = 0; i < files; ++i) {
    std::vector<std::uint8_t> bytes = whole;
    const int changes = 1 + static_cast<int>(random() % 3);
    for (int j = 0; j < changes; ++j) {
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    }
    try {
      replay(bytes);
    } catch (const UserError& error) {
      ++rejected;
      EXPECT_NE(error.code(), ExitCode::ok);
    }
  }
  return rejected;
}

// The program must reject a damaged file with a message; it must not crash.
TEST(XcoreHostile, ChangedBytesOfCompiledFilesAreReplayedOrRejected) {
  EXPECT_GT(rejected_of(4000, contents(test::one_convolution({}))), 400);
}

// The verifier of FlexBuffers does not check that the keys in a vector end within the file. So if
// the reader expects structs, it must not read keys.
TEST(XcoreHostile, KeysOfOptionsAreNotReadAsThreadStructs) {
  CompiledFile file;
  const TensorIndex x = file.tensor({1, 4, 4, 32}), y = file.tensor({1, 4, 4, 32});
  file.add("XC_conv2d_v2", {x}, {y}, [](flexbuffers::Builder& options) {
    options.TypedVector("p", [&] { options.Key("thread"); });
  });
  const Network network = file.read({x}, {y});
  const xcore::CompiledOptions options(network, network.operators.front());
  EXPECT_THAT(test::user_error([&] { options.thread_words("p", "akp"); }),
              testing::HasSubstr("its option 'p' is no list of structs"));
}

/// Returns a file with operators as xformer wrote them from 2021 to 2023: convolutions that list
/// the work of each thread, pools, and copies of boxes.
Network old_operators() {
  CompiledFile file;
  const TensorIndex x = file.tensor({1, 4, 4, 32}), weights = file.tensor({16, 3, 3, 32});
  const TensorIndex bias = file.tensor({112});
  const auto image = [&] { return file.tensor({1, 4, 4, 16}); };
  const TensorIndex half = file.tensor({1, 2, 2, 16}), wide = file.tensor({1, 6, 6, 16});
  const TensorIndex y = image();
  const auto window = [](flexbuffers::Builder& options) {
    numbers(options, "stride", {1, 1});
    numbers(options, "pool", {2, 2});
    numbers(options, "K", {16, 3, 3, 256});
    options.Map("par", [&] {
      options.Int("th", 1);
      options.Vector("rc", [&] {
        options.Vector([&] {
          for (const int side : {0, 0, 4, 4}) options.Int(side);
        });
      });
    });
  };
  const auto box = [](flexbuffers::Builder& options) {
    numbers(options, "b", {0, 0, 0, 1, 16});
    numbers(options, "e", {1, 1, 1, 5, 80});
    numbers(options, "i", {0, 0, 0, 64});
    numbers(options, "o", {0, 0, 0, 96});
  };
  for (const char* type : {"XC_conv2d_deep", "XC_conv2d_shallowin", "XC_bconv2d_int8", "XC_fc"}) {
    file.add(type, {x, weights, bias}, {image()}, window);
  }
  file.add("XC_avgpool2d", {y}, {image()}, window);
  file.add("XC_pad", {y}, {wide}, box);
  file.add("XC_slice", {wide}, {image()}, box);
  file.add("XC_concat", {half, half}, {file.tensor({1, 2, 4, 16})},
           [](flexbuffers::Builder& options) {
             numbers(options, "e1", {1, 64});
           });
  return file.read({x, weights, bias, y, half}, {wide});
}

TEST(XcoreHostile, ChangedBytesOfOldOperatorsAreReplayedOrRejected) {
  EXPECT_NO_THROW(replay(contents(old_operators())));
  EXPECT_GT(rejected_of(4000, contents(old_operators())), 400);
}

TEST(XcoreHostile, ChangedBytesOfPlainFilesAreLoweredOrRejected) {
  for (const char* name : {"resnet8", "ds_cnn"}) {
    EXPECT_GT(rejected_of(500, write_tflite(builtin_network(name).value())), 10) << name;
  }
}

TEST(XcoreHostile, FilesCutShortAreRejected) {
  const std::vector<std::uint8_t> whole = contents(test::one_convolution({}));
  for (std::size_t size = 0; size + 64 < whole.size(); size += 7) {
    EXPECT_THROW(replay({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}),
                 UserError);
  }
}

std::string rejection(const std::string& type, std::int64_t rows, std::int64_t run) {
  CompiledFile file;
  const TensorIndex x = file.tensor({1, 128}), y = file.tensor({1, 64});
  file.add(type, {x}, {y}, [&](flexbuffers::Builder& options) {
    options.Int("n", type == "XC_pad" ? rows - 1 : rows);
    options.Int("l", run);
    options.Int("o", run);
    options.Int("i", 1);
    options.Int("p", 0);
    options.Int("e", 0);
    if (type == "XC_concat") {
      options.Vector("s", [&] { options.Int(run); });
    } else {
      options.Int("s", 0);
    }
    options.Int("v", 1);
  });
  file.plan({0, 128});
  const Network network = file.read({x}, {y});
  return test::user_error([&] { xcore::lower(network, test::xcore_tile(), {}); });
}

TEST(XcoreHostile, WindowsCannotBeLargerThanTheWeights) {
  for (const std::int32_t rows : {0, -5, 1'000'000, 2'147'483'647}) {
    test::Variant variant;
    variant.kernel_rows = rows;
    EXPECT_THROW(xcore::lower(test::one_convolution(variant), test::xcore_tile(), {}), UserError)
        << rows;
  }
}

TEST(XcoreHostile, KernelsNeedTheirOperands) {
  for (const char* type : {"XC_conv2d_v2", "XC_add", "XC_lookup", "XC_maxpool2d", "XC_slice"}) {
    CompiledFile file;
    const TensorIndex x = file.tensor({1, 64}), y = file.tensor({1, 64});
    const bool copies = std::string(type) == "XC_maxpool2d" || std::string(type) == "XC_slice";
    file.add(type, copies ? std::vector<TensorIndex>{} : std::vector<TensorIndex>{x}, {y},
             [](flexbuffers::Builder&) {});
    file.plan({0, 64});
    const Network network = file.read({x}, {y});
    EXPECT_THROW(xcore::lower(network, test::xcore_tile(), {}), UserError) << type;
  }
}

TEST(XcoreHostile, CopiesMustMakeTheOutput) {
  for (const char* type : {"XC_slice", "XC_concat", "XC_pad"}) {
    EXPECT_EQ(rejection(type, 4, 16), "") << type;
    EXPECT_THAT(rejection(type, 4, 8), testing::HasSubstr("do not make an output of 64")) << type;
    EXPECT_THAT(rejection(type, 1'000'000'000, 16), testing::ContainsRegex("copies|a copy of"))
        << type;
    EXPECT_THAT(rejection(type, 4, -16), testing::HasSubstr("a copy of -16 bytes")) << type;
  }
}

}  // namespace
}  // namespace spillway
