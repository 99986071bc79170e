// SPDX-License-Identifier: Apache-2.0
#include "tests/checkout.h"

namespace spillway::test {

// The only source that is compiled with paths of the machine: all others stay the same, for ccache,
// in every checkout.
std::string checkout_path(const std::string& relative) {
  return std::string(SPILLWAY_SOURCE_DIR) + "/" + relative;
}

std::string program_path() { return SPILLWAY_PROGRAM; }

}  // namespace spillway::test
