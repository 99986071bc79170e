// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <utility>

namespace spillway {

/// A cache of the values that were used last, each under a name.
template <typename Value>
class LastUsed {
 public:
  /// Keeps at most `most` values.
  explicit LastUsed(std::size_t most) : most_(most) {}

  /// Returns the value with this name; null if no value with this name is kept.
  Value* find(const std::string& name) {
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->first != name) continue;
      entries_.splice(entries_.begin(), entries_, entry);
      return &entry->second;
    }
    return nullptr;
  }

  /// Keeps a value under a name that is not in use. If more than `most` values are then kept, drops
  /// the value that was not used for the longest time. The returned reference is valid until `most`
  /// other values have been used.
  Value& keep(std::string name, Value value) {
    entries_.emplace_front(std::move(name), std::move(value));
    if (entries_.size() > most_) entries_.pop_back();
    return entries_.front().second;
  }

 private:
  std::size_t most_;
  std::list<std::pair<std::string, Value>> entries_;  // the value that was used last comes first
};

}  // namespace spillway
