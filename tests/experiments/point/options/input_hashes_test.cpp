// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/input_hashes.h"

#include <gtest/gtest.h>

#include "traces/csv/network_csv.h"
#include "traces/files/builtin_networks.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway {
namespace {

// A resumed sweep compares the hash of a network to find out whether the network has changed. So
// different networks must have different hashes, in every file format.
TEST(InputHashes, DifferForDifferentNetworksInEveryFormat) {
  Network network = *builtin_network("ds_cnn");
  const auto from_csv = [&] {
    return network_hash(parse_network_csv(write_network_csv(network), "n"));
  };
  const auto from_tflite = [&] { return network_hash(parse_tflite(write_tflite(network), "n")); };
  const std::string csv = from_csv(), tflite = from_tflite();
  EXPECT_EQ(from_csv(), csv);
  EXPECT_EQ(from_tflite(), tflite);
  network.tensors[0].name += "x";
  EXPECT_NE(from_csv(), csv);
  EXPECT_NE(from_tflite(), tflite);
}

}  // namespace
}  // namespace spillway
