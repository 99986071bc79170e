// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "sim/engines/run_context.h"

namespace spillway::sim {

/// Reads the words of command streams for the parser in chunks. The next chunk is read while the
/// parser works through the current chunk. Parsing a word takes one cycle. The parser's process
/// calls begin_command(), parse() and finish(); read_loop() runs in a process of its own.
class CommandFetch : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(CommandFetch);
  explicit CommandFetch(const sc_core::sc_module_name& name);

  void configure(const RunContext& context);
  void save_in(SavedState& state) { state.save(next_stream_, rest_, reading_, words_come_, op_); }
  /// Returns the words that have not been requested yet.
  const Access& rest() const { return rest_; }
  /// Replaces the command words that have not been requested yet, for a run that continues from the
  /// snapshot of another program.
  void replace_rest(const Access& words) { rest_ = words; }

  /// Begins to read a command stream if a stream starts with command number `number`; otherwise
  /// does nothing.
  void begin_command(std::uint32_t number, OperatorIndex op);
  /// Lets the time pass that the parser takes for `words` words, one cycle per word. Then waits
  /// until the word after these words, which is the command itself, has been read from memory.
  /// Words that belong to no stream take their time without being read.
  void parse(std::int32_t words);
  /// Reads and discards the words of the command stream that have not been parsed yet.
  void finish();

 private:
  void read_loop();
  void read_chunk();
  void pass(std::int32_t words);
  void wait_for_words();
  bool any_to_come() const { return rest_.run > 0 || reading_; }

  const RunContext* context_ = nullptr;
  std::size_t next_stream_ = 0;
  Access rest_;                  // words of the stream that have not been requested yet
  bool reading_ = false;         // a chunk is being read
  std::int32_t words_come_ = 0;  // words that have been read from memory but not parsed yet
  OperatorIndex op_ = 0;         // operator of the command that is being parsed
  Event room_, granted_, arrived_;
};

}  // namespace spillway::sim
