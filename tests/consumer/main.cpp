// SPDX-License-Identifier: Apache-2.0
// Simulates one design point twice: with a planner that this program defines, and with a planner of
// Spillway.
#include <cstdio>

#include <experiments/point/design_point.h>
#include <planner/add_planner.h>
#include <traces/files/network_loader.h>

namespace {

/// A planner that places all buffers in the slowest memory, at consecutive addresses. The plan is
/// valid but slow.
class Stacked : public spillway::Planner {
 public:
  spillway::PlanningResult plan(const spillway::PlanningProblem& problem,
                                const spillway::PlannerOptions& /*options*/) const override {
    spillway::PlanningResult result;
    const auto slowest = static_cast<spillway::MemoryIndex>(problem.memories.size() - 1);
    spillway::Bytes top = 0;
    for (const spillway::Buffer& buffer : problem.buffers) {
      top = (top + buffer.alignment - 1) / buffer.alignment * buffer.alignment;
      result.placements.push_back({slowest, top});
      top += buffer.size;
    }
    return result;
  }
};

spillway::Cycles cycles_of(const std::string& planner) {
  spillway::DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  point.arena = {"sram", "dram"};
  point.planner = planner;
  return spillway::run_point(spillway::load_network("ds_cnn"), point).timing.total;
}

}  // namespace

int main() {
  spillway::add_planner({"stacked", "everything in a row", "", std::make_unique<Stacked>()});
  try {
    const spillway::Cycles own = cycles_of("stacked");
    const spillway::Cycles theirs = cycles_of("cadence-greedy");
    std::printf("stacked %lld cycles, cadence-greedy %lld\n", static_cast<long long>(own),
                static_cast<long long>(theirs));
    return own > theirs ? 0 : 1;
  } catch (const spillway::UserError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return static_cast<int>(error.code());
  }
}
