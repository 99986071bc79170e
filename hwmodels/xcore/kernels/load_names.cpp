// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/kernels/load_names.h"

namespace spillway::xcore {

bool loads_from_flash(const std::string& type_name) {
  return type_name == "XC_ld_flash" || type_name == early_load_name;
}

bool is_load(const std::string& type_name) {
  return loads_from_flash(type_name) || type_name == "XC_ld_weights";
}

}  // namespace spillway::xcore
