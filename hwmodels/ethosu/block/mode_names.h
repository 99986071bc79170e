// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

const char* type_name(const Operation& operation);  // such as "CONV" or "POOL"
const char* mode_name(const Operation& operation);  // such as "ADD"; "" unless pool or elementwise
std::string full_name(const Operation& operation);  // such as "CONV" or "POOL AVERAGE"

}  // namespace spillway::ethosu
