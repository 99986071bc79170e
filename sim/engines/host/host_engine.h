// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/engines/engine.h"

namespace spillway::sim {

/// The host CPU: computes, then moves its data access by access, while everything else stands
/// still. Its time is told by the ledger, so it has no track.
class HostEngine : public Engine {
 public:
  std::vector<std::string> tracks() const override { return {}; }
  std::vector<Picoseconds> busy() const override { return {}; }
  void configure(RunContext& context, Track /*first*/) override { context_ = &context; }
  bool save_in(SavedState& /*state*/) override { return true; }  // it waits in the parser
  void execute(const Command& command) override;
  bool runs_alone() const override { return true; }

 private:
  RunContext* context_ = nullptr;
  Event granted_;
};

}  // namespace spillway::sim
