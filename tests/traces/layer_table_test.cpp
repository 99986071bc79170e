// SPDX-License-Identifier: Apache-2.0
#include "traces/layers/layer_table.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "tests/user_error.h"
#include "traces/layers/layers.h"
#include "traces/network_check.h"
#include "traces/network_names.h"

namespace spillway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* all_columns =
    "layer,type,inputs,channels,kernel,stride,dilation,padding,activation,shape,values,axis,parts,"
    "element,bias,attributes\n";
constexpr const char* first_input = "in,input,,8x6x4\n";
constexpr const char* second_input = "in2,input,,8x6x4\n";

/// Returns the network of a layer table with the header, the rows `inputs` and the rows `rows`.
/// Empty cells at the end of a row may be missing.
Network table_of(const std::string& rows, const std::string& inputs = first_input) {
  const std::string columns = all_columns;
  const auto commas = [](const std::string& line) {
    return std::count(line.begin(), line.end(), ',');
  };
  std::string text = columns;
  std::istringstream lines(inputs + rows);
  for (std::string line; std::getline(lines, line);) {
    text +=
        line + std::string(static_cast<std::size_t>(commas(columns) - commas(line)), ',') + "\n";
  }
  return parse_layer_table(text, "table.csv");
}

std::string error_of_rows(const std::string& rows, const std::string& inputs = first_input) {
  return test::user_error([&] { table_of(rows, inputs); });
}

/// A row of a layer table and the shapes of its outputs. The row follows two images of 8x6x4, 'in'
/// and 'in2'. Every type of layer has a sample.
struct Sample {
  std::string cells;  // cells of the row after the type
  std::vector<std::vector<std::int32_t>> shapes;
};

const std::vector<std::int32_t> unchanged = {1, 8, 6, 4};

std::map<OpType, Sample> samples() {
  std::map<OpType, Sample> rows = {
      {OpType::conv_2d, {",in,16,3x3,2,,same,relu", {{1, 4, 3, 16}}}},
      {OpType::depthwise_conv_2d, {",in,,3x3,1,2,same", {unchanged}}},
      {OpType::transpose_conv, {",in,16,3x3,2,,valid", {{1, 17, 13, 16}}}},
      {OpType::fully_connected, {",in,10", {{1, 10}}}},
      {OpType::average_pool_2d, {",in,,2x2,2,,valid", {{1, 4, 3, 4}}}},
      {OpType::max_pool_2d, {",in,,3x3,1,,same", {unchanged}}},
      {OpType::prelu, {",in", {unchanged}}},
      {OpType::reshape, {",in,,,,,,,1x192", {{1, 192}}}},
      {OpType::squeeze, {",in", {{8, 6, 4}}}},
      {OpType::expand_dims, {",in,,,,,,,,0", {{1, 1, 8, 6, 4}}}},
      {OpType::transpose, {",in,,,,,,,,0x2x1x3", {{1, 6, 8, 4}}}},
      {OpType::concatenation, {",in in2,,,,,,,,,1", {{1, 16, 6, 4}}}},
      {OpType::pack, {",in in2,,,,,,,,,0", {{2, 1, 8, 6, 4}}}},
      {OpType::unpack, {",in,,,,,,,,,3", std::vector<std::vector<std::int32_t>>(4, {1, 8, 6})}},
      {OpType::split, {",in,,,,,,,,1,,2", {{1, 4, 6, 4}, {1, 4, 6, 4}}}},
      {OpType::split_v, {",in,,,,,,,,5x3 1", {{1, 5, 6, 4}, {1, 3, 6, 4}}}},
      {OpType::slice, {",in,,,,,,,,0x1x0x0 1x2x-1x4", {{1, 2, 6, 4}}}},
      {OpType::strided_slice, {",in,,,,,,,,0x1x0x0 1x8x6x4 1x2x1x1", {{1, 4, 6, 4}}}},
      {OpType::pad, {",in,,,,,,,,0x0x1x2x0x3x0x0", {{1, 11, 9, 4}}}},
      {OpType::mirror_pad, {",in,,,,,,,,0x0x1x1x1x1x0x0", {{1, 10, 8, 4}}}},
      {OpType::gather, {",in,,,,,,,1x3x6x4,0x2x4,1", {{1, 3, 6, 4}}}},
      {OpType::tile, {",in,,,,,,,,1x2x1x1", {{1, 16, 6, 4}}}},
      {OpType::broadcast_to, {",in,,,,,,,,2x8x6x4", {{2, 8, 6, 4}}}},
      {OpType::resize_bilinear, {",in,,,,,,,,16x12", {{1, 16, 12, 4}}}},
      {OpType::resize_nearest_neighbor, {",in,,,,,,,,16x12", {{1, 16, 12, 4}}}},
      {OpType::space_to_depth, {",in,,,,,,,1x4x3x16", {{1, 4, 3, 16}}}},
      {OpType::depth_to_space, {",in,,,,,,,1x16x12x1", {{1, 16, 12, 1}}}},
      {OpType::space_to_batch, {",in,,,,,,,4x4x3x4,2x2 0x0x0x0", {{4, 4, 3, 4}}}},
      {OpType::batch_to_space, {",in,,,,,,,1x8x6x4,1x1 0x0x0x0", {unchanged}}},
      {OpType::cast, {",in,,,,,,,,,,,float32", {unchanged}}},
      {OpType::batch_matmul, {",in in2,,,,,,,1x8x6x6", {{1, 8, 6, 6}}}},
      {OpType::pad_v2, {",in,,,,,,,,0x0x1x2x0x3x0x0", {{1, 11, 9, 4}}}},
      {OpType::shape, {",in", {{4}}}},
  };
  for (const OpType type : {OpType::mean, OpType::sum, OpType::reduce_max, OpType::reduce_min}) {
    rows[type] = {",in,,,,,,,,1x2", {{1, 4}}};
  }
  for (const OpType type : {OpType::arg_max, OpType::arg_min}) {
    rows[type] = {",in,,,,,,,,-1", {{1, 8, 6}}};
  }
  for (const OpType type : {OpType::add, OpType::sub, OpType::mul, OpType::minimum, OpType::maximum,
                            OpType::squared_difference}) {
    rows[type] = {",in in2", {unchanged}};
  }
  for (const OpType type :
       {OpType::abs, OpType::neg, OpType::leaky_relu, OpType::relu, OpType::relu6,
        OpType::relu_n1_to_1, OpType::relu_0_to_1, OpType::logistic, OpType::tanh,
        OpType::hard_swish, OpType::gelu, OpType::exp, OpType::log, OpType::sqrt, OpType::rsqrt,
        OpType::softmax, OpType::log_softmax, OpType::quantize, OpType::dequantize}) {
    rows[type] = {",in", {unchanged}};
  }
  return rows;
}

