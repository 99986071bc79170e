// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// Finds texts by their 64-bit hashes. Stores only the hashes, because the texts would need too
/// much memory. Different texts can have equal hashes, so find() and repeats() call a function of
/// the caller (`TextOf`), which generates the text with a matching hash again, and compare this
/// text.
class Fingerprints {
 public:
  using TextOf = std::function<std::string(std::size_t number)>;

  Fingerprints() = default;
  /// `hashes` are the hashes of the texts. The number of a text is the index of its hash in this
  /// list. There are at most 2^32 - 1 texts.
  explicit Fingerprints(const std::vector<std::uint64_t>& hashes);

  /// Returns the number of `text`, whose hash is `hash`; nothing if no text of the list equals
  /// `text`. If several texts equal `text`, returns the lowest number. `text_of` returns the text
  /// with a given number.
  std::optional<std::size_t> find(std::uint64_t hash, std::string_view text,
                                  const TextOf& text_of) const;

  /// Returns the numbers of all texts that are equal to a text with a lower number, in no defined
  /// order.
  std::vector<std::size_t> repeats(const TextOf& text_of) const;

 private:
  struct Entry {
    std::uint64_t hash;
    std::uint32_t number;
  };

  // Hashes of texts, sorted by hash and then by the number of the text.
  std::vector<Entry> entries_;
};

}  // namespace spillway
