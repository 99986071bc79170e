// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/vela/scheduler_view.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/index.h"
#include "base/rounding.h"
#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/schedule/work_list.h"
#include "hwmodels/ethosu/vela/vela_cost.h"
#include "hwmodels/target/select_target.h"

namespace spillway::ethosu {
namespace {

Bytes brick_row_bytes(const FeatureMap& map) {
  return Bytes{map.width} * round_up(map.depth, brick_channels) * map.element_bytes;
}

class SchedulerView : public CompilerView {
 public:
  SchedulerView(const Network& network, const Target& target, MemoryIndex constants)
      : config_(config_of(target)),
        ops_(network_ops(network, config_)),
        arena_(vela_memory(target, memory(target, target.mode.arena))),
        cache_(vela_memory(target, memory(target, target.mode.cache))),
        constants_(vela_memory(target, at(target.memories, constants))),
        npu_(target.npu),
        by_release_5_(config_.product == Product::u85),
        spills_(target.mode.arena != target.mode.cache) {
    const std::string& stored = at(target.memories, constants).name;
    copies_ = stored != target.mode.cache && constants_.bytes_per_cycle < cache_.bytes_per_cycle;
    for (std::size_t i = 0; i < network.operators.size(); ++i) {
      for (const TensorIndex input : network.operators[i].inputs) {
        if (input != no_tensor) readers_[input].push_back(static_cast<std::int32_t>(i));
      }
    }
    for (const TensorIndex output : network.outputs) readers_[output].push_back(-1);
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      operators_.push_back(describe(network, static_cast<std::int32_t>(i)));
    }
  }

  const std::vector<CompilerOperator>& operators() const override { return operators_; }

  double cycles(std::int32_t op, std::int32_t rows, std::int32_t depth) const override {
    if (at(ops_, op).empty()) return 0;
    BlockedOp part{main_op(op).npu, blocks(op, rows)};
    part.npu.operation.ofm.depth = std::min(part.npu.operation.ofm.depth, depth);
    VelaSite site{config_, arena_, arena_};
    if (part.npu.weight_elements > 0) site.constant_latency = cache_.read_latency;
    return static_cast<double>(vela_op_cycles(part, site));
  }

  std::int32_t block_depth(std::int32_t op, std::int32_t rows) const override {
    return blocks(op, rows).ofm.depth;
  }

  CompilerAccesses accesses(std::int32_t op, std::int32_t rows) const override {
    if (at(ops_, op).empty()) return {};
    const VelaElements elements = vela_elements({main_op(op).npu, blocks(op, rows)});
    return {elements.ifm, elements.ifm2, elements.ofm};
  }

  double transfer_cycles(Bytes bytes) const override {
    if (by_release_5_) return read_cycles(bytes, constants_, npu_.dma_reads);
    return vela_transfer_cycles(static_cast<double>(bytes), constants_, cache_);
  }

  // Rules of Vela 5 for copies of weights to fast memory:
  // * If feature maps must lie in fast memory, all weights are copied, except the weights of a
  //   fully-connected operation that reads its weights once.
  // * If feature maps can lie in slow memory, weights that are read once are not copied, and
  //   weights that are read twice are copied only if the copy takes less time than 1.5 reads.
  bool copies_weights(std::int32_t op, std::int32_t rows, Bytes bytes) const override {
    if (!by_release_5_ || at(ops_, op).empty()) return true;
    const double reads = vela_weight_reads({main_op(op).npu, blocks(op, rows)});
    const bool dense = main_op(op).npu.vector_product;
    if (!spills_) return !dense || reads > 1;
    const double ratio =
        std::round(transfer_cycles(bytes) / read_cycles(bytes, constants_, npu_.weight_reads));
    return reads > 2 || (reads == 2 && ratio < 2);
  }

 private:
  // Returns the cycles of reading `bytes` bytes with at most `window` outstanding bytes. During one
  // latency, at most `window` bytes can be read. Vela 5 assumes four fifths of this limit.
  static double read_cycles(Bytes bytes, const VelaMemory& from, Bytes window) {
    const auto latency = static_cast<double>(from.read_latency);
    double rate = from.bytes_per_cycle;
    constexpr double share = 0.8;
    if (window > 0 && latency > 0) {
      rate = std::min(rate, share * static_cast<double>(window) / latency);
    }
    return static_cast<double>(bytes) / rate + latency;
  }

  static const MemorySpec& memory(const Target& target, const std::string& name) {
    return at(target.memories, static_cast<MemoryIndex>(memory_index(target, name)));
  }

  // Returns the operation whose blocks and weights stand for operator `op`. For a chain (operations
  // that pass maps on inside the processor), this is the first operation, which is the only one
  // that reads weights. For any other operator, it is the operator's last operation.
  const BlockedOp& main_op(std::int32_t op) const {
    return is_chain(op) ? at(ops_, op).front() : at(ops_, op).back();
  }

  bool is_chain(std::int32_t op) const {
    return takes_chained_operand(at(ops_, op).back().npu.operation);
  }

  const NpuOp& writer(std::int32_t op) const { return at(ops_, op).back().npu; }

  const BlockConfig& blocks(std::int32_t op, std::int32_t rows) const {
    if (rows >= main_op(op).npu.operation.ofm.height) return main_op(op).blocks;
    const auto [entry, added] = stripes_.try_emplace({op, rows});
    if (added) entry->second = find_stripe_blocks(config_, main_op(op).npu, rows);
    return entry->second;
  }

