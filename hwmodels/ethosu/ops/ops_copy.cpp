// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/op_parts.h"

namespace spillway::ethosu {
namespace {

bool same_shape(const FeatureMap& a, const FeatureMap& b) {
  return a.height == b.height && a.width == b.width && a.depth == b.depth;
}

// Reads a map in the shape of the other: for reshapes, whose maps are both without gaps.
void give_shape(FeatureMap& map, const FeatureMap& like) {
  map = dense_map(like.height, like.width, like.depth, map.element_bytes, Layout::nhwc, 0, 0);
}

}  // namespace

NpuOp copy_op(const OperatorSite& site, std::size_t input, std::size_t output) {
  NpuOp result = begin_op(site, "AvgPool");
  const MappedOperand ifm = map_input(site.network, site.op(), input);
  const MappedOperand ofm = map_output(site.network, site.op(), output);
  result.operation.type = OperationType::pool;
  result.operation.pool = PoolMode::average;
  result.operation.ifm = ifm.map;
  result.ifm = ifm.operand;
  result.operation.ofm = ofm.map;
  result.ofm = ofm.operand;
  if (!same_shape(ifm.map, ofm.map)) {
    give_shape(result.operation.ifm, ofm.map);
  }
  return result;
}

std::vector<NpuOp> copy_ops(const OperatorSite& site) {
  const Operator& op = site.op();
  std::vector<NpuOp> result;
  if (op.outputs.size() > 1) {
    for (std::size_t i = 0; i < op.outputs.size(); ++i) result.push_back(copy_op(site, i, i));
    return result;
  }
  const bool gathers = op.type == OpType::concatenation || op.type == OpType::pack;
  const std::size_t inputs = gathers ? op.inputs.size() : 1;
  for (std::size_t i = 0; i < inputs; ++i) {
    result.push_back(copy_op(site, i, gathers ? i : 0));
  }
  return result;
}

// Each doubling is a 1x1 pooling of the upscaled map; Vela runs larger factors as a chain.
std::vector<NpuOp> resize_ops(const OperatorSite& site) {
  const bool bilinear = site.op().type == OpType::resize_bilinear;
  NpuOp step = begin_op(site, bilinear ? "ResizeBilinear" : "ResizeNearestNeighbor");
  step.operation.type = OperationType::pool;
  step.operation.pool = PoolMode::average;
  const FeatureMap out = step.operation.ofm;
  const Operand destination = step.ofm;
  std::vector<NpuOp> result;
  Bytes scratch = 0;
  while (true) {
    FeatureMap& ifm = step.operation.ifm;
    step.operation.upscale = Upscale::nearest;
    const bool last = ifm.height * 2 >= out.height && ifm.width * 2 >= out.width;
    if (last) {
      step.operation.ofm = out;
      step.ofm = destination;
      if (bilinear) step.operation.window.kernel_h = step.operation.window.kernel_w = 2;
      if (bilinear) step.operation.window.pad_bottom = step.operation.window.pad_right = 1;
      result.push_back(step);
      return result;
    }
    const FeatureMap middle = dense_map(ifm.height * 2, ifm.width * 2, ifm.depth, ifm.element_bytes,
                                        Layout::nhcwb16, 0, 0);
    step.operation.ofm = middle;
    step.ofm = {scratch_operand, scratch};
    scratch += brick_bytes({middle.height, middle.width, middle.depth}, middle.element_bytes);
    result.push_back(step);
    step.operation.ifm = middle;
    step.ifm = step.ofm;
  }
}

}  // namespace spillway::ethosu
