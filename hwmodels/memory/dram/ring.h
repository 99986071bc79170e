// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace spillway::dram {

/// A FIFO queue in a flat array, which grows to the largest size needed and never shrinks.
template <typename T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  const T& front() const { return items_[head_]; }
  T& front() { return items_[head_]; }

  T& push(const T& item) {
    if (size_ == items_.size()) grow();
    T& added = items_[(head_ + size_++) & (items_.size() - 1)];
    added = item;
    return added;
  }
  void pop() {
    head_ = (head_ + 1) & (items_.size() - 1);
    --size_;
  }
  void clear() { head_ = size_ = 0; }

 private:
  void grow() {
    std::vector<T> larger(items_.empty() ? 64 : 2 * items_.size());
    for (std::size_t i = 0; i < size_; ++i) {
      larger[i] = items_[(head_ + i) & (items_.size() - 1)];
    }
    items_ = std::move(larger);
    head_ = 0;
  }

  std::vector<T> items_;  // the size is a power of two
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace spillway::dram
