// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/lower/operator_split.h"

#include <cstring>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/diagnostics.h"
#include "hwmodels/xcore/lower/lower.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "tests/traces/add_tensor.h"
#include "tests/user_error.h"
#include "traces/files/builtin_networks.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using testing::Pair;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

/// Builds networks whose maps have one column and one channel, so a map is a list of rows. To
/// compare two networks, a test computes the values of these rows, with operators that only combine
/// rows.
class RowNetwork {
 public:
  explicit RowNetwork(std::int32_t rows) {
    network_.name = "rows";
    network_.inputs = {add_tensor(rows)};
  }

  TensorIndex input() const { return network_.inputs[0]; }
  std::int32_t rows(TensorIndex tensor) const { return network_.tensors[at(tensor)].shape[1]; }

  TensorIndex convolve(TensorIndex x, std::int32_t kernel, std::int32_t stride,
                       PaddingScheme scheme) {
    Operator op;
    op.type = OpType::conv_2d;
    op.window.kernel_h = kernel;
    op.window.stride_h = stride;
    op.window.scheme = scheme;
    std::int32_t out = (rows(x) - kernel) / stride + 1;
    if (scheme == PaddingScheme::same) {
      out = (rows(x) + stride - 1) / stride;
      const std::int32_t total = std::max(0, (out - 1) * stride + kernel - rows(x));
      op.window.pad_top = total / 2;
      op.window.pad_bottom = total - total / 2;
    }
    op.inputs = {x, add_constant(TensorKind::weight, {})};
    return append(op, out);
  }

  TensorIndex pad(TensorIndex x, std::int32_t top, std::int32_t bottom) {
    Operator op;
    op.type = OpType::pad;
    op.inputs = {x, add_constant(TensorKind::constant, {0, 0, top, bottom, 0, 0, 0, 0})};
    return append(op, rows(x) + top + bottom);
  }

  TensorIndex add(TensorIndex a, TensorIndex b) {
    Operator op;
    op.type = OpType::add;
    op.inputs = {a, b};
    return append(op, rows(a));
  }

  Network& network() { return network_; }
  std::int32_t size() const { return static_cast<std::int32_t>(network_.operators.size()); }

  Network done() {
    network_.outputs = {network_.operators.back().outputs[0]};
    return network_;
  }

 private:
  TensorIndex add_tensor(std::int32_t rows) {
    return test::add_tensor(network_, "t" + std::to_string(network_.tensors.size()), DataType::int8,
                            {1, rows, 1, 1});
  }

  TensorIndex add_constant(TensorKind kind, const std::vector<std::int32_t>& values) {
    const TensorIndex index = add_tensor(1);
    Tensor& tensor = network_.tensors[at(index)];
    tensor.kind = kind;
    if (values.empty()) return index;
    auto bytes = std::make_shared<std::vector<std::uint8_t>>(values.size() * sizeof(std::int32_t));
    std::memcpy(bytes->data(), values.data(), bytes->size());
    tensor.type = DataType::int32;
    tensor.data = {bytes->data(), bytes->size()};
    contents_.push_back(std::move(bytes));
    return index;
  }

  TensorIndex append(Operator op, std::int32_t rows) {
    op.name = "op" + std::to_string(size());
    op.type_name = op_type_name(op.type);
    op.macs = rows;
    op.outputs = {add_tensor(rows)};
    network_.operators.push_back(op);
    return op.outputs[0];
  }

  Network network_;
  std::vector<std::shared_ptr<std::vector<std::uint8_t>>> contents_;
};

using Rows = std::vector<std::int64_t>;

std::int64_t row_or_zero(const Rows& rows, std::int64_t row) {
  return row < 0 || row >= static_cast<std::int64_t>(rows.size())
             ? 0
             : rows[at(static_cast<std::int32_t>(row))];
}

/// Computes the output rows of an operator from the rows of its operands, which are in `known`. A
/// convolution has its padding in its window, a PAD has it in its second operand.
Rows evaluate(const Network& network, const Operator& op,
              const std::map<TensorIndex, Rows>& known) {
  const Rows& x = known.at(op.inputs[0]);
  Rows y(at(network.tensors[at(op.outputs[0])].shape[1]), 0);
  std::int32_t top = op.window.pad_top;
  if (op.type == OpType::pad && op.inputs.size() > 1) {
    std::memcpy(&top, network.tensors[at(op.inputs[1])].data.data + 2 * sizeof(top), sizeof(top));
  }
  Rows joined;
  for (const TensorIndex input : op.inputs) {
    if (op.type == OpType::concatenation) {
      joined.insert(joined.end(), known.at(input).begin(), known.at(input).end());
    }
  }
  for (std::size_t row = 0; row < y.size(); ++row) {
    const auto first = static_cast<std::int64_t>(row);
    switch (op.type) {
      case OpType::conv_2d:
        for (std::int32_t k = 0; k < op.window.kernel_h; ++k) {
          y[row] += (k + 2) * row_or_zero(x, first * op.window.stride_h + k - top);
        }
        y[row] %= 1'000'003;
        break;
      case OpType::pad:
        y[row] = row_or_zero(x, first - top);
        break;
      case OpType::add:
        y[row] = x[row] + 3 * known.at(op.inputs[1])[row];
        break;
      case OpType::slice:
        y[row] = x[row + at(op.input_views[0].offset[1])];
        break;
      default:
        y[row] = joined[row];
    }
  }
  return y;
}

