// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/fastest_plan.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "base/index.h"
#include "planner/plan_key.h"
#include "sim/simulate.h"

namespace spillway {
namespace {

// Returns the cycles of all blocks of the kernel: in the output engine if the kernel is
// elementwise, otherwise in the MAC engine.
double work_of(const Kernel& kernel, const Program& program) {
  Cycles work = 0;
  for (std::uint32_t i = 0; i < kernel.blocks.count; ++i) {
    const Block& block = program.blocks[kernel.blocks.first + i];
    work += kernel.elementwise ? block.output : block.compute;
  }
  return static_cast<double>(work);
}

// Converts a lower bound of the time to cycles: of the whole program, and of each operator. Returns
// an empty value if the bound is 0.
SimulatedCycles in_cycles(const TimeLeft& left, const Target& target, const Program& program) {
  const ClockDomain clock{target.clock_khz};
  const auto cycles_of = [&](Picoseconds time) {
    return static_cast<double>(clock.to_cycles(time));
  };
  if (left.all == 0) return {};
  SimulatedCycles cycles{cycles_of(left.all), std::vector<double>(program.operators.size(), 0)};
  std::vector<double> working(program.operators.size(), 0);
  double before = cycles.total;
  for (std::size_t k = 0; k < left.after.size(); ++k) {
    const Kernel& kernel = program.kernels[k];
    const double after = cycles_of(left.after[k]);
    at(cycles.operators, kernel.op) += before - after;
    at(working, kernel.op) += work_of(kernel, program);
    before = after;
  }
  for (std::size_t op = 0; op < working.size(); ++op) {
    cycles.waiting.push_back(std::max(0.0, cycles.operators[op] - working[op]));
  }
  return cycles;
}

// Computes a lower bound of a program's time and returns the bound. Also stores the bound in
// `times` under `key`, the key of the program's plan.
TimeLeft bounded(const std::string& key, const Program& program, const Target& target,
                 PlanTimes& times) {
  TimeLeft left = least_time_left(target, program);
  times.add_bound(key, in_cycles(left, target, program));
  return left;
}

// Returns the cycles of `program`; nothing if the program needs more than `most` cycles. Stores the
// cycles or, if the program needs more, `most` rounded down plus 1 as a lower bound in the
// plan_times() of `cache`. `key` is the key of the program's plan.
std::optional<double> cycles_within(double most, const std::string& key, const Program& program,
                                    const TimeLeft& left, const PlanRace& race, PointCache& cache) {
  const auto whole = static_cast<Cycles>(most);
  const Deadline deadline{whole, left};
  const auto timing = cache.simulated_within(deadline, race.point, race.target, program);
  if (timing) return cache.plan_times().add(key, *timing).total;
  cache.plan_times().raise_lower_bound(key, static_cast<double>(whole + 1));
  return std::nullopt;
}

struct Runner {
  std::string key;
  double at_least = 0;  // lower bound of the plan's cycles
  bool known = false;   // whether the plan was simulated before
  std::optional<Program> program;
  std::optional<TimeLeft> left;
};

class Race {
 public:
  Race(const std::vector<Plan>& plans, const PlanRace& race, PointCache& cache)
      : plans_(plans), race_(race), cache_(cache), times_(cache.plan_times()) {
    for (const Plan& plan : plans) runners_.push_back(runner(plan));
  }

  std::size_t winner() {
    for (const std::size_t i : in_order()) {
      const bool first = !best_ || i < *best_;
      const double most = first ? least_ : least_ - 1;
      if (best_ && runners_[i].at_least > most) continue;
      const std::optional<double> cycles = run(i, most);
      if (!cycles) continue;
      best_ = i;
      least_ = *cycles;
    }
    return *best_;
  }

 private:
  Runner runner(const Plan& plan) {
    Runner runner;
    runner.key = plan_key(race_.inputs, plan);
    if (times_.at_least(runner.key) == 0) {
      runner.program = race_.schedule(plan);
      runner.left = bounded(runner.key, *runner.program, race_.target, times_);
    }
    runner.at_least = times_.at_least(runner.key);
    runner.known = times_.find(runner.key) != nullptr;
    return runner;
  }

  // Returns the order in which plans are tried: first the plans that were simulated before, then
  // the other plans with ascending lower bounds.
  std::vector<std::size_t> in_order() const {
    std::vector<std::size_t> order(runners_.size());
    std::iota(order.begin(), order.end(), 0);
    const auto rank = [this](std::size_t i) {
      return std::pair(!runners_[i].known, runners_[i].at_least);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    return order;
  }

  // Returns the cycles of plan `i`; nothing if the plan needs more than `most` cycles. `most` has
  // no effect before the cycles of a first plan are known.
  std::optional<double> run(std::size_t i, double most) {
    Runner& runner = runners_[i];
    if (const SimulatedCycles* const known = times_.find(runner.key)) {
      return best_ && known->total > most ? std::nullopt : std::optional(known->total);
    }
    if (!runner.program) runner.program = race_.schedule(plans_[i]);
    const Program& program = *runner.program;
    if (!best_) {
      return times_.add(runner.key, cache_.simulated(race_.point, race_.target, program)).total;
    }
    if (!runner.left) runner.left = least_time_left(race_.target, program);
    return cycles_within(most, runner.key, program, *runner.left, race_, cache_);
  }

  const std::vector<Plan>& plans_;
  const PlanRace& race_;
  PointCache& cache_;
  PlanTimes& times_;
  std::vector<Runner> runners_;
  std::optional<std::size_t> best_;
  double least_ = 0;  // cycles of the fastest plan so far
};

}  // namespace

std::size_t fastest_plan(const std::vector<Plan>& plans, const PlanRace& race, PointCache& cache) {
  return Race(plans, race, cache).winner();
}

bool takes_longer(const Plan& plan, double most, const PlanRace& race, PointCache& cache) {
  const std::string key = plan_key(race.inputs, plan);
  const PlanTimes& times = cache.plan_times();
  if (const SimulatedCycles* const known = times.find(key)) return known->total > most;
  if (times.at_least(key) > most) return true;
  const Program program = race.schedule(plan);
  const TimeLeft left = least_time_left(race.target, program);
  const bool hopeless = in_cycles(left, race.target, program).total > most;
  return hopeless || !cycles_within(most, key, program, left, race, cache);
}

SimulatedCycles least_cycles(const Plan& plan, const PlanRace& race, PointCache& cache) {
  const std::string key = plan_key(race.inputs, plan);
  PlanTimes& times = cache.plan_times();
  if (times.bound(key) == nullptr) {
    bounded(key, race.schedule(plan), race.target, times);
  }
  return *times.bound(key);
}

}  // namespace spillway
