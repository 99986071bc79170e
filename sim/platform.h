// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "hwmodels/target/read_target.h"
#include "sim/background_master.h"
#include "sim/memory/tlm_link.h"
#include "sim/processor.h"
#include "sim/simulate.h"
#include "sim/snapshots/snapshot_store.h"

namespace spillway::sim {

/// The whole chip: processor, DMA, ports and memories. SystemC elaborates once per process, so the
/// platform has as many ports and memories as any target may have. Every run configures the ports
/// and memories that it needs and puts them into their reset state.
class Platform : public sc_core::sc_module {
 public:
  static constexpr std::size_t max_ports = most_ports;
  static constexpr std::size_t max_memories = most_memories;
  static constexpr std::size_t max_background = most_background_masters;

  /// `link_names`: the names of the links to memories that other models simulate
  /// (TlmParameters::target).
  Platform(const sc_core::sc_module_name& name, const std::vector<std::string>& link_names);

  TlmLink& link(const std::string& name);

  /// Runs every thread of the fast kernel up to its first wait, as the first sc_start() does on
  /// SystemC. This happens before the first run, so that later runs find all threads in the same
  /// state.
  void begin() { const FastKernel::Run run(kernel_); }

  /// Runs SystemC, or the fast kernel, until the program has ended.
  Timing run(const Target& target, const Program& program, const SimulationOptions& options);

  /// Does the work of run() until the run has missed the deadline for certain (is pruned); then
  /// returns nullopt. A run that ended after the deadline without being pruned returns its timing.
  std::optional<Timing> run_within(const Deadline& deadline, const Target& target,
                                   const Program& program);

  /// Runs the program from the latest usable snapshot of an earlier run, see
  /// simulate_after_alike(). Stores a snapshot every `spacing` cycles. Returns nullopt if the run
  /// was pruned, that is, ended early because it could not meet `deadline`.
  std::optional<Timing> run_from_snapshot(const std::string& chip, const Target& target,
                                          const Program& program, Cycles spacing,
                                          const Deadline* deadline = nullptr);

  /// start() and finish() are the first and the last step of a run, for callers that run SystemC
  /// between these calls. `target`, `program` and the objects that `options` points to have to live
  /// until finish().
  void start(const Target& target, const Program& program, const SimulationOptions& options);
  bool finished() const { return processor_.finished(); }
  const sc_core::sc_event& done() const { return processor_.done(); }
  Timing finish();

 private:
  void configure(const Target& target, const Program& program, const SimulationOptions& options);
  static void require_time_left();
  void require_no_overrun(const Program& program) const;
  void configure_memories(const Engine& engine);
  std::unique_ptr<MemoryTiming> make_foreign_memory(const MemorySpec& spec,
                                                    const TlmParameters& tlm);
  void listen_to_foreign_memories();
  static bool runs_fast(const Target& target, const SimulationOptions& options);
  Timing run_fast(const Target& target, const Program& program, const SimulationOptions& options);
  void watch(const Deadline& deadline);
  void abandon(FastKernel::Run& run);
  bool takes_snapshots(const Target& target) const;
  bool hold(const Program& program);
  std::vector<Address> grains() const;
  std::shared_ptr<const Snapshot> take_snapshot();
  void restore(const Snapshot& snapshot);
  void run_to_the_end();
  void run_beside_others();
  bool settled() const;
  void require_answers() const;
  Timing collect(const Program& program);
  Picoseconds align_buckets();
  bool is_apart(const BackgroundSpec& background) const;
  void catch_up(Picoseconds end);
  void collect_memories(Timing& timing) const;
  void collect_ports(Timing& timing) const;
  void collect_counters(const Timing& timing, NpuCounters& counters) const;

  struct NamedLink {
    std::string name;
    std::unique_ptr<TlmLink> link;
  };

  FastKernel kernel_;
  SnapshotStore snapshots_;
  Target held_target_;  // copy of the target for run_from_snapshot(); snapshots point to it
  Program held_;        // copy of the program; snapshots point to it
  RunContext context_;
  SimulationOptions options_;
  std::optional<DeadlineWatch> watch_;
  std::vector<NamedLink> links_;
  bool broken_ = false;   // a run did not end, so processes still wait for answers
  bool foreign_ = false;  // another model simulates a memory of the run
  Ledger ledger_;
  SliceLog slices_;
  std::vector<AttachedMemory> memories_;
  std::array<std::unique_ptr<MemoryTarget>, max_memories> memory_targets_;
  std::array<std::unique_ptr<Port>, max_ports> ports_;
  std::array<std::unique_ptr<BackgroundMaster>, max_background> background_;
  Processor processor_;
};

}  // namespace spillway::sim
