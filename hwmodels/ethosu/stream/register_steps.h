// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "hwmodels/ethosu/stream/opcodes.h"
#include "hwmodels/ethosu/stream/payload.h"

namespace spillway::ethosu {

/// A register by its opcode. Registers of two words have bit 14 set, as in the command word.
using RegisterKey = std::uint16_t;

constexpr RegisterKey wide_register = 0x4000;

constexpr RegisterKey key_of(Command0 command) { return static_cast<RegisterKey>(command); }
constexpr RegisterKey key_of(Command1 command) {
  return static_cast<RegisterKey>(static_cast<int>(command) | wide_register);
}

/// Values by register. The value of a register of one word is the parameter. The value of a
/// register of two words has the parameter in bits 32 to 47 and the payload in bits 0 to 31.
using RegisterValues = std::map<RegisterKey, std::uint64_t>;

/// A command other than a write of a register, and the values of all registers when the command
/// starts.
struct RegisterStep {
  Command0 command = Command0::stop;
  std::uint16_t parameter = 0;
  RegisterValues registers;  // for operations and transfers; empty for waits and STOP
};

/// The commands of `stream`, which decode_stream() accepts, up to STOP.
std::vector<RegisterStep> register_steps(const Words& stream);

/// Whether `command` runs a kernel on the processor.
bool is_kernel(Command0 command);

/// Whether `command` waits for kernels or transfers that run.
bool is_wait(Command0 command);

}  // namespace spillway::ethosu
