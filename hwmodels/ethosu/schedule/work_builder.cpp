// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/rounding.h"
#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/block/stripes.h"
#include "hwmodels/ethosu/block/traffic.h"
#include "hwmodels/ethosu/emit/byte_owners.h"
#include "hwmodels/ethosu/schedule/cascades.h"
#include "hwmodels/ethosu/schedule/host_cost.h"
#include "hwmodels/ethosu/schedule/made_up_constants.h"
#include "hwmodels/ethosu/schedule/weights.h"
#include "hwmodels/ethosu/schedule/work_list.h"

namespace spillway::ethosu {
namespace {

DmaTransfer copy(OperatorIndex op, const Place& from, const Place& to, Bytes bytes) {
  DmaTransfer dma;
  dma.op = op;
  dma.source = linear_access(from, bytes, false, DataClass::dma);
  dma.destination = linear_access(to, bytes, true, DataClass::dma);
  return dma;
}

// Reduces `map` to channels [begin, end). In NHCWB16, `begin` must be the start of a brick.
void take_channels(FeatureMap& map, std::int32_t begin, std::int32_t end) {
  const std::int64_t bytes = map.layout == Layout::nhcwb16
                                 ? begin / brick_channels * map.stride_c
                                 : std::int64_t{begin} * map.element_bytes;
  map.base[0] += static_cast<Address>(bytes);
  map.depth = end - begin;
}

class WorkBuilder {
 public:
  WorkBuilder(const Network& network, const NetworkOps& ops, const Plan& plan,
              const TensorAddresses& placement, const Target& target,
              const ScheduleOptions& options)
      : network_(network),
        ops_(ops),
        plan_(plan),
        addresses_(placement),
        flowing_(slices_by_operator(plan, ops.size())),
        target_(target),
        config_(config_of(target)),
        options_(options),
        rows_rule_(options.as_compiled ? RowsRule::as_compiled : RowsRule::reached),
        made_up_constants_(network, ops, plan, placement, options) {}

  WorkList build() {
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      op_ = static_cast<OperatorIndex>(i);
      if (const Cascade* cascade = cascade_of(plan_, op_)) {
        if (cascade->first_op == op_) add_cascade(*cascade);
        continue;
      }
      begin_operator();
      if (ops_[i].empty()) add_host_step();
      for (part_ = 0; part_ < ops_[i].size(); ++part_) {
        if (!takes_chained_operand(ops_[i][part_].npu.operation)) add_operation(ops_[i][part_]);
      }
    }
    first_step_.push_back(next_step());
    for (const Copy& copy : plan_.copies) {
      if (static_cast<std::size_t>(copy.latest) > ops_.size()) add_copy(copy);
    }
    // If a transfer only needs to end after the last step, no step waits for it.
    for (StepTransfer& transfer : work_.transfers) {
      if (transfer.before >= next_step()) transfer.before = no_step;
    }
    return std::move(work_);
  }

 private:
  std::int32_t next_step() const { return static_cast<std::int32_t>(work_.steps.size()); }
  TimeStep time() const { return op_ + 1; }
  const Operator& op() const { return at(network_.operators, op_); }

  // Starts an operator. First issues the copies that the plan makes for the operator, because the
  // operator's own transfers can read the copied data.
  void begin_operator() {
    first_step_.push_back(next_step());
    made_up_ = made_up_constants_.of_operator(op_);
    constants_come_last_ = false;
    for (const Copy& copy : plan_.copies) {
      if (copy.latest == time()) add_copy(copy);
    }
  }

  Place place(const Operand& operand) const {
    const TensorIndex tensor =
        operand.tensor == scratch_operand ? op().inputs.back() : operand.tensor;
    return place_after(addresses_.place_of(tensor, time()), operand.offset);
  }

  void resolve(const NpuOp& npu, const Operand& operand, FeatureMap& map) const {
    if (operand.tensor == no_tensor) return;
    const Place at =
        operand.tensor == made_up_operand ? made_up_of(npu, made_up_).operand : place(operand);
    map.base[0] = at.address;
    map.region = at.memory;
  }

