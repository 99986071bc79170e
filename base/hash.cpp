// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <fmt/format.h>

namespace spillway {

std::string Hash::text() const { return fmt::format("{:016x}", value_); }

}  // namespace spillway