Network network_of_sample(OpType type, const Sample& sample) {
  return table_of("out," + std::string(op_type_name(type)) + sample.cells + "\n",
                  std::string(first_input) + second_input);
}

// Types of operators that cannot be rows of a layer table: control flow, variables, and operators
// of other compilers.
const std::set<OpType> no_layers = {
    OpType::unknown,       OpType::custom,          OpType::call_once, OpType::var_handle,
    OpType::read_variable, OpType::assign_variable, OpType::if_op,     OpType::while_op};

// Types of layers whose inputs are not images, so separate tests check these layers.
const std::set<OpType> other_inputs = {OpType::lstm, OpType::svdf, OpType::fill};

TEST(LayerTable, KnowsEveryOperatorThatIsALayer) {
  std::map<OpType, Sample> rows = samples();
  for (const std::string& name : op_type_names()) {
    const OpType type = *op_type_from_name(name);
    EXPECT_NE(is_layer_type(type), no_layers.count(type) > 0) << name;
    EXPECT_EQ(rows.count(type) + no_layers.count(type) + other_inputs.count(type), 1U) << name;
  }
}

TEST(LayerTable, DerivesTheOutputShapeOfEveryLayer) {
  for (const auto& [type, sample] : samples()) {
    const Network network = network_of_sample(type, sample);
    ASSERT_EQ(network.operators.size(), 1U);
    const Operator& op = network.operators[0];
    ASSERT_EQ(op.outputs.size(), sample.shapes.size()) << op_type_name(type);
    for (std::size_t i = 0; i < op.outputs.size(); ++i) {
      EXPECT_EQ(at(network.tensors, op.outputs[i]).shape, sample.shapes[i]) << op_type_name(type);
    }
  }
}

TEST(LayerTable, IsWrittenAsItIsRead) {
  for (const auto& [type, sample] : samples()) {
    const std::string written = write_layer_table(network_of_sample(type, sample));
    const Network again = parse_layer_table(written, "again.csv");
    EXPECT_EQ(write_layer_table(again), written) << op_type_name(type);
  }
}

