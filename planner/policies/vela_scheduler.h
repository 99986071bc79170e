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
  std::int32_t rows = 0;                           // height of the stripes
  std::vector<std::int32_t> first_channels = {0};  // first channel of each weight slice
  /// Sizes of one or two weight buffers. Empty = the weights are read in place.
  std::vector<Bytes> buffers;
  bool early = false;         // the first slice is fetched during the preceding operator
  std::int32_t cascade = -1;  // the last operator of this operator's cascade; -1 = it is in none
  /// The time at which the operator starts; an operator or a cascade takes two half steps.
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
  std::map<std::int32_t, CascadeSchedule> cascades;  // by their last operator
};

/// A feature map as the scheduler models it.
struct ScheduledMap {
  std::int32_t first = 0;  // first and last operator that access the map
  std::int32_t last = 0;
  Bytes size = 0;
  std::int32_t writer = -1;   // operator; -1 = an input of the network
  std::int64_t accesses = 0;  // least number of element accesses, if CompilerView reports fewer
  bool may_move = false;      // only the NPU accesses the map, and it is no network output
  std::vector<std::int32_t> readers = {};
  std::vector<bool> as_ifm2 = {};  // per reader, whether it reads the map as its second input
};

struct SchedulerProblem {
  const CompilerView* view = nullptr;
  const WeightNeeds* needs = nullptr;
  std::vector<ScheduledMap> maps;
  bool spilling = false;  // maps are in slow memory unless the schedule moves them
  Bytes limit = 0;        // capacity of fast memory
  /// Per operator, the bytes of evicted maps for which its weight buffers should leave space; empty
  /// = none.
  std::vector<Bytes> left_for_maps = {};
};

/// Returns the schedule of Vela's default strategy, which optimises performance.
Schedule performance_schedule(const SchedulerProblem& problem);

/// Returns, per map, whether it is in fast memory under `schedule`. Maps in rolling buffers always
/// are; choose_kept() selects the other maps.
std::vector<bool> maps_in_fast_storage(const SchedulerProblem& problem, const Schedule& schedule);

/// Returns, per operator, bytes of maps outside fast memory. A map counts once for each weight
/// buffer of the operator with which it is live for more than one half step. The second attempt of
/// Vela's scheduler leaves these bytes free for maps.
std::vector<Bytes> evicted_beside_buffers(const SchedulerProblem& problem, const Schedule& schedule,
                                          const std::vector<bool>& fast);

/// Returns the sizes of two buffers that the slices fill alternately: the size of the largest slice
/// in each buffer.
std::vector<Bytes> turn_sizes(const std::vector<WeightFlowSlice>& slices);

/// Returns how many rows of its operand an operator needs for `rows` rows of its result.
std::int32_t stripe_input(const CompilerOperator& op, std::int32_t rows);

/// Groups operators `first` to `last` into cascades that fit in SchedulerProblem::limit. The rows
/// in `schedule` are proposed stripe heights. Operators outside cascades run as in `whole`.
/// `others` has, per operator, the bytes of other buffers that are live while it runs.
void build_cascades(const SchedulerProblem& problem, std::int32_t first, std::int32_t last,
                    const Schedule& whole, const std::vector<Bytes>& others, Schedule& schedule);

/// Chooses weight buffers for operators `first` to `last` in the memory that `usage` (per half
/// step) leaves of `limit`.
void buffer_weights(const SchedulerProblem& problem, std::int32_t first, std::int32_t last,
                    Bytes limit, std::vector<Bytes>& usage, Schedule& schedule);

}  // namespace spillway::vela
