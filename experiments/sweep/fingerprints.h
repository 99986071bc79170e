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

/// Finds texts by their 64-bit hashes, without storing the texts, which would need too much memory.
/// Different texts may have the same hash, so the text with a matching hash is generated again and
/// compared.
class Fingerprints {
 public:
  using TextOf = std::function<std::string(std::size_t number)>;

  Fingerprints() = default;
  /// `hashes` of the texts 0, 1, ...; at most 2^32 - 1 of them.
  explicit Fingerprints(const std::vector<std::uint64_t>& hashes);

  /// The number of `text`, whose hash is given; the lowest one if several texts are equal.
  std::optional<std::size_t> find(std::uint64_t hash, std::string_view text,
                                  const TextOf& text_of) const;

  /// The numbers of all texts that equal a text with a lower number, in no particular order.
  std::vector<std::size_t> repeats(const TextOf& text_of) const;

 private:
  struct Entry {
    std::uint64_t hash;
    std::uint32_t number;
  };

  std::vector<Entry> entries_;  // sorted by hash, then by number
};

}  // namespace spillway
