// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway::xcore {

constexpr const char* early_load_name = "XC_ld_weights_async";
constexpr const char* load_wait_name = "XC_ld_weights_wait";

/// Whether `type_name` is a load from flash: XC_ld_flash, or the name that lowering gives to an
/// asynchronous load (early_load_name). In compiled files, asynchronous loads are XC_ld_weights of
/// type 2, for which this function returns false.
inline bool loads_from_flash(const std::string& type_name) {
  return type_name == "XC_ld_flash" || type_name == early_load_name;
}

/// Whether `type_name` is a load, from flash or external RAM.
inline bool is_load(const std::string& type_name) {
  return loads_from_flash(type_name) || type_name == "XC_ld_weights";
}

}  // namespace spillway::xcore
