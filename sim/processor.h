// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "sim/command_fetch.h"
#include "sim/engines/engine.h"

namespace spillway::sim {

/// The command parser. The parser takes the commands of a program in order and passes each command
/// to its engine. The parser waits where the engine or the command requires a wait.
class Processor : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Processor);
  explicit Processor(const sc_core::sc_module_name& name);

  /// Selects the engine of the target's family for the next run. Throws std::logic_error if the
  /// registry has no engine of that name.
  const Engine& select_engine(const Target& target);

  /// Configures all engines for a run in which the selected engine (select_engine()) models the
  /// processor. Returns the first track number that no engine uses.
  Track configure(RunContext& context);
  /// Saves all members that change while a program runs. Returns false if some engine cannot be
  /// saved.
  bool save_in(SavedState& state);
  /// Returns the number of commands that the parser has reached.
  std::size_t begun() const { return begun_; }
  CommandFetch& fetch() { return fetch_; }

  /// Starts the program at the current time.
  void start() { start_.notify(); }
  /// Whether all commands have been executed and all their work has ended.
  const bool& finished() const { return finished_; }
  /// Returns an event that is notified at the end of the program if SystemC runs it.
  const sc_core::sc_event& done() const { return done_; }

  /// Returns name and busy time of every track of all engines. An engine has a track for each of
  /// its parts that can be busy separately.
  std::vector<EngineActivity> activities() const;
  /// Returns the performance counters of the engine of the target's processor family.
  NpuCounters counters() const;

 private:
  struct NamedEngine {
    std::string name;
    std::unique_ptr<Engine> engine;
  };

  Engine& engine_named(const std::string& name);
  void parse_loop();
  void execute(const Command& command);
  void drain();
  Engine& engine_of(CommandKind kind) const;

  std::vector<NamedEngine> engines_;  // all engines, in the order of the registry
  // The engine of the target's processor family.
  Engine* own_ = nullptr;
  Engine* dma_ = nullptr;
  Engine* host_ = nullptr;
  RunContext* context_ = nullptr;
  ProcessorLog log_;
  CommandFetch fetch_;
  Event start_;
  sc_core::sc_event done_;
  std::size_t begun_ = 0;
  bool finished_ = true;
};

}  // namespace spillway::sim
