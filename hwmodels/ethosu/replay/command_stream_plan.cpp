// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/command_stream_plan.h"

#include <algorithm>
#include <optional>

#include "base/index.h"
#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/replay/command_stream_match.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/target/select_target.h"
#include "planner/plan_network.h"

namespace spillway::ethosu {
namespace {

constexpr Bytes arena_alignment = 16;

// Returns the plan with which plan_of_stream() begins. Lifetimes of tensors, and the places of
// tensors that no matched kernel reads or writes, come from this plan. plan_of_stream() replaces
// all other places by the places in the streams.
Plan plan_to_correct(const Network& network, const Target& target) {
  PlanningRequest request;
  for (const MemorySpec& memory : target.memories) {
    request.memories.push_back({memory.name, unlimited, 16});
  }
  request.arena = {static_cast<MemoryIndex>(memory_index(target, target.mode.arena))};
  request.constants = static_cast<MemoryIndex>(memory_index(target, target.mode.constants));
  Plan plan = plan_network(network, request).plan;
  for (Residency& residency : plan.residencies) residency.inside = -1;
  return plan;
}

// Returns the kernel's constants with the lower address: its scales if the scales lie before the
// weights, otherwise its weights.
const ConstantStream& first_constants(const Operation& kernel) {
  const bool scales = kernel.scales[0].length > 0 && kernel.scales[0].base < kernel.weights[0].base;
  return scales ? kernel.scales[0] : kernel.weights[0];
}

Bytes weight_bytes(const Operation& kernel) {
  Bytes bytes = 0;
  for (const ConstantStream& weights : kernel.weights) bytes += weights.length;
  return bytes;
}

class StreamPlanner {
 public:
  StreamPlanner(const Network& network, const DecodedFile& file, const Target& target)
      : network_(network),
        file_(file),
        ops_(network_ops(network, config_of(target))),
        matched_(match_stream(ops_, file)),
        layout_(file, target.regions, target.memories.size(), 0),
        placed_(network.tensors.size(), false),
        stored_(network.tensors.size(), false) {
    result_.plan = plan_to_correct(network, target);
    result_.plan.planner = file.name;
  }

  CompiledPlan run() {
    for (const MatchedOp& matched : matched_) {
      if (matched.kernels.empty()) continue;
      place_maps(matched);
      if (matched.op->weight_elements > 0) add_weights(matched);
    }
    add_cascades();
    move_rest_behind();
    share_operands();
    name_rest();
    return std::move(result_);
  }

 private:
  Place place(std::size_t stream, std::uint8_t region, Address address) const {
    Access access;
    access.address = address;
    access.memory = region;
    access.run = 1;
    layout_.place(stream, access);
    return {access.memory, access.address};
  }

  void place_tensor(TensorIndex tensor, const Place& at, Bytes offset) {
    const auto index = static_cast<std::size_t>(tensor);
    if (placed_[index] || static_cast<Bytes>(at.address) < offset) return;
    placed_[index] = true;
    for (Residency& residency : result_.plan.residencies) {
      if (residency.tensor != tensor || residency.kind != ResidencyKind::tensor) continue;
      residency.memory = at.memory;
      residency.offset = static_cast<Bytes>(at.address) - offset;
    }
  }

  // Places the feature maps of an operation at the addresses in its first kernel, because the first
  // slice or stripe begins at the first byte of each map.
  void place_maps(const MatchedOp& matched) {
    const MatchedKernel& kernel = matched.kernels.front();
    const NpuOp& op = *matched.op;
    const auto place_operand = [&](const Operand& operand, const FeatureMap& map) {
      if (operand.tensor == no_tensor || operand.tensor == made_up_operand) return;
      const Operator& owner = at(network_.operators, op.op);
      const TensorIndex tensor =
          operand.tensor == scratch_operand ? owner.inputs.back() : operand.tensor;
      place_tensor(tensor, place(kernel.stream, map.region, map.base[0]), operand.offset);
    };
    const auto place_input = [&](const Operand& operand, const FeatureMap& map) {
      if (!place_fetched(matched, operand, map)) place_operand(operand, map);
    };
    if (kernel.operation->reads_ifm) place_input(op.ifm, kernel.operation->ifm);
    if (kernel.operation->reads_ifm2) place_input(op.ifm2, kernel.operation->ifm2);
    place_operand(op.ofm, kernel.operation->ofm);
  }

