// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/traces/add_tensor.h"
#include "traces/network.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::test {

/// Collects the tensors and operators of a compiled file, and writes the values of all constants
/// into one array.
class CompiledNetworkWriter {
 public:
  using Contents = std::vector<std::uint8_t>;

  TensorIndex add(const std::string& name, std::vector<std::int32_t> shape, DataType type,
                  std::int32_t offset = not_planned) {
    begins_.push_back(none);
    offsets_.push_back(offset);
    return add_tensor(network_, name, type, std::move(shape));
  }

  TensorIndex add_constant(const std::string& name, const Contents& contents) {
    const TensorIndex index =
        add(name, {static_cast<std::int32_t>(contents.size())}, DataType::uint8);
    begins_.back() = keep(contents);
    return index;
  }

  TensorIndex add_sharing(const std::string& name, TensorIndex other) {
    const auto of = static_cast<std::size_t>(other);
    const TensorIndex index = add(name, network_.tensors[of].shape, DataType::uint8);
    begins_.back() = begins_[of];
    return index;
  }

  void add_metadata(const std::string& name, const Contents& contents) {
    metadata_.emplace_back(keep(contents), contents.size());
    network_.metadata.push_back({name, {}});
  }

  Network finish() {
    add_metadata(offline_plan_name, offline_plan());
    network_.file = std::make_shared<const FileBytes>(contents_.begin(), contents_.end());
    for (std::size_t i = 0; i < begins_.size(); ++i) {
      if (begins_[i] == none) continue;
      Tensor& tensor = network_.tensors[i];
      tensor.kind = TensorKind::constant;
      tensor.data = {network_.file->data() + begins_[i], static_cast<std::size_t>(tensor.bytes)};
    }
    for (std::size_t i = 0; i < metadata_.size(); ++i) {
      network_.metadata[i].data = {network_.file->data() + metadata_[i].first, metadata_[i].second};
    }
    return std::move(network_);
  }

  Network& network() { return network_; }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  std::size_t keep(const Contents& contents) {
    const std::size_t begin = contents_.size();
    contents_.insert(contents_.end(), contents.begin(), contents.end());
    return begin;
  }

  Contents offline_plan() const {
    std::vector<std::int32_t> words = {0, 1, static_cast<std::int32_t>(offsets_.size())};
    words.insert(words.end(), offsets_.begin(), offsets_.end());
    Contents bytes;
    for (const std::int32_t word : words) {
      for (int shift = 0; shift < 32; shift += 8) {
        bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(word) >> shift));
      }
    }
    return bytes;
  }

  Network network_;
  Contents contents_;
  std::vector<std::size_t> begins_;    // position of each tensor's values in the array of constants
  std::vector<std::int32_t> offsets_;  // offset of each tensor in the arena
  std::vector<std::pair<std::size_t, std::size_t>> metadata_;
};

}  // namespace spillway::test
