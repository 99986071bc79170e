// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "traces/network.h"

namespace spillway::test {

/// Adds a tensor to the network. Its size in memory follows from its type and shape. Returns its
/// index.
inline TensorIndex add_tensor(Network& network, std::string name, DataType type,
                              std::vector<std::int32_t> shape,
                              TensorKind kind = TensorKind::activation) {
  Tensor tensor;
  tensor.name = std::move(name);
  tensor.type = type;
  tensor.shape = std::move(shape);
  tensor.kind = kind;
  tensor.bytes = storage_bytes(type, element_count(tensor));
  network.tensors.push_back(std::move(tensor));
  return static_cast<TensorIndex>(network.tensors.size()) - 1;
}

}  // namespace spillway::test
