// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/diagnostics.h"
#include "base/terminal_text.h"
#include "tests/reference.h"
#include "tests/traces/network_equality.h"
#include "tests/traces/random_layers.h"
#include "tflite_generated.h"
#include "traces/files/builtin_networks.h"
#include "traces/layers/layer_table.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway {
namespace {

Network written_and_read(const Network& network) {
  return parse_tflite(write_tflite(network), "written.tflite");
}

// Returns the network with every name changed by name_text(), as the reader of files changes names.
Network with_names_as_lines(Network network) {
  for (Tensor& tensor : network.tensors) tensor.name = name_text(tensor.name);
  for (Operator& op : network.operators) op.name = name_text(op.name);
  return network;
}

void expect_same_contents(const Network& network, const Network& read) {
  ASSERT_EQ(network.tensors.size(), read.tensors.size());
  for (std::size_t i = 0; i < network.tensors.size(); ++i) {
    EXPECT_TRUE(test::same_bytes(network.tensors[i].data, read.tensors[i].data)) << i;
  }
  ASSERT_EQ(network.metadata.size(), read.metadata.size());
  for (std::size_t i = 0; i < network.metadata.size(); ++i) {
    EXPECT_EQ(network.metadata[i].name, read.metadata[i].name);
    EXPECT_TRUE(test::same_bytes(network.metadata[i].data, read.metadata[i].data)) << i;
  }
}

TEST(TfliteWriter, WritesBuiltInNetworksThatReadBackTheSame) {
  for (const BuiltinNetwork& builtin : builtin_networks()) {
    if (builtin.layers == nullptr) continue;  // this network has only operators of one chip
    const Network network = builtin_network(builtin.name).value();
    const Network read = written_and_read(network);
    EXPECT_EQ(test::difference(network, read), "") << builtin.name;
    EXPECT_THAT(read.warnings, testing::IsEmpty());
  }
}

TEST(TfliteWriter, WritesTheRankOfAnSvdf) {
  const Network network =
      parse_layer_table("layer,type,channels,shape\nx,input,,2x16\ny,svdf,4,12x10\n", "table.csv");
  const std::vector<std::uint8_t> file = write_tflite(network);
  const tflite::Operator* op =
      tflite::GetModel(file.data())->subgraphs()->Get(0)->operators()->Get(0);
  ASSERT_NE(op->builtin_options_as_SVDFOptions(), nullptr);
  EXPECT_EQ(op->builtin_options_as_SVDFOptions()->rank(), 3) << "12 filters for 4 units";
}

TEST(TfliteWriter, WritesRandomNetworksThatReadBackTheSame) {
  EXPECT_TRUE(rc::check([] {
    const Network network = test::random_layers();
    RC_ASSERT(test::difference(with_names_as_lines(network), written_and_read(network)) == "");
  }));
}

TEST(TfliteWriter, WritesTheSameBytesEveryTime) {
  const Network network = builtin_network("ds_cnn").value();
  EXPECT_EQ(write_tflite(network), write_tflite(network));
}

TEST(TfliteWriter, KeepsEverythingThatWasReadFromRealNetworks) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  for (const char* folder : {"models", "models/compiled"}) {
    for (const auto& entry : std::filesystem::directory_iterator(test::shared_path(folder))) {
      if (entry.path().extension() != ".tflite") continue;
      const Network network = read_tflite(entry.path().string());
      const Network read = written_and_read(network);
      EXPECT_EQ(test::difference(network, read), "") << entry.path();
      expect_same_contents(network, read);
    }
  }
}

TEST(TfliteWriter, RefusesNetworksThatTheFormatCannotHold) {
  Network network = builtin_network("ds_cnn").value();
  network.operators[0].window.scheme = PaddingScheme::given;
  EXPECT_THROW(write_tflite(network), UserError);
  network = builtin_network("ds_cnn").value();
  network.tensors[0].layout = TensorLayout::nhcwb16;
  EXPECT_THROW(write_tflite(network), UserError);
  network = builtin_network("ds_cnn").value();
  network.tensors[1].bytes = Bytes{1} << 31;
  EXPECT_THROW(write_tflite(network), UserError);
  network = builtin_network("ds_cnn").value();
  network.operators[0].inputs.resize(1);
  EXPECT_THROW(write_tflite(network), UserError);
}

}  // namespace
}  // namespace spillway
