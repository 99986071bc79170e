// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/constant_values.h"

#include <algorithm>

namespace spillway::ethosu {

std::vector<std::int32_t> constant_values(const Tensor& tensor) {
  std::vector<std::int32_t> values;
  const std::size_t size = tensor.type == DataType::int64 ? 8 : 4;
  for (std::size_t at = 0; at + size <= tensor.data.size; at += size) {
    std::uint32_t value = 0;
    for (std::size_t byte = 0; byte < 4; ++byte) {
      value |= std::uint32_t{tensor.data.data[at + byte]} << (8 * byte);
    }
    values.push_back(static_cast<std::int32_t>(value));
  }
  return values;
}

SlopeRange slope_range(const Tensor& tensor) {
  SlopeRange range;
  const std::size_t size = tensor.type == DataType::int16 ? 2 : 1;
  for (std::size_t at = 0; at + size <= tensor.data.size; at += size) {
    const std::uint8_t low = tensor.data.data[at];
    std::int32_t stored = tensor.type == DataType::uint8 ? low : static_cast<std::int8_t>(low);
    if (size == 2) stored = low + 256 * static_cast<std::int8_t>(tensor.data.data[at + 1]);
    const double value =
        static_cast<double>(stored - tensor.zero_point) * static_cast<double>(tensor.scale);
    range.least = range.known ? std::min(range.least, value) : value;
    range.most = range.known ? std::max(range.most, value) : value;
    range.known = true;
  }
  return range;
}

}  // namespace spillway::ethosu
