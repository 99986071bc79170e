// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/emit/register_order.h"

namespace spillway::ethosu {

/// Collects the words of a command stream. Writes a register only if the new value differs from the
/// register's previous value.
class RegisterWriter {
 public:
  /// Adds a command of one word: an operation, a wait, or STOP.
  void command(Command0 command, std::uint16_t parameter);

  /// Sets a register. Adds no word if the register already has this value.
  void set(RegisterKey key, std::uint64_t value);
  void set(Command0 command, std::uint16_t value) { set(key_of(command), value); }
  void set(Command1 command, std::int64_t value);  // 40 bits, two's complement

  /// Forgets the value of a register, so that the next set() writes the register even if its value
  /// has not changed.
  void forget(RegisterKey key) { values_.erase(key); }

  /// Appends a word without interpreting it.
  void word(std::uint32_t word) { words_.push_back(word); }

  const std::vector<std::uint32_t>& words() const { return words_; }

 private:
  RegisterValues values_;
  std::vector<std::uint32_t> words_;
};

/// Returns the driver payload for `processor` that holds `stream`, in bytes.
std::vector<std::uint8_t> write_payload(const std::vector<std::uint32_t>& stream,
                                        const ProcessorAction& processor);

/// Returns a driver payload, in bytes, that runs `steps` on the processor of `original`. The
/// payload has the words that the compiler of `original` would write.
std::vector<std::uint8_t> rewritten_payload(const Payload& original,
                                            const std::vector<RegisterStep>& steps);

}  // namespace spillway::ethosu
