// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engines/engine.h"
#include "sim/engines/npu/npu_pipeline.h"

namespace spillway::sim {

/// The block pipeline as an engine of the command parser. At most two kernels, on U85 one kernel,
/// are queued behind the running kernel.
class NpuEngine : public Engine {
 public:
  std::vector<std::string> tracks() const override { return {"fetch", "compute", "output"}; }
  std::vector<Picoseconds> busy() const override;
  void configure(RunContext& context, Track first) override;
  bool save_in(SavedState& state) override {
    pipeline_.save_in(state);
    return true;
  }
  void execute(const Command& command) override;
  void count(NpuCounters& counters) const override { counters = pipeline_.counters(); }
  void drain() override { wait_for_kernels(pipeline_.issued()); }

 private:
  void wait_for_kernels(std::size_t ended);

  RunContext* context_ = nullptr;
  NpuPipeline pipeline_{"npu"};
};

}  // namespace spillway::sim
