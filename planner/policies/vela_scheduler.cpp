// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/vela_scheduler.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/index.h"
#include "planner/policies/vela_spill.h"

namespace spillway::vela {
namespace {

class Scheduler {
 public:
  explicit Scheduler(const SchedulerProblem& problem)
      : problem_(problem), operators_(problem.view->operators()) {}

  Schedule run() const {
    const Schedule whole = whole_operators();
    if (!problem_.spilling) {
      Schedule fastest = whole;
      std::vector<Bytes> usage = usage_of(fastest);
      buffer_weights(problem_, 0, last_op(), no_limit, usage, fastest);
      if (peak(usage_of(fastest)) < problem_.limit) return fastest;
    }
    Schedule schedule = smallest_stripes();
    build_cascades(problem_, 0, last_op(), whole, beside(schedule), schedule);
    std::vector<Bytes> usage = usage_of(schedule);
    SchedulerProblem alone = problem_;
    alone.reserved_for_maps.clear();
    const std::map<std::int32_t, CascadeSchedule> cascades = schedule.cascades;
    for (const auto& [last, cascade] : cascades) {
      restripe(cascade, whole, alone, usage, schedule);
    }
    usage = usage_of(schedule);
    buffer_weights(problem_, 0, last_op(), problem_.limit, usage, schedule);
    return schedule;
  }

  /// Returns the live ranges in fast memory. Times are those of the schedule: two half steps per
  /// operator or cascade. The ranges of feature maps come first, in the order of the maps: maps in
  /// rolling buffers, and the maps of which `moved` is true. The ranges of weight buffers follow.
  std::vector<SpillRange> ranges(Schedule& schedule, const std::vector<bool>& moved) const {
    set_times(schedule);
    std::vector<SpillRange> ranges;
    for (std::size_t i = 0; i < problem_.maps.size(); ++i) {
      const ScheduledMap& map = problem_.maps[i];
      const std::optional<Bytes> rolling = rolling_bytes(schedule, map);
      const bool movable = !rolling && moved[i];
      if (!rolling && !movable) continue;
      ranges.push_back({at(schedule.operators, map.first).half_step,
                        at(schedule.operators, map.last).half_step + 1, rolling.value_or(map.size),
                        accesses(schedule, map), movable});
    }
    for (const OperatorSchedule& op : schedule.operators) add_buffers(op, ranges);
    return ranges;
  }

  /// Returns the bytes of a feature map's rolling buffer if the map is inside a cascade; nothing
  /// for other maps.
  static std::optional<Bytes> rolling_bytes(const Schedule& schedule, const ScheduledMap& map) {
    if (map.writer < 0) return {};
    const OperatorSchedule& op = at(schedule.operators, map.writer);
    if (op.cascade < 0 || op.cascade == map.writer) return {};
    const CascadeSchedule& cascade = schedule.cascades.at(op.cascade);
    return at(cascade.rolling, map.writer - cascade.first);
  }

  static void add_buffers(const OperatorSchedule& op, std::vector<SpillRange>& ranges) {
    for (std::size_t i = 0; i < op.buffers.size(); ++i) {
      SpillRange range{op.half_step - (op.early ? 1 : 0), op.half_step + 1, op.buffers[i], 0,
                       false};
      const std::size_t last = (op.first_channels.size() + 1) % op.buffers.size();
      if (op.buffers.size() > 1 && last != i) range.end = op.half_step;
      range.start = std::max(range.start, 0);
      ranges.push_back(range);
    }
  }

 private:
  static constexpr Bytes no_limit = Bytes{1} << 32;

  std::int32_t last_op() const { return static_cast<std::int32_t>(operators_.size()) - 1; }

  Schedule whole_operators() const {
    Schedule schedule;
    schedule.operators.resize(operators_.size());
    for (std::size_t i = 0; i < operators_.size(); ++i) {
      schedule.operators[i].rows = operators_[i].rows;
    }
    set_times(schedule);
    return schedule;
  }

  /// Returns the schedule with the smallest stripes: each operator computes as many rows at a time
  /// as the stride of the next operator requires, and the last operator computes one row.
  Schedule smallest_stripes() const {
    Schedule schedule = whole_operators();
    std::int32_t rows = 1;
    for (std::int32_t op = last_op(); op >= 0; --op) {
      at(schedule.operators, op).rows = rows;
      rows = at(operators_, op).stride;
    }
    return schedule;
  }

