// SPDX-License-Identifier: Apache-2.0
#include "planner/search/network_model.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/in_place.h"
#include "planner/placement/placement.h"

namespace spillway::search {
namespace {

constexpr std::int32_t most_slices = 80;

/// The number of transfers that may be outstanding in the fluid model. If more transfers are
/// outstanding, the NPU's command parser waits after it has issued the kernel of an operator. The
/// hardware of U55 allows one outstanding transfer, that of U65 two. Of the values 1, 2 and 3, the
/// value 2 predicts the order of the plans best on both processors.
constexpr std::int32_t transfers_in_flight = 2;

Bytes aligned_size(const Buffer& buffer) { return round_up(buffer.size, buffer.alignment); }

double share_of(double part, double whole) { return whole > 0 ? part / whole : 0; }

/// Returns, per buffer, the operators that read or write it, in order.
std::vector<std::vector<std::int32_t>> users_of_buffers(const PlanningProblem& problem) {
  std::vector<std::vector<std::int32_t>> users(problem.buffers.size());
  for (std::size_t i = 0; i < problem.operators.size(); ++i) {
    const auto op = static_cast<std::int32_t>(i);
    for (const auto* operands : {&problem.operators[i].inputs, &problem.operators[i].outputs}) {
      for (const BufferIndex buffer : *operands) {
        if (buffer < 0) continue;
        std::vector<std::int32_t>& of_buffer = at(users, buffer);
        if (of_buffer.empty() || of_buffer.back() != op) of_buffer.push_back(op);
      }
    }
  }
  return users;
}

/// Returns deliveries of weights through two buffers, with numbers of slices that
/// weight_deliveries() lacks. weight_deliveries() has powers of two up to 16.
std::vector<WeightDelivery> in_turns(std::int32_t granules) {
  std::vector<WeightDelivery> deliveries;
  std::set<std::int32_t> offered = {1, 2, 4, 8, 16};
  for (const std::int32_t of_slice : {1, 2, 3, 4, 6}) {
    const std::int32_t slices = (granules + of_slice - 1) / of_slice;
    if (slices > most_slices || !offered.insert(slices).second) continue;
    for (const std::int32_t ahead : {0, 1}) deliveries.push_back({slices, 2, ahead, false});
  }
  return deliveries;
}

/// Returns deliveries of weights through two to four buffers in rotation. All buffers are filled
/// while earlier operators run, and filled again while the operator reads its weights. The number
/// of buffers is small because many transfers ahead of their operator keep the command parser
/// waiting.
std::vector<WeightDelivery> rings(std::int32_t granules) {
  constexpr std::int32_t most_buffers = 4;
  struct Held {
    std::int32_t quarters;  // the share of the weights that the buffers hold, in quarters
    std::int32_t ahead;
  };
  std::vector<WeightDelivery> deliveries;
  for (const std::int32_t of_slice : {1, 2, 3, 4, 6}) {
    const std::int32_t slices = (granules + of_slice - 1) / of_slice;
    if (slices > most_slices) continue;
    if (slices > 2) deliveries.push_back({slices, 3, 1, false, true});
    if (slices < 6 || (of_slice != 1 && of_slice != 2 && of_slice != 4)) continue;
    for (const Held& held : {Held{1, 1}, Held{2, 1}, Held{2, 4}, Held{3, 2}, Held{3, 8}}) {
      const std::int32_t buffers = (slices * held.quarters + 3) / 4;
      if (buffers > most_buffers || (of_slice == 1 && held.ahead > 1)) continue;
      deliveries.push_back({slices, buffers, held.ahead, false, true});
    }
  }
  for (const std::int32_t slices : {4, 6}) {
    for (const std::int32_t ahead : {2, 8}) deliveries.push_back({slices, 3, ahead, false, true});
  }
  return deliveries;
}

}  // namespace

std::int32_t output_rows(const CascadeShapes& cascades, std::int32_t first, std::int32_t last) {
  // Doubling, then bisection. In the end, a cascade exists for stripe height `fewer`, but none
  // exists for `whole`, which is one row more.
  std::int32_t fewer = 1;
  std::int32_t whole = 2;
  while (cascades(first, last, whole)) {
    fewer = whole;
    whole *= 2;
  }
  while (whole - fewer > 1) {
    const std::int32_t rows = (fewer + whole) / 2;
    (cascades(first, last, rows) ? fewer : whole) = rows;
  }
  return whole;
}

double cascade_cycles(const WeightNeeds& needs, const NetworkCosts& costs,
                      const ModelCascade& cascade, std::int32_t rows) {
  const std::int32_t of_stripe = cascade.shape.stripe_heights.back();
  const std::int32_t stripes = (rows + of_stripe - 1) / of_stripe;
  double cycles = 0;
  for (std::int32_t op = cascade.first; op <= cascade.last; ++op) {
    const double ideal = at(needs.compute_cycles, op);
    const double striped = at(cascade.shape.compute_cycles, op - cascade.first);
    const double factor = ideal > 0 ? std::max(1.0, striped / ideal) : 1;
    const double again = at(costs.slice_stall, op);
    cycles += factor * at(costs.cycles, op) +
              (stripes - 1) * (again > 0 ? again : costs.usual_slice_stall);
  }
  return cycles;
}

NetworkModel::NetworkModel(const PlanningRequest& request, const PlanningProblem& problem,
                           const NetworkCosts& costs, std::vector<ModelCascade> cascades,
                           Deliveries deliveries)
    : request_(request),
      problem_(problem),
      costs_(costs),
      deliveries_(deliveries),
      memories_(model_memories(request)),
      cascades_(std::move(cascades)),
      rolling_(problem.buffers.size(), 0),
      object_of_map_(problem.buffers.size(), -1) {
  merge_steps(static_cast<std::int32_t>(costs.cycles.size()));
  fluid_.fast_bytes_per_cycle = costs.fast_bytes_per_cycle;
  fluid_.slow_bytes_per_cycle = costs.slow_bytes_per_cycle;
  fluid_.capacity = at(request.memories, memories_.fast).capacity;
  fluid_.in_flight = transfers_in_flight;
  fetches_far_ = all_maps_fit(fluid_.capacity);
  users_ = users_of_buffers(problem);
  add_maps();
  for (std::size_t i = 0; i < request.weights->needs.operators.size(); ++i) add_weights(i);
}

bool NetworkModel::all_maps_fit(Bytes capacity) const {
  return capacity >= most_live_bytes(problem_.buffers);
}

void NetworkModel::merge_steps(std::int32_t ops) {
  const WeightPlanning& weights = *request_.weights;
  auto next = cascades_.begin();
  for (std::int32_t op = 0; op < ops;) {
    const std::int32_t last = next != cascades_.end() && next->first == op ? next->last : op;
    double cycles = at(costs_.cycles, op);
    if (last > op) {
      const std::int32_t rows = output_rows(weights.cascades, op, last);
      cycles = cascade_cycles(weights.needs, costs_, *next, rows);
    }
    step_of_op_.insert(step_of_op_.end(), static_cast<std::size_t>(last - op) + 1,
                       static_cast<std::int32_t>(first_op_.size()));
    first_op_.push_back(op);
    last_op_.push_back(last);
    fluid_.compute_cycles.push_back(cycles);
    if (last > op) {
      for (std::int32_t i = op; i < last; ++i) {
        const BufferIndex made = at(problem_.operators, i).outputs.front();
        if (made >= 0) at(rolling_, made) = at(next->shape.rolling_bytes, i - op);
      }
      ++next;
    }
    op = last + 1;
  }
}

std::int32_t NetworkModel::step_at(TimeStep time) const {
  const auto last = static_cast<std::int32_t>(step_of_op_.size()) - 1;
  return at(step_of_op_, std::clamp(time - 1, 0, last));
}

TransferCost NetworkModel::transfer_cost() const {
  return {costs_.transfer_latency * costs_.slow_bytes_per_cycle, costs_.transfer_slowdown};
}

void NetworkModel::add_maps() {
  for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
    if (!problem_.buffers[i].stays_unplaced) add_map(static_cast<BufferIndex>(i));
  }
  for (const InPlacePair& pair : in_place_pairs(problem_)) {
    if (is_cascaded(pair.step - 1)) continue;
    fluid_.shared.push_back({step_at(pair.step), at(object_of_map_, pair.operand),
                             at(object_of_map_, pair.result),
                             aligned_size(at(problem_.buffers, pair.result))});
  }
}

