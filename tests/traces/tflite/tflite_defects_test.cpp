// SPDX-License-Identifier: Apache-2.0
// Tests files with errors, which are made on purpose or by random damage. The reader must refuse
// each file with one clear error, and must not crash.
#include <functional>
#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "tests/traces/tflite/raw_tflite.h"
#include "tests/user_error.h"
#include "traces/csv/network_csv.h"
#include "traces/files/builtin_networks.h"
#include "traces/tflite/offline_plan.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway {
namespace {

using test::parsed;
using testing::HasSubstr;
using Bytestring = std::vector<std::uint8_t>;

std::string file_error(const Bytestring& file) {
  return test::user_error([&] { parsed(file, "bad.tflite"); });
}

struct Defect {
  const char* name;
  std::function<void(test::RawModel&)> make;
  const char* message;
};

// Replaces the RELU of the model by a 3x3 convolution of an image of 8x8 pixels.
void make_convolution(test::RawModel& model, std::int32_t stride, std::int32_t dilation) {
  model.codes = {{3}};
  model.tensors = {{{1, 8, 8, 2}},
                   {{1, 8, 8, 4}},
                   {{4, 3, 3, 2}, tflite::TensorType::INT8, 1},
                   {{4}, tflite::TensorType::INT32, 2}};
  model.buffers = {{}, {Bytestring(72)}, {Bytestring(16)}};
  model.operators = {{0,
                      {0, 2, 3},
                      {1},
                      tflite::BuiltinOptions::Conv2DOptions,
                      [=](flatbuffers::FlatBufferBuilder& out) {
                        return tflite::CreateConv2DOptions(
                                   out, tflite::Padding::SAME, stride, stride,
                                   tflite::ActivationFunctionType::RELU6, dilation, dilation)
                            .Union();
                      }}};
}

const Defect defects[] = {
    {"another version of the format", [](auto& m) { m.version = 2; }, "has version 2"},
    {"no subgraph", [](auto& m) { m.subgraphs = 0; }, "holds no subgraph"},
    {"operator code out of range", [](auto& m) { m.operators[0].code = 7; },
     "operator 0 refers to operator code 7, but there are 1"},
    {"custom operator without a code", [](auto& m) { m.codes = {{32}}; },
     "operator 0 is a custom operator without a custom code"},
    {"input out of range", [](auto& m) { m.operators[0].inputs = {5}; },
     "operator 0 (RELU): input 0 is tensor 5, but there are 2 tensors"},
    {"input below minus one", [](auto& m) { m.operators[0].inputs = {-2}; }, "is tensor -2"},
    {"output out of range", [](auto& m) { m.operators[0].outputs = {2}; },
     "operator 0 (RELU): output 0 is tensor 2"},
    {"operator without outputs", [](auto& m) { m.operators[0].outputs = {}; }, "has no outputs"},
    {"network input out of range", [](auto& m) { m.inputs = {9}; }, "network input is tensor 9"},
    {"network output out of range", [](auto& m) { m.outputs = {-1}; },
     "network output is tensor -1"},
    {"buffer out of range", [](auto& m) { m.tensors[0].buffer = 3; },
     "tensor 0 't' refers to buffer 3, but there are 1 buffers"},
    {"metadata buffer out of range",
     [](auto& m) {
       m.metadata = {{"x", 8}};
     },
     "metadata 'x' refers to buffer 8"},
    {"contents too short",
     [](auto& m) {
       m.buffers.push_back({{1, 2, 3}});
       m.tensors[0].buffer = 1;
     },
     "tensor 0 't' needs 4 bytes, but its buffer 1 holds 3"},
    {"contents beyond the file",
     [](auto& m) {
       m.buffers.push_back({{}, 1U << 20, 4});
       m.tensors[0].buffer = 1;
     },
     "4 bytes at byte 1048576 are outside the file"},
    {"contents whose end overflows",
     [](auto& m) {
       m.buffers.push_back({{}, 8, ~std::uint64_t{0}});
       m.tensors[0].buffer = 1;
     },
     "are outside the file"},
    {"custom options beyond the file",
     [](auto& m) {
       m.operators[0].custom_offset = 1U << 20;
       m.operators[0].custom_size = 1;
     },
     "operator 0 (RELU): 1 bytes at byte 1048576"},
    {"negative extent",
     [](auto& m) {
       m.tensors[1].shape = {1, -1};
     },
     "tensor 1 't' has no fixed size: its dimension 1 is known only at run time"},
    {"open dimension without an extent in the shape",
     [](auto& m) {
       m.tensors[1].shape = {};
       m.tensors[1].signature = {1, -1};
     },
     "its dimension 1 is known only at run time"},
    {"too many elements",
     [](auto& m) {
       m.tensors[1].shape = {2147483647, 2147483647};
     },
     "tensor 1 't' has more than 2^40 elements"},
    {"unknown tensor type",
     [](auto& m) { m.tensors[1].type = static_cast<tflite::TensorType>(99); },
     "tensor 1 't' has the unknown type 99"},
    {"two writers", [](auto& m) { m.operators.push_back(m.operators[0]); },
     "operators 0 and 1 both write tensor 1 't'"},
    {"operators that wait for each other",
     [](auto& m) {
       m.tensors.push_back({{1, 4}});
       m.operators = {{0, {2}, {1}}, {0, {1}, {2}}};
     },
     "operator 0 reads tensor 2 't', which only operator 1 writes"},
    {"network output that nobody writes",
     [](auto& m) {
       m.tensors.push_back({{1, 4}});
       m.outputs = {2};
     },
     "no operator writes the network output tensor 2 't'"},
    {"written network input", [](auto& m) { m.operators[0].outputs = {0}; },
     "operator 0 writes the network input tensor 0 't'"},
    {"written constant",
     [](auto& m) {
       m.buffers.push_back({{1, 2, 3, 4}});
       m.tensors[1].buffer = 1;
     },
     "operator 0 writes the constant tensor 1 't'"},
    {"convolution of stride 0", [](auto& m) { make_convolution(m, 0, 1); },
     "operator 0 (CONV_2D) has a kernel of 3x3 with strides 0x0"},
    {"convolution of negative dilation", [](auto& m) { make_convolution(m, 1, -1); },
     "dilations -1x-1"},
    {"convolution of huge dilation", [](auto& m) { make_convolution(m, 1, 2147483647); },
     "dilations 2147483647x2147483647"},
    {"convolution whose shapes do not belong together", [](auto& m) { make_convolution(m, 2, 1); },
     "has shapes that do not belong together"},
    {"convolution without options",
     [](auto& m) {
       make_convolution(m, 1, 1);
       m.operators[0].options_type = tflite::BuiltinOptions::NONE;
       m.operators[0].options = {};
     },
     "has no options of its own type"},
    {"convolution without weights",
     [](auto& m) {
       make_convolution(m, 1, 1);
       m.operators[0].inputs = {0};
     },
     "needs four-dimensional weights"},
    {"convolution of other channels",
     [](auto& m) {
       make_convolution(m, 1, 1);
       m.tensors[0].shape = {1, 8, 8, 3};
     },
     "has weights of 4 filters over 2 channels for 4 outputs of 3 inputs"},
    {"fully-connected operator of other sizes",
     [](auto& m) {
       m.codes = {{9}};
       m.buffers.push_back({Bytestring(16)});
       m.tensors.push_back({{2, 5}, tflite::TensorType::INT8, 1});
       m.operators[0].inputs = {0, 2};
     },
     "has weights of 2x5 for 4 inputs and 4 outputs"},
    {"axis out of range",
     [](auto& m) {
       m.codes = {{2}};
       m.operators[0].options_type = tflite::BuiltinOptions::ConcatenationOptions;
       m.operators[0].options = [](flatbuffers::FlatBufferBuilder& out) {
         return tflite::CreateConcatenationOptions(out, 2).Union();
       };
     },
     "has axis 2 of a tensor with 2 dimensions"},
};

TEST(TfliteDefects, AreNamedWithTheTensorOrOperatorAndWhatIsWrong) {
  for (const Defect& defect : defects) {
    test::RawModel model;
    defect.make(model);
    const std::string message = file_error(model.build());
    EXPECT_THAT(message, HasSubstr(defect.message)) << defect.name;
    EXPECT_THAT(message, testing::StartsWith("bad.tflite: ")) << defect.name;
  }
}

TEST(TfliteDefects, FilesOfOtherFormatsAreRefused) {
  EXPECT_THAT(file_error({}), HasSubstr("is not a .tflite file"));
  EXPECT_THAT(file_error({'h', 'i'}), HasSubstr("is not a .tflite file"));
  EXPECT_THAT(file_error(Bytestring(1000)), HasSubstr("is not a .tflite file"));
  EXPECT_THAT(file_error({255, 255, 255, 255, 'T', 'F', 'L', '3'}), HasSubstr("truncated"));
}

// Reads a damaged file, and uses the network if the reader accepts the file. Each of these steps
// must either succeed or throw a UserError with the exit code input_file.
void use(const Bytestring& file) {
  try {
    const Network network = parsed(file);
    write_network_csv(network);
    read_offline_plan(network);
    with_offline_plan(file, std::vector<std::int32_t>(network.tensors.size(), 0));
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::input_file);
  }
}