  void add_host_step() {
    wait_for_copies();
    Step step;
    step.op = op_;
    step.on_host = true;
    step.host_cycles = host_cycles(network_, op(), target_.host);
    step.host_accesses = host_accesses(
        network_, op(), [&](TensorIndex tensor) { return addresses_.place_of(tensor, time()); });
    work_.steps.push_back(std::move(step));
  }

  // Returns the operation with the addresses that the plan gives its maps.
  Operation resolved(const NpuOp& npu) const {
    Operation operation = npu.operation;
    resolve(npu, npu.ifm, operation.ifm);
    resolve(npu, npu.ofm, operation.ofm);
    if (operation.reads_ifm2) resolve(npu, npu.ifm2, operation.ifm2);
    return operation;
  }

  void add_memory_copy(const NpuOp& npu) {
    StepTransfer transfer;
    transfer.dma = copy(op_, place(npu.ifm), place(npu.ofm), npu.copied_bytes);
    transfer.after = next_step() - 1;
    transfer.after_step_ends = transfer.after != before_all;
    copies_pending_.push_back(work_.transfers.size());
    work_.transfers.push_back(transfer);
  }

  // Makes the next step wait for the pending copies, because the step can read the copied data.
  void wait_for_copies() {
    for (const std::size_t transfer : copies_pending_) {
      work_.transfers[transfer].before = next_step();
    }
    copies_pending_.clear();
  }

  void add_operation(const BlockedOp& blocked) {
    if (blocked.npu.copied_bytes > 0) {
      add_memory_copy(blocked.npu);
      return;
    }
    Operation operation = resolved(blocked.npu);
    set_blocks(blocked.blocks, operation);
    if (blocked.npu.table) add_table_load(blocked.npu);
    add_kernels(blocked.npu, operation, true);
    made_up_ = place_after(made_up_, made_up_bytes(blocked.npu, options_));
  }

  void add_kernels(const NpuOp& npu, const Operation& operation, bool first_stripe) {
    if (npu.weight_elements == 0) {
      add_kernel(operation);
    } else {
      add_sliced(npu, operation, first_stripe);
    }
  }

  void add_cascade(const Cascade& cascade) {
    const auto first = static_cast<std::size_t>(cascade.first_op);
    const std::vector<CascadeMember> members =
        cascade_members(ops_, cascade.first_op, cascade.last_op);
    std::vector<BlockConfig> blocks;
    for (std::size_t i = 0; i < cascade.stripe_heights.size(); ++i) {
      const NpuOp& npu = ops_[first + i].front().npu;
      blocks.push_back(find_stripe_blocks(config_, npu, cascade.stripe_heights[i]));
    }
    check_rolling_buffers(cascade, rows_to_hold(members, cascade.stripe_heights, rows_rule_));
    for (const Stripe& stripe : stripe_order(members, cascade.stripe_heights, rows_rule_)) {
      op_ = cascade.first_op + static_cast<OperatorIndex>(stripe.op);
      add_stripe(ops_[first + stripe.op].front().npu, stripe.rows, blocks[stripe.op]);
    }
  }

  void check_rolling_buffers(const Cascade& cascade, const std::vector<std::int32_t>& needed) {
    for (std::size_t i = 0; i + 1 < needed.size(); ++i) {
      op_ = cascade.first_op + static_cast<OperatorIndex>(i);
      const NpuOp& npu = at(ops_, op_).back().npu;
      const std::int32_t held = rows_held(npu.operation.ofm, npu.ofm);
      if (held == 0 || held >= needed[i]) continue;
      throw UserError(ExitCode::run_failed,
                      fmt::format("plan: the rolling buffer behind operator '{}' holds {} rows; {} "
                                  "are needed so that none is overwritten before it is read",
                                  npu.name, held, needed[i]));
    }
  }

