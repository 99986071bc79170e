// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway::xcore {

constexpr const char* early_load_name = "XC_ld_weights_async";
constexpr const char* load_wait_name = "XC_ld_weights_wait";

/// XC_ld_flash, and the load of the same kind that does not wait: XC_ld_weights of type 2 in
/// compiled files.
bool loads_from_flash(const std::string& type_name);

/// Any load, from wherever.
bool is_load(const std::string& type_name);

}  // namespace spillway::xcore