// The verifier of FlatBuffers checks that vectors are aligned to four bytes, but not that their
// elements of eight bytes are aligned to eight bytes. So the reader must also read vectors whose
// elements are aligned only to four bytes.
TEST(TfliteDefects, ZeroPointsMayLieAtAnyAlignment) {
  for (const std::vector<std::int32_t>& shape : {std::vector<std::int32_t>{4}, {1, 4}}) {
    test::RawModel model;
    for (test::RawTensor& tensor : model.tensors) tensor.shape = shape;
    model.tensors[0].zero_points = {-5, 7};
    EXPECT_EQ(test::parsed(model).tensors[0].zero_point, -5);
  }
}

Bytestring rich_file() {
  test::RawModel model;
  make_convolution(model, 1, 2);
  model.buffers.push_back({Bytestring(28, 1)});
  model.metadata = {{offline_plan_name, 3}};
  model.tensors[2].is_sparse = true;
  model.tensors[0].signature = {-1, 8, 8, 2};
  model.tensors[1].zero_points = {3};
  return model.build();
}

TEST(TfliteDefects, TruncationAtAnyLengthIsAnErrorAndNeverACrash) {
  const Bytestring file = rich_file();
  for (std::size_t size = 0; size < file.size(); ++size) {
    use(Bytestring(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)));
  }
}

TEST(TfliteDefects, TruncationOfAWholeNetworkIsAnErrorAndNeverACrash) {
  const Bytestring file = write_tflite(builtin_network("resnet8").value());
  for (std::size_t size = 0; size < file.size(); size += 61) {
    use(Bytestring(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)));
  }
}

TEST(TfliteDefects, FlippedBytesAreAnErrorOrHarmlessButNeverACrash) {
  const Bytestring file = rich_file();
  std::mt19937 random(1);  // so that every run tests the same damage
  for (int i = 0; i < 20'000; ++i) {
    Bytestring damaged = file;
    const std::size_t flips = 1 + random() % 6;
    for (std::size_t flip = 0; flip < flips; ++flip) {
      damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
    }
    use(damaged);
  }
}

}  // namespace
}  // namespace spillway