FeatureMap NetworkModel::feature_map(BufferIndex index) const {
  std::map<std::int32_t, MapAccess> accesses;
  const std::uint8_t side = at(costs_.side, index);
  const auto size = static_cast<double>(at(problem_.buffers, index).size);
  for (const std::int32_t i : at(users_, index)) {
    const BufferOperator& op = at(problem_.operators, i);
    double all = 0, of_side = 0, read = 0;
    std::set<BufferIndex> operands(op.inputs.begin(), op.inputs.end());
    operands.insert(op.outputs.begin(), op.outputs.end());
    for (const BufferIndex operand : operands) {
      if (operand < 0) continue;
      const auto bytes = static_cast<double>(at(problem_.buffers, operand).size);
      all += bytes;
      of_side += at(costs_.side, operand) == side ? bytes : 0;
      read += std::count(op.inputs.begin(), op.inputs.end(), operand) > 0 ? bytes : 0;
    }
    const std::int32_t step = at(step_of_op_, i);
    MapAccess& access = accesses.try_emplace(step, MapAccess{step, 0, 0, 0, 0}).first->second;
    const SlowCosts& slow = at(costs_.maps[side], i);
    access.fast_bytes +=
        share_of(size, all) * (at(costs_.fast_reads, i) + at(costs_.fast_writes, i));
    const double hidden = at(first_op_, step) < at(last_op_, step) ? hidden_in_cascade : 1;
    const double bytes = share_of(size, of_side) * slow.bytes;
    access.slow_bytes += hidden * bytes;
    access.slow_stall += share_of(size, of_side) * slow.stall_cycles +
                         (1 - hidden) * bytes / costs_.slow_bytes_per_cycle;
    if (std::count(op.inputs.begin(), op.inputs.end(), index) > 0) {
      access.again_bytes += share_of(size, read) * at(costs_.slice_reads, i);
    }
  }
  FeatureMap map;
  map.name = at(problem_.buffers, index).name;
  map.size = aligned_size(at(problem_.buffers, index));
  for (const auto& [step, access] : accesses) map.accesses.push_back(access);
  return map;
}

