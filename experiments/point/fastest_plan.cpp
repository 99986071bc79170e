// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/fastest_plan.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "experiments/point/plan_key.h"
#include "sim/simulate.h"

namespace spillway {
namespace {

struct Runner {
  std::string key;
  double at_least = 0;  // cycles
  std::optional<TimeLeft> left;
};

class Race {
 public:
  Race(const std::vector<Plan>& plans, const PlanRace& race, PointCache& cache)
      : plans_(plans), race_(race), cache_(cache), times_(cache.plan_times()) {
    for (const Plan& plan : plans) runners_.push_back(runner(plan));
  }

  std::size_t winner() {
    for (const std::size_t i : in_order_of_bounds()) {
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
  const Program& program(const Plan& plan, const std::string& key) {
    return cache_.scheduled_as(key, [&] { return race_.schedule(plan); });
  }

  Runner runner(const Plan& plan) {
    Runner runner;
    runner.key = plan_key(race_.inputs, plan);
    if (times_.at_least(runner.key) == 0) {
      runner.left = least_time_left(race_.target, program(plan, runner.key));
      const ClockDomain clock{race_.target.clock_khz};
      times_.note_at_least(runner.key, static_cast<double>(clock.to_cycles(runner.left->all)));
    }
    runner.at_least = times_.at_least(runner.key);
    return runner;
  }

  std::vector<std::size_t> in_order_of_bounds() const {
    std::vector<std::size_t> order(runners_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      return runners_[a].at_least < runners_[b].at_least;
    });
    return order;
  }

  // Nothing where it takes more than `most`, which counts from the second one on.
  std::optional<double> run(std::size_t i, double most) {
    Runner& runner = runners_[i];
    if (const SimulatedCycles* const known = times_.find(runner.key)) {
      return best_ && known->total > most ? std::nullopt : std::optional(known->total);
    }
    const Program& program = this->program(plans_[i], runner.key);
    if (!best_) {
      return times_.add(runner.key, cache_.simulated(race_.point, race_.target, program)).total;
    }
    if (!runner.left) runner.left = least_time_left(race_.target, program);
    const Deadline deadline{static_cast<Cycles>(most), *runner.left};
    const auto timing = cache_.simulated_within(deadline, race_.point, race_.target, program);
    if (timing) return times_.add(runner.key, *timing).total;
    times_.note_at_least(runner.key, most + 1);
    return std::nullopt;
  }

  const std::vector<Plan>& plans_;
  const PlanRace& race_;
  PointCache& cache_;
  PlanTimes& times_;
  std::vector<Runner> runners_;
  std::optional<std::size_t> best_;
  double least_ = 0;  // cycles of the best one
};

}  // namespace

std::size_t fastest_plan(const std::vector<Plan>& plans, const PlanRace& race, PointCache& cache) {
  return Race(plans, race, cache).winner();
}

}  // namespace spillway