  // Places a feature map that a DMA transfer copies before the map's first reader. The plan then
  // holds two residencies (places during certain steps) of the map: the source of the transfer and
  // its destination. Returns false, without a change, in three cases: the operand is no tensor of
  // the network or begins inside the tensor; the tensor already has a place; no transfer that
  // begins at the map's first byte copies the map from a region other than that of constants.
  bool place_fetched(const MatchedOp& matched, const Operand& operand, const FeatureMap& map) {
    if (operand.tensor < 0 || operand.offset != 0 || at(placed_, operand.tensor)) return false;
    const MatchedKernel& kernel = matched.kernels.front();
    const std::optional<std::size_t> command = transfer_to(kernel, map.region, map.base[0]);
    if (!command) return false;
    const DmaCommand& dma = transfer(kernel, *command);
    if (dma.source.memory == constants_region || dma.destination.address != map.base[0]) {
      return false;
    }
    place_tensor(operand.tensor, place(kernel.stream, dma.source.memory, dma.source.address), 0);
    const auto home = static_cast<std::int32_t>(home_of(operand) - result_.plan.residencies.data());
    const Place there = place(kernel.stream, map.region, map.base[0]);
    const TimeStep earliest = operator_before(kernel.stream, *command) + 1;
    const Residency& stored = at(result_.plan.residencies, home);
    const Residency copy{operand.tensor, there.memory, static_cast<Bytes>(there.address),
                         stored.size,    earliest + 1, std::max(earliest + 2, matched.op->op + 2)};
    const auto to = static_cast<std::int32_t>(result_.plan.residencies.size());
    result_.plan.residencies.push_back(copy);
    result_.plan.copies.push_back({operand.tensor, home, to, earliest, matched.op->op + 1});
    return true;
  }

  // Appends the names of the operators without matching kernels to the plan's name. The compiler
  // split these operators in another way, so their places in the plan are not the compiler's.
  void name_rest() {
    constexpr std::size_t most = 3;
    std::vector<std::string> names;
    for (const MatchedOp& matched : matched_) {
      const std::string& name = at(network_.operators, matched.op->op).name;
      if (matched.kernels.empty() && (names.empty() || names.back() != name)) names.push_back(name);
    }
    if (names.empty()) return;
    std::string list;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) {
      list += (i == 0 ? " " : ", ") + names[i];
    }
    if (names.size() > most) list += " and " + std::to_string(names.size() - most) + " more";
    result_.plan.planner += "; cut differently there, planned here:" + list;
  }

  // Moves tensors without a place from a stream to addresses after all addresses that the streams
  // use. The order of the moved tensors does not change.
  void move_rest_behind() {
    for (Residency& residency : result_.plan.residencies) {
      if (residency.kind == ResidencyKind::weight_buffer || at(placed_, residency.tensor)) continue;
      const Bytes used = at(layout_.peak_bytes(), residency.memory);
      residency.offset += (used + arena_alignment - 1) / arena_alignment * arena_alignment;
    }
  }

  Residency* home_of(const Operand& operand) {
    for (Residency& residency : result_.plan.residencies) {
      const bool is_home = residency.kind == ResidencyKind::tensor &&
                           residency.tensor == operand.tensor && operand.tensor >= 0;
      if (is_home) return &residency;
    }
    return nullptr;
  }

  // Finds elementwise operators whose result lies within the bytes of an operand that no later
  // operator reads. Sets `inside` of the result, so that a check of the plan does not report the
  // overlap as an error.
  void share_operands() {
    for (const MatchedOp& matched : matched_) {
      const NpuOp& op = *matched.op;
      Residency* const made = home_of(op.ofm);
      if (made == nullptr || op.operation.type != OperationType::elementwise) continue;
      for (const Operand* operand : {&op.ifm, &op.ifm2}) {
        Residency* const host = home_of(*operand);
        if (host == nullptr || host == made || host->memory != made->memory) continue;
        const bool within =
            host->offset <= made->offset && made->offset + made->size <= host->offset + host->size;
        if (within && host->upper == made->lower + 1) {
          made->inside = static_cast<std::int32_t>(host - result_.plan.residencies.data());
        }
      }
    }
  }

  // Returns the index of the last command before `kernel` that starts a transfer to a range that
  // contains `address`; nullopt if no command starts such a transfer.
  std::optional<std::size_t> transfer_to(const MatchedKernel& kernel, std::uint8_t region,
                                         Address address) const {
    const DecodedStream& stream = file_.streams[kernel.stream];
    for (std::size_t c = kernel.command; c-- > 0;) {
      if (stream.commands[c].kind != DecodedKind::dma_start) continue;
      const DmaCommand& dma = stream.transfers[stream.commands[c].index];
      const Access& to = dma.destination;
      if (dma.internal || to.memory != region || address < to.address) continue;
      if (static_cast<Bytes>(address - to.address) < to.bytes()) return c;
    }
    return std::nullopt;
  }

