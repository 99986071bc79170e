// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/block/cycles.h"
#include "hwmodels/ethosu/block/stripes.h"
#include "hwmodels/ethosu/schedule/cascades.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t longest_cascade = 16;

/// The cost of all stripes of an operation for one stripe height. `weight_reads` counts how often
/// the stripes together read the operation's weights.
struct StripeCost {
  double compute_cycles = 0;
  double weight_reads = 0;
};

class Shapes {
 public:
  Shapes(const Network& network, const Target& target)
      : config_(config_of(target)), ops_(network_ops(network, config_)) {
    for (std::size_t i = 0; i < network.operators.size(); ++i) {
      for (const TensorIndex input : network.operators[i].inputs) {
        if (input != no_tensor) readers_[input].push_back(static_cast<std::int32_t>(i));
      }
    }
    for (const TensorIndex output : network.outputs) readers_[output].push_back(-1);
  }

  /// Returns the shape of a cascade (operators that run in turns, stripe by stripe) from a cache,
  /// because a search needs the same shape repeatedly.
  const std::optional<CascadeShape>& shape(std::int32_t first, std::int32_t last,
                                           std::int32_t rows) {
    const auto [entry, added] = known_.try_emplace({first, last, rows});
    if (added) entry->second = new_shape(first, last, rows);
    return entry->second;
  }

 private:
  std::optional<CascadeShape> new_shape(std::int32_t first, std::int32_t last, std::int32_t rows) {
    if (last < first || last - first >= longest_cascade || !may_join(first, last)) return {};
    std::vector<const Operation*> operations;
    for (std::int32_t op = first; op <= last; ++op) operations.push_back(&operation(op));
    if (rows >= operations.back()->ofm.height) return {};
    CascadeShape shape;
    shape.stripe_heights = heights(operations, rows);
    const std::vector<std::int32_t> held =
        rows_to_hold(cascade_members(ops_, first, last), shape.stripe_heights);
    for (std::int32_t op = first; op <= last; ++op) {
      const std::int32_t i = op - first;
      const StripeCost& cost = cost_of(op, at(shape.stripe_heights, i));
      shape.compute_cycles.push_back(cost.compute_cycles);
      shape.weight_reads.push_back(cost.weight_reads);
      if (op < last) shape.rolling_bytes.push_back(rolling_bytes(op, at(held, i)));
    }
    return shape;
  }

  const NpuOp& npu(std::int32_t op) const { return at(ops_, op).front().npu; }
  /// Returns the operation that writes the result of `op`. If `op` is a chain (operations that pass
  /// maps on inside the processor), this is the last operation of the chain.
  const NpuOp& writer(std::int32_t op) const { return at(ops_, op).back().npu; }
  const Operation& operation(std::int32_t op) const { return npu(op).operation; }

  bool may_join(std::int32_t first, std::int32_t last) const {
    for (std::int32_t op = first; op <= last; ++op) {
      if (!runs_in_stripes(op) || (op > first && !follows(op))) return false;
      if (makers_of_chained(ops_, op, first).size() > 1) return false;
    }
    return true;
  }

  bool runs_in_stripes(std::int32_t op) const {
    if (!runs_in_one_pass(at(ops_, op))) return false;
    const NpuOp& of = npu(op);
    const Operation& operation = of.operation;
    return of.copied_bytes == 0 && !of.vector_product && operation.type != OperationType::resize &&
           operation.upscale == Upscale::none && operation.transpose == Transpose::hwc &&
           operation.ofm.height > 1 && writer(op).ofm.offset == 0 && operation.reads_ifm;
  }

  // Whether the operator reads the complete output of the preceding operator as its IFM, and does
  // not read this output as its IFM2.
  bool follows(std::int32_t op) const {
    const NpuOp& before = writer(op - 1);
    const NpuOp& of = npu(op);
    const FeatureMap& made = before.operation.ofm;
    const FeatureMap& read = of.operation.ifm;
    return of.ifm.tensor == before.ofm.tensor && of.ifm.tensor >= 0 && of.ifm.offset == 0 &&
           of.ifm2.tensor != before.ofm.tensor && made.height == read.height &&
           made.width == read.width && made.layout == read.layout && made.stride_y == read.stride_y;
  }

  static std::vector<std::int32_t> heights(const std::vector<const Operation*>& operations,
                                           std::int32_t rows) {
    std::vector<std::int32_t> heights(operations.size(), rows);
    for (std::size_t i = operations.size() - 1; i-- > 0;) {
      const Operation& next = *operations[i + 1];
      const std::int32_t stride =
          next.type == OperationType::elementwise ? 1 : next.window.stride_h;
      heights[i] = std::min(operations[i]->ofm.height, heights[i + 1] * stride);
    }
    return heights;
  }

  // Returns the bytes of the rolling buffer (new rows overwrite old rows) for the output of `op`,
  // if the buffer holds `rows` rows. Returns 0 if the complete output is stored instead: several
  // operators read the output, it is also an output of the network, or all rows are needed at once.
  Bytes rolling_bytes(std::int32_t op, std::int32_t rows) const {
    const std::vector<std::int32_t>& readers = readers_.at(writer(op).ofm.tensor);
    const FeatureMap& made = writer(op).operation.ofm;
    if (readers.size() > 1 || rows >= made.height) return 0;
    return rows * made.stride_y;
  }

  const StripeCost& cost_of(std::int32_t op, std::int32_t rows) {
    const auto [entry, added] = costs_.try_emplace({op, rows});
    if (added) entry->second = new_cost(npu(op), rows);
    return entry->second;
  }

  StripeCost new_cost(const NpuOp& op, std::int32_t rows) const {
    const BlockConfig blocks = find_stripe_blocks(config_, op, rows);
    const std::int32_t height = op.operation.ofm.height;
    Operation stripe = op.operation;
    set_blocks(blocks, stripe);
    StripeCost cost;
    stripe.ofm.height = rows;
    add_stripes(stripe, height / rows, cost);
    stripe.ofm.height = height % rows;
    if (stripe.ofm.height > 0) add_stripes(stripe, 1, cost);
    return cost;
  }

  void add_stripes(const Operation& stripe, std::int32_t count, StripeCost& cost) const {
    double cycles = 0;
    for_each_block(stripe, [&](const BlockPosition& at) {
      cycles += static_cast<double>(mac_array_cycles(config_, stripe, at.shape));
    });
    const std::int64_t deep = (stripe.ofm.depth + stripe.block.depth - 1) / stripe.block.depth;
    cost.compute_cycles += count * cycles;
    const std::int64_t reads = count * (block_count(stripe) / deep);
    cost.weight_reads += static_cast<double>(reads);
  }

  const Config& config_;
  const NetworkOps ops_;
  // The operators that read each tensor. For an output of the network, -1 is added.
  std::map<TensorIndex, std::vector<std::int32_t>> readers_;
  std::map<std::pair<std::int32_t, std::int32_t>, StripeCost> costs_;
  std::map<std::array<std::int32_t, 3>, std::optional<CascadeShape>> known_;
};

}  // namespace

CascadeShapes cascade_shapes(const Network& network, const Target& target) {
  // Postpones the construction of the shapes to the first call of the returned function, because
  // most planners never call this function.
  const auto shapes = std::make_shared<std::optional<Shapes>>();
  return [shapes, &network, &target](std::int32_t first, std::int32_t last, std::int32_t rows) {
    if (!*shapes) shapes->emplace(network, target);
    return (*shapes)->shape(first, last, rows);
  };
}

}  // namespace spillway::ethosu
