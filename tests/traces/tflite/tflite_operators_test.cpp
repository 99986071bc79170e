// SPDX-License-Identifier: Apache-2.0
// Tests how the reader interprets single tensors and operators of a .tflite file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/traces/tflite/raw_tflite.h"

namespace spillway {
namespace {

using Bytestring = std::vector<std::uint8_t>;
using test::parsed;
using tflite::BuiltinOptions;
using tflite::TensorType;

TEST(TfliteTensors, HaveTheBytesOfTheirType) {
  constexpr std::int32_t elements = 15;  // odd, so that packed types need a rounded size
  const std::pair<TensorType, Bytes> sizes[] = {
      {TensorType::FLOAT32, 60},       {TensorType::FLOAT16, 30},     {TensorType::INT32, 60},
      {TensorType::UINT8, 15},         {TensorType::INT64, 120},      {TensorType::BOOL, 15},
      {TensorType::INT16, 30},         {TensorType::COMPLEX64, 120},  {TensorType::INT8, 15},
      {TensorType::FLOAT64, 120},      {TensorType::COMPLEX128, 240}, {TensorType::UINT64, 120},
      {TensorType::UINT32, 60},        {TensorType::UINT16, 30},      {TensorType::INT4, 8},
      {TensorType::BFLOAT16, 30},      {TensorType::INT2, 4},         {TensorType::UINT4, 8},
      {TensorType::FLOAT8_E4M3FN, 15}, {TensorType::FLOAT8_E5M2, 15}, {TensorType::RESOURCE, 4},
      {TensorType::STRING, 0},         {TensorType::VARIANT, 0},
  };
  static_assert(std::size(sizes) == static_cast<std::size_t>(TensorType::MAX) + 1);
  for (const auto& [type, bytes] : sizes) {
    test::RawModel model;
    model.tensors[0].type = type;
    model.tensors[0].shape = {3, 5};
    ASSERT_EQ(element_count(parsed(model).tensors[0]), elements);
    EXPECT_EQ(parsed(model).tensors[0].bytes, bytes) << tflite::EnumNameTensorType(type);
  }
}

TEST(TfliteTensors, WithoutAFixedSizeComeWithAWarning) {
  test::RawModel model;
  model.tensors[0].type = TensorType::STRING;
  EXPECT_THAT(parsed(model).warnings, testing::ElementsAre(testing::HasSubstr("no fixed size")));
}

TEST(TfliteTensors, WithAnUnknownBatchSizeRunWithBatchOne) {
  test::RawModel model;
  model.tensors[0].signature = {-1, 4};
  EXPECT_EQ(parsed(model).tensors[0].bytes, 4);
  EXPECT_THAT(parsed(model).warnings, testing::IsEmpty());
}

TEST(TfliteOperators, WithoutANameAreNumbered) {
  test::RawModel model;
  model.operators[0].outputs = {};
  model.outputs = {0};
  model.codes = {{32, "thing"}};
  EXPECT_EQ(parsed(model).operators[0].name, "#0");
}

TEST(TfliteTensors, WithOpenDimensionsRunAtTheirShapesAndSaySoOnce) {
  test::RawModel model;
  model.tensors = {{{2, 4}}, {{2, 4}}};
  model.tensors[0].signature = {-1, -1};
  model.tensors[1].signature = {2, -1};
  const Network network = parsed(model);
  EXPECT_EQ(network.tensors[0].bytes, 8);
  EXPECT_THAT(network.warnings,
              testing::ElementsAre(testing::HasSubstr("tensor 0 't' leaves its dimension 0 open")));
}

TEST(TfliteTensors, MayBeSparseAndThenHoldFewerBytes) {
  test::RawModel model;
  model.buffers.push_back({{1, 2}});
  model.tensors.push_back({{1, 4}, TensorType::INT8, 1, false, {}, true});
  model.operators[0].inputs = {0, 2};
  EXPECT_EQ(parsed(model).tensors[2].bytes, 4);
}

TEST(TfliteTensors, HaveTheKindThatTheirUseShows) {
  test::RawModel model;
  model.codes = {{9}};  // FULLY_CONNECTED
  model.buffers = {{}, {Bytestring(16)}, {Bytestring(16)}, {{1}}};
  model.tensors = {{{1, 4}},
                   {{1, 4}},
                   {{4, 4}, TensorType::INT8, 1},
                   {{4}, TensorType::INT32, 2},
                   {{1}, TensorType::INT8, 3},
                   {{1, 8}, TensorType::INT8, 0, true},
                   {{64}}};
  model.operators = {{0, {0, 2, 3, 4, 5, 6}, {1}}};
  const Network network = parsed(model);
  const TensorKind kinds[] = {TensorKind::activation, TensorKind::activation, TensorKind::weight,
                              TensorKind::bias,       TensorKind::constant,   TensorKind::variable,
                              TensorKind::scratch};
  for (std::size_t i = 0; i < std::size(kinds); ++i) {
    EXPECT_EQ(network.tensors[i].kind, kinds[i]) << i;
  }
  EXPECT_EQ(network.operators[0].macs, 16);
}

TEST(TfliteOperators, ThatAreUnknownAreKeptWithAWarning) {
  test::RawModel model;
  model.codes = {{160}};
  Network network = parsed(model);
  EXPECT_EQ(network.operators[0].type, OpType::unknown);
  EXPECT_EQ(network.operators[0].type_name, "BITWISE_XOR");
  EXPECT_EQ(network.operators[0].inputs, std::vector<TensorIndex>{0});
  EXPECT_THAT(network.warnings, testing::ElementsAre(testing::HasSubstr("BITWISE_XOR")));
  model.codes = {{1234}};
  EXPECT_EQ(parsed(model).operators[0].type_name, "BUILTIN_1234");
}

TEST(TfliteOperators, ThatAreCustomKeepTheirCodeAndOptions) {
  test::RawModel model;
  model.codes = {{32, "ethos-u"}};
  model.operators[0].custom_options = {1, 4, 1};
  const Network network = parsed(model);
  EXPECT_EQ(network.operators[0].type, OpType::custom);
  EXPECT_EQ(network.operators[0].type_name, "ethos-u");
  const ByteView options = network.operators[0].options;
  EXPECT_EQ(Bytestring(options.begin(), options.end()), (Bytestring{1, 4, 1}));
  EXPECT_GE(options.data, network.file->data());  // the options refer to bytes of the file
}

TEST(TfliteOperators, OfTheFirstSubgraphRunAndAWarningCountsTheSubgraphs) {
  test::RawModel model;
  model.subgraphs = 3;
  const Network network = parsed(model);
  EXPECT_EQ(network.operators.size(), 1U);
  EXPECT_THAT(network.warnings, testing::ElementsAre("holds 3 subgraphs; only the first is run"));
}

TEST(TfliteOperators, WithCodesAbove126AreFoundInTheNewerField) {
  test::RawModel model;
  model.codes = {{150}};
  EXPECT_EQ(parsed(model).operators[0].type, OpType::gelu);
}

struct Dilated {
  tflite::Padding padding;
  std::int32_t stride, dilation, outputs;
  std::int32_t pad_top, pad_bottom;
};

TEST(TfliteOperators, OfConvolutionHaveTheirWindowAndPadding) {
  // A window of 3x3 moves over 9 rows. With a dilation of 2, the window covers 5 rows, so 9 outputs
  // need 13 rows: 4 rows of padding. With a stride of 2, 5 outputs need 11 rows: 2 rows of padding.
  const Dilated cases[] = {{tflite::Padding::SAME, 1, 1, 9, 1, 1},
                           {tflite::Padding::SAME, 1, 2, 9, 2, 2},
                           {tflite::Padding::SAME, 2, 1, 5, 1, 1},
                           {tflite::Padding::VALID, 1, 1, 7, 0, 0},
                           {tflite::Padding::VALID, 2, 2, 3, 0, 0}};
  for (const Dilated& c : cases) {
    test::RawModel model;
    model.codes = {{3}};
    model.buffers = {{}, {Bytestring(72)}};
    model.tensors = {
        {{1, 9, 9, 2}}, {{1, c.outputs, c.outputs, 4}}, {{4, 3, 3, 2}, TensorType::INT8, 1}};
    model.operators = {{0,
                        {0, 2, -1},
                        {1},
                        BuiltinOptions::Conv2DOptions,
                        [&](flatbuffers::FlatBufferBuilder& out) {
                          return tflite::CreateConv2DOptions(out, c.padding, c.stride, c.stride,
                                                             tflite::ActivationFunctionType::RELU6,
                                                             c.dilation, c.dilation)
                              .Union();
                        }}};
    const Operator op = parsed(model).operators[0];
    EXPECT_EQ(op.window.kernel_h, 3);
    EXPECT_EQ(op.window.stride_w, c.stride);
    EXPECT_EQ(op.window.dilation_w, c.dilation);
    EXPECT_EQ(op.window.pad_top, c.pad_top);
    EXPECT_EQ(op.window.pad_bottom, c.pad_bottom);
    EXPECT_EQ(op.activation, Activation::relu6);
    EXPECT_EQ(op.macs, std::int64_t{c.outputs} * c.outputs * 4 * 3 * 3 * 2);
  }
}

TEST(TfliteOperators, OfGroupedConvolutionCountTheChannelsOfOneGroup) {
  test::RawModel model;
  model.codes = {{3}};
  model.buffers = {{}, {Bytestring(8)}};
  model.tensors = {{{1, 4, 4, 4}}, {{1, 4, 4, 4}}, {{4, 1, 1, 2}, TensorType::INT8, 1}};
  model.operators = {
      {0, {0, 2}, {1}, BuiltinOptions::Conv2DOptions, [](flatbuffers::FlatBufferBuilder& out) {
         return tflite::CreateConv2DOptions(out, tflite::Padding::VALID, 1, 1).Union();
       }}};
  EXPECT_EQ(parsed(model).operators[0].macs, 4 * 4 * 4 * 2);
}

/// Returns a transposed 3x3 convolution with stride 2. Its input has the shape 4x4x2, its output
/// the shape `rows` x `columns` x 3.
Operator transposed(std::int32_t rows, std::int32_t columns, tflite::Padding padding) {
  test::RawModel model;
  model.codes = {{67}};
  model.buffers = {{}, {Bytestring(16)}, {Bytestring(54)}};
  model.tensors = {{{1, 4, 4, 2}},
                   {{1, rows, columns, 3}},
                   {{4}, TensorType::INT32, 1},
                   {{3, 3, 3, 2}, TensorType::INT8, 2}};
  model.operators = {{0,
                      {2, 3, 0},
                      {1},
                      BuiltinOptions::TransposeConvOptions,
                      [=](flatbuffers::FlatBufferBuilder& out) {
                        return tflite::CreateTransposeConvOptions(out, padding, 2, 2).Union();
                      }}};
  return parsed(model).operators[0];
}

TEST(TfliteOperators, TransposedConvolutionsCountMacsPerInputPixel) {
  const Operator op = transposed(8, 8, tflite::Padding::SAME);
  EXPECT_EQ(op.macs, 4 * 4 * 2 * 3 * 3 * 3);
  EXPECT_EQ(op.window.pad_top, 0);  // of (4 - 1) * 2 + 3 = 9 computed rows, 8 are kept
  EXPECT_EQ(op.window.pad_bottom, 1);
}

TEST(TfliteOperators, OfTransposedConvolutionMayCropTheirOutput) {
  // The operator computes 9 columns, but the file gives its output 5 or 30 columns. The runtime
  // leaves out the columns that do not fit and, with VALID, adds no padding.
  EXPECT_EQ(transposed(9, 5, tflite::Padding::VALID).window.pad_left, 0);
  EXPECT_EQ(transposed(9, 30, tflite::Padding::VALID).window.pad_right, 0);
  // With SAME, the runtime computes the padding only from the 5 columns of the output, which are 3
  // positions with stride 2.
  const Operator op = transposed(8, 5, tflite::Padding::SAME);
  EXPECT_EQ(op.window.pad_left, 1);
  EXPECT_EQ(op.window.pad_right, 1);
}

TEST(TfliteOperators, OfPoolingHaveTheirWindowAndNoMacs) {
  test::RawModel model;
  model.codes = {{17}};
  model.tensors = {{{1, 5, 7, 2}}, {{1, 3, 3, 2}}};
  model.operators = {
      {0, {0}, {1}, BuiltinOptions::Pool2DOptions, [](flatbuffers::FlatBufferBuilder& out) {
         return tflite::CreatePool2DOptions(out, tflite::Padding::SAME, 3, 2, 3, 2).Union();
       }}};
  const Operator op = parsed(model).operators[0];
  EXPECT_EQ(op.window.kernel_h, 2);
  EXPECT_EQ(op.window.kernel_w, 3);
  EXPECT_EQ(op.window.stride_h, 2);
  EXPECT_EQ(op.window.pad_bottom, 1);
  EXPECT_EQ(op.window.pad_left, 1);
  EXPECT_EQ(op.macs, 0);
}

TEST(TfliteOperators, AlongAnAxisCountItFromTheFront) {
  test::RawModel model;
  model.codes = {{2}};
  model.tensors = {{{1, 2, 2, 3}}, {{1, 2, 2, 6}}};
  model.operators = {{0,
                      {0, 0},
                      {1},
                      BuiltinOptions::ConcatenationOptions,
                      [](flatbuffers::FlatBufferBuilder& out) {
                        return tflite::CreateConcatenationOptions(out, -1).Union();
                      }}};
  EXPECT_EQ(parsed(model).operators[0].axis, 3);
}

TEST(TfliteOperators, OfSplitTakeTheAxisFromTheirConstantOperand) {
  test::RawModel model;
  model.codes = {{49}};
  model.buffers = {{}, {{2, 0, 0, 0}}};
  model.tensors = {{{1, 2, 4}}, {{1, 2, 2}}, {{1, 2, 2}}, {{}, TensorType::INT32, 1}};
  model.operators = {{0, {3, 0}, {1, 2}}};
  EXPECT_EQ(parsed(model).operators[0].axis, 2);
}

TEST(TfliteOperators, OfSvdfFilterTheInputAndTheWholeState) {
  test::RawModel model;
  model.codes = {{27}};
  model.buffers = {{}, {Bytestring(24)}, {Bytestring(30)}};
  model.tensors = {{{1, 4}},
                   {{1, 6}},
                   {{6, 4}, TensorType::INT8, 1},
                   {{6, 5}, TensorType::INT8, 2},
                   {{1, 30}, TensorType::INT8, 0, true}};
  model.operators = {{0, {0, 2, 3, -1, 4}, {1}}};
  EXPECT_EQ(parsed(model).operators[0].macs, 6 * 4 + 6 * 5);
}

TEST(TfliteOperators, OfLstmMultiplyInputAndOutputWithEveryMatrixInEveryStep) {
  constexpr std::int32_t steps = 7, inputs = 3, cells = 2;
  test::RawModel model;
  model.codes = {{44}};
  model.buffers = {{}, {Bytestring(cells * inputs)}, {Bytestring(cells * cells)}};
  model.tensors = {{{1, steps, inputs}},
                   {{1, steps, cells}},
                   {{cells, inputs}, TensorType::INT8, 1},
                   {{cells, cells}, TensorType::INT8, 2}};
  model.operators = {{0, {0, 2, 2, 2, 2, 3, 3, 3, 3}, {1}}};
  EXPECT_EQ(parsed(model).operators[0].macs, steps * 4 * (cells * inputs + cells * cells));
}

TEST(TfliteOperators, OfMatrixProductsSumOverTheInnerExtent) {
  test::RawModel model;
  model.codes = {{126}};
  model.tensors = {{{2, 3, 4}}, {{2, 3, 5}}, {{2, 4, 5}}};
  model.inputs = {0, 2};
  model.operators = {{0, {0, 2}, {1}}};
  EXPECT_EQ(parsed(model).operators[0].macs, 2 * 3 * 5 * 4);
}

}  // namespace
}  // namespace spillway
