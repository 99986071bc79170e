// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/simulation_cache.h"

#include <algorithm>
#include <utility>

#include "experiments/point/same_program.h"

namespace spillway {
namespace {

// Planners are swept faster than sizes, so that a plan that comes back comes back after as many
// programs as there are planners. A program of MobileNetV2 takes about 1 MB.
constexpr std::size_t most_entries = 16;

}  // namespace

// Makes what is known of the program the newest entry, if anything is.
bool SimulationCache::look_up(const std::string& chip, const Program& program) {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.chip == chip && same_program(entry.program, program);
  });
  if (found == entries_.end()) return false;
  Entry entry = std::move(*found);
  entries_.erase(found);
  entries_.push_front(std::move(entry));
  return true;
}

void SimulationCache::add(Entry entry) {
  entries_.push_front(std::move(entry));
  if (entries_.size() > most_entries) entries_.pop_back();
}

// With the capacities of the target at hand.
Timing SimulationCache::newest(const Target& target) const {
  Timing timing = entries_.front().timing;
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    timing.memories[m].capacity = target.memories[m].capacity;
  }
  return timing;
}

Timing SimulationCache::run(const std::string& chip, const Target& target, const Program& program) {
  if (!look_up(chip, program)) {
    ++simulations_;
    add({chip, program,
         many_ ? simulate_after_alike(chip, target, program) : simulate(target, program)});
  }
  return newest(target);
}

std::optional<Timing> SimulationCache::run_within(const Deadline& deadline, const std::string& chip,
                                                  const Target& target, const Program& program) {
  if (!look_up(chip, program)) {
    ++simulations_;
    std::optional<Timing> timing =
        many_ ? simulate_after_alike_within(deadline, chip, target, program)
              : simulate_within(deadline, target, program);
    if (!timing) return std::nullopt;
    add({chip, program, *std::move(timing)});
  }
  if (entries_.front().timing.total > deadline.most) return std::nullopt;
  return newest(target);
}

}  // namespace spillway