  const DmaCommand& transfer(const MatchedKernel& kernel, std::size_t command) const {
    const DecodedStream& stream = file_.streams[kernel.stream];
    return stream.transfers[stream.commands[command].index];
  }

  void add_weights(const MatchedOp& matched) {
    const NpuOp& op = *matched.op;
    Bytes encoded = 0;
    for (std::size_t i = 0; i < matched.slices(); ++i) {
      encoded += weight_bytes(*matched.kernels[i].operation);
    }
    result_.weight_ratios[op.name] =
        static_cast<double>(encoded) / static_cast<double>(op.weight_elements);
    if (op.weights == no_tensor) return add_made_up_weights(matched);
    const MatchedKernel& first = matched.kernels.front();
    const ConstantStream& constants = first_constants(*first.operation);
    if (const std::optional<std::size_t> command =
            transfer_to(first, constants.region, constants.base)) {
      const Access& source = transfer(first, *command).source;
      place_tensor(op.weights, place(first.stream, source.memory, source.address), 0);
      store_weights(matched);
      add_flow(matched, *command);
    } else {
      place_tensor(op.weights, place(first.stream, constants.region, constants.base), 0);
      store_weights(matched);
      result_.plan.weights.push_back({op.op, {}, slices_as_streamed(matched, 0)});
    }
  }

  // Adds a weight flow (which slices of weights are fetched, when and where to) for made-up weights
  // (weights that are all 1 and are no tensor of the network) if a transfer fetches them. A flow
  // belongs to an operator, not to one of its operations. So no flow is added if several operations
  // of the operator have weights.
  void add_made_up_weights(const MatchedOp& matched) {
    const auto with_weights =
        std::count_if(matched_.begin(), matched_.end(), [&](const MatchedOp& other) {
          return other.op->op == matched.op->op && other.op->weight_elements > 0;
        });
    if (with_weights > 1) return;
    const MatchedKernel& first = matched.kernels.front();
    const ConstantStream& constants = first_constants(*first.operation);
    const auto command = transfer_to(first, constants.region, constants.base);
    if (command) add_flow(matched, *command);
  }

  static Bytes scale_bytes_of(const Operation& kernel) {
    Bytes bytes = 0;
    for (const ConstantStream& scales : kernel.scales) bytes += scales.length;
    return bytes;
  }

  // Sets the size of a weight tensor in its memory to its encoded size. If several operators read
  // the same tensor with different encoded sizes, the largest size counts.
  void store_weights(const MatchedOp& matched) {
    Bytes bytes = 0;
    for (const WeightFlowSlice& slice : slices_as_streamed(matched, 0)) bytes += slice.bytes();
    for (Residency& residency : result_.plan.residencies) {
      if (residency.kind != ResidencyKind::tensor || residency.tensor != matched.op->weights) {
        continue;
      }
      const bool shared = at(stored_, residency.tensor);
      residency.size = shared ? std::max(bytes, residency.size) : bytes;
    }
    at(stored_, matched.op->weights) = true;
  }

  // Returns the weight slices of an operation. The first slice is fetched at time step
  // `first_fetch`, all later slices are fetched at the time step of the operation itself.
  static std::vector<WeightFlowSlice> slices_as_streamed(const MatchedOp& matched,
                                                         TimeStep first_fetch) {
    std::vector<WeightFlowSlice> slices;
    std::int32_t channel = 0;
    for (std::size_t i = 0; i < matched.slices(); ++i) {
      const Operation& kernel = *matched.kernels[i].operation;
      slices.push_back({channel, weight_bytes(kernel), scale_bytes_of(kernel),
                        i == 0 ? first_fetch : matched.op->op + 1});
      channel += kernel.ofm.depth;
    }
    return slices;
  }

  void add_flow(const MatchedOp& matched, std::size_t first_transfer) {
    const std::int32_t op = matched.op->op;
    const std::int32_t during = operator_before(matched.kernels.front().stream, first_transfer);
    const TimeStep first_fetch = std::max(0, std::min(during + 1, op));
    WeightFlow flow{op, {}, slices_as_streamed(matched, first_fetch)};
    for (std::size_t i = 0; i < matched.slices(); ++i) {
      const MatchedKernel& kernel = matched.kernels[i];
      const ConstantStream& constants = first_constants(*kernel.operation);
      const Place buffer = place(kernel.stream, constants.region, constants.base);
      flow.buffers.push_back(
          add_buffer(*matched.op, buffer, flow.slices[i].bytes(), flow.slices[i].fetch_at));
    }
    result_.plan.weights.push_back(std::move(flow));
  }