TEST(LayerTable, HoldsAttributesOnWhichNoShapeDepends) {
  const auto again = [](const Network& network) {
    return parse_layer_table(write_layer_table(network), "again.csv").operators.at(0);
  };
  const Network leaky = table_of("x,leaky_relu,,,,,,,,,,,,,,alpha=0.1\n");
  EXPECT_EQ(leaky.operators[0].alpha, 0.1F);
  EXPECT_EQ(again(leaky).alpha, 0.1F);
  const Network resize = table_of("x,resize_bilinear,,,,,,,,,16x12,,,,,align_corners=1\n");
  EXPECT_TRUE(resize.operators[0].align_corners);
  EXPECT_TRUE(again(resize).align_corners);
  const Network lstm =
      table_of("x,lstm,seq,8,,,,,,,,,,,,cell_clip=10\n", "seq,input,,,,,,,,1x5x16\n");
  EXPECT_EQ(again(lstm).cell_clip, 10);
  EXPECT_THAT(write_layer_table(table_of("x,leaky_relu\n")), testing::Not(HasSubstr("attributes")));
}

TEST(LayerTable, RefusesAttributesThatItCannotHoldAndNamesThem) {
  const std::string slice = "x,strided_slice,,,,,,,,,0x1x0x0 1x8x6x4 1x1x1x1";
  EXPECT_THAT(error_of_rows(slice + ",,,,,begin_mask=2\n"),
              HasSubstr("attributes 'begin_mask=2': a layer table cannot hold begin_mask"));
  EXPECT_THAT(error_of_rows("x,relu,,,,,,,,,,,,,,alpha=1\n"),
              HasSubstr("alpha is no attribute of relu"));
  EXPECT_THAT(error_of_rows("x,relu\n", "in,input,,8x6x4,,,,,,,,,,,,alpha=1\n"),
              HasSubstr("an input has no attributes"));
  Network network = table_of(slice + "\n");
  network.operators[0].begin_mask = 2;
  try {
    write_layer_table(network);
    FAIL() << "no error";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("operator 0 'x' (STRIDED_SLICE) cannot be said in a layer "
                                        "table: it has the attribute begin_mask; --to network.csv "
                                        "holds every network"));
  }
}

TEST(LayerTable, HoldsAnLstmWithItsState) {
  const Network network = table_of("cells,lstm,seq,8\n", "seq,input,,,,,,,,1x5x16\n");
  const Operator& op = network.operators[0];
  EXPECT_EQ(op.macs, 5 * 4 * (8 * 16 + 8 * 8));
  EXPECT_THAT(at(network.tensors, op.outputs[0]).shape, ElementsAre(1, 5, 8));
  EXPECT_EQ(at(network.tensors, op.inputs[19]).kind, TensorKind::variable);
  const std::string written = write_layer_table(network);
  EXPECT_EQ(write_layer_table(parse_layer_table(written, "again.csv")), written);
}

TEST(LayerTable, HoldsAnSvdfWithItsState) {
  const Network network = table_of("x,svdf,seq,4,,,,,relu,12x10\n", "seq,input,,,,,,,,2x16\n");
  const Operator& op = network.operators[0];
  EXPECT_EQ(op.macs, 2 * (12 * 16 + 12 * 10));
  EXPECT_THAT(at(network.tensors, op.outputs[0]).shape, ElementsAre(2, 4));
  const Tensor& state = at(network.tensors, op.inputs[4]);
  EXPECT_EQ(state.kind, TensorKind::variable);
  EXPECT_EQ(state.bytes, 2 * 12 * 10 * 2);  // 16 bits per number
  const std::string written = write_layer_table(network);
  EXPECT_EQ(write_layer_table(parse_layer_table(written, "again.csv")), written);
  EXPECT_THAT(error_of_rows("x,svdf,seq,4,,,,,,7x10\n", "seq,input,,,,,,,,2x16\n"),
              HasSubstr("a multiple of the units"));
}

TEST(LayerTable, MultipliesMatricesAsTheyAreStoredUnlessAShapeSaysOtherwise) {
  const auto shape_of = [](const std::string& row) {
    const Network network = table_of(row, "a,input,,,,,,,,3x5x5\nb,input,,,,,,,,5x7\n");
    const std::string written = write_layer_table(network);
    EXPECT_EQ(write_layer_table(parse_layer_table(written, "again.csv")), written);
    EXPECT_EQ(network.operators[0].macs, 3 * 5 * 5 * 7);
    return at(network.tensors, network.operators[0].outputs[0]).shape;
  };
  EXPECT_THAT(shape_of("x,batch_matmul,a b\n"), ElementsAre(3, 5, 7));
  EXPECT_THAT(shape_of("x,batch_matmul,a,,,,,,,5x7\n"), ElementsAre(3, 5, 7));
  EXPECT_THAT(shape_of("x,batch_matmul,a,,,,,,,7x5\n"), ElementsAre(3, 5, 7));
  EXPECT_THAT(error_of_rows("x,batch_matmul,in,,,,,,,7x9\n"), HasSubstr("no extent in common"));
  EXPECT_THAT(error_of_rows("x,batch_matmul,in in,,,,,,,1x8x6x7\n"),
              HasSubstr("no product of the two"));
}