Choice NetworkModel::fast_for_life(const FeatureMap& map, const Buffer& buffer) const {
  Choice choice{"fast", {}, {}, {}};
  for (const MapAccess& access : map.accesses) {
    choice.accesses.push_back({access.op, access.fast_bytes, 0});
  }
  choice.occupancies.push_back({step_at(buffer.lower), step_at(buffer.upper - 1), map.size});
  return choice;
}

void NetworkModel::add_map(BufferIndex index) {
  const Buffer& buffer = at(problem_.buffers, index);
  FeatureMap map = feature_map(index);
  Object object{map.name, {}};
  const bool may_leave = memories_.home != no_memory && !rolls(index) &&
                         may_use(buffer, memories_.home) && !is_persistent(buffer.kind);
  if (rolls(index)) {
    map.size = round_up(at(rolling_, index), buffer.alignment);
    object.choices = {fast_for_life(map, buffer)};
  } else if (!may_use(buffer, memories_.fast) || map.accesses.empty()) {
    object.choices = {whole_life_choices(map).choices.front()};
  } else if (!may_leave) {
    object.choices = {fast_for_life(map, buffer)};
  } else {
    const bool is_made = buffer.lower > 0 && map.accesses.size() > 1 && !buffer.is_output &&
                         step_at(buffer.lower) == map.accesses.front().op &&
                         step_at(buffer.upper - 1) == map.accesses.back().op;
    map.origin = is_made             ? FeatureMap::Origin::produced
                 : buffer.lower == 0 ? FeatureMap::Origin::network_input
                                     : FeatureMap::Origin::network_output;
    object = interval_choices(map, transfer_cost());
    if (!is_made) object.choices.push_back(fast_for_life(map, buffer));
  }
  at(object_of_map_, index) = static_cast<std::int32_t>(fluid_.objects.size());
  fluid_.objects.push_back(std::move(object));
}

bool NetworkModel::is_worth_fetching(const WeightNeed& need) const {
  const WeightNeeds& needs = request_.weights->needs;
  return deliveries_ == Deliveries::all && need.may_be_fetched && needs.buffers != no_memory &&
         at(needs.bytes_per_cycle, needs.buffers) > at(needs.bytes_per_cycle, memories_.constants);
}

