// SPDX-License-Identifier: Apache-2.0
#include "traces/macs.h"

#include <cstddef>
#include <initializer_list>

#include "traces/shape.h"

namespace spillway {
namespace {

std::optional<std::int64_t> product(std::initializer_list<std::int64_t> factors) {
  std::int64_t result = 1;
  for (const std::int64_t factor : factors) {
    if (__builtin_mul_overflow(result, factor, &result)) return std::nullopt;
  }
  return result;
}

std::optional<std::int64_t> sum(std::initializer_list<std::optional<std::int64_t>> terms) {
  std::int64_t result = 0;
  for (const std::optional<std::int64_t>& term : terms) {
    if (!term || __builtin_add_overflow(result, *term, &result)) return std::nullopt;
  }
  return result;
}

std::int64_t elements_or_zero(const Tensor* tensor) {
  return tensor == nullptr ? 0 : element_count(*tensor);
}

// Returns the number of products that are summed up to one element of the output of a matrix
// product. In the shape of a matrix, the width is the number of rows, and the channels are the
// columns. If the left operand has as many rows as the output, these products run over its columns.
// Otherwise, the left operand is stored transposed, and the products run over its rows.
std::int64_t inner_extent(const Tensor* left, const Tensor* ofm) {
  if (left == nullptr || ofm == nullptr) return 0;
  return width_of(*left) == width_of(*ofm) ? channels_of(*left) : width_of(*left);
}

// Returns the number of multiply-accumulates of an LSTM; nullopt if it exceeds 63 bits. In every
// time step, the input is multiplied by four matrices, and the output of the previous step by four
// further matrices. If the input gate and the forget gate are coupled, input and output are
// multiplied by three matrices each. If the LSTM has a projection matrix, the output is also
// multiplied by this matrix.
std::optional<std::int64_t> lstm_macs(const Network& network, const Operator& op) {
  // Operands 1 to 4 are the matrices of the input for the gates input, forget, cell and output.
  constexpr std::size_t first_matrix = 1;
  // Four matrices for the input, then four matrices for the output of the previous step.
  constexpr std::size_t matrices = 8;
  constexpr std::size_t projection = 16;
  const Tensor* ifm = input_of(network, op, 0);
  if (ifm == nullptr || channels_of(*ifm) == 0) return 0;
  const std::int64_t steps = element_count(*ifm) / channels_of(*ifm);
  std::optional<std::int64_t> total =
      product({steps, elements_or_zero(input_of(network, op, projection))});
  for (std::size_t i = first_matrix; i < first_matrix + matrices; ++i) {
    total = sum({total, product({steps, elements_or_zero(input_of(network, op, i))})});
  }
  return total;
}

// Returns the number of multiply-accumulates of an SVDF; nullopt if it exceeds 63 bits. Operand 1
// holds the filters over the features of the newest input. Operand 2 holds the filters over all
// time steps of the state.
std::optional<std::int64_t> svdf_macs(const Network& network, const Operator& op) {
  const Tensor* ifm = input_of(network, op, 0);
  const std::int64_t batch = ifm == nullptr || ifm->shape.empty() ? 1 : ifm->shape[0];
  return sum({product({batch, elements_or_zero(input_of(network, op, 1))}),
              product({batch, elements_or_zero(input_of(network, op, 2))})});
}

}  // namespace

OperandPositions operand_positions(OpType type) {
  switch (type) {
    case OpType::conv_2d:
    case OpType::depthwise_conv_2d:
    case OpType::fully_connected:
      return {0, 1, 2};
    // Operand 0 of a transposed convolution is a constant with the shape of the output.
    case OpType::transpose_conv:
      return {2, 1, 3};
    default:
      return {};
  }
}

std::optional<std::int64_t> count_macs(const Network& network, const Operator& op) {
  const Tensor* ofm = output_of(network, op);
  const Tensor* weights = input_of(network, op, 1);
  const std::int64_t outputs = elements_or_zero(ofm);
  const std::int64_t kernel = std::int64_t{op.window.kernel_h} * op.window.kernel_w;
  switch (op.type) {
    case OpType::conv_2d:
      return product({outputs, kernel, weights == nullptr ? 0 : channels_of(*weights)});
    case OpType::depthwise_conv_2d:
      return product({outputs, kernel});
    // In a transposed convolution, every input element is multiplied by all weights of its channel.
    case OpType::transpose_conv:
      return product({elements_or_zero(input_of(network, op, 2)), kernel,
                      ofm == nullptr ? 0 : channels_of(*ofm)});
    case OpType::fully_connected:
      return product({outputs, weights == nullptr ? 0 : channels_of(*weights)});
    case OpType::batch_matmul:
      return product({outputs, inner_extent(input_of(network, op, 0), ofm)});
    case OpType::lstm:
      return lstm_macs(network, op);
    case OpType::svdf:
      return svdf_macs(network, op);
    default:
      return 0;
  }
}

}  // namespace spillway
