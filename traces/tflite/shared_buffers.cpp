// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/shared_buffers.h"

#include <unordered_map>

#include "base/index.h"

namespace spillway {

std::vector<TensorIndex> buffer_owners(const Network& network) {
  std::unordered_map<const std::uint8_t*, TensorIndex> first;
  first.reserve(network.tensors.size());
  std::vector<TensorIndex> owners;
  owners.reserve(network.tensors.size());
  for (const Tensor& tensor : network.tensors) {
    const auto index = static_cast<TensorIndex>(owners.size());
    TensorIndex owner = index;
    if (!tensor.data.empty()) owner = first.emplace(tensor.data.data, index).first->second;
    const bool same = at(network.tensors, owner).data.size == tensor.data.size;
    owners.push_back(same ? owner : index);
  }
  return owners;
}

}  // namespace spillway