  // Returns the index of the residency (place and steps) of the weight buffer at address `at`. Adds
  // the buffer unless another slice of the same operator already uses a buffer at the same address.
  std::int32_t add_buffer(const NpuOp& op, const Place& at, Bytes bytes, TimeStep fetch_at) {
    std::vector<Residency>& residencies = result_.plan.residencies;
    const auto offset = static_cast<Bytes>(at.address);
    const TimeStep upper = op.op + 2;
    for (std::size_t i = 0; i < residencies.size(); ++i) {
      Residency& other = residencies[i];
      const bool same = other.kind == ResidencyKind::weight_buffer && other.tensor == op.weights &&
                        other.memory == at.memory && other.offset == offset && other.upper == upper;
      if (!same) continue;
      other.size = std::max(other.size, bytes);
      return static_cast<std::int32_t>(i);
    }
    residencies.push_back(
        {op.weights, at.memory, offset, bytes, fetch_at, upper, -1, ResidencyKind::weight_buffer});
    return static_cast<std::int32_t>(residencies.size()) - 1;
  }

  // Adds a cascade (operators that run in turns, stripe by stripe) for successive operations that
  // run in stripes, if the stripes of each operation begin before the last stripe of the preceding
  // operation.
  void add_cascades() {
    for (std::size_t i = 0; i < matched_.size(); ++i) {
      if (!matched_[i].striped()) continue;
      Cascade cascade;
      cascade.first_op = matched_[i].op->op;
      cascade.stripe_heights = {stripe_height(matched_[i])};
      while (i + 1 < matched_.size() && takes_turns(matched_[i], matched_[i + 1])) {
        ++i;
        // A chained operation runs as a part of the preceding operation, so it has no stripe height
        // of its own.
        if (takes_chained_operand(matched_[i].op->operation)) continue;
        roll(matched_[i - 1], matched_[i]);
        cascade.stripe_heights.push_back(stripe_height(matched_[i]));
      }
      cascade.last_op = matched_[i].op->op;
      result_.plan.cascades.push_back(std::move(cascade));
    }
  }

  static std::int32_t stripe_height(const MatchedOp& matched) {
    return matched.kernels.front().operation->ofm.height;
  }

  static bool takes_turns(const MatchedOp& op, const MatchedOp& next) {
    return next.striped() && next.kernels.front().stream == op.kernels.back().stream &&
           next.kernels.front().command < op.kernels.back().command;
  }

  // Sets the size in bytes of the rolling buffer (new rows overwrite old rows) between two
  // operations of a cascade (operators that run in turns, stripe by stripe): the bytes of the rows
  // that the kernels of both operations address.
  void roll(const MatchedOp& producer, const MatchedOp& consumer) {
    const FeatureMap& first = producer.kernels.front().operation->ofm;
    std::int64_t rows = 0;
    const auto include = [&](const FeatureMap& map) {
      const auto begin = static_cast<std::int64_t>(map.base[0] - first.base[0]) / first.stride_y;
      rows = std::max(rows, begin + std::min(map.height, map.height0));
    };
    for (const MatchedKernel& kernel : producer.kernels) include(kernel.operation->ofm);
    for (const MatchedKernel& kernel : consumer.kernels) include(kernel.operation->ifm);
    for (Residency& residency : result_.plan.residencies) {
      if (residency.tensor == producer.op->ofm.tensor) residency.size = rows * first.stride_y;
    }
  }

  // Returns the highest index of an operator that has a kernel before the command; -1 if no
  // operator has such a kernel.
  std::int32_t operator_before(std::size_t stream, std::size_t command) const {
    std::int32_t found = -1;
    for (const MatchedOp& matched : matched_) {
      for (const MatchedKernel& kernel : matched.kernels) {
        const bool before =
            kernel.stream < stream || (kernel.stream == stream && kernel.command < command);
        if (before) found = std::max(found, matched.op->op);
      }
    }
    return found;
  }

  const Network& network_;
  const DecodedFile& file_;
  const NetworkOps ops_;
  const std::vector<MatchedOp> matched_;
  const RegionLayout layout_;
  std::vector<bool> placed_;  // per tensor: whether it has a place from a stream
  std::vector<bool> stored_;  // per tensor: whether its encoded size is known
  CompiledPlan result_;
};

}  // namespace

CompiledPlan plan_of_stream(const Network& lowered, const DecodedFile& file, const Target& target) {
  return StreamPlanner(lowered, file, target).run();
}

}  // namespace spillway::ethosu
