// SPDX-License-Identifier: Apache-2.0
#include "sim/simulate.h"

#include <cstdlib>
#include <utility>

#include "sim/kernel/sanitized_stack.h"
#include "sim/memory/attach_tlm.h"
#include "sim/platform.h"

namespace spillway {

namespace {

sim::Platform& platform() {
  static sim::Platform* const platform = [] {
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    // The platform is never deleted: at the end of the process, SystemC destroys its own objects
    // before a static object of this function would be destroyed.
    std::vector<std::string> names;
    for (const auto& attached : sim::attached_tlm_targets()) names.push_back(attached.name);
    auto* const created = new sim::Platform("platform", names);
    for (const auto& attached : sim::attached_tlm_targets()) {
      created->link(attached.name).socket.bind(*attached.socket);
    }
    // Runs every process up to its first wait, so that all processes wait when the first run
    // starts.
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    created->begin();
    sim::name_stack_to_sanitizer();
    return created;
  }();
  return *platform;
}

std::optional<Timing> in_time(const Deadline& deadline, std::optional<Timing> timing) {
  return timing && timing->total > deadline.most ? std::nullopt : std::move(timing);
}

}  // namespace

Timing simulate(const Target& target, const Program& program, const SimulationOptions& options) {
  return platform().run(target, program, options);
}

Timing simulate_after_alike(const std::string& chip, const Target& target, const Program& program,
                            Cycles spacing) {
  return *platform().run_from_snapshot(chip, target, program, spacing);
}

std::optional<Timing> simulate_within(const Deadline& deadline, const Target& target,
                                      const Program& program) {
  return in_time(deadline, platform().run_within(deadline, target, program));
}

std::optional<Timing> simulate_after_alike_within(const Deadline& deadline, const std::string& chip,
                                                  const Target& target, const Program& program,
                                                  Cycles spacing) {
  return in_time(deadline, platform().run_from_snapshot(chip, target, program, spacing, &deadline));
}

}  // namespace spillway