  // Whether a slice is fetched for this stripe. For the first stripe, a slice is fetched unless it
  // is read in place or its buffer already holds it (kept()). For later stripes, a slice is fetched
  // only if it shares its buffer with other slices; otherwise the buffer still holds the slice.
  static bool is_fetched(const FlowingSlice& flowing, bool first_stripe) {
    if (flowing.flow->in_place()) return false;
    if (first_stripe) return !flowing.slice().kept();
    return flowing.flow->buffers.size() < flowing.flow->slices.size();
  }

  // Adds a stripe. The lookup table is fetched before the first stripe and then stays.
  void add_stripe(NpuOp npu, const Rows& rows, const BlockConfig& blocks) {
    const bool first = rows.begin == 0;
    part_ = 0;
    if (first) begin_operator();
    made_up_ = made_up_constants_.of_operator(op_);
    if (first && npu.table) add_table_load(npu);
    npu.operation = stripe_of(npu, rows);
    set_blocks(blocks, npu.operation);
    stripe_ = rows;
    add_kernels(npu, npu.operation, first);
    stripe_.reset();
  }

  Operation stripe_of(const NpuOp& npu, const Rows& rows) const {
    const Operation whole = resolved(npu);
    RowsHeld held{rows_held(whole.ifm, npu.ifm), 0, rows_held(whole.ofm, npu.ofm)};
    if (whole.reads_ifm2) held.ifm2 = rows_held(whole.ifm2, npu.ifm2);
    return striped(whole, rows, held, rows_rule_);
  }

  // Returns the number of rows in the rolling buffer (new rows overwrite old rows) of a map; 0 =
  // the complete map is stored.
  std::int32_t rows_held(const FeatureMap& map, const Operand& operand) const {
    const bool made_up = operand.tensor == no_tensor || operand.tensor == made_up_operand;
    if (made_up || map.height <= 1) return 0;
    const std::int64_t rows = place(operand).size / map.stride_y;
    return rows < map.height ? static_cast<std::int32_t>(rows) : 0;
  }

  Step& add_kernel(const Operation& operation, std::int32_t first_channel = 0) {
    wait_for_copies();
    Step step;
    step.op = op_;
    step.part = part_;
    step.operation = operation;
    step.first_channel = first_channel;
    step.chained = chained_after(operation, first_channel);
    return work_.steps.emplace_back(std::move(step));
  }

  // Returns the operations of the chain that take the result of `operation` inside the processor.
  // They get the block and the range of channels of `operation`.
  std::vector<Operation> chained_after(const Operation& operation,
                                       std::int32_t first_channel) const {
    std::vector<Operation> chained;
    const std::vector<BlockedOp>& operations = at(ops_, op_);
    for (std::size_t i = part_ + 1; i < operations.size(); ++i) {
      if (!takes_chained_operand(operations[i].npu.operation)) break;
      const NpuOp& npu = operations[i].npu;
      Operation next = stripe_ ? stripe_of(npu, *stripe_) : resolved(npu);
      const std::int32_t end = first_channel + operation.ofm.depth;
      for (FeatureMap* map : {&next.ifm, &next.ifm2, &next.ofm}) {
        if (map->depth > 1) take_channels(*map, first_channel, end);
      }
      set_blocks(operations[i].blocks, next);
      next.block = operation.block;
      chained.push_back(next);
    }
    return chained;
  }

  void add_table_load(const NpuOp& npu) {
    StepTransfer transfer;
    transfer.dma = copy(op_, made_up_of(npu, made_up_).table, {}, npu.table_bytes);
    transfer.dma.internal = true;
    transfer.after = next_step() - 1;
    transfer.after_step_ends = constants_come_last_;
    transfer.before = next_step();
    work_.transfers.push_back(transfer);
  }

