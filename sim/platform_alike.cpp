// SPDX-License-Identifier: Apache-2.0
// Runs of programs that begin alike: each goes on from the last mark of an earlier one before which
// the two are the same.
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

// Marks point to the parts of a program where they lie. Returns whether they still lie there.
bool Platform::hold(const Program& program) {
  const bool fit[] = {
      fits(program.commands, held_.commands),   fits(program.kernels, held_.kernels),
      fits(program.blocks, held_.blocks),       fits(program.accesses, held_.accesses),
      fits(program.transfers, held_.transfers), fits(program.host_tasks, held_.host_tasks)};
  held_ = program;
  return std::all_of(std::begin(fit), std::end(fit), [](bool fit) { return fit; });
}

// What addresses of every memory that make a difference are multiples of.
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

// The moment, or nothing where some part cannot be copied.
std::shared_ptr<const Mark> Platform::mark() {
  auto mark = std::make_shared<Mark>();
  mark->commands = processor_.begun();
  mark->words_before = held_.streams.empty() ? 0 : held_.streams.front().words.run;
  mark->words_left = processor_.fetch().rest().run;
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    const bool used = memories_[m].bursts > 0;
    mark->memories.push_back(used ? memory_targets_[m]->timing().clone() : nullptr);
    if (used && mark->memories.back() == nullptr) return nullptr;
  }
  mark->values.keep(memories_);
  ledger_.keep_in(mark->values);
  for (Port* const port : context_.ports) port->keep_in(mark->values);
  if (!processor_.keep_in(mark->values)) return nullptr;
  mark->moment = kernel_.freeze();
  return mark;
}

void Platform::go_back(const Mark& mark) {
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    if (mark.memories[m] == nullptr) continue;
    memory_targets_[m]->configure(mark.memories[m]->clone(), context_.origin);
  }
  mark.values.go_back();
  for (std::size_t m = 0; m < memories_.size(); ++m) memories_[m].point_at(*memory_targets_[m]);
  kernel_.thaw(mark.moment);
  if (held_.streams.empty()) return;
  Access rest = held_.streams.front().words;
  const std::int32_t left = rest.run - (mark.words_before - mark.words_left);
  rest.address += static_cast<Address>(rest.run - left);
  rest.run = left;
  processor_.fetch().replace_rest(rest);
}

bool Platform::has_marks([[maybe_unused]] const Target& target) const {
#ifdef SPILLWAY_SANITIZED
  return false;
#else
  return runs_fast(target, {}) && target.background.empty();
#endif
}

std::optional<Timing> Platform::run_after_alike(const std::string& chip, const Target& target,
                                                const Program& program, Cycles spacing,
                                                const Deadline* deadline) {
  if (!has_marks(target)) {
    if (deadline != nullptr) return run_within(*deadline, target, program);
    return run(target, program, {});
  }
  held_target_ = target;
  if (!hold(program)) kept_runs_.clear();
  KeptRuns::Run kept = kept_runs_.begun(chip, program, grains());
  FastKernel::Run run(kernel_);
  start(held_target_, held_, {});
  if (kept.marks.empty()) {
    kept.spacing = context_.clock.to_time(spacing);
  } else {
    go_back(*kept.marks.back());
  }
  if (deadline != nullptr) watch(*deadline);
  const auto missed = [&] { return deadline != nullptr && watch_->missed(); };
  Picoseconds next = kernel_.now() + kept.spacing;
  broken_ = true;
  run.to_the_end([&] {
    if (missed()) return false;
    if (kernel_.now() < next) return true;
    auto marked = mark();
    next = marked == nullptr ? never : kernel_.now() + kept.spacing;
    if (marked != nullptr) kept.add(std::move(marked));
    return true;
  });
  broken_ = false;
  std::optional<Timing> timing;
  if (missed()) {
    give_up(run);
  } else {
    timing = finish();
  }
  if (!kept.marks.empty()) kept_runs_.add(std::move(kept));
  return timing;
}

}  // namespace spillway::sim
