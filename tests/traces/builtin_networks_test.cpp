// SPDX-License-Identifier: Apache-2.0
#include "traces/files/builtin_networks.h"

#include <cstdint>
#include <ostream>

#include <gtest/gtest.h>

#include "tests/reference.h"
#include "traces/network_check.h"
#include "traces/shape.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

std::int64_t macs_of(const Network& network) {
  std::int64_t macs = 0;
  for (const Operator& op : network.operators) macs += op.macs;
  return macs;
}

std::int64_t parameters_of(const Network& network) {
  std::int64_t parameters = 0;
  for (const Tensor& tensor : network.tensors) {
    parameters +=
        is_constant(tensor) && tensor.kind != TensorKind::constant ? element_count(tensor) : 0;
  }
  return parameters;
}

// Returns the MACs of all operators that have MACs, in execution order.
std::vector<std::int64_t> profile_of(const Network& network) {
  std::vector<std::int64_t> profile;
  for (const Operator& op : network.operators) {
    if (op.macs > 0) profile.push_back(op.macs);
  }
  return profile;
}

struct Published {
  const char* name;
  std::int64_t least_macs, most_macs;
  std::int64_t least_parameters, most_parameters;
  const char* twin;  // name of a reference file that contains the same network
};

std::ostream& operator<<(std::ostream& out, const Published& published) {
  return out << published.name;
}

// MobileNetV2 has 300 M MACs and 3.4 M parameters (arXiv:1801.04381, table 4), or 3.49 M with
// biases. The figures of the other networks are from MLPerf Tiny (arXiv:2106.07597) and its
// reference models. Parameters include those of batch normalisation.
constexpr Published published[] = {
    {"mobilenet_v1_0.25_96", 7'400'000, 7'600'000, 208'000, 221'800, "mlperf_vww96"},
    {"mobilenet_v2_1.0_224", 299'000'000, 302'000'000, 3'400'000, 3'500'000,
     "tflm_mobilenet_v2_pt"},
    {"resnet8", 12'490'000, 12'510'000, 77'000, 78'700, "mlperf_resnet_quant"},
    {"ds_cnn", 2'650'000, 2'700'000, 22'500, 24'900, "mlperf_kws"},
    {"autoencoder", 264'000, 264'300, 264'000, 270'000, "mlperf_ad01_int8"},
};

class BuiltinNetworks : public testing::TestWithParam<Published> {};

TEST_P(BuiltinNetworks, HaveTheirPublishedMacsAndParameters) {
  const Network network = builtin_network(GetParam().name).value();
  EXPECT_EQ(network.name, GetParam().name);
  EXPECT_GE(macs_of(network), GetParam().least_macs);
  EXPECT_LE(macs_of(network), GetParam().most_macs);
  EXPECT_GE(parameters_of(network), GetParam().least_parameters);
  EXPECT_LE(parameters_of(network), GetParam().most_parameters);
}

TEST_P(BuiltinNetworks, AreSoundWithOneInputAndOneOutput) {
  const Network network = builtin_network(GetParam().name).value();
  EXPECT_EQ(find_defect(network), "");
  EXPECT_EQ(network.inputs.size(), 1U);
  EXPECT_EQ(network.outputs.size(), 1U);
}

TEST_P(BuiltinNetworks, DoTheWorkOfTheRealNetworksOperatorByOperator) {
  const std::string path = std::string("models/") + GetParam().twin + ".tflite";
  SPILLWAY_NEEDS_SHARED(path);
  const Network real = read_tflite(test::shared_path(path));
  const Network network = builtin_network(GetParam().name).value();
  EXPECT_EQ(profile_of(network), profile_of(real));
  EXPECT_EQ(parameters_of(network), parameters_of(real));
}

INSTANTIATE_TEST_SUITE_P(All, BuiltinNetworks, testing::ValuesIn(published));

TEST(BuiltinNetwork, IsAbsentForAnUnknownName) {
  EXPECT_FALSE(builtin_network("mobilenet_v9").has_value());
}

TEST(BuiltinNetwork, ListIsComplete) {
  // The list lacks one network: split-arena-replica, a replica of the network in xcore.ai's
  // published tables, which tests in tests/hwmodels/xcore check.
  EXPECT_EQ(builtin_networks().size(), std::size(published) + 1);
}

}  // namespace
}  // namespace spillway
