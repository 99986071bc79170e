// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engines/engine.h"

namespace spillway::test {

/// The engine of the toy family. For each block, the engine reads all operands, then computes, then
/// writes the results. The command parser waits until the engine has executed a command, so the
/// engine needs no simulation process.
class ToyEngine : public sim::Engine {
 public:
  static constexpr const char* name = "toy";

  std::vector<std::string> tracks() const override { return {name}; }
  std::vector<Picoseconds> busy() const override { return {busy_}; }
  void configure(sim::RunContext& context, sim::Track first) override;
  void execute(const Command& command) override;
  bool runs_alone() const override { return true; }

 private:
  void move(const Kernel& kernel, const Range& accesses);

  sim::RunContext* context_ = nullptr;
  sim::Track track_{};
  Picoseconds busy_ = 0;
  sim::Event granted_;
};

}  // namespace spillway::test