bool NetworkModel::is_cascaded(std::int32_t op) const {
  const std::int32_t step = at(step_of_op_, op);
  return at(first_op_, step) < at(last_op_, step);
}

std::vector<double> NetworkModel::cycles_of_steps(
    const std::vector<double>& cycles_of_operators) const {
  std::vector<double> cycles(first_op_.size(), 0);
  for (std::size_t op = 0; op < cycles_of_operators.size(); ++op) {
    at(cycles, step_of_op_[op]) += cycles_of_operators[op];
  }
  return cycles;
}

void NetworkModel::add_weights(std::size_t index) {
  const WeightNeed& need = request_.weights->needs.operators[index];
  const std::int32_t step = at(step_of_op_, need.op);
  const bool in_cascade = is_cascaded(need.op);
  Weights weights;
  weights.name = "weights of " + std::to_string(need.op);
  weights.op = step;
  weights.size = need.slices({0}).front().bytes();
  weights.depth = need.channels;
  weights.slow_bytes = at(costs_.weights, need.op).bytes;
  weights.slow_stall = at(costs_.weights, need.op).stall_cycles;
  weights.slice_stall = at(costs_.slice_stall, need.op);
  double read = static_cast<double>(weights.size);
  for (const BufferIndex input : at(problem_.operators, need.op).inputs) {
    if (input >= 0) read += static_cast<double>(at(problem_.buffers, input).size);
  }
  const double weight_share = share_of(static_cast<double>(weights.size), read);
  weights.fast_bytes = weight_share * at(costs_.fast_reads, need.op);
  if (in_cascade) {
    for (const ModelCascade& cascade : cascades_) {
      if (need.op < cascade.first || need.op > cascade.last) continue;
      const double reads = at(cascade.shape.weight_reads, need.op - cascade.first);
      const double bytes = std::max(weights.slow_bytes, reads * static_cast<double>(weights.size));
      weights.slow_bytes = hidden_in_cascade * bytes;
      weights.slow_stall += (1 - hidden_in_cascade) * bytes / costs_.slow_bytes_per_cycle;
    }
  }
  const bool worthwhile = is_worth_fetching(need);
  std::vector<std::vector<FlowDraft>> flows;
  Object object{weights.name, {}};
  const auto offer = [&](const WeightDelivery& delivery) {
    if (!delivery.in_place() && (!worthwhile || (in_cascade && delivery.slices > 1))) return;
    if (delivery.ahead > step) return;
    FlowDraft flow = flow_of(need, delivery);
    const bool fewer = static_cast<std::int32_t>(flow.slices.size()) < delivery.slices;
    // The weights have too few granules (smallest groups of channels that can be separated) for the
    // slices of the delivery. Such a delivery is left out, because deliveries with fewer slices are
    // offered, too. A delivery with `together` is kept, because weight_deliveries() has only one
    // number of slices for these deliveries.
    if (fewer && !delivery.together) return;
    object.choices.push_back(delivery.in_place()
                                 ? weight_choice(weights, delivery, transfer_cost())
                                 : choice_of_flows(weights, {flow}, label_of(delivery)));
    flows.push_back({std::move(flow)});
  };
  for (const WeightDelivery& delivery : weight_deliveries(weights)) offer(delivery);
  const std::int32_t granules = (need.channels + need.granule - 1) / need.granule;
  for (const WeightDelivery& delivery : in_turns(granules)) offer(delivery);
  for (const WeightDelivery& delivery : rings(granules)) offer(delivery);
  // Add deliveries that weight_deliveries() lacks. The added deliveries fetch the weights
  // completely in one slice, so the operator reads its feature maps only once.
  for (const std::int32_t ahead : {1, 2, 3, 4, 6, 8}) offer({1, 1, ahead, false});
  if (fetches_far_) {
    for (const std::int32_t ahead : {12, 16, 24, 32, 48}) offer({1, 1, ahead, false});
  }
  object_of_need_.push_back(static_cast<std::int32_t>(fluid_.objects.size()));
  fluid_.objects.push_back(std::move(object));
  weights_.push_back(std::move(weights));
  flows_.push_back(std::move(flows));
}

}  // namespace spillway::search
