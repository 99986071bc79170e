// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/reference.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

struct Expected {
  const char* file;
  std::size_t operators;
  std::int64_t macs;
  std::int64_t parameters;  // number of weights and biases
};

std::ostream& operator<<(std::ostream& out, const Expected& expected) {
  return out << expected.file;
}

// The expected numbers of operators and MACs are those that Vela 3.10 counts, which include MACs of
// pooling.
constexpr Expected networks[] = {
    {"coral_mobilenet_v1_0.25_128_quant", 31, 13'570'304, 467'593},
    {"mit_detection", 79, 18'296'320, 163'494},
    {"mit_vww", 63, 11'578'816, 426'634},
    {"mlperf_ad01_int8", 10, 264'192, 265'864},
    {"mlperf_kws", 13, 2'656'768, 22'604},
    {"mlperf_resnet_large_int8", 16, 76'473'920, 480'330},
    {"mlperf_resnet_quant", 16, 12'501'632, 77'706},
    {"mlperf_strww", 11, 826'368, 46'883},
    {"mlperf_vww96", 31, 7'489'664, 210'850},
    {"tflm_micro_speech", 4, 336'000, 16'652},
    {"tflm_mobilenet_v2_pt", 84, 300'774'272, 3'487'816},
    {"tflm_person_detect", 31, 7'157'888, 210'706},
};

class RealNetworks : public testing::TestWithParam<Expected> {};

TEST_P(RealNetworks, HaveTheirPublishedOperatorsMacsAndParameters) {
  const std::string path = std::string("models/") + GetParam().file + ".tflite";
  SPILLWAY_NEEDS_SHARED(path);
  const Network network = read_tflite(test::shared_path(path));
  std::int64_t macs = 0;
  std::int64_t parameters = 0;
  for (const Operator& op : network.operators) macs += op.macs;
  for (const Tensor& tensor : network.tensors) {
    const bool counted = tensor.kind == TensorKind::weight || tensor.kind == TensorKind::bias;
    parameters += counted ? element_count(tensor) : 0;
  }
  EXPECT_EQ(network.name, GetParam().file);
  EXPECT_EQ(network.operators.size(), GetParam().operators);
  EXPECT_EQ(macs, GetParam().macs);
  EXPECT_EQ(parameters, GetParam().parameters);
  EXPECT_THAT(network.warnings, testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(TfliteReader, RealNetworks, testing::ValuesIn(networks));

}  // namespace
}  // namespace spillway
