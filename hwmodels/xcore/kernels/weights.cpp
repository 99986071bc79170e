// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/kernels/weights.h"

#include <algorithm>

namespace spillway::xcore {

Bytes conv_weight_bytes(std::int64_t outputs, std::int64_t inputs) {
  constexpr Bytes block = Bytes{vector_bytes} * group_outputs;
  const std::int64_t last_outputs = (outputs - 1) % group_outputs + 1;
  const std::int64_t last_inputs = (inputs - 1) % vector_bytes + 1;
  return outputs * inputs - last_outputs * last_inputs + block;
}

Bytes depthwise_weight_bytes(std::int64_t channels, std::int64_t taps) {
  return group_outputs * ceil_div(channels, group_outputs) * taps + group_outputs;
}

Bytes multiplier_bias_bytes(std::int64_t outputs, bool channelwise) {
  const std::int64_t tail =
      outputs % group_outputs == 0 ? 0 : group_outputs - outputs % group_outputs;
  return 2 * ((channelwise ? 3 : 2) * outputs + tail);
}

Bytes multiplier_bias_bytes_i16(std::int64_t outputs) { return 8 * outputs; }

}  // namespace spillway::xcore
