// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/stream/opcodes.h"

namespace spillway::ethosu {

#define SPILLWAY_MNEMONIC(name, code, on_u55, on_u85) \
  case code:                                          \
    return product == Product::u85 ? (on_u85) : (on_u55);

const char* command_name(Command0 command, Product product) {
  switch (static_cast<std::uint16_t>(command)) {
    SPILLWAY_ONE_WORD_COMMANDS(SPILLWAY_MNEMONIC)
    default:
      return nullptr;
  }
}

const char* command_name(Command1 command, Product product) {
  switch (static_cast<std::uint16_t>(command)) {
    SPILLWAY_TWO_WORD_COMMANDS(SPILLWAY_MNEMONIC)
    default:
      return nullptr;
  }
}

#undef SPILLWAY_MNEMONIC

}  // namespace spillway::ethosu
