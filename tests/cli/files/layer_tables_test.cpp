// SPDX-License-Identifier: Apache-2.0
// Writes each operator of a .tflite file as a row of a layer table and as a network CSV. Neither
// format has values of weights. The operator must take the same time in both formats.
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/run_outcome.h"
#include "tests/hwmodels/ethosu/lower/operator_samples.h"
#include "tests/scratch_folder.h"
#include "traces/csv/network_csv.h"
#include "traces/layers/layer_table.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway::cli {
namespace {

class SlowLayerTables : public test::InScratchFolder {
 protected:
  std::int64_t cycles_of(const std::string& file, const std::string& target,
                         const std::vector<std::string>& more = {}) const {
    const test::Outcome run =
        test::outcome_of(test::with({"run", path(file), "--target", target, "--json", "-"}, more));
    EXPECT_EQ(run.code, ExitCode::ok) << run.err;
    if (run.code != ExitCode::ok) return -1;
    return nlohmann::json::parse(run.out)["timing"]["total_cycles"];
  }
};

// Returns the network as a reader of its .tflite file would return it, with biases of 32 bits.
// Constants without values in `network` have no values in the result either.
Network as_read(Network network) {
  for (Tensor& tensor : network.tensors) {
    if (tensor.kind != TensorKind::bias) continue;
    tensor.type = DataType::int32;
    tensor.bytes = storage_bytes(tensor.type, element_count(tensor));
  }
  Network read = parse_tflite(write_tflite(network), "sample.tflite");
  for (std::size_t i = 0; i < read.tensors.size(); ++i) {
    if (network.tensors.at(i).data.empty()) read.tensors[i].data = {};
  }
  return read;
}

TEST_F(SlowLayerTables, RunEveryOperatorLikeTheNetworkFromWhichTheyWereMade) {
  for (const auto& [kind, sample] : test::supported()) {
    const Network network = as_read(sample.network);
    write_file(path("layers.csv"), write_layer_table(network));
    write_file(path("network.csv"), write_network_csv(network));
    for (const char* target : {"ethos-u55-128", "ethos-u85-256", "xcore.ai"}) {
      EXPECT_EQ(cycles_of("layers.csv", target), cycles_of("network.csv", target))
          << kind << " on " << target;
    }
  }
}

// Neither Vela nor xformer has a kernel for these operators. They run on the CPU beside the NPU, or
// with the kernels of TensorFlow Lite Micro.
TEST_F(SlowLayerTables, RunOperatorsOfTheCpuLikeTheNetworkMadeFromThem) {
  const std::string header = "layer,type,inputs,channels,shape,values,element\n";
  for (const char* rows : {
           "seq,input,,,1x16,,\nx,svdf,seq,4,8x10,,\n",
           "a,input,,,4x8x8,,\nb,input,,,4x8x8,,\nx,batch_matmul,a b,,,,\n",
           "a,input,,,4x8x8,,\nx,batch_matmul,a,,8x6,,\n",
           "in,input,,,1x8x6x4,,\nx,pad_v2,in,,,0x0x1x2x0x3x0x0,\n",
           "in,input,,,1x8x6x4,,\ns,shape,in,,,,\nx,fill,s,,1x8x6x4,,int8\n",
           "v,input,,,1,,\nx,fill,v,,,2x3,\n",
       }) {
    write_file(path("layers.csv"), header + rows);
    const Network network = parse_layer_table(header + rows, "layers.csv");
    write_file(path("network.csv"), write_network_csv(network));
    for (const char* target : {"ethos-u55-128", "ethos-u85-256", "xcore.ai"}) {
      const std::int64_t cycles = cycles_of("layers.csv", target);
      EXPECT_GT(cycles, 0) << rows << " on " << target;
      EXPECT_EQ(cycles_of("network.csv", target), cycles) << rows << " on " << target;
    }
  }
}

TEST_F(SlowLayerTables, AConvolutionOfOnePixelTakesWhatTheSameFullyConnectedLayerTakes) {
  const std::string image =
      "layer,type,inputs,channels,kernel,stride,padding,activation\n"
      "image,input,,1x1x1024,,,,\n";
  write_file(path("dense.csv"), image + "dense,fully_connected,,256,,,,\n");
  write_file(path("conv.csv"), image + "conv,conv_2d,,256,1x1,1,valid,\n");
  for (const char* target : {"ethos-u55-128", "ethos-u65-256", "ethos-u85-256"}) {
    const std::int64_t dense = cycles_of("dense.csv", target);
    for (const char* policy : {"in-place", "vela", "prefetch"}) {
      EXPECT_EQ(cycles_of("conv.csv", target, {"--weight-policy", policy}), dense) << target;
      EXPECT_EQ(cycles_of("dense.csv", target, {"--weight-policy", policy}), dense) << target;
    }
  }
}

}  // namespace
}  // namespace spillway::cli
