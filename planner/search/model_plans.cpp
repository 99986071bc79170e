// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/search/network_model.h"
#include "planner/weights/flow_builder.h"

namespace spillway::search {
namespace {

/// Returns the first channels of about `slices` slices of equal depth. A slice consists of complete
/// granules (the smallest groups of channels that can be separated).
std::vector<std::int32_t> equal_depths(const WeightNeed& need, std::int32_t slices) {
  const std::int32_t granules = (need.channels + need.granule - 1) / need.granule;
  const std::int32_t depth = (granules + slices - 1) / slices * need.granule;
  std::vector<std::int32_t> first_channels;
  for (std::int32_t channel = 0; channel < need.channels; channel += depth) {
    first_channels.push_back(channel);
  }
  return first_channels;
}

/// Whether `transfer` copies a feature map from fast memory to its home, the memory of the map
/// outside fast memory. Such a copy starts when the producer of the map has ended. Copies from the
/// home to fast memory never start that early.
bool is_written_back(const Choice& choice, const Transfer& transfer) {
  return choice.accesses.front().slow_bytes == 0 && !choice.occupancies.empty() &&
         transfer.first == choice.accesses.front().op + 1 &&
         choice.occupancies.front().first == choice.accesses.front().op;
}

}  // namespace

PlanDraft NetworkModel::draft(const Selection& selection) const {
  PlanDraft draft;
  for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
    const std::int32_t object = object_of_map_[i];
    if (object < 0) {
      draft.maps.emplace_back();
      continue;
    }
    const Choice& choice = at(at(fluid_.objects, object).choices, at(selection, object));
    draft.maps.push_back(map_draft(static_cast<BufferIndex>(i), choice));
  }
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    const std::vector<FlowDraft>& flows = at(flows_[i], at(selection, object_of_need_[i]));
    draft.flows.insert(draft.flows.end(), flows.begin(), flows.end());
  }
  for (const ModelCascade& cascade : cascades_) {
    draft.cascades.push_back({cascade.first, cascade.last, cascade.shape.stripe_heights});
  }
  return draft;
}

MapDraft NetworkModel::map_draft(BufferIndex index, const Choice& choice) const {
  const Buffer& buffer = at(problem_.buffers, index);
  MapDraft map;
  map.rolling = at(rolling_, index);
  if (choice.label == "fast" || choice.occupancies.empty()) {
    if (choice.occupancies.empty()) {
      map.home = memories_.home;
      map.home_from = buffer.lower;
    } else {
      map.stays.push_back({buffer.lower, buffer.upper, std::nullopt});
    }
    return map;
  }
  const Transfer* written = nullptr;
  for (const Transfer& transfer : choice.transfers) {
    if (is_written_back(choice, transfer)) written = &transfer;
  }
  std::vector<Occupancy> occupancies;
  std::copy_if(choice.occupancies.begin(), choice.occupancies.end(),
               std::back_inserter(occupancies),
               [](const Occupancy& occupancy) { return occupancy.first <= occupancy.last; });
  std::sort(occupancies.begin(), occupancies.end(),
            [](const Occupancy& a, const Occupancy& b) { return a.first < b.first; });
  for (const Occupancy& occupancy : occupancies) {
    const auto fetch = std::find_if(
        choice.transfers.begin(), choice.transfers.end(), [&](const Transfer& transfer) {
          return &transfer != written && transfer.first == occupancy.first;
        });
    if (fetch != choice.transfers.end()) {
      map.stays.push_back(
          {begin_of(occupancy.first), end_of(occupancy.last), begin_of(fetch->last + 1)});
    } else if (!map.stays.empty() && map.stays.back().upper == begin_of(occupancy.first)) {
      map.stays.back().upper = end_of(occupancy.last);
    } else {
      map.stays.push_back({begin_of(occupancy.first), end_of(occupancy.last), std::nullopt});
    }
  }
  if (choice.transfers.empty()) return map;  // the map never leaves fast memory
  map.home = memories_.home;
  map.home_from = buffer.lower;
  if (written != nullptr) {
    map.home_from = begin_of(written->first);
    map.written_by = begin_of(written->last + 1);
  }
  return map;
}