  CompilerOperator describe(const Network& network, std::int32_t index) const {
    CompilerOperator op;
    if (at(ops_, index).empty()) return op;
    const NpuOp& npu = main_op(index).npu;
    const NpuOp& first = at(ops_, index).front().npu;
    const Operation& operation = npu.operation;
    op.on_npu = true;
    op.in_stripes = runs_in_stripes(index);
    op.follows = follows(index);
    op.rows = operation.ofm.height;
    op.ifm_rows = first.operation.ifm.height;
    const bool elementwise = operation.type == OperationType::elementwise;
    op.stride = elementwise ? 1 : first.operation.window.stride_h;
    op.kernel = elementwise ? 1 : operation.window.extent_h();
    op.ifm_row_bytes = brick_row_bytes(first.operation.ifm);
    op.ofm_row_bytes = brick_row_bytes(writer(index).operation.ofm);
    op.ifm_bytes = stored(network, first.ifm.tensor);
    const NpuOp& result = writer(index);
    op.ofm_bytes = stored(network, result.ofm.tensor);
    op.full_ifm = !is_bricks(first.operation.ifm) || first.ifm.offset != 0;
    op.full_ofm = !is_bricks(result.operation.ofm) || result.ofm.offset != 0 ||
                  readers(result.ofm.tensor) > 1;
    op.reuses_ifm = elementwise && readers(first.ifm.tensor) == 1 && op.ifm_bytes == op.ofm_bytes;
    op.fetches_weights = copies_ && npu.weight_elements > 0 && npu.weights != no_tensor &&
                         !npu.vector_product && (at(ops_, index).size() == 1 || is_chain(index));
    return op;
  }

  static bool is_bricks(const FeatureMap& map) { return map.layout == Layout::nhcwb16; }

  static Bytes stored(const Network& network, TensorIndex tensor) {
    return tensor < 0 ? 0 : round_up(at(network.tensors, tensor).bytes, Bytes{16});
  }

  std::size_t readers(TensorIndex tensor) const {
    const auto found = readers_.find(tensor);
    return found == readers_.end() ? 0 : found->second.size();
  }

  bool runs_in_stripes(std::int32_t op) const {
    if (at(ops_, op).size() != 1) return false;
    const NpuOp& of = main_op(op).npu;
    const Operation& operation = of.operation;
    const bool sums =
        operation.type == OperationType::pool && operation.pool == PoolMode::reduce_sum;
    // As in Vela, an operation whose second operand is a feature map does not run in stripes.
    const bool second =
        operation.type == OperationType::elementwise && of.ifm2.tensor >= 0 && operation.reads_ifm2;
    return of.copied_bytes == 0 && !of.vector_product && !sums && !second &&
           operation.type != OperationType::resize && operation.upscale == Upscale::none &&
           operation.transpose == Transpose::hwc && operation.reads_ifm && of.ifm.offset == 0 &&
           of.ofm.offset == 0;
  }

  bool follows(std::int32_t op) const {
    if (op == 0 || !runs_in_stripes(op) || !runs_in_stripes(op - 1)) return false;
    const NpuOp& before = main_op(op - 1).npu;
    const NpuOp& of = main_op(op).npu;
    const FeatureMap& made = before.operation.ofm;
    const FeatureMap& read = of.operation.ifm;
    return of.ifm.tensor == before.ofm.tensor && of.ifm.tensor >= 0 &&
           readers(of.ifm.tensor) == 1 && made.height == read.height && made.width == read.width &&
           made.depth == read.depth && made.layout == read.layout && made.stride_y == read.stride_y;
  }

  const Config& config_;
  const NetworkOps ops_;
  const VelaMemory arena_, cache_, constants_;
  const NpuSpec npu_;
  const bool by_release_5_;
  const bool spills_;  // whether feature maps can lie outside fast memory
  bool copies_ = false;
  // Per tensor: the operators that read the tensor; -1 stands for an output of the network.
  std::map<TensorIndex, std::vector<std::int32_t>> readers_;
  std::vector<CompilerOperator> operators_;
  mutable std::map<std::pair<std::int32_t, std::int32_t>, BlockConfig> stripes_;
};

/// Builds a SchedulerView at the first call of a member function, because most planners call none.
class LazyView : public CompilerView {
 public:
  LazyView(const Network& network, Target target, MemoryIndex constants)
      : network_(network), target_(std::move(target)), constants_(constants) {}

  const std::vector<CompilerOperator>& operators() const override { return view().operators(); }
  double cycles(std::int32_t op, std::int32_t rows, std::int32_t depth) const override {
    return view().cycles(op, rows, depth);
  }
  std::int32_t block_depth(std::int32_t op, std::int32_t rows) const override {
    return view().block_depth(op, rows);
  }
  CompilerAccesses accesses(std::int32_t op, std::int32_t rows) const override {
    return view().accesses(op, rows);
  }
  double transfer_cycles(Bytes bytes) const override { return view().transfer_cycles(bytes); }
  bool copies_weights(std::int32_t op, std::int32_t rows, Bytes bytes) const override {
    return view().copies_weights(op, rows, bytes);
  }

 private:
  const SchedulerView& view() const {
    if (!view_) view_ = std::make_unique<SchedulerView>(network_, target_, constants_);
    return *view_;
  }

  const Network& network_;
  const Target target_;
  MemoryIndex constants_;
  mutable std::unique_ptr<SchedulerView> view_;
};

}  // namespace

std::shared_ptr<const CompilerView> scheduler_view(const Network& network, const Target& target,
                                                   MemoryIndex constants) {
  return std::make_shared<LazyView>(network, target, constants);
}

}  // namespace spillway::ethosu
