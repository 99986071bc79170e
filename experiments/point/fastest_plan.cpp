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

// Converts a lower bound of the time of a whole program to cycles.
double in_cycles(const TimeLeft& left, const Target& target) {
  return static_cast<double>(ClockDomain{target.clock_khz}.to_cycles(left.all));
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
      runner.left = least_time_left(race_.target, *runner.program);
      times_.raise_lower_bound(runner.key, in_cycles(*runner.left, race_.target));
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
  const bool hopeless = in_cycles(left, race.target) > most;
  return hopeless || !cycles_within(most, key, program, left, race, cache);
}

}  // namespace spillway