  void add_sliced(const NpuOp& npu, const Operation& whole, bool first_stripe) {
    const std::vector<FlowingSlice>& flowing = flowing_for(npu);
    const std::vector<WeightSlice> slices =
        flowing.empty() ? weight_slices(npu, weight_coding(options_, npu.name), {})
                        : slices_of(flowing, npu);
    Place source = npu.weights == no_tensor ? made_up_of(npu, made_up_).weights
                                            : addresses_.place_of(npu.weights, time());
    for (std::size_t i = 0; i < slices.size(); ++i) {
      Place at = source;
      if (!flowing.empty() && !flowing[i].flow->in_place()) {
        at = buffer_of(flowing[i]);
        if (is_fetched(flowing[i], first_stripe)) {
          const WeightFlowSlice& slice = flowing[i].slice();
          add_weight_transfer(slice.kept() ? time() : slice.fetch_at, slices[i], source, at);
        }
        weight_reads_[at.memory].write(bytes_at(at, slices[i].bytes()), next_step());
      }
      Step& step = add_kernel(sliced(npu, whole, slices[i], at), slices[i].begin);
      step.constants = linear_access(source, slices[i].bytes(), false, DataClass::dma);
      source = place_after(source, slices[i].bytes());
    }
  }

  // Returns the slices of the weights of `npu`, an operation of the current operator; empty if the
  // plan has no flow for these weights. If the buffers of a flow have no tensor, the flow is for
  // made-up weights: constants that the compiler adds and the network does not contain.
  const std::vector<FlowingSlice>& flowing_for(const NpuOp& npu) const {
    static const std::vector<FlowingSlice> none;
    const std::vector<FlowingSlice>& flowing = at(flowing_, op_);
    if (flowing.empty()) return none;
    const std::int32_t buffer = flowing.front().buffer();
    const bool made_up = buffer >= 0 && is_buffer_of_made_up(at(plan_.residencies, buffer));
    return made_up == (npu.weights == no_tensor) ? flowing : none;
  }

  Place buffer_of(const FlowingSlice& flowing) const {
    return addresses_.place_of(at(plan_.residencies, flowing.buffer()));
  }

  // Adds the transfer of a slice of weights. It is issued after the command of the last kernel of
  // the operator of time step `fetch_at`; if this operator is not earlier than the slice's own
  // operator, directly after the command of the kernel before the slice's own kernel. In both
  // cases, the last kernel that reads from the transfer's buffer must have ended.
  void add_weight_transfer(TimeStep fetch_at, const WeightSlice& slice, const Place& source,
                           const Place& buffer) {
    StepTransfer transfer;
    transfer.dma = copy(op_, source, buffer, slice.bytes());
    transfer.before = next_step();
    transfer.after = next_step() - 1;
    if (fetch_at < time()) {
      transfer.after = fetch_at < 1 ? before_all : at(first_step_, fetch_at) - 1;
      // If the operator of step `fetch_at` only copies, it starts no kernel. Then the transfer
      // waits for the end of the previous step of the work list.
      const bool copies =
          fetch_at >= 1 && at(first_step_, fetch_at - 1) == at(first_step_, fetch_at);
      transfer.after_step_ends = copies && transfer.after != before_all;
    } else {
      // If this is the first slice of its operator, the previous kernel belongs to another
      // operator. Then the transfer waits for the end of that kernel.
      transfer.after_step_ends =
          at(first_step_, op_) == next_step() && transfer.after != before_all;
    }
    const std::int32_t reader = last_reader(buffer, slice.bytes());
    if (reader == next_step() - 1 && reader != before_all) {
      transfer.after = reader;
      transfer.after_step_ends = true;
    } else if (reader != before_all) {
      transfer.after = std::max(transfer.after, reader + 1);
    }
    work_.transfers.push_back(transfer);
  }

  static ByteRange bytes_at(const Place& place, Bytes bytes) {
    return {place.address, place.address + static_cast<Address>(bytes)};
  }

  // Returns the last step so far that reads any of the `bytes` bytes that begin at `buffer`;
  // before_all if no step reads these bytes.
  std::int32_t last_reader(const Place& buffer, Bytes bytes) {
    std::int32_t last = before_all;
    weight_reads_[buffer.memory].read(
        bytes_at(buffer, bytes),
        [&](const ByteRange&, std::int32_t step) { last = std::max(last, step); },
        [](const ByteRange&) {});
    return last;
  }

