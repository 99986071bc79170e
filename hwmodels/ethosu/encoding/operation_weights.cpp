// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/operation_weights.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/index.h"

namespace spillway::ethosu {
namespace {

// The largest number of weights that an operation may have. Operations that the processors run have
// far fewer weights. With this limit, a stream has fewer than 2^31 elements.
constexpr std::int64_t most_weights = std::int64_t{1} << 24;

// The shape of a weight tensor in the file, and the distances between its output channels and
// between its taps, in elements.
struct StoredWeights {
  std::int32_t height = 1;
  std::int32_t width = 1;
  std::int32_t inputs = 1;
  std::int32_t outputs = 1;
  std::int64_t output_stride = 1;
  std::int64_t tap_stride = 1;
};

StoredWeights stored_weights(const Network& network, const NpuOp& op) {
  const Tensor& tensor = at(network.tensors, op.weights);
  const OpType type = at(network.operators, op.op).type;
  StoredWeights stored;
  if (tensor.shape.size() == 4 && type == OpType::depthwise_conv_2d) {
    stored.height = tensor.shape[1];
    stored.width = tensor.shape[2];
    stored.outputs = tensor.shape[3];
    stored.tap_stride = stored.outputs;
    return stored;
  }
  stored.outputs = tensor.shape.empty() ? 1 : tensor.shape.front();
  const std::int64_t elements = element_count(tensor);
  stored.output_stride = stored.outputs > 0 ? elements / stored.outputs : 0;
  if (tensor.shape.size() == 4 && !op.vector_product) {
    stored.height = tensor.shape[1];
    stored.width = tensor.shape[2];
    stored.inputs = tensor.shape[3];
  } else {
    stored.inputs = static_cast<std::int32_t>(stored.output_stride);
  }
  stored.tap_stride = stored.inputs;
  return stored;
}

// Returns the zero point of output channel `output`. The value is limited to the range of weights
// in streams, because a damaged file can contain any value.
std::int32_t zero_point(const Tensor& tensor, std::int32_t output, std::int32_t outputs) {
  const std::size_t count = tensor.zero_points.size / sizeof(std::int64_t);
  if (count == 0) return 0;
  const bool per_channel = count == static_cast<std::size_t>(outputs);
  const std::size_t index = per_channel ? static_cast<std::size_t>(output) : 0;
  std::int64_t value = 0;
  std::memcpy(&value, tensor.zero_points.data + index * sizeof value, sizeof value);
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(value, -largest_weight, largest_weight));
}

class WeightReader {
 public:
  WeightReader(const Network& network, const NpuOp& op)
      : op_(op),
        tensor_(at(network.tensors, op.weights)),
        stored_(stored_weights(network, op)),
        turned_(at(network.operators, op.op).type == OpType::transpose_conv),
        spread_y_(spread(op.operation.window.kernel_h, stored_.height)),
        spread_x_(op.folded_pixels > 1 ? 1 : spread(op.operation.window.kernel_w, stored_.width)) {}

  WeightValues read(std::int32_t begin, std::int32_t end) const {
    WeightValues result;
    result.height = (stored_.height - 1) * spread_y_ + 1;
    const std::int32_t columns =
        (stored_.width - 1) * spread_x_ + 1 + op_.zero_columns_left + op_.folded_pixels - 1;
    result.width = columns / op_.folded_pixels;
    if (op_.folded_pixels > 1) result.width = std::max(result.width, op_.operation.window.kernel_w);
    result.inputs = stored_.inputs * op_.folded_pixels;
    result.outputs = end - begin;
    const std::size_t per_output = static_cast<std::size_t>(result.height) *
                                   static_cast<std::size_t>(result.width) *
                                   static_cast<std::size_t>(result.inputs);
    result.values.resize(per_output * static_cast<std::size_t>(result.outputs));
    for (std::int32_t output = begin; output < end; ++output) {
      read_output(output, result,
                  result.values.data() + per_output * static_cast<std::size_t>(output - begin));
    }
    return result;
  }

