// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/constant_values.h"

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

}  // namespace spillway::ethosu
