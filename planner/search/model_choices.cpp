// SPDX-License-Identifier: Apache-2.0
// This file extends a model during the search. It adds choices for the weights of operators:
// streamed weights, and small changes of the choices in use. adopt() and carried_over()
// (model_plans.cpp) add choices, too.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/search/fluid/deadline_queue.h"
#include "planner/search/fluid/operator_load.h"
#include "planner/search/network_model.h"
#include "planner/weights/flow_builder.h"

namespace spillway::search {
namespace {

std::int32_t granules_of(const WeightNeed& need) {
  return (need.channels + need.granule - 1) / need.granule;
}

std::string label_of_flows(const std::vector<FlowDraft>& flows) {
  std::string label = found_label;
  for (const FlowDraft& flow : flows) {
    label += " " + std::to_string(flow.buffers) + ":";
    for (const WeightFlowSlice& slice : flow.slices) {
      label += std::to_string(slice.first_channel) + "@" + std::to_string(slice.fetch_at) + ",";
    }
  }
  return label;
}

/// Divides the channels from granule `held` on (a granule is the smallest separable group of
/// channels) into slices and returns the first channel of each slice. Makes as few slices as
/// possible such that two slices fit in `free_bytes` bytes, but at least two if `held` is 0.
/// Returns an empty list if more than `most` slices would be needed.
std::vector<std::int32_t> cut_in_turns(const WeightNeed& need, std::int32_t held,
                                       Bytes free_bytes) {
  constexpr std::int32_t most = 8;
  // Two buffers need this many times the mean size of a slice; more than 2, because slices differ
  // in size.
  constexpr double two_buffers = 2.2;
  const std::int32_t remaining = granules_of(need) - held;
  const double bytes =
      static_cast<double>(need.slices({0}).front().bytes()) * remaining / granules_of(need);
  for (std::int32_t slices = held > 0 ? 1 : std::min(2, remaining);
       slices <= std::min(remaining, most); ++slices) {
    if (two_buffers * bytes / slices > static_cast<double>(free_bytes)) continue;
    std::vector<std::int32_t> first_channels;
    const std::int32_t depth = (remaining + slices - 1) / slices;
    for (std::int32_t granule = held; granule < held + remaining; granule += depth) {
      first_channels.push_back(granule * need.granule);
    }
    return first_channels;
  }
  return {};
}

}  // namespace

std::int32_t NetworkModel::add_choice(std::size_t need, std::vector<FlowDraft> flows) {
  std::vector<Choice>& choices = at(fluid_.objects, object_of_need_[need]).choices;
  const std::string label = label_of_flows(flows);
  const auto same = std::find_if(choices.begin(), choices.end(),
                                 [&](const Choice& choice) { return choice.label == label; });
  const auto index = static_cast<std::int32_t>(same - choices.begin());
  if (same == choices.end()) {
    choices.push_back(choice_of_flows(weights_[need], flows, label));
    flows_[need].push_back(std::move(flows));
  }
  return index;
}

bool NetworkModel::may_be_fetched(std::size_t index) const {
  const WeightNeed& need = request_.weights->needs.operators[index];
  return is_worth_fetching(need) && !is_cascaded(need.op);
}

StreamResources NetworkModel::resources_beside_weights(const Selection& selection,
                                                       double share) const {
  const PortRates rates{fluid_.fast_bytes_per_cycle, fluid_.slow_bytes_per_cycle};
  std::vector<OperatorLoad> loads(fluid_.compute_cycles.size());
  std::vector<std::vector<Transfer>> starting(loads.size());
  for (std::size_t i = 0; i < loads.size(); ++i) loads[i].compute_cycles = fluid_.compute_cycles[i];
  const TransferCost cost = transfer_cost();
  StreamResources resources{{}, {}, cost.slowdown, cost.latency_bytes};
  resources.free_bytes.assign(loads.size(), fluid_.capacity);
  std::vector<const Weights*> streamed(fluid_.objects.size(), nullptr);
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    if (may_be_fetched(i)) at(streamed, object_of_need_[i]) = &weights_[i];
  }
  for (std::size_t i = 0; i < fluid_.objects.size(); ++i) {
    if (streamed[i] != nullptr) {
      at(loads, streamed[i]->op).add({streamed[i]->op, streamed[i]->fast_bytes, 0});
      continue;
    }
    const Choice& choice = at(fluid_.objects[i].choices, selection[i]);
    for (const Access& access : choice.accesses) at(loads, access.op).add(access);
    for (const Transfer& transfer : choice.transfers) {
      if (transfer.first <= transfer.last) at(starting, transfer.first).push_back(transfer);
    }
    for (const Occupancy& taken : choice.occupancies) {
      for (std::int32_t op = taken.first; op <= taken.last; ++op) {
        at(resources.free_bytes, op) -= taken.bytes;
      }
    }
  }
  DeadlineQueue waiting;
  for (std::size_t op = 0; op < loads.size(); ++op) {
    for (const Transfer& transfer : starting[op]) waiting.add(transfer.last, transfer.bytes);
    const double bytes = loads[op].free_bytes(rates);
    resources.movable_bytes.push_back(
        share * (bytes - waiting.serve(static_cast<std::int32_t>(op), bytes)));
  }
  return resources;
}