 private:
  // Returns the distance between the taps of the kernel. The distance is more than 1 if the
  // lowering has put zeros between the taps, for a dilation that the NPU does not support.
  static std::int32_t spread(std::int32_t kernel, std::int32_t taps) {
    return taps > 1 ? std::max(1, (kernel - 1) / (taps - 1)) : 1;
  }

  // Copies the weights of one output channel. Folding joins neighbouring columns to one column with
  // more channels. Folding does not change the order of the weights, except that columns of zeros
  // are added at the left.
  void read_output(std::int32_t output, const WeightValues& shape, std::int16_t* to) const {
    const std::int32_t zero = zero_point(tensor_, output, stored_.outputs);
    const std::int64_t row_elements = std::int64_t{shape.width} * shape.inputs;
    for (std::int32_t y = 0; y < stored_.height; ++y) {
      for (std::int32_t x = 0; x < stored_.width; ++x) {
        const std::int32_t from_y = turned_ ? stored_.height - 1 - y : y;
        const std::int32_t from_x = turned_ ? stored_.width - 1 - x : x;
        const std::int64_t from =
            output * stored_.output_stride +
            (std::int64_t{from_y} * stored_.width + from_x) * stored_.tap_stride;
        const std::int64_t column = op_.zero_columns_left + std::int64_t{x} * spread_x_;
        read_channels(from, zero, to + y * spread_y_ * row_elements + column * stored_.inputs);
      }
    }
  }

  void read_channels(std::int64_t from, std::int32_t zero, std::int16_t* to) const {
    const std::uint8_t* data = tensor_.data.data + from;
    const bool is_signed = tensor_.type == DataType::int8;
    std::transform(data, data + stored_.inputs, to, [&](std::uint8_t stored) {
      const std::int32_t value = is_signed ? static_cast<std::int8_t>(stored) : stored;
      return static_cast<std::int16_t>(std::clamp(value - zero, -largest_weight, largest_weight));
    });
  }

  const NpuOp& op_;
  const Tensor& tensor_;
  const StoredWeights stored_;
  const bool turned_;
  const std::int32_t spread_y_;
  const std::int32_t spread_x_;
};

// Returns the weights of a convolution that adds up its inputs: all weights are 1.
WeightValues ones(const NpuOp& op, std::int32_t outputs) {
  WeightValues result;
  const Operation& operation = op.operation;
  result.height = operation.window.kernel_h;
  result.width = operation.window.kernel_w;
  result.inputs = operation.type == OperationType::depthwise ? 1 : operation.ifm.depth;
  result.outputs = outputs;
  result.values.assign(
      static_cast<std::size_t>(result.height) * static_cast<std::size_t>(result.width) *
          static_cast<std::size_t>(result.inputs) * static_cast<std::size_t>(outputs),
      1);
  return result;
}

}  // namespace

bool has_weight_values(const Network& network, const NpuOp& op) {
  if (op.weight_elements == 0) return false;
  if (op.weights == no_tensor) return true;
  const Tensor& tensor = at(network.tensors, op.weights);
  if (tensor.type != DataType::int8 && tensor.type != DataType::uint8) return false;
  const StoredWeights stored = stored_weights(network, op);
  const std::int64_t elements =
      std::int64_t{stored.height} * stored.width * stored.inputs * stored.outputs;
  return elements > 0 && elements <= most_weights &&
         static_cast<std::int64_t>(tensor.data.size) >= elements &&
         stored.outputs == op.operation.ofm.depth;
}

WeightValues operation_weights(const Network& network, const NpuOp& op, std::int32_t begin,
                               std::int32_t end) {
  if (op.weights == no_tensor) return ones(op, end - begin);
  return WeightReader(network, op).read(begin, end);
}

}  // namespace spillway::ethosu
