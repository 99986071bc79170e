// SPDX-License-Identifier: Apache-2.0
#include "base/version.h"

namespace spillway {

const char* version() { return SPILLWAY_VERSION; }

}  // namespace spillway
