// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

const char* type_name(const Operation& operation);  // "CONV", "POOL"
const char* mode_name(const Operation& operation);  // "AVERAGE", "ADD"; "" for convolutions
std::string full_name(const Operation& operation);  // "CONV", "POOL AVERAGE"

}  // namespace spillway::ethosu
