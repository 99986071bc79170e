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

/// Finds texts by their 64-bit hashes. The texts are not stored, because they would need too much
/// memory. Different texts may have the same hash; so a text with a matching hash is generated
/// again and compared.
class Fingerprints {
 public:
  using TextOf = std::function<std::string(std::size_t number)>;

  Fingerprints() = default;
  /// `hashes` has the hash of each text, in the order of the numbers of the texts: 0, 1 and so on.
  /// There are at most 2^32 - 1 texts.
  explicit Fingerprints(const std::vector<std::uint64_t>& hashes);

  /// Returns the number of `text`, whose hash is `hash`; nothing if it is not among the texts. If
  /// several texts are equal to it, returns the lowest number.
  std::optional<std::size_t> find(std::uint64_t hash, std::string_view text,
                                  const TextOf& text_of) const;

  /// Returns the numbers of all texts that are equal to a text with a lower number. Their order is
  /// not defined.
  std::vector<std::size_t> repeats(const TextOf& text_of) const;

 private:
  struct Entry {
    std::uint64_t hash;
    std::uint32_t number;
  };

  std::vector<Entry> entries_;  // sorted by hash, then by number
};

}  // namespace spillway
