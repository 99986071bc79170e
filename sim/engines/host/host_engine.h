// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/engines/engine.h"

namespace spillway::sim {

/// The host CPU. A command first computes, then makes its memory accesses one after the other,
/// while all other engines are idle. The engine has no track, because the ledger reports its time.
class HostEngine : public Engine {
 public:
  std::vector<std::string> tracks() const override { return {}; }
  std::vector<Picoseconds> busy() const override { return {}; }
  void configure(RunContext& context, Track /*first*/) override { context_ = &context; }
  // Snapshots include the stack of the parser's process, which has all state of this engine.
  bool save_in(SavedState& /*state*/) override { return true; }
  void execute(const Command& command) override;
  bool runs_alone() const override { return true; }

 private:
  RunContext* context_ = nullptr;
  Event granted_;
};

}  // namespace spillway::sim