  Operation sliced(const NpuOp& npu, Operation operation, const WeightSlice& slice,
                   Place place) const {
    if (operation.type == OperationType::depthwise) {
      take_channels(operation.ifm, slice.begin, slice.end);
    }
    take_channels(operation.ofm, slice.begin, slice.end);
    // With as_compiled (the file must resemble the compiler's file), the block keeps its depth,
    // even if the slice has fewer channels.
    if (!options_.as_compiled) {
      operation.block.depth = std::min(operation.block.depth, round_up(slice.end - slice.begin, 8));
    }
    const std::vector<EncodedStream> streams = core_streams(config_, npu, slice);
    for (std::size_t core = 0; core < streams.size(); ++core) {
      operation.scales[core] = {place.address, streams[core].scales, place.memory};
      place = place_after(place, streams[core].scales);
      operation.weights[core] = {place.address, streams[core].weights, place.memory};
      place = place_after(place, streams[core].weights);
    }
    return operation;
  }

  void add_copy(const Copy& copied) {
    const Residency& from = at(plan_.residencies, copied.from);
    const Residency& to = at(plan_.residencies, copied.to);
    // Returns the first step of the work list for the operator that runs in step `at` of the plan.
    // Returns the number of steps if `at` is past the last operator.
    const auto steps_of = [&](TimeStep at) {
      const auto index = static_cast<std::size_t>(std::max(0, at - 1));
      return first_step_[std::min(index, first_step_.size() - 1)];
    };
    StepTransfer transfer;
    const std::int32_t owner =
        std::min<std::int32_t>(copied.latest, static_cast<std::int32_t>(ops_.size())) - 1;
    transfer.dma = copy(std::max(0, owner),
                        {addresses_.memory(from.memory), static_cast<Address>(from.offset)},
                        {addresses_.memory(to.memory), static_cast<Address>(to.offset)},
                        std::min(from.size, to.size));
    transfer.before = steps_of(copied.latest);
    if (copied.earliest >= 1) {
      // The copy may begin when the operator of step `earliest` has ended. If the next operator
      // does not need it, the copy is issued after the first command of the next operator.
      const std::int32_t ended = steps_of(copied.earliest + 1) - 1;
      transfer.after_step_ends = copied.earliest + 1 >= copied.latest || ended + 1 >= next_step();
      transfer.after = transfer.after_step_ends ? ended : ended + 1;
    }
    if (copied.tensor == no_tensor) {
      constants_come_last_ = constants_come_last_ || transfer.after_step_ends;
    }
    work_.transfers.push_back(transfer);
  }

  const Network& network_;
  const NetworkOps& ops_;
  const Plan& plan_;
  const TensorAddresses& addresses_;
  const std::vector<std::vector<FlowingSlice>> flowing_;  // per operator; empty = no flow
  const Target& target_;
  const Config& config_;
  const ScheduleOptions& options_;
  const RowsRule rows_rule_;
  const MadeUpConstants made_up_constants_;

  OperatorIndex op_ = 0;
  std::size_t part_ = 0;        // index of the current operation in its operator
  std::optional<Rows> stripe_;  // the rows of the current stripe; unset outside cascades
  Place made_up_;               // place of the made-up constants of the current operation
  // Whether the operator's made-up constants (added by the lowering, such as lookup tables) are
  // copied only when the previous step has ended.
  bool constants_come_last_ = false;
  // Per memory: the step that reads each byte of the weight buffers last.
  std::map<std::uint8_t, ByteOwners<std::int32_t>> weight_reads_;
  std::vector<std::int32_t> first_step_;  // first step per operator, then the number of steps
  // The copies for which no step waits yet, as indices into WorkList::transfers.
  std::vector<std::size_t> copies_pending_;
  WorkList work_;
};

}  // namespace

WorkList build_work(const Network& network, const NetworkOps& ops, const Plan& plan,
                    const TensorAddresses& placement, const Target& target,
                    const ScheduleOptions& options) {
  return WorkBuilder(network, ops, plan, placement, target, options).build();
}

}  // namespace spillway::ethosu
