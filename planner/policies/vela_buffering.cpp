// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/rounding.h"
#include "planner/policies/vela_scheduler.h"

namespace spillway::vela {
namespace {

/// Slices begin at multiples of 16 channels, the depth of a brick.
constexpr std::int32_t split_depth = 16;

/// Returns `value` as a number of channels. Negative values (no space) become 0, and values above
/// 2^24, more channels than any operator has, become 2^24.
std::int32_t channels_of(double value) {
  constexpr double most = 1 << 24;
  return value > 0 ? static_cast<std::int32_t>(std::min(value, most)) : 0;
}

std::int32_t round_down(double value, std::int32_t multiple) {
  return channels_of(value) / multiple * multiple;
}

/// The weight slices of one operator, and the sizes of the weight buffers that the slices need.
struct Slicing {
  std::vector<std::int32_t> first_channels;
  Bytes total = 0;
  Bytes largest = 0;
  std::vector<Bytes> turns;  // sizes of the two buffers that the slices fill alternately

  Bytes both() const { return turns[0] + turns[1]; }
};

class Buffering {
 public:
  Buffering(const SchedulerProblem& problem, Bytes limit, std::vector<Bytes>& usage,
            Schedule& schedule)
      : problem_(problem), view_(*problem.view), usage_(usage), schedule_(schedule), limit_(limit) {
    for (const WeightNeed& need : problem.needs->operators) {
      needs_.resize(std::max(needs_.size(), static_cast<std::size_t>(need.op) + 1));
      at(needs_, need.op) = &need;
    }
  }

  void run(std::int32_t first, std::int32_t last) {
    const OperatorSchedule none;
    for (std::int32_t op = first; op <= last; ++op) {
      if (!at(view_.operators(), op).on_npu) continue;
      OperatorSchedule& own = at(schedule_.operators, op);
      own.slack_cycles = view_.cycles(op, own.rows, whole_depth);
      own.slack_memory = limit_ - at(usage_, own.half_step);
      own.first_channels = {0};
      if (at(view_.operators(), op).fetches_weights) {
        propose(op, own, before_ < 0 ? none : at(schedule_.operators, before_));
      }
      before_ = op;
    }
  }

 private:
  static constexpr std::int32_t whole_depth = 1 << 30;

  Slicing sliced(std::int32_t op, std::vector<std::int32_t> first_channels) const {
    Slicing slicing;
    const std::vector<WeightFlowSlice> slices = at(needs_, op)->slices(first_channels);
    for (const WeightFlowSlice& slice : slices) {
      slicing.total += slice.bytes();
      slicing.largest = std::max(slicing.largest, slice.bytes());
    }
    slicing.turns = turn_sizes(slices);
    slicing.first_channels = std::move(first_channels);
    return slicing;
  }

  void propose(std::int32_t op, OperatorSchedule& own, const OperatorSchedule& before) {
    const Bytes free_bytes = bytes_for_buffers(op, own);
    Slicing slicing = sliced(op, {0});
    if (!view_.copies_weights(op, own.rows, slicing.total)) return;
    if (own.cascade >= 0) {
      // A cascade keeps the weights of all its operators in fast memory.
      at(usage_, own.half_step) += slicing.total;
    } else {
      slicing = hidden_slices(op, own, before.slack_cycles, free_bytes, std::move(slicing));
    }
    const Bytes size = std::min(slicing.total, slicing.largest);
    if (size > free_bytes) {
      own.first_channels = {0};
      return;
    }
    const bool two = slicing.both() <= free_bytes && size < slicing.total;
    own.first_channels = slicing.first_channels;
    own.buffers = {slicing.turns[0]};
    if (two) own.buffers.push_back(slicing.turns[1]);
    const std::size_t last = (own.first_channels.size() + 1) % own.buffers.size();
    if (own.cascade < 0) own.early = slicing.both() < before.slack_memory;
    own.slack_memory -= slicing.turns[last];
  }

  /// Returns the bytes of fast memory that are free at `op` for weight buffers. The bytes of
  /// evicted feature maps (SchedulerProblem::reserved_for_maps) are subtracted, unless the free
  /// memory is less than 1.5 times as large as these maps.
  Bytes bytes_for_buffers(std::int32_t op, const OperatorSchedule& own) const {
    constexpr double least_ratio = 1.5;
    const Bytes free_bytes = own.slack_memory;
    const Bytes maps = problem_.reserved_for_maps.empty() ? 0 : at(problem_.reserved_for_maps, op);
    if (maps == 0 || static_cast<double>(free_bytes) / static_cast<double>(maps) < least_ratio) {
      return free_bytes;
    }
    return free_bytes - maps;
  }

  /// Returns the weights divided into slices, and sets `own.slack_cycles`, the cycles during which
  /// the next operator's weights can be fetched. The first slice is so small that its transfer ends
  /// while the preceding operator computes (in `slack` cycles). Each later slice is transferred
  /// while the slice before it is computed.
  Slicing hidden_slices(std::int32_t op, OperatorSchedule& own, double slack, Bytes free_bytes,
                        Slicing whole) const {
    const double transfer = view_.transfer_cycles(whole.total);
    const auto total = static_cast<double>(whole.total);
    const Bytes half_bytes = free_bytes / 2;
    const auto half = static_cast<double>(half_bytes);
    const double hidden = transfer > slack ? slack / transfer * total : total;
    const double first = std::min(hidden, half);
    if (first >= total) return whole;
    const std::int32_t depth = at(needs_, op)->channels;
    const std::int32_t block = std::max(1, view_.block_depth(op, own.rows));
    std::int32_t ahead = std::max(split_depth, round_down(depth * (first / total), split_depth));
    double slice = round_up(
        channels_of(std::ceil(depth * (view_.cycles(op, own.rows, ahead) / transfer))), block);
    if (slice / depth * total > half) slice = half / total * depth;
    Slicing slicing;
    while (true) {
      const std::int32_t step =
          std::max(split_depth, round_down(slice, slice > block ? block : split_depth));
      std::vector<std::int32_t> first_channels = {0};
      for (std::int32_t channel = ahead; channel < depth; channel += step) {
        first_channels.push_back(channel);
      }
      slicing = sliced(op, std::move(first_channels));
      if (slicing.both() <= free_bytes || ahead == split_depth) break;
      if (step > ahead) {
        slice = round_up(step / 2, split_depth);
      } else {
        ahead = round_up(ahead / 2, split_depth);
        slice = step;
      }
    }
    own.slack_cycles = view_.cycles(op, own.rows, depth - slicing.first_channels.back());
    return slicing;
  }

  const SchedulerProblem& problem_;
  const CompilerView& view_;
  std::vector<Bytes>& usage_;
  Schedule& schedule_;
  Bytes limit_;
  std::vector<const WeightNeed*> needs_;
  std::int32_t before_ = -1;
};

}  // namespace

std::vector<Bytes> turn_sizes(const std::vector<WeightFlowSlice>& slices) {
  std::vector<Bytes> sizes(2, 0);
  for (std::size_t i = 0; i < slices.size(); ++i) {
    sizes[i % 2] = std::max(sizes[i % 2], slices[i].bytes());
  }
  return sizes;
}

void buffer_weights(const SchedulerProblem& problem, std::int32_t first, std::int32_t last,
                    Bytes limit, std::vector<Bytes>& usage, Schedule& schedule) {
  Buffering(problem, limit, usage, schedule).run(first, last);
}

}  // namespace spillway::vela
