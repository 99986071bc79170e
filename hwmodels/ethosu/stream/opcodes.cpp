// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/stream/opcodes.h"

namespace spillway::ethosu {
namespace {

struct Mnemonics {
  const char* u55 = nullptr;  // mnemonic on U55 and U65
  const char* u85 = nullptr;
};

#define SPILLWAY_MNEMONICS(name, code, on_u55, on_u85) \
  case code:                                           \
    return {on_u55, on_u85};

Mnemonics mnemonics_of(Command0 command) {
  switch (static_cast<std::uint16_t>(command)) {
    SPILLWAY_ONE_WORD_COMMANDS(SPILLWAY_MNEMONICS)
    default:
      return {};
  }
}

Mnemonics mnemonics_of(Command1 command) {
  switch (static_cast<std::uint16_t>(command)) {
    SPILLWAY_TWO_WORD_COMMANDS(SPILLWAY_MNEMONICS)
    default:
      return {};
  }
}

#undef SPILLWAY_MNEMONICS

const char* name_on(Product product, const Mnemonics& mnemonics) {
  return product == Product::u85 ? mnemonics.u85 : mnemonics.u55;
}

}  // namespace

const char* command_name(Command0 command, Product product) {
  return name_on(product, mnemonics_of(command));
}

const char* command_name(Command1 command, Product product) {
  return name_on(product, mnemonics_of(command));
}

}  // namespace spillway::ethosu
