// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/lower/row_chain.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "hwmodels/xcore/kernels/shapes.h"

namespace spillway::xcore {
namespace {

bool is_binary(const Operator& op) { return op.type == OpType::add || op.type == OpType::mul; }

bool has_row_kernel(const Operator& op) {
  return op.type == OpType::conv_2d || op.type == OpType::depthwise_conv_2d ||
         op.type == OpType::average_pool_2d || op.type == OpType::pad || is_binary(op);
}

bool is_image(const Tensor& tensor) {
  return tensor.type == DataType::int8 && tensor.shape.size() == 4 && tensor.shape[0] == 1;
}

bool contains_tensor(const std::vector<TensorIndex>& tensors, TensorIndex tensor) {
  return std::find(tensors.begin(), tensors.end(), tensor) != tensors.end();
}

}  // namespace

RowChain::RowChain(const Network& network, const RowSplit& split)
    : network_(network), split_(split), producer_(network.tensors.size(), -1) {
  require_range();
  for (std::int32_t i = split.top; i <= split.bottom; ++i) {
    for (const TensorIndex output : op(i).outputs) at(producer_, output) = i;
  }
  collect();
  for (const std::int32_t member : operators_) require_private(member);
  if (split.strips > output_rows(split.bottom)) {
    reject(split.bottom,
           fmt::format("{} strips of {} rows", split.strips, output_rows(split.bottom)));
  }
}

/// Collects the chain from its bottom operator upwards. Operators of the range that do not feed the
/// bottom operator are left out.
void RowChain::collect() {
  std::vector<bool> wanted(network_.operators.size(), false);
  at(wanted, split_.bottom) = true;
  for (std::int32_t i = split_.bottom; i >= split_.top; --i) {
    if (!at(wanted, i)) continue;
    require_splittable(i);
    operators_.push_back(i);
    for (const std::size_t image : images(i)) {
      const std::int32_t made_by = maker(i, image);
      if (made_by >= 0) at(wanted, made_by) = true;
    }
  }
  std::reverse(operators_.begin(), operators_.end());
}

bool RowChain::contains(std::int32_t op) const {
  return std::binary_search(operators_.begin(), operators_.end(), op);
}

std::vector<std::size_t> RowChain::images(std::int32_t number) const {
  const Operator& what = op(number);
  if (!is_binary(what)) return {0};
  std::vector<std::size_t> found;
  const Shape& shape = at(network_.tensors, what.outputs[0]).shape;
  for (std::size_t i = 0; i < what.inputs.size(); ++i) {
    if (at(network_.tensors, what.inputs[i]).shape == shape) found.push_back(i);
  }
  return found;
}

std::int32_t RowChain::maker(std::int32_t number, std::size_t image) const {
  return at(producer_, op(number).inputs[image]);
}

Window RowChain::window(std::int32_t number) const {
  const Operator& what = op(number);
  if (is_binary(what)) return {};
  return what.type == OpType::pad ? *image_padding(network_, what) : what.window;
}

std::int32_t RowChain::output_rows(std::int32_t number) const {
  return at(network_.tensors, op(number).outputs[0]).shape[1];
}

std::int32_t RowChain::input_rows(std::int32_t number, std::size_t image) const {
  return at(network_.tensors, op(number).inputs[image]).shape[1];
}

void RowChain::require_range() const {
  const auto count = static_cast<std::int32_t>(network_.operators.size());
  if (split_.top < 0 || split_.bottom < split_.top || split_.bottom >= count) {
    throw UserError(ExitCode::usage,
                    fmt::format("--op-split: no operators {} to {}; {} has 0 to {}", split_.top,
                                split_.bottom, network_.name, count - 1));
  }
  if (split_.strips < 2) throw UserError(ExitCode::usage, "--op-split: needs 2 strips or more");
}

void RowChain::require_splittable(std::int32_t number) const {
  const Operator& what = op(number);
  if (!has_row_kernel(what)) {
    reject(number, "xformer splits convolutions, average pools, pads, add and mul");
  }
  const std::vector<std::size_t> cut = images(number);
  const auto image = [&](TensorIndex tensor) { return is_image(at(network_.tensors, tensor)); };
  if (!image(what.outputs[0]) || !std::all_of(cut.begin(), cut.end(), [&](std::size_t operand) {
        return image(what.inputs[operand]);
      })) {
    reject(number, "it does not work on one int8 image of rows, columns and channels");
  }
  if (what.type == OpType::pad && !image_padding(network_, what)) {
    reject(number, "it does not pad rows and columns by constant amounts");
  }
  for (std::size_t i = 0; i < what.inputs.size(); ++i) {
    if (what.inputs[i] == no_tensor) continue;
    const bool whole = std::find(cut.begin(), cut.end(), i) == cut.end();
    if (whole && at(producer_, what.inputs[i]) >= 0) {
      reject(number, "it needs all of '" + at(network_.tensors, what.inputs[i]).name +
                         "', which is made within the range");
    }
  }
}

void RowChain::require_private(std::int32_t number) const {
  if (number == split_.bottom) return;
  const TensorIndex made = op(number).outputs[0];
  for (std::size_t i = 0; i < network_.operators.size(); ++i) {
    if (contains(static_cast<std::int32_t>(i))) continue;
    if (contains_tensor(network_.operators[i].inputs, made)) {
      reject(number, fmt::format("operator {} ('{}') outside of the strips reads its output", i,
                                 network_.operators[i].name));
    }
  }
  if (contains_tensor(network_.outputs, made)) {
    reject(number, "its output is one of the network");
  }
}

void RowChain::reject(std::int32_t number, const std::string& reason) const {
  throw UserError(ExitCode::usage,
                  fmt::format("--op-split: operator {} ('{}', {}) cannot be split: {}", number,
                              op(number).name, op(number).type_name, reason));
}

}  // namespace spillway::xcore