Rows output_of(const Network& network) {
  std::map<TensorIndex, Rows> known;
  Rows& input = known[network.inputs[0]];
  for (std::int32_t i = 0; i < network.tensors[at(network.inputs[0])].shape[1]; ++i) {
    input.push_back(i * i + 7);
  }
  for (const Operator& op : network.operators) {
    Rows made = evaluate(network, op, known);
    known[op.outputs[0]] = std::move(made);
  }
  return known.at(network.outputs[0]);
}

RC_GTEST_PROP(XcoreOperatorSplit, StripsComputeWhatTheWholeNetworkComputes, ()) {
  RowNetwork rows(*rc::gen::inRange(12, 40));
  TensorIndex x = rows.input();
  const auto blocks = *rc::gen::inRange(1, 5);
  for (int i = 0; i < blocks; ++i) {
    const auto kernel = *rc::gen::inRange(1, 5);
    const auto stride = *rc::gen::inRange(1, 3);
    const auto scheme = *rc::gen::element(PaddingScheme::same, PaddingScheme::valid);
    if (*rc::gen::arbitrary<bool>()) x = rows.pad(x, *rc::gen::inRange(0, 2), 1);
    if (rows.rows(x) < 8) break;
    const TensorIndex y = rows.convolve(x, kernel, stride, scheme);
    const TensorIndex z = rows.convolve(y, 3, 1, PaddingScheme::same);
    x = *rc::gen::arbitrary<bool>() ? rows.add(y, z) : z;
  }
  const Network whole = rows.done();
  const auto count = static_cast<std::int32_t>(whole.operators.size());
  RC_PRE(count > 0);
  const std::int32_t top = *rc::gen::inRange(0, count);
  const std::int32_t bottom = *rc::gen::inRange(top, count);
  const std::int32_t height = rows.rows(whole.operators[at(bottom)].outputs[0]);
  RC_PRE(height >= 2);
  const xcore::RowSplit split{top, bottom, *rc::gen::inRange(2, height + 1)};
  xcore::SplitNetwork strips;
  try {
    strips = xcore::split_operators(whole, {split});
  } catch (const UserError&) {
    RC_DISCARD("the range cannot be split");
  }
  RC_ASSERT(output_of(strips.network) == output_of(whole));
  RC_ASSERT(strips.origin.size() == strips.network.operators.size());
}

TEST(XcoreOperatorSplit, MobileNetV2HasTheOperatorsOfThePublishedSplit) {
  xcore::LoweringOptions options;
  options.weights_in_flash = true;
  options.row_splits = {{0, 5, 8}, {6, 12, 4}};
  const Network network =
      xcore::lower(builtin_network("mobilenet_v2_1.0_224").value(), test::xcore_tile(), options);
  std::map<std::string, int> count;
  for (const Operator& op : network.operators) ++count[op.type_name];
  EXPECT_THAT(count, testing::IsSupersetOf({Pair("XC_conv2d_v2", 130), Pair("XC_pad", 45),
                                            Pair("XC_slice", 16), Pair("XC_add", 13),
                                            Pair("XC_concat", 5), Pair("XC_ld_flash", 82)}));
}

TEST(XcoreOperatorSplit, StripsShareTheirConstantsAndListedNamesMeanAllOfThem) {
  const Network whole = builtin_network("resnet8").value();
  const auto flash_bytes = [](const Network& network) {
    Bytes bytes = 0;
    for (const Operator& op : network.operators) {
      if (op.type_name != "XC_ld_flash") continue;
      for (const TensorIndex output : op.outputs) bytes += network.tensors[at(output)].bytes;
    }
    return bytes;
  };
  xcore::LoweringOptions options;
  options.weights_in_flash = true;
  options.channelwise = {"#1"};
  const Network plain = xcore::lower(whole, test::xcore_tile(), options);
  options.row_splits = {{0, 3, 4}};
  const Network strips = xcore::lower(whole, test::xcore_tile(), options);
  EXPECT_GT(strips.operators.size(), plain.operators.size());
  EXPECT_EQ(flash_bytes(strips), flash_bytes(plain));
}

std::string refusal(const Network& network, const std::vector<xcore::RowSplit>& splits) {
  return test::user_error([&] { xcore::split_operators(network, splits); }, ExitCode::usage);
}

TEST(XcoreOperatorSplit, SaysWhyARangeCannotBeSplit) {
  const Network network = builtin_network("mobilenet_v2_1.0_224").value();
  EXPECT_THAT(refusal(network, {{0, 99'999, 2}}), HasSubstr("has 0 to"));
  EXPECT_THAT(refusal(network, {{5, 3, 2}}), HasSubstr("no operators 5 to 3"));
  EXPECT_THAT(refusal(network, {{0, 5, 1}}), HasSubstr("2 strips"));
  EXPECT_THAT(refusal(network, {{0, 5, 57}}), HasSubstr("57 strips of 56 rows"));
  EXPECT_THAT(refusal(network, {{0, 5, 4}, {5, 7, 2}}), HasSubstr("overlap"));
  EXPECT_THAT(refusal(network, {{3, 7, 2}}), HasSubstr("outside of the strips reads its output"));
  const auto last = static_cast<std::int32_t>(network.operators.size()) - 1;
  EXPECT_THAT(refusal(network, {{last, last, 2}}), HasSubstr("cannot be split"));
}

}  // namespace
}  // namespace spillway