/// Returns how the weights with this index can be divided into slices for streaming. Every slice
/// after the first starts the pipeline again and costs the latency of a transfer. So the number of
/// slices is limited, such that these costs are at most a quarter of the transfer time.
StreamedWeights NetworkModel::streamed_weights(std::size_t index) const {
  constexpr double most = 8;
  constexpr double worth = 0.25;
  const Weights& weights = weights_[index];
  const double cycles =
      static_cast<double>(weights.size) * costs_.transfer_slowdown / fluid_.slow_bytes_per_cycle;
  const double again = weights.slice_stall + costs_.transfer_latency;
  const double slices = again > 0 ? std::clamp(1 + worth * cycles / again, 1.0, most) : most;
  return {weights.op, weights.size, granules_of(request_.weights->needs.operators[index]),
          static_cast<std::int32_t>(slices)};
}

/// Returns the weight flows of an operator for these slices. Every slice gets a buffer of its own.
/// The channels without a slice form slices that alternate between two buffers (a single such slice
/// has one buffer) if two more buffers fit in `free_bytes` bytes; otherwise the weights of these
/// channels are read in place.
std::vector<FlowDraft> NetworkModel::flows_of_slices(const WeightNeed& need,
                                                     const std::vector<StreamedSlice>& slices,
                                                     Bytes free_bytes) const {
  std::vector<std::int32_t> first_channels;
  std::int32_t held = 0;
  for (const StreamedSlice& slice : slices) {
    first_channels.push_back(held * need.granule);
    held += slice.granules;
  }
  std::int32_t buffers = 0;
  if (held < granules_of(need)) {
    std::vector<std::int32_t> in_turns = cut_in_turns(need, held, free_bytes);
    buffers = std::min(2, static_cast<std::int32_t>(in_turns.size()));
    if (in_turns.empty()) in_turns = {held * need.granule};
    first_channels.insert(first_channels.end(), in_turns.begin(), in_turns.end());
  }
  const TimeStep own = step_of(need.op);
  std::vector<WeightFlowSlice> all = need.slices(first_channels);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool early = i < slices.size() && slices[i].step < at(step_of_op_, need.op);
    all[i].fetch_at = early ? begin_of(slices[i].step) : own;
  }
  const auto behind_held = all.begin() + static_cast<std::ptrdiff_t>(slices.size());
  std::vector<FlowDraft> flows;
  if (!slices.empty()) {
    flows.push_back({need.op, need.weights, {all.begin(), behind_held}, 0});
    flows.back().buffers = static_cast<std::int32_t>(slices.size());
  }
  if (behind_held != all.end()) {
    flows.push_back({need.op, need.weights, {behind_held, all.end()}, buffers});
  }
  return flows;
}

Selection NetworkModel::streamed(const Selection& selection, StreamOrder order, double share) {
  StreamResources resources = resources_beside_weights(selection, share);
  std::vector<std::size_t> needs;
  std::vector<StreamedWeights> weights;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    if (!may_be_fetched(i)) continue;
    needs.push_back(i);
    weights.push_back(streamed_weights(i));
  }
  const std::vector<std::vector<StreamedSlice>> slices = stream_weights(resources, weights, order);
  Selection found = selection;
  for (std::size_t i = 0; i < needs.size(); ++i) {
    const WeightNeed& need = request_.weights->needs.operators[needs[i]];
    at(found, object_of_need_[needs[i]]) = add_choice(
        needs[i], flows_of_slices(need, slices[i], at(resources.free_bytes, weights[i].step)));
  }
  return found;
}

void NetworkModel::offer_shifted(const Selection& selection) {
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    if (!may_be_fetched(i)) continue;
    const std::vector<FlowDraft> now = at(flows_[i], at(selection, object_of_need_[i]));
    for (const std::int32_t steps : {-2, -1, 1}) {
      if (auto shifted = shifted_by(now, steps)) add_choice(i, *std::move(shifted));
    }
  }
}

std::optional<std::vector<FlowDraft>> NetworkModel::shifted_by(std::vector<FlowDraft> flows,
                                                               std::int32_t steps) const {
  const std::int32_t own = at(step_of_op_, flows.front().op);
  bool any = false;
  for (FlowDraft& flow : flows) {
    const auto held = std::min(flow.slices.size(), static_cast<std::size_t>(flow.buffers));
    for (std::size_t i = 0; i < held; ++i) {
      TimeStep& fetch_at = flow.slices[i].fetch_at;
      const bool at_own = fetch_at == step_of(flow.op);
      if (fetch_at < 1 || (at_own && (steps > 0 || i > 0))) continue;
      const std::int32_t step = step_at(fetch_at) + steps;
      if (step < 0 || step > own) continue;
      fetch_at = step == own ? step_of(flow.op) : begin_of(step);
      any = true;
    }
  }
  return any ? std::optional(std::move(flows)) : std::nullopt;
}

}  // namespace spillway::search