FlowDraft NetworkModel::flow_of(const WeightNeed& need, const WeightDelivery& delivery) const {
  FlowDraft flow{need.op, need.weights, need.slices(equal_depths(need, delivery.slices)), 0};
  const TimeStep own = step_of(need.op);
  const TimeStep early =
      delivery.ahead > 0 ? begin_of(at(step_of_op_, need.op) - delivery.ahead) : own;
  for (WeightFlowSlice& slice : flow.slices) slice.fetch_at = delivery.together ? early : own;
  // Weights that arrive early are fetched while earlier operators run. Operator 0 has no earlier
  // operators, so its weights are fetched at the start of the run.
  flow.buffers = std::min(delivery.buffers, static_cast<std::int32_t>(flow.slices.size()));
  std::size_t early_slices = delivery.in_place() ? 0 : 1;
  if (delivery.filled) early_slices = flow.slices.size();
  for (std::size_t i = 0; i < early_slices; ++i) flow.slices[i].fetch_at = need.op == 0 ? 0 : early;
  return flow;
}

Choice NetworkModel::choice_of_flows(const Weights& weights, const std::vector<FlowDraft>& flows,
                                     std::string label) const {
  Choice choice{std::move(label), {}, {}, {}};
  double slices = 0, all = 0, there = 0;
  for (const FlowDraft& flow : flows) {
    for (const WeightFlowSlice& slice : flow.slices) {
      const auto bytes = static_cast<double>(slice.bytes());
      slices += 1;
      all += bytes;
      there += flow.buffers == 0 ? bytes : 0;
    }
    add_flow(weights, flow, &flow == &flows.front(), choice);
  }
  const double in_place = all > 0 ? there / all : 0;
  choice.accesses = {{weights.op, (1 - in_place) * weights.fast_bytes,
                      in_place * weights.slow_bytes, (slices - 1) * weights.slice_stall, 0,
                      in_place * weights.slow_stall, 0, slices - 1}};
  return choice;
}

/// Adds the memory and transfers of a flow to `choice`. `is_first`: whether the first slice of the
/// flow is also the first slice of the operator.
void NetworkModel::add_flow(const Weights& weights, const FlowDraft& flow, bool is_first,
                            Choice& choice) const {
  if (flow.buffers == 0) return;
  const TimeStep own = step_of(flow.op);
  const TransferCost cost = transfer_cost();
  std::vector<Occupancy> occupancies(static_cast<std::size_t>(flow.buffers),
                                     Occupancy{weights.op, weights.op, 0});
  for (std::size_t i = 0; i < flow.slices.size(); ++i) {
    const WeightFlowSlice& slice = flow.slices[i];
    Occupancy& occupancy = occupancies[i % occupancies.size()];
    occupancy.bytes =
        std::max(occupancy.bytes, round_up(slice.bytes(), request_.weights->needs.alignment));
    const bool early = slice.fetch_at < own && i < occupancies.size();
    const std::int32_t step = early ? step_at(slice.fetch_at) : weights.op;
    occupancy.first = std::min(occupancy.first, step);
    // If the flow has three or more buffers and the slice is fetched before its operator runs, most
    // of its latency overlaps the transfer of the preceding slice. Only this share of the latency
    // counts. The share is above 0, because the NPU's command parser sometimes waits for earlier
    // transfers before it issues the next transfer.
    constexpr double counted_share = 0.25;
    const bool follows = i > 0 && flow.buffers > 2 && slice.fetch_at < own;
    const double bytes = static_cast<double>(slice.bytes()) * cost.slowdown +
                         (follows ? counted_share : 1) * cost.latency_bytes;
    // Whether the slice may be transferred while the operator reads the preceding slice. The
    // operator waits for the complete transfer of its first slice, and of a slice that uses the
    // buffer of the preceding slice.
    const bool hidden = i > 0 ? flow.buffers > 1 : !is_first;
    const std::int32_t last = hidden ? weights.op : weights.op - 1;
    choice.transfers.push_back(step <= last ? Transfer{step, last, bytes}
                                            : Transfer{weights.op, weights.op - 1, bytes});
  }
  choice.occupancies.insert(choice.occupancies.end(), occupancies.begin(), occupancies.end());
}

