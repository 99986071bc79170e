// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <systemc>
#include <vector>

#include "hwmodels/target/read_target.h"
#include "sim/background_master.h"
#include "sim/processor.h"
#include "sim/simulate.h"

namespace spillway::sim {

/// The whole chip: processor, DMA, ports and memories. SystemC elaborates once per process, so the
/// platform has as many ports and memories as any target may have, and every run configures the
/// ones it needs anew, in their reset state.
class Platform : public sc_core::sc_module {
 public:
  static constexpr std::size_t max_ports = most_ports;
  static constexpr std::size_t max_memories = most_memories;
  static constexpr std::size_t max_background = most_background_masters;

  explicit Platform(const sc_core::sc_module_name& name);

  Timing run(const Target& target, const Program& program, const SimulationOptions& options);

 private:
  void configure(const Target& target, const Program& program, const SimulationOptions& options);
  static void require_time_left();
  void require_no_overrun(const Program& program) const;
  void configure_memories(const Engine& engine);
  Timing collect(const Program& program);
  Picoseconds align_buckets();
  void collect_memories(Timing& timing) const;
  void collect_ports(Timing& timing) const;
  void collect_counters(const Timing& timing, NpuCounters& counters) const;

  RunContext context_;
  Ledger ledger_;
  SliceLog slices_;
  std::vector<AttachedMemory> memories_;
  std::array<std::unique_ptr<MemoryTarget>, max_memories> memory_targets_;
  std::array<std::unique_ptr<Port>, max_ports> ports_;
  std::array<std::unique_ptr<BackgroundMaster>, max_background> background_;
  Processor processor_;
};

}  // namespace spillway::sim
