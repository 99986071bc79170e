// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engines/engine.h"

namespace spillway::test {

/// The processor of the toy family. For each block, it first reads all operands, then computes,
/// then writes the results. The parser waits until the processor is finished, so the processor
/// needs no simulation process.
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
