// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/ethosu/ops/op_chain.h"
#include "hwmodels/ethosu/ops/operands.h"

namespace spillway::ethosu {
namespace {

struct Touch {
  std::int32_t op = 0;
  Operand operand;
  FeatureMap map;
};

class LayoutChoice {
 public:
  LayoutChoice(Network& network, NarrowMaps narrow_maps)
      : network_(network),
        narrow_maps_(narrow_maps),
        uses_(tensor_uses(network)),
        touches_(network.tensors.size()) {
    for (std::size_t i = 0; i < network.operators.size(); ++i) {
      const auto index = static_cast<std::int32_t>(i);
      ops_.push_back(npu_ops(network, index));
      for (const NpuOp& op : ops_.back()) {
        touch(index, op.ifm, op.operation.ifm);
        touch(index, op.ifm2, op.operation.ifm2);
        touch(index, op.ofm, op.operation.ofm);
      }
    }
  }

  void run() {
    for (std::size_t i = 0; i < network_.operators.size(); ++i) {
      const Operator& op = network_.operators[i];
      if (op.on_host || ops_[i].empty()) continue;
      for (const TensorIndex output : op.outputs) {
        Tensor& tensor = at(network_.tensors, output);
        if (tensor.layout == TensorLayout::nhcwb16 || !possible(output)) continue;
        const std::int32_t depth = npu_shape(tensor.shape).depth;
        if (narrow_maps_ == NarrowMaps::nhwc && fills_bricks_badly(depth)) continue;
        if (overwrites(ops_[i].back(), tensor)) continue;
        tensor.layout = TensorLayout::nhcwb16;
        tensor.bytes = brick_bytes(npu_shape(tensor.shape), element_bytes(tensor.type));
      }
    }
  }

 private:
  void touch(std::int32_t op, const Operand& operand, const FeatureMap& map) {
    if (operand.tensor >= 0) at(touches_, operand.tensor).push_back({op, operand, map});
  }

  // Whether the map can be stored in bricks (16 channels of a pixel each). Every operator that
  // accesses the map must see it in the shape in which it is stored, or see a part of it that
  // begins at a channel number divisible by 16.
  bool possible(TensorIndex index) const {
    const Tensor& tensor = at(network_.tensors, index);
    if (tensor.kind != TensorKind::activation || at(uses_.network_output, index) ||
        at(uses_.consumers, index).empty() || leaves_the_npu(index)) {
      return false;
    }
    const BlockShape shape = npu_shape(tensor.shape);
    const FeatureMap whole = dense_map(shape.height, shape.width, shape.depth,
                                       element_bytes(tensor.type), Layout::nhwc, 0, 0);
    const auto& touches = at(touches_, index);
    return std::all_of(touches.begin(), touches.end(), [&](const Touch& touch) {
      const Bytes channel = touch.operand.offset % whole.stride_x / whole.element_bytes;
      return touch.map.stride_x == whole.stride_x && touch.map.stride_y == whole.stride_y &&
             touch.map.element_bytes == whole.element_bytes && channel % brick_channels == 0;
    });
  }

  // Whether an operator of the host runs between the last writer of a map and its last reader. Such
  // a map is stored as rows of pixels. No operator of the host runs between two writers of a map,
  // because order_copies() moves no copy across an operator of the host.
  bool leaves_the_npu(TensorIndex index) const {
    const std::int32_t first = at(uses_.producer, index);
    const std::int32_t last = at(uses_.consumers, index).back();
    for (std::int32_t i = first; i <= last; ++i) {
      if (at(network_.operators, i).on_host) return true;
    }
    return false;
  }

  // Whether `last`, the operation that writes `tensor`, is elementwise and could write its result
  // over an operand that is stored as rows of pixels. Vela then stores the result as rows of
  // pixels, too.
  bool overwrites(const NpuOp& last, const Tensor& tensor) const {
    if (last.operation.type != OperationType::elementwise) return false;
    FeatureMap ifm = last.operation.ifm;
    FeatureMap ifm2 = last.operation.ifm2;
    ifm.layout = layout_of(last.ifm, ifm);
    ifm2.layout = layout_of(last.ifm2, ifm2);
    std::vector<const FeatureMap*> operands;
    const auto consider = [&](const FeatureMap& map, const BlockShape& whole) {
      if (is_whole(map, whole) && map.tiling != Tiling::none) operands.push_back(&map);
    };
    consider(ifm, last.ifm_whole);
    if (last.operation.reads_ifm2) consider(ifm2, last.ifm2_whole);
    return elementwise_layout(shape_of(last.operation.ofm), element_bytes(tensor.type), operands) ==
           Layout::nhwc;
  }

  static bool is_whole(const FeatureMap& map, const BlockShape& whole) {
    return whole.height == 0 || whole == shape_of(map);
  }

  Layout layout_of(const Operand& operand, const FeatureMap& map) const {
    if (operand.tensor < 0) return map.layout;
    return at(network_.tensors, operand.tensor).layout == TensorLayout::nhcwb16 ? Layout::nhcwb16
                                                                                : Layout::nhwc;
  }

  Network& network_;
  NarrowMaps narrow_maps_;
  const TensorUses uses_;
  std::vector<std::vector<Touch>> touches_;
  std::vector<std::vector<NpuOp>> ops_;
};

}  // namespace

void choose_layouts(Network& network, NarrowMaps narrow_maps) {
  LayoutChoice(network, narrow_maps).run();
}

bool fills_bricks_badly(std::int32_t depth) {
  return 4 * ((depth + brick_channels - 1) / brick_channels * brick_channels) >= 5 * depth;
}

}  // namespace spillway::ethosu