TEST(LayerTable, AFillTakesItsShapeOrItsValueFromATensor) {
  const auto filled = [](const std::string& rows, const std::string& inputs) {
    const Network network = table_of(rows, inputs);
    const std::string written = write_layer_table(network);
    EXPECT_EQ(write_layer_table(parse_layer_table(written, "again.csv")), written);
    const Operator& op = network.operators.back();
    EXPECT_EQ(op.inputs.size(), 2U);
    return at(network.tensors, op.outputs[0]);
  };
  const Tensor zeros = filled("s,shape,in\nx,fill,s,,,,,,,1x8x6x4,,,,int8\n", first_input);
  EXPECT_THAT(zeros.shape, ElementsAre(1, 8, 6, 4));
  EXPECT_EQ(zeros.type, DataType::int8);
  EXPECT_THAT(filled("x,fill,v,,,,,,,,2x3\n", "v,input,,,,,,,,1\n").shape, ElementsAre(2, 3));
  EXPECT_THAT(error_of_rows("x,fill,in,,,,,,,,2x3\n"), HasSubstr("a single element"));
  EXPECT_THAT(error_of_rows("s,shape,in\nx,fill,s,,,,,,,8x6x4\n"),
              HasSubstr("one number per dimension"));
}

TEST(LayerTable, ConstantsOfNumbersKeepTheirContentsInLongLists) {
  std::string rows;
  for (int i = 0; i < 100; ++i) rows += "t" + std::to_string(i) + ",transpose,,,,,,,,,0x2x1x3\n";
  const Network network = table_of(rows);
  for (const Operator& op : network.operators) {
    const ByteView order = at(network.tensors, op.inputs[1]).data;
    EXPECT_THAT(std::vector<std::uint8_t>(order.begin(), order.end()),
                ElementsAre(0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0));
  }
}

TEST(LayerTable, PartsOfASplitAreReadByNumber) {
  const Network network =
      table_of("halves,split,,,,,,,,,3,,2\nfirst,relu,halves\nsecond,abs,halves:1\n");
  EXPECT_EQ(network.operators[1].inputs[0], network.operators[0].outputs[0]);
  EXPECT_EQ(network.operators[2].inputs[0], network.operators[0].outputs[1]);
  EXPECT_THAT(error_of_rows("halves,split,,,,,,,,,3,,2,,\nthird,relu,halves:2\n"),
              HasSubstr("no layer above is named 'halves:2'"));
}

TEST(LayerTable, NamesTheValuesThatDoNotFit) {
  const auto row = [](const std::string& type, const std::string& shape,
                      const std::string& values) {
    return "x," + type + ",,,,,,,," + shape + "," + values + "\n";
  };
  EXPECT_THAT(error_of_rows(row("transpose", "", "")), HasSubstr("expected lists of values: 1"));
  EXPECT_THAT(error_of_rows(row("transpose", "", "0x1x1x3")), HasSubstr("no order"));
  EXPECT_THAT(error_of_rows(row("transpose", "", "0x1x2")), HasSubstr("another length"));
  EXPECT_THAT(error_of_rows(row("mean", "", "7")), HasSubstr("the axis is none of the input's"));
  EXPECT_THAT(error_of_rows(row("pad", "", "0x0x-1x0x0x0x0x0")),
              HasSubstr("padding is 0 at least"));
  EXPECT_THAT(error_of_rows(row("slice", "", "0x7x0x0 1x2x6x4")),
              HasSubstr("outside of the input"));
  EXPECT_THAT(error_of_rows(row("reshape", "1x7", "")), HasSubstr("another number of elements"));
  EXPECT_THAT(error_of_rows(row("reshape", "", "-2x-96")), HasSubstr("another number of elements"));
  EXPECT_THAT(error_of_rows(row("broadcast_to", "", "-2x8x6x4")), HasSubstr("output is empty"));
  EXPECT_THAT(error_of_rows(row("space_to_depth", "", "")), HasSubstr("needs the shape"));
  EXPECT_THAT(error_of_rows(row("resize_bilinear", "", "0x4")), HasSubstr("output is empty"));
  EXPECT_THAT(error_of_rows(row("split_v", "", "5x5 1")), HasSubstr("do not add up"));
}

TEST(LayerTable, SaysWhichOperatorItCannotHold) {
  Network network = table_of("a,relu\n");
  network.operators[0].type = OpType::custom;
  network.operators[0].type_name = "CIRCULAR_BUFFER";
  EXPECT_THAT(test::user_error([&] { write_layer_table(network); }),
              HasSubstr("operator 0 'a' (CIRCULAR_BUFFER)"));
}

}  // namespace
}  // namespace spillway
