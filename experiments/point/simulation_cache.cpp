// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/simulation_cache.h"

#include <algorithm>

#include "experiments/point/same_program.h"
#include "sim/simulate.h"

namespace spillway {
namespace {

// Planners are swept faster than sizes, so that a plan that comes back comes back after as many
// programs as there are planners. A program of MobileNetV2 takes about 1 MB.
constexpr std::size_t most_entries = 16;

}  // namespace

Timing SimulationCache::run(const std::string& chip, const Target& target, const Program& program) {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.chip == chip && same_program(entry.program, program);
  });
  Entry entry;
  if (found != entries_.end()) {
    entry = std::move(*found);
    entries_.erase(found);
  } else {
    entry = {chip, program,
             many_ ? simulate_after_alike(chip, target, program) : simulate(target, program)};
    ++simulations_;
  }
  entries_.push_front(std::move(entry));
  if (entries_.size() > most_entries) entries_.pop_back();
  Timing timing = entries_.front().timing;
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    timing.memories[m].capacity = target.memories[m].capacity;
  }
  return timing;
}

}  // namespace spillway