/// Returns the index of the choice that keeps the feature map `object` in fast memory for its whole
/// life; 0 if the map has no such choice.
std::int32_t NetworkModel::choice_that_stays(std::int32_t object) const {
  const std::vector<Choice>& choices = at(fluid_.objects, object).choices;
  const auto stays = std::find_if(choices.begin(), choices.end(), [](const Choice& choice) {
    return choice.transfers.empty() && !choice.occupancies.empty();
  });
  return stays != choices.end() ? static_cast<std::int32_t>(stays - choices.begin()) : 0;
}

Selection NetworkModel::with_all_maps_fast() const {
  Selection selection(fluid_.objects.size(), 0);
  for (const std::int32_t object : object_of_map_) {
    if (object >= 0) at(selection, object) = choice_that_stays(object);
  }
  return selection;
}

Selection NetworkModel::adopt(const Plan& plan) {
  Selection selection(fluid_.objects.size(), 0);
  std::map<TensorIndex, std::int32_t> object_of_tensor;
  for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
    if (object_of_map_[i] >= 0) object_of_tensor[problem_.buffers[i].tensor] = object_of_map_[i];
  }
  for (const Residency& residency : plan.residencies) {
    const auto object = object_of_tensor.find(residency.tensor);
    const bool here = residency.kind == ResidencyKind::tensor && residency.memory == memories_.fast;
    if (!here || object == object_of_tensor.end()) continue;
    at(selection, object->second) = choice_that_stays(object->second);
  }
  std::map<std::int32_t, const WeightFlow*> flows;  // the first flow of each operator
  for (const WeightFlow& flow : plan.weights) flows.emplace(flow.op, &flow);
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    const auto found = flows.find(request_.weights->needs.operators[i].op);
    if (found == flows.end() || found->second->in_place()) continue;
    const WeightFlow& flow = *found->second;
    at(selection, object_of_need_[i]) =
        add_choice(i, {{flow.op, request_.weights->needs.operators[i].weights, flow.slices,
                        static_cast<std::int32_t>(flow.buffers.size())}});
  }
  return selection;
}

Selection NetworkModel::carried_over(const NetworkModel& from, const Selection& selection) {
  Selection carried(fluid_.objects.size(), 0);
  const auto carry = [&](std::int32_t object, std::int32_t old) {
    if (object < 0 || old < 0) return;
    const std::string& label = at(at(from.fluid_.objects, old).choices, at(selection, old)).label;
    const std::vector<Choice>& choices = at(fluid_.objects, object).choices;
    const auto same = std::find_if(choices.begin(), choices.end(),
                                   [&](const Choice& choice) { return choice.label == label; });
    if (same != choices.end()) {
      at(carried, object) = static_cast<std::int32_t>(same - choices.begin());
    }
  };
  for (std::size_t i = 0; i < object_of_map_.size(); ++i) {
    carry(object_of_map_[i], from.object_of_map_[i]);
  }
  for (std::size_t i = 0; i < object_of_need_.size(); ++i) {
    const std::int32_t old = from.object_of_need_[i];
    const std::int32_t choice = at(selection, old);
    const std::string& label = at(at(from.fluid_.objects, old).choices, choice).label;
    const std::vector<FlowDraft>& flows = at(from.flows_[i], choice);
    // Weights of a cascade are not divided into slices, because every stripe would fetch the slices
    // again.
    if (label.rfind(found_label, 0) == 0 && !is_cascaded(flows.front().op)) {
      at(carried, object_of_need_[i]) = add_choice(i, flows);
    } else {
      carry(object_of_need_[i], old);
    }
  }
  return carried;
}

}  // namespace spillway::search
