// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/weight_ratios.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "experiments/point/design_point.h"
#include "hwmodels/ethosu/options.h"
#include "tests/reference.h"
#include "tests/user_error.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

using testing::HasSubstr;

template <typename Holder>
auto& npu(Holder&& holder) {
  return holder.family_options.template of<ethosu::Options>();
}

Network two_operators() {
  Network network;
  network.operators.resize(2);
  network.operators[0].name = "conv1";
  network.operators[1].name = "conv2";
  return network;
}

// The name of the file contains the number of the process, because tests run at the same time.
std::string file_with(const std::string& text) {
  std::string path = testing::TempDir() + "weight_ratios" + std::to_string(::getpid()) + ".csv";
  write_file(path, text);
  return path;
}

std::string error_of(const std::string& text) {
  return test::user_error([&] {
    ratios_by_operator(read_weight_ratios(file_with(text)), two_operators(),
                       load_target("ethos-u55-128"));
  });
}

TEST(WeightRatios, AreReadByOperator) {
  const WeightRatios ratios = read_weight_ratios(file_with("name,ratio\nconv2,0.25\n"));
  const auto by_operator =
      ratios_by_operator(ratios, two_operators(), load_target("ethos-u55-128"));
  EXPECT_EQ(by_operator, (std::map<std::string, double>{{"conv2", 0.25}}));
}

TEST(WeightRatios, MistakesAreNamedWithTheirLine) {
  EXPECT_THAT(error_of("name,ratio\nconv3,0.5\n"),
              HasSubstr(".csv:2: the network has no operator 'conv3'; did you mean 'conv1'?"));
  EXPECT_THAT(error_of("name,ratio\nconv1,0.5\nconv1,0.6\n"),
              HasSubstr(".csv:3: operator 'conv1' has a ratio already"));
  EXPECT_THAT(error_of("name,ratio\nconv1,-1\n"), HasSubstr(":2:7: "));
  EXPECT_THAT(error_of("name,share\nconv1,1\n"), HasSubstr("ratio"));
  EXPECT_THAT(error_of("TFLite_operator,NNG Operator,Name\nCONV_2D,Conv2DBias,conv1\n"),
              HasSubstr("does not hold sizes of weights"));
}

struct Case {
  Network network = read_tflite(test::shared_path("models/mlperf_vww96.tflite"));
  DesignPoint point;

  Case() { point.target = "ethos-u55-128"; }

  Cycles cycles() const { return run_point(network, point).timing.total; }
};

TEST(WeightRatios, OfACompiledFileAreThoseOfItsStreams) {
  SPILLWAY_NEEDS_SHARED("models/compiled/mlperf_vww96__u55-128__Shared_Sram.tflite");
  Case one;
  const Cycles encoded = one.cycles();
  npu(one.point).schedule.weight_ratio = 1;
  const Cycles uncompressed = one.cycles();
  npu(one.point).schedule.weight_ratio = ethosu::as_encoded;
  one.point.weight_ratios = read_weight_ratios(
      test::shared_path("models/compiled/mlperf_vww96__u55-128__Shared_Sram.tflite"));
  EXPECT_LT(one.cycles(), uncompressed) << "its large convolutions compress to a twentieth";
  // The time with encoded weights (`encoded`) and the time with the ratios of the file may differ a
  // little. A ratio gives all slices of an operator the same compression, but the encoder
  // compresses each slice differently.
  const auto cycles = static_cast<double>(one.cycles());
  EXPECT_NEAR(static_cast<double>(encoded), cycles, 0.01 * cycles);
  const PointResult result = run_point(one.network, one.point);
  const auto& ratios = npu(result).schedule.operator_weight_ratios;
  EXPECT_EQ(ratios.size(), 28U) << "one per operator with weights";
}

TEST(WeightRatios, OfAFileForAnotherProcessorOrNetworkAreRefused) {
  SPILLWAY_NEEDS_SHARED("models/compiled/mlperf_kws__u55-128__Shared_Sram.tflite");
  Case one;
  const auto error = [&](const std::string& file, ExitCode code) {
    one.point.weight_ratios = read_weight_ratios(test::shared_path("models/" + file));
    return test::user_error([&] { one.cycles(); }, code);
  };
  EXPECT_THAT(error("compiled/mlperf_vww96__u55-256__Sram_Only.tflite", ExitCode::usage),
              HasSubstr("compiled for"));
  EXPECT_THAT(error("compiled/mlperf_kws__u55-128__Shared_Sram.tflite", ExitCode::input_file),
              HasSubstr("word"));
  EXPECT_THROW(read_weight_ratios(test::shared_path("models/mlperf_vww96.tflite")), UserError);
}

Network one_weight(bool with_values) {
  static const std::uint8_t value = 5;
  Network network;
  Tensor weight;
  weight.kind = TensorKind::weight;
  if (with_values) weight.data = {&value, 1};
  network.tensors.push_back(weight);
  return network;
}

TEST(WeightRatios, AreNamedInResults) {
  const Target target = load_target("ethos-u55-128");
  const auto text = [&](double ratio, bool with_values) {
    DesignPoint point;
    npu(point).schedule.weight_ratio = ratio;
    return weight_ratio_text(point, one_weight(with_values), target);
  };
  EXPECT_EQ(text(ethosu::as_encoded, true), "encoded");
  EXPECT_EQ(text(ethosu::as_encoded, false), "1");
  EXPECT_EQ(text(1, true), "1.0");
  EXPECT_EQ(text(0.5, false), "0.5");
  EXPECT_EQ(weight_ratio_in_force({}, one_weight(true), load_target("xcore.ai")), 1);
  Network some = one_weight(true);
  some.tensors.push_back(one_weight(false).tensors[0]);
  EXPECT_EQ(weight_values_known(some), WeightValuesKnown::some);
}

}  // namespace
}  // namespace spillway
