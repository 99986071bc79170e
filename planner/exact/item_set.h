// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spillway::exact {

/// A set of item indices; negative indices are ignored.
class ItemSet {
 public:
  explicit ItemSet(std::size_t items = 0) : words_((items + 63) / 64, 0) {}

  void clear() { std::fill(words_.begin(), words_.end(), 0); }
  void fill() { std::fill(words_.begin(), words_.end(), ~std::uint64_t{0}); }

  void add(std::int32_t item) {
    if (item >= 0) {
      words_[word(item)] |= bit(item);
    }
  }
  void add(const ItemSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      words_[w] |= other.words_[w];
    }
  }
  void remove(std::int32_t item) { words_[word(item)] &= ~bit(item); }
  bool contains(std::int32_t item) const { return (words_[word(item)] & bit(item)) != 0; }

 private:
  static std::size_t word(std::int32_t item) { return static_cast<std::size_t>(item) / 64; }
  static std::uint64_t bit(std::int32_t item) {
    return std::uint64_t{1} << (static_cast<std::uint32_t>(item) % 64U);
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace spillway::exact
