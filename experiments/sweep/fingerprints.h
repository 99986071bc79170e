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

/// Finds texts by their 64-bit hashes where the texts would take too much room. Different texts may
/// have the same hash, so a hit counts only when the text itself, made again, is the same.
class Fingerprints {
 public:
  using TextOf = std::function<std::string(std::size_t number)>;

  Fingerprints() = default;
  /// `hashes` of the texts 0, 1, ...; fewer than 2^32.
  explicit Fingerprints(const std::vector<std::uint64_t>& hashes);

  /// The number of `text`, which has this hash; the lowest when it is there more than once.
  std::optional<std::size_t> find(std::uint64_t hash, std::string_view text,
                                  const TextOf& text_of) const;

  /// Numbers of texts that a lower number has too, in no particular order.
  std::vector<std::size_t> repeats(const TextOf& text_of) const;

 private:
  struct Entry {
    std::uint64_t hash;
    std::uint32_t number;
  };

  std::vector<Entry> entries_;  // by hash, then by number
};

}  // namespace spillway
