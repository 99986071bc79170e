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

/// The schedule of one operator.
struct OperatorSchedule {
  std::int32_t rows = 0;                           // number of rows in a stripe
  std::vector<std::int32_t> first_channels = {0};  // first channel of each weight slice
  /// Sizes of one or two weight buffers. Empty = the weights are read in place.
  std::vector<Bytes> buffers;
  bool early = false;         // the first slice is fetched during the preceding operator
  std::int32_t cascade = -1;  // the last operator of this operator's cascade; -1 = not in a cascade
  /// The time at which the operator starts, in half steps; an operator or a cascade takes two half
  /// steps.
  std::int32_t half_step = 0;
  double slack_cycles = 0;  // cycles during which the next operator's weights can be fetched
  Bytes slack_memory = 0;
};

struct CascadeSchedule {
  std::int32_t first = 0;
  std::int32_t last = 0;
  std::vector<Bytes> rolling;  // sizes of the rolling buffers of all results but the last
  Bytes memory = 0;            // fast memory that the cascade needs
};

struct Schedule {
  std::vector<OperatorSchedule> operators;
  std::map<std::int32_t, CascadeSchedule> cascades;  // key: last operator of the cascade
};

/// A feature map as the scheduler models it.
struct ScheduledMap {
  std::int32_t first = 0;  // first operator that accesses the map; `last`: the last one
  std::int32_t last = 0;
  Bytes size = 0;
  std::int32_t writer = -1;  // operator that writes the map; -1 = none
  /// Number of element accesses. If CompilerView reports more accesses, its number counts.
  std::int64_t accesses = 0;
  bool may_move = false;  // only the NPU accesses the map, and it is no network input or output
  std::vector<std::int32_t> readers = {};
  std::vector<bool> as_ifm2 = {};  // per reader, whether it reads the map as its second input
};

struct SchedulerProblem {
  const CompilerView* view = nullptr;
  const WeightNeeds* needs = nullptr;
  std::vector<ScheduledMap> maps;
  /// If true, feature maps are in slow memory unless the schedule moves them to fast memory.
  bool spilling = false;
  Bytes limit = 0;  // capacity of fast memory
  /// Per operator, the number of bytes that its weight buffers should leave free for evicted
  /// feature maps; empty = none.
  std::vector<Bytes> reserved_for_maps = {};
};

/// Returns the schedule of Vela's default strategy, which optimises performance.
Schedule performance_schedule(const SchedulerProblem& problem);

/// Returns, per feature map, whether `schedule` puts it in fast memory. Maps in rolling buffers are
/// always in fast memory; choose_kept() selects the other maps.
std::vector<bool> maps_in_fast_storage(const SchedulerProblem& problem, const Schedule& schedule);

/// Returns, per operator, the bytes of evicted feature maps (maps that may move to fast memory but
/// are not in it) that are live together with its weight buffers for more than one half step (Vela
/// counts two half steps per operator). A map counts once for each weight buffer with which it is
/// live. The second attempt of Vela's scheduler leaves these bytes free for maps.
std::vector<Bytes> evicted_beside_buffers(const SchedulerProblem& problem, const Schedule& schedule,
                                          const std::vector<bool>& fast);

/// Returns the sizes of two buffers that the slices fill alternately: the size of the largest slice
/// in each buffer.
std::vector<Bytes> turn_sizes(const std::vector<WeightFlowSlice>& slices);

/// Returns the number of rows of its operand that an operator needs for `rows` rows of its result.
std::int32_t stripe_input(const CompilerOperator& op, std::int32_t rows);

/// Groups operators `first` to `last` into cascades that need little fast memory, and changes
/// `schedule` accordingly. If feature maps are in slow memory (SchedulerProblem::spilling), the
/// buffers of each cascade fit in SchedulerProblem::limit. On entry, the rows in `schedule` are
/// proposed stripe heights. Operators outside cascades run as in `whole`. `others` has, per
/// operator, the bytes of the buffers that are live while it runs, without its own feature maps.
void build_cascades(const SchedulerProblem& problem, std::int32_t first, std::int32_t last,
                    const Schedule& whole, const std::vector<Bytes>& others, Schedule& schedule);

/// Chooses weight buffers for operators `first` to `last` in the part of `limit` that `usage`
/// leaves free. `usage` has the bytes in use per half step.
void buffer_weights(const SchedulerProblem& problem, std::int32_t first, std::int32_t last,
                    Bytes limit, std::vector<Bytes>& usage, Schedule& schedule);

}  // namespace spillway::vela
