// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <map>
#include <typeindex>

namespace spillway {

/// Choices that only one family of processors offers, in a struct that the family declares: what
/// hands them on does not know their types. A family reads its own struct and leaves the others
/// alone, so one set serves a sweep over several families.
class FamilyOptions {
 public:
  /// The struct as it was last changed, or with its defaults.
  template <typename Options>
  const Options& of() const {
    static const Options defaults;
    const auto found = structs_.find(typeid(Options));
    return found == structs_.end() ? defaults : std::any_cast<const Options&>(found->second);
  }
  template <typename Options>
  Options& of() {
    std::any& options = structs_[typeid(Options)];
    if (!options.has_value()) options = Options{};
    return std::any_cast<Options&>(options);
  }

 private:
  std::map<std::type_index, std::any> structs_;
};

}  // namespace spillway
