// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "sim/engines/run_context.h"

namespace spillway::sim {

/// Reads the words of command streams for the parser in chunks: a chunk is read while the parser
/// works through the chunk before. A word is parsed in a cycle. All functions but the loop that
/// reads are called from the process of the parser.
class CommandFetch : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(CommandFetch);
  explicit CommandFetch(const sc_core::sc_module_name& name);

  void configure(const RunContext& context);
  void save_in(SavedState& state) { state.save(next_stream_, rest_, reading_, words_come_, op_); }
  /// The words that have not been requested yet.
  const Access& rest() const { return rest_; }
  /// Replaces the command words that are left.
  void replace_rest(const Access& words) { rest_ = words; }

  /// Begins the stream whose first command has this number, if there is one.
  void begin_command(std::uint32_t number, OperatorIndex op);
  /// Suspends the parser until it has parsed `words` more words and holds the word behind them,
  /// which is the command. Words outside of all streams take no reading.
  void parse(std::int32_t words);
  /// Reads the rest of the stream.
  void finish();

 private:
  void read_loop();
  void read_chunk();
  void pass(std::int32_t words);
  void wait_for_words();
  bool any_to_come() const { return rest_.run > 0 || reading_; }

  const RunContext* context_ = nullptr;
  std::size_t next_stream_ = 0;
  Access rest_;                  // of the stream, not requested yet
  bool reading_ = false;         // a chunk is being read
  std::int32_t words_come_ = 0;  // words read and not parsed yet
  OperatorIndex op_ = 0;         // of the command that is parsed
  Event room_, granted_, arrived_;
};

}  // namespace spillway::sim
