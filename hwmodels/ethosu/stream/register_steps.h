// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "hwmodels/ethosu/stream/opcodes.h"
#include "hwmodels/ethosu/stream/payload.h"

namespace spillway::ethosu {

/// Identifies a register by the opcode of the command that writes it. Bit 14 is set for commands of
/// two words, as in the command word.
using RegisterKey = std::uint16_t;

constexpr RegisterKey wide_register = 0x4000;

constexpr RegisterKey key_of(Command0 command) { return static_cast<RegisterKey>(command); }
constexpr RegisterKey key_of(Command1 command) {
  return static_cast<RegisterKey>(static_cast<int>(command) | wide_register);
}

/// The value of each register. A command of one word writes its parameter as the value. A command
/// of two words writes its parameter to bits 32 to 47 and its payload to bits 0 to 31.
using RegisterValues = std::map<RegisterKey, std::uint64_t>;

/// A command that is not a write of a register. A kernel or transfer has the values of all
/// registers when it starts.
struct RegisterStep {
  Command0 command = Command0::stop;
  std::uint16_t parameter = 0;
  RegisterValues registers;  // for kernels and transfers; empty for all other commands
};

/// Returns the commands of `stream` up to STOP. decode_stream() must accept the stream.
std::vector<RegisterStep> register_steps(const Words& stream);

/// Whether `command` runs a kernel on the processor.
bool is_kernel(Command0 command);

/// Whether `command` waits for running kernels or transfers.
bool is_wait(Command0 command);

}  // namespace spillway::ethosu
