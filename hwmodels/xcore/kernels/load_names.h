// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway::xcore {

constexpr const char* early_load_name = "XC_ld_weights_async";
constexpr const char* load_wait_name = "XC_ld_weights_wait";

/// Whether an operator of this type is XC_ld_flash or the asynchronous load from flash (in compiled
/// files XC_ld_weights of type 2).
bool loads_from_flash(const std::string& type_name);

/// Whether an operator of this type is a load, from flash or external RAM.
bool is_load(const std::string& type_name);

}  // namespace spillway::xcore
