// SPDX-License-Identifier: Apache-2.0
// Runs that start from a snapshot (the saved state of an earlier run). Of the snapshots of an
// earlier run, the latest one before the first difference between the two programs is restored.
#include <algorithm>

#include "base/power_of_two.h"
#include "sim/platform.h"

namespace spillway::sim {
namespace {

template <typename Item>
bool fits(const std::vector<Item>& items, std::vector<Item>& held) {
  if (items.size() <= held.capacity()) return true;
  held.reserve(2 * items.size());
  return false;
}

}  // namespace

// Copies `program` into `held_`, because snapshots hold pointers into it. Returns whether the parts
// of `held_` kept their addresses; otherwise earlier snapshots are invalid.
bool Platform::hold(const Program& program) {
  const bool fit[] = {
      fits(program.commands, held_.commands),   fits(program.kernels, held_.kernels),
      fits(program.blocks, held_.blocks),       fits(program.accesses, held_.accesses),
      fits(program.transfers, held_.transfers), fits(program.host_tasks, held_.host_tasks)};
  held_ = program;
  return std::all_of(std::begin(fit), std::end(fit), [](bool fit) { return fit; });
}

// Returns the grain of each memory, in bytes: if all data of a memory are moved by a multiple of
// the grain, accesses to the data are split into the same bursts as before. Snapshots exist only of
// memories that can be copied (MemoryTiming::clone()). The models of these memories take the same
// time for the moved bursts. If the sizes of bursts and beats are not powers of two, the grain is
// 2^63, so that no data can be moved.
std::vector<Address> Platform::grains() const {
  std::vector<Address> grains;
  for (const MemorySpec& memory : held_target_.memories) {
    const PortSpec& port = held_target_.ports[static_cast<std::size_t>(memory.port)];
    const std::int32_t sizes[] = {port.burst_bytes, port.beat_bytes, held_target_.dma.burst_bytes};
    const bool powers = std::all_of(std::begin(sizes), std::end(sizes),
                                    [](std::int32_t size) { return is_power_of_two(size); });
    constexpr Address all = Address{1} << 63U;
    const std::int32_t largest = *std::max_element(std::begin(sizes), std::end(sizes));
    grains.push_back(powers && largest > 0 ? static_cast<Address>(largest) : all);
  }
  return grains;
}

// Takes a snapshot of the run. Returns null if a memory or an engine cannot be copied.
std::shared_ptr<const Snapshot> Platform::take_snapshot() {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->commands = processor_.begun();
  snapshot->stream_bytes = held_.streams.empty() ? 0 : held_.streams.front().words.run;
  snapshot->stream_bytes_left = processor_.fetch().rest().run;
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    const bool used = memories_[m].bursts > 0;
    snapshot->memories.push_back(used ? memory_targets_[m]->timing().clone() : nullptr);
    if (used && snapshot->memories.back() == nullptr) return nullptr;
  }
  snapshot->values.save(memories_);
  ledger_.save_in(snapshot->values);
  for (Port* const port : context_.ports) port->save_in(snapshot->values);
  if (!processor_.save_in(snapshot->values)) return nullptr;
  snapshot->moment = kernel_.freeze();
  return snapshot;
}

void Platform::restore(const Snapshot& snapshot) {
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    if (snapshot.memories[m] == nullptr) continue;
    memory_targets_[m]->configure(snapshot.memories[m]->clone(), context_.origin);
  }
  snapshot.values.restore();
  for (std::size_t m = 0; m < memories_.size(); ++m) memories_[m].point_at(*memory_targets_[m]);
  kernel_.thaw(snapshot.moment);
  if (held_.streams.empty()) return;
  Access rest = held_.streams.front().words;
  const std::int32_t left = rest.run - (snapshot.stream_bytes - snapshot.stream_bytes_left);
  rest.address += static_cast<Address>(rest.run - left);
  rest.run = left;
  processor_.fetch().replace_rest(rest);
}

bool Platform::takes_snapshots([[maybe_unused]] const Target& target) const {
#ifdef SPILLWAY_SANITIZED
  return false;
#else
  return runs_fast(target, {}) && target.background.empty();
#endif
}

std::optional<Timing> Platform::run_from_snapshot(const std::string& chip, const Target& target,
                                                  const Program& program, Cycles spacing,
                                                  const Deadline* deadline) {
  if (!takes_snapshots(target)) {
    if (deadline != nullptr) return run_within(*deadline, target, program);
    return run(target, program, {});
  }
  held_target_ = target;
  if (!hold(program)) snapshots_.clear();
  SnapshotStore::Run stored = snapshots_.begun(chip, program, grains());
  FastKernel::Run run(kernel_);
  start(held_target_, held_, {});
  if (stored.snapshots.empty()) {
    stored.spacing = context_.clock.to_time(spacing);
  } else {
    restore(*stored.snapshots.back());
  }
  if (deadline != nullptr) watch(*deadline);
  const auto missed = [&] { return deadline != nullptr && watch_->missed(); };
  Picoseconds next = kernel_.now() + stored.spacing;
  broken_ = true;
  run.to_the_end([&] {
    if (missed()) return false;
    if (kernel_.now() < next) return true;
    auto taken = take_snapshot();
    next = taken == nullptr ? never : kernel_.now() + stored.spacing;
    if (taken != nullptr) stored.add(std::move(taken));
    return true;
  });
  broken_ = false;
  std::optional<Timing> timing;
  if (missed()) {
    abandon(run);
  } else {
    timing = finish();
  }
  if (!stored.snapshots.empty()) snapshots_.add(std::move(stored));
  return timing;
}

}  // namespace spillway::sim
