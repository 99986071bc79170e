// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "planner/weights/flow_builder.h"
#include "planner/weights/registry.h"

namespace spillway {
namespace {

std::int32_t whole_granules(const WeightNeed& need, double channels) {
  return std::max(need.granule, static_cast<std::int32_t>(channels) / need.granule * need.granule);
}

std::vector<std::int32_t> equal_slices(std::int32_t channels, std::int32_t slice) {
  std::vector<std::int32_t> first_channels;
  for (std::int32_t channel = 0; channel < channels; channel += slice) {
    first_channels.push_back(channel);
  }
  return first_channels;
}

/// Returns the slices with the steps of their fetches. The first slice is fetched during the
/// preceding operator, each other slice while the processor uses the slice before it.
std::vector<WeightFlowSlice> fetched(const WeightNeed& need,
                                     const std::vector<std::int32_t>& first_channels) {
  std::vector<WeightFlowSlice> slices = need.slices(first_channels);
  for (WeightFlowSlice& slice : slices) slice.fetch_at = step_of(need.op);
  slices.front().fetch_at = std::max(0, step_of(need.op) - 1);
  return slices;
}

std::vector<std::int32_t> hidden_slices(const WeightNeed& need, const FlowBuilder& builder) {
  constexpr std::int32_t most_slices = 4;
  const auto bytes = static_cast<double>(need.slices({0}).front().bytes());
  const double transfer = bytes / builder.source_bandwidth(need);
  const double hidden = builder.compute_cycles(need.op - 1);
  std::vector<std::int32_t> first_channels = {0};
  if (transfer <= hidden) return first_channels;
  const double cycles = builder.compute_cycles(need.op);
  const std::int32_t least = whole_granules(need, need.channels / double{most_slices});
  std::int32_t slice = std::max(least, whole_granules(need, need.channels * hidden / transfer));
  std::int32_t channel = slice;
  while (channel < need.channels) {
    first_channels.push_back(channel);
    const double covered = std::min<double>(need.channels, slice * cycles / transfer);
    slice = std::max(least, whole_granules(need, covered));
    channel += slice;
  }
  return first_channels;
}

/// Lets equal slices alternate between two buffers. Starts with half of the channels per slice
/// and halves the slices until two buffers fit. Returns false if two buffers of the smallest
/// slices do not fit.
bool take_turns(const WeightNeed& need, FlowBuilder& builder) {
  for (std::int32_t slice = whole_granules(need, need.channels / 2.0); slice < need.channels;
       slice = whole_granules(need, slice / 2.0)) {
    if (builder.take_turns(need, fetched(need, equal_slices(need.channels, slice)))) return true;
    if (slice == need.granule) break;
  }
  return false;
}

/// The rule of Vela's scheduler. The first slice has as many channels as can be transferred while
/// the preceding operator runs. Each further slice has as many channels as can be transferred while
/// the slice before it is computed. Slices, except the last, have at least a quarter of the
/// channels, rounded down to complete granules, because each slice reads the IFM again. If the
/// slices do not all fit, equal slices alternate between two buffers.
CapacityRange fetch_weights_like_vela(const WeightNeeds& needs, const FastestPlan& /*fastest*/,
                                      Plan& plan) {
  FlowBuilder builder(needs, plan);
  for (const WeightNeed* need : builder.open()) {
    const bool held = builder.may_fetch(*need) &&
                      (builder.hold_all(*need, fetched(*need, hidden_slices(*need, builder))) ||
                       take_turns(*need, builder));
    if (!held) builder.read_in_place(*need);
  }
  return builder.same_capacities();
}

}  // namespace

WeightPolicy vela_weights() {
  return {"vela", "Vela's rule: slices that hide behind the operator before and behind each other",
          fetch_weights_like_vela};
}

}  // namespace spillway
