// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace spillway {

/// A hash table that finds a text in a growing list of texts, in constant time. The table stores
/// only indices into the list, so it needs few bytes per text. `Texts` is a vector or deque of
/// strings. All calls of an object must pass the same list.
class TextSlots {
 public:
  /// Returns the index of `text` in `texts`. Appends the text if the list does not have it.
  template <typename Texts>
  std::size_t place_of(Texts& texts, const std::string& text) {
    if (2 * (texts.size() + 1) > slots_.size()) grow(texts);
    std::uint32_t& slot = slots_[slot_of(texts, text)];
    if (slot == free_slot) {
      slot = static_cast<std::uint32_t>(texts.size());
      texts.push_back(text);
    }
    return slot;
  }

 private:
  static constexpr std::uint32_t free_slot = std::numeric_limits<std::uint32_t>::max();

  template <typename Texts>
  std::size_t slot_of(const Texts& texts, const std::string& text) const {
    const std::size_t mask = slots_.size() - 1;  // the size is a power of two
    std::size_t slot = std::hash<std::string>{}(text)&mask;
    while (slots_[slot] != free_slot && texts[slots_[slot]] != text) slot = (slot + 1) & mask;
    return slot;
  }

  template <typename Texts>
  void grow(const Texts& texts) {
    slots_.assign(slots_.empty() ? 4 : 2 * slots_.size(), free_slot);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      slots_[slot_of(texts, texts[i])] = static_cast<std::uint32_t>(i);
    }
  }

  std::vector<std::uint32_t> slots_;  // indices into the list of texts
};

}  // namespace spillway
