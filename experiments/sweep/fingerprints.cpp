// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/fingerprints.h"

#include <algorithm>
#include <set>

namespace spillway {

Fingerprints::Fingerprints(const std::vector<std::uint64_t>& hashes) {
  entries_.reserve(hashes.size());
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    entries_.push_back({hashes[i], static_cast<std::uint32_t>(i)});
  }
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.number < b.number;
  });
}

std::optional<std::size_t> Fingerprints::find(std::uint64_t hash, std::string_view text,
                                              const TextOf& text_of) const {
  auto entry = std::lower_bound(
      entries_.begin(), entries_.end(), hash,
      [](const Entry& candidate, std::uint64_t wanted) { return candidate.hash < wanted; });
  for (; entry != entries_.end() && entry->hash == hash; ++entry) {
    if (text_of(entry->number) == text) return entry->number;
  }
  return std::nullopt;
}

std::vector<std::size_t> Fingerprints::repeats(const TextOf& text_of) const {
  std::vector<std::size_t> repeated;
  for (std::size_t begin = 0; begin < entries_.size();) {
    std::size_t end = begin + 1;
    while (end < entries_.size() && entries_[end].hash == entries_[begin].hash) ++end;
    std::set<std::string> texts;
    for (std::size_t i = begin; end - begin > 1 && i < end; ++i) {
      if (!texts.insert(text_of(entries_[i].number)).second) {
        repeated.push_back(entries_[i].number);
      }
    }
    begin = end;
  }
  return repeated;
}

}  // namespace spillway
