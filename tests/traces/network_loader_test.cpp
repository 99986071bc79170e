// SPDX-License-Identifier: Apache-2.0
#include "traces/files/network_loader.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "tests/traces/network_equality.h"
#include "tests/user_error.h"
#include "traces/csv/network_csv.h"
#include "traces/files/builtin_networks.h"
#include "traces/networks/tables.h"

namespace spillway {
namespace {

using testing::HasSubstr;

/// Writes the file `name` into a temporary folder. Returns the path of the file.
std::string written(const std::string& name, const std::string& contents) {
  const std::string folder =
      testing::TempDir() + "spillway_network_loader" + std::to_string(::getpid());
  static const struct Folder {
    explicit Folder(std::string name) : path(std::move(name)) {
      std::filesystem::create_directories(path);
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::string path;
  } kept_for_this_process(folder);
  write_file(folder + "/" + name, contents);
  return folder + "/" + name;
}

std::string loading_error(const std::string& name) {
  return test::user_error([&] { load_network(name); });
}

TEST(NetworkLoader, FindsBuiltInNetworksByName) {
  EXPECT_EQ(load_network("ds_cnn").source, "built-in");
}

TEST(NetworkLoader, RecognisesTheFormatByTheContentOfTheFile) {
  const Network network = builtin_network("resnet8").value();
  const std::string csv = written("resnet8.csv", write_network_csv(network));
  const std::string table = written("table.csv", resnet8_layers);
  EXPECT_EQ(test::difference(load_network(csv), network), "");
  EXPECT_EQ(test::difference(load_network(table), network), "");
  EXPECT_EQ(load_network(table).name, "table");
}

TEST(NetworkLoader, SuggestsTheBuiltInNetworkThatAWrongNameMayMean) {
  EXPECT_THAT(loading_error("mobilenet_v2_1.0_244"),
              HasSubstr("unknown network 'mobilenet_v2_1.0_244'; did you mean "
                        "'mobilenet_v2_1.0_224'?"));
}

TEST(NetworkLoader, SaysWhyAFileCannotBeRead) {
  EXPECT_THAT(loading_error("missing/net.tflite"), HasSubstr("net.tflite: cannot read"));
  EXPECT_THAT(loading_error(testing::TempDir()), HasSubstr("is a directory"));
}

TEST(NetworkLoader, RefusesFilesThatAreNoNetwork) {
  EXPECT_THAT(loading_error(written("a.tflite", "hello, world")), HasSubstr("TFL3"));
  EXPECT_THAT(loading_error(written("a.csv", "a,b\n1,2\n")), HasSubstr("is not a network"));
  EXPECT_THAT(loading_error(written("a.onnx", "x")), HasSubstr("onnx2tf"));
  EXPECT_THAT(loading_error(written("a.tosa", "x")), HasSubstr("compile it with Vela"));
  EXPECT_THAT(loading_error(written("a.pte", "x")), HasSubstr("identifier ET12"));
  EXPECT_THAT(loading_error(written("a.bpte", "x")), HasSubstr("give the .pte"));
  EXPECT_THAT(loading_error(written("net_c_info.json", "{}")),
              HasSubstr("spillway plan --buffers"));
  EXPECT_THAT(loading_error(written("b.csv", std::string(100, '\0'))), HasSubstr("zero bytes"));
  EXPECT_THAT(loading_error(written("c.csv", "")), HasSubstr("is empty"));
}

TEST(LayerTable, SaysWhichRowDoesNotFit) {
  const std::string header = "layer,type,inputs,channels,kernel,stride,padding,activation\n";
  const auto with = [&](const std::string& rows) {
    return loading_error(written("rows.csv", header + rows));
  };
  EXPECT_THAT(with("a,conv_2d,,8,3x3,1,same,\n"), HasSubstr("first row must be of type input"));
  EXPECT_THAT(with("a,input,,8x8x3,,,,\nb,conv2d,,8,3x3,1,same,\n"),
              HasSubstr("did you mean 'conv_2d'?"));
  EXPECT_THAT(with("a,input,,8x8x3,,,,\nb,conv_2d,c,8,3x3,1,same,\n"),
              HasSubstr("no layer above is named 'c'"));
  EXPECT_THAT(with("a,input,,8x8x3,,,,\nb,conv_2d,,8,9x9,1,valid,\n"),
              HasSubstr("kernel is larger"));
  EXPECT_THAT(with("a,input,,8x8x3,,,,\nb,conv_2d,,,3x3,1,same,\n"),
              HasSubstr("needs a number of channels"));
  EXPECT_THAT(with("a,input,,8x8x3,,,,\na,softmax,,,,,,\n"),
              HasSubstr("rows.csv:3:1: layer 'a': another layer has this name"));
  EXPECT_THAT(with("a,input,,65536x65536x65536,,,,\n"), HasSubstr("2^40"));
}

}  // namespace
}  // namespace spillway
