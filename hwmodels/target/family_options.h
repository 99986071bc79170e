// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <map>
#include <typeindex>

namespace spillway {

/// The options that are specific to families of processors. The object holds one struct of options
/// per family. Each family declares its own struct; other code does not know the types of these
/// structs. A family reads only its own struct, so one object of this class serves a sweep over
/// several families.
class FamilyOptions {
 public:
  /// Returns the struct of this type as it was last changed, or with its default values if it was
  /// never changed.
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
