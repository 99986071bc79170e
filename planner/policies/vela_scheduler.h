// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "planner/compiler_view.h"
#include "planner/weight_policy.h"

/// The decisions of Vela 3.10's scheduler (ethosu/vela/scheduler.py, cascade_builder.py): which
/// operators run in stripes, how weights are buffered and which feature maps stay in fast memory.
namespace spillway::vela {

/// How one operator runs.
struct OperatorSchedule {
  std::int32_t rows = 0;                           // of its stripes
  std::vector<std::int32_t> first_channels = {0};  // of the slices of its weights
  std::vector<Bytes> buffers;                      // for them, one or two; none = read in place
  bool early = false;         // the first slice comes during the operator before
  std::int32_t cascade = -1;  // its last operator; -1 = runs by itself
  std::int32_t time = 0;      // in ticks: two per operator or cascade
  double slack_cycles = 0;    // in which the next operator's weights may come
  Bytes slack_memory = 0;
};

struct CascadeSchedule {
  std::int32_t first = 0;
  std::int32_t last = 0;
  std::vector<Bytes> rolling;  // of the results of all but the last
  Bytes memory = 0;            // that the cascade takes
};

struct Schedule {
  std::vector<OperatorSchedule> operators;
  std::map<std::int32_t, CascadeSchedule> cascades;  // by their last operator
};

/// A feature map as the scheduler counts it.
struct ScheduledMap {
  std::int32_t first = 0;  // operators that touch it
  std::int32_t last = 0;
  Bytes size = 0;
  std::int32_t writer = -1;   // operator; -1 = an input of the network
  std::int64_t accesses = 0;  // where no operator tells
  bool may_move = false;      // written and read by the NPU alone, and no output
  std::vector<std::int32_t> readers = {};
  std::vector<bool> as_ifm2 = {};  // per reader
};

struct SchedulerProblem {
  const CompilerView* view = nullptr;
  const WeightNeeds* needs = nullptr;
  std::vector<ScheduledMap> maps;
  bool spilling = false;  // maps lie in slow memory unless they are moved
  Bytes limit = 0;        // of fast memory
  /// Per operator, bytes of evicted maps that its buffers leave room for; empty = none.
  std::vector<Bytes> left_for_maps = {};
};

/// The schedule of Vela's default strategy, which is for speed.
Schedule performance_schedule(const SchedulerProblem& problem);

/// Per map, whether it is in fast memory under `schedule` with as much as fits; maps of rolling
/// buffers are.
std::vector<bool> maps_in_fast_storage(const SchedulerProblem& problem, const Schedule& schedule);

/// Per operator, bytes of the maps outside fast memory that live for more than a tick together with
/// one of its buffers, for each buffer: what the compiler's second try leaves for maps.
std::vector<Bytes> evicted_beside_buffers(const SchedulerProblem& problem, const Schedule& schedule,
                                          const std::vector<bool>& fast);

/// Sizes of the buffers for slices, the first in the first: the largest that each one holds.
std::vector<Bytes> turn_sizes(const std::vector<WeightFlowSlice>& slices);

/// Rows of its operand that an operator needs for `rows` of its result.
std::int32_t stripe_input(const CompilerOperator& op, std::int32_t rows);

/// Groups operators `first` to `last` of `schedule`, whose rows are proposed stripes, into cascades
/// against `limit`; those that stay alone run as in `whole`. `others` is what else lives during
/// each operator.
void build_cascades(const SchedulerProblem& problem, std::int32_t first, std::int32_t last,
                    const Schedule& whole, const std::vector<Bytes>& others, Schedule& schedule);

/// Buffers weights of operators `first` to `last` in what `usage`, per tick, leaves of `limit`.
void buffer_weights(const SchedulerProblem& problem, std::int32_t first, std::int32_t last,
                    Bytes limit, std::vector<Bytes>& usage, Schedule& schedule);

}  // namespace spillway::vela