  static void set_times(Schedule& schedule) {
    std::int32_t time = -2;
    std::int32_t cascade = -1;
    for (OperatorSchedule& op : schedule.operators) {
      if (op.cascade < 0 || op.cascade != cascade) time += 2;
      cascade = op.cascade;
      op.half_step = time;
    }
  }

  std::int64_t accesses(const Schedule& schedule, const ScheduledMap& map) const {
    double sum = 0;
    if (map.writer >= 0) {
      sum += problem_.view->accesses(map.writer, at(schedule.operators, map.writer).rows).ofm;
    }
    for (std::size_t i = 0; i < map.readers.size(); ++i) {
      const std::int32_t op = map.readers[i];
      const CompilerAccesses of = problem_.view->accesses(op, at(schedule.operators, op).rows);
      sum += map.as_ifm2[i] ? of.ifm2 : of.ifm;
    }
    return std::max(map.accesses, static_cast<std::int64_t>(sum));
  }

  std::vector<Bytes> usage_of(Schedule& schedule) const {
    std::vector<bool> counted(problem_.maps.size(), !problem_.spilling);
    std::vector<Bytes> usage(2 * operators_.size() + 2, 0);
    for (const SpillRange& range : ranges(schedule, counted)) {
      if (range.start > range.end) continue;
      at(usage, range.start) += range.size;
      const TimeStep after = range.end + 1;
      if (after < static_cast<TimeStep>(usage.size())) at(usage, after) -= range.size;
    }
    // `usage` holds the changes at the half steps; their prefix sums are the bytes in use. Adding
    // each range to all its half steps would be slow, because the feature maps of a wide network
    // are all live at the same time.
    std::partial_sum(usage.begin(), usage.end(), usage.begin());
    return usage;
  }

  static Bytes peak(const std::vector<Bytes>& usage) {
    return *std::max_element(usage.begin(), usage.end());
  }

  /// Returns, per operator, the bytes of fast memory that are in use while it runs, without its own
  /// feature maps. Returns zeros if maps are in slow memory (SchedulerProblem::spilling).
  std::vector<Bytes> beside(Schedule& schedule) const {
    std::vector<Bytes> others(operators_.size(), 0);
    if (problem_.spilling) return others;
    const std::vector<Bytes> usage = usage_of(schedule);
    for (std::size_t i = 0; i < others.size(); ++i) {
      const CompilerOperator& op = operators_[i];
      const Bytes own = op.ifm_bytes + (op.reuses_ifm ? 0 : op.ofm_bytes);
      others[i] = std::max<Bytes>(0, at(usage, schedule.operators[i].half_step) - own);
    }
    return others;
  }

  /// The decisions about the operators of one cascade: their schedules, and the cascades into which
  /// these operators are grouped. restripe() stores its best decisions in this form.
  struct Window {
    std::vector<OperatorSchedule> operators;
    std::map<std::int32_t, CascadeSchedule> cascades;
  };

  static Window window_of(const CascadeSchedule& cascade, const Schedule& schedule) {
    const auto begin = schedule.operators.begin();
    return {{begin + cascade.first, begin + cascade.last + 1}, schedule.cascades};
  }

  /// Increases the stripe height of a cascade as long as the cascade fits and is not split. The
  /// function changes `schedule` itself: copying the schedule for each cascade would take time that
  /// grows with the square of the number of operators.
  void restripe(const CascadeSchedule& cascade, const Schedule& whole,
                const SchedulerProblem& alone, std::vector<Bytes>& usage,
                Schedule& schedule) const {
    const Bytes parallel =
        at(usage, at(schedule.operators, cascade.first).half_step) - cascade.memory;
    const std::vector<Bytes> others(operators_.size(), parallel);
    std::map<std::int32_t, CascadeSchedule> cascades;
    cascades.swap(schedule.cascades);
    Window best = window_of(cascade, schedule);
    best.cascades[cascade.last] = cascade;
    buffer_weights(alone, cascade.first, cascade.last, problem_.limit, usage, schedule);
    const Window buffered = window_of(cascade, schedule);
    std::size_t most = 0;
    const std::int32_t rows = at(operators_, cascade.last).rows;
    const std::int32_t smallest = best.operators.back().rows + 1;
    for (std::int32_t stripe = smallest; stripe <= rows / 2; ++stripe) {
      set_stripes(cascade, stripe, buffered, schedule);
      build_cascades(problem_, cascade.first, cascade.last, whole, others, schedule);
      if (stripe == smallest) most = schedule.cascades.size();
      if (memory(cascade, schedule, others) > problem_.limit || schedule.cascades.size() > most) {
        break;
      }
      best = window_of(cascade, schedule);
      if (best.cascades.empty()) break;
    }
    std::move(best.operators.begin(), best.operators.end(),
              schedule.operators.begin() + cascade.first);
    schedule.cascades.swap(cascades);
    schedule.cascades.erase(cascade.last);
    schedule.cascades.insert(best.cascades.begin(), best.cascades.end());
  }

