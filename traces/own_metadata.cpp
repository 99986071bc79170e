// SPDX-License-Identifier: Apache-2.0
#include "traces/own_metadata.h"

#include <cstddef>
#include <memory>

namespace spillway {

void add_own_metadata(const OwnMetadata& added, Network& network) {
  std::size_t size = network.file->size();
  for (const auto& [name, contents] : added) size += contents.size();
  auto bytes = std::make_shared<FileBytes>();
  bytes->reserve(size);
  bytes->assign(network.file->begin(), network.file->end());
  const auto move = [&](ByteView& view) {
    if (!view.empty()) view.data = bytes->data() + (view.data - network.file->data());
  };
  for (Tensor& tensor : network.tensors) {
    move(tensor.data);
    move(tensor.zero_points);
  }
  for (Operator& op : network.operators) move(op.options);
  for (NamedBytes& entry : network.metadata) move(entry.data);
  for (const auto& [name, contents] : added) {
    network.metadata.push_back({name, {bytes->data() + bytes->size(), contents.size()}});
    bytes->insert(bytes->end(), contents.begin(), contents.end());
    network.added_bytes += contents.size();
  }
  network.file = std::move(bytes);
}

}  // namespace spillway