  void set_stripes(const CascadeSchedule& cascade, std::int32_t rows, const Window& buffered,
                   Schedule& proposed) const {
    proposed.cascades.clear();
    for (std::int32_t op = cascade.last; op >= cascade.first; --op) {
      OperatorSchedule& own = at(proposed.operators, op);
      own = at(buffered.operators, op - cascade.first);
      own.rows = rows;
      own.cascade = -1;
      rows *= at(operators_, op).stride;
    }
  }

  Bytes memory(const CascadeSchedule& cascade, const Schedule& schedule,
               const std::vector<Bytes>& others) const {
    Bytes most = 0;
    for (std::int32_t op = cascade.first; op <= cascade.last; ++op) {
      const OperatorSchedule& own = at(schedule.operators, op);
      Bytes bytes = at(others, op);
      if (own.cascade >= 0) {
        bytes += schedule.cascades.at(own.cascade).memory;
      } else {
        bytes += at(operators_, op).ifm_bytes + at(operators_, op).ofm_bytes;
        bytes += std::accumulate(own.buffers.begin(), own.buffers.end(), Bytes{0});
      }
      most = std::max(most, bytes);
    }
    return most;
  }

  const SchedulerProblem& problem_;
  const std::vector<CompilerOperator>& operators_;
};

}  // namespace

Schedule performance_schedule(const SchedulerProblem& problem) { return Scheduler(problem).run(); }

std::vector<bool> maps_in_fast_storage(const SchedulerProblem& problem, const Schedule& schedule) {
  Schedule timed = schedule;
  std::vector<bool> movable;
  for (const ScheduledMap& map : problem.maps) {
    // A feature map that an operator of a cascade writes stays where it is; only other maps may
    // move to fast memory.
    const bool by_itself = map.writer < 0 || at(schedule.operators, map.writer).cascade < 0;
    movable.push_back(map.may_move && by_itself);
  }
  const Scheduler scheduler(problem);
  const SpillChoice choice = choose_kept(scheduler.ranges(timed, movable), problem.limit);
  std::vector<bool> fast;
  std::size_t next = 0;  // index of the next range; the ranges of maps come first
  for (std::size_t i = 0; i < problem.maps.size(); ++i) {
    const bool rolling = Scheduler::rolling_bytes(schedule, problem.maps[i]).has_value();
    fast.push_back((rolling || movable[i]) && choice.kept[next]);
    if (rolling || movable[i]) ++next;
  }
  return fast;
}

std::vector<Bytes> evicted_beside_buffers(const SchedulerProblem& problem, const Schedule& schedule,
                                          const std::vector<bool>& fast) {
  std::vector<Bytes> evicted(schedule.operators.size(), 0);
  for (std::size_t op = 0; op < evicted.size(); ++op) {
    std::vector<SpillRange> buffers;
    Scheduler::add_buffers(schedule.operators[op], buffers);
    for (std::size_t i = 0; i < problem.maps.size(); ++i) {
      const ScheduledMap& map = problem.maps[i];
      const bool by_itself = map.writer < 0 || at(schedule.operators, map.writer).cascade < 0;
      if (fast[i] || !map.may_move || !by_itself) continue;
      const TimeStep start = at(schedule.operators, map.first).half_step;
      const TimeStep end = at(schedule.operators, map.last).half_step + 1;
      for (const SpillRange& buffer : buffers) {
        if (std::max(start, buffer.start) < std::min(end, buffer.end)) evicted[op] += map.size;
      }
    }
  }
  return evicted;
}

}  // namespace spillway::vela
