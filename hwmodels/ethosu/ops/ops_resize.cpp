// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hwmodels/ethosu/ops/op_chain.h"

namespace spillway::ethosu {
namespace {

// Returns the operations that resize a map of one pixel: the pixel is added to every pixel of a
// constant map of zeros, which has the shape of the output.
std::vector<NpuOp> spread_pixel(const OperatorSite& site, const MappedOperand& ifm,
                                const MappedOperand& ofm) {
  OpChain chain(site);
  const MappedOperand zeros = made_up(shape_of(ofm.map), ofm.map.element_bytes);
  NpuOp& op = chain.elementwise(ElementwiseMode::add, site.op().name + "_add", zeros, &ifm, ofm);
  apply_activation(site, op);
  return chain.take();
}

// Returns the operations that double the height and the width of a map with half_pixel_centers. The
// first operation copies the map. Each input pixel gives 2x2 output pixels. Four convolutions
// follow, one for each of the four positions in these 2x2 pixels. Each convolution writes every
// second row and column of the output.
std::vector<NpuOp> quadruple(const OperatorSite& site, const MappedOperand& ifm,
                             const MappedOperand& ofm) {
  OpChain chain(site);
  const MappedOperand copy =
      chain.scratch(shape_of(ifm.map), ifm.map.element_bytes, Layout::nhcwb16);
  chain.pool(PoolMode::average, "rb_init_avgpool", ifm, copy);
  Window window;
  window.kernel_h = window.kernel_w = 2;
  for (std::int32_t i = 0; i < 4; ++i) {
    const std::int32_t row = i / 2;
    const std::int32_t column = i % 2;
    window.pad_top = 1 - row;
    window.pad_bottom = row;
    window.pad_left = 1 - column;
    window.pad_right = column;
    MappedOperand part = ofm;
    part.map = dense_map(ifm.map.height, ifm.map.width, ofm.map.depth, ofm.map.element_bytes,
                         Layout::nhwc, 0, 0);
    part.map.stride_x = 2 * ofm.map.stride_x;
    part.map.stride_y = 2 * ofm.map.stride_y;
    part.operand.offset += row * ofm.map.stride_y + column * ofm.map.stride_x;
    chain.depthwise(fmt::format("depthwise_conv_{}", i), window, copy, part);
  }
  return chain.take();
}

// Returns operations that each double the height and the width of the map. An operation upscales
// its input by two and pools with a window of 1x1. For bilinear interpolation and for
// align_corners, the last operation has a larger window: it averages the values in its window
// (bilinear) or selects one of these values (nearest neighbour).
std::vector<NpuOp> doublings(const OperatorSite& site, const MappedOperand& ifm,
                             const MappedOperand& ofm) {
  const Operator& op = site.op();
  const bool bilinear = op.type == OpType::resize_bilinear;
  const std::int32_t less = op.align_corners ? 1 : 0;
  const std::int32_t factor = (ofm.map.height - less) / (ifm.map.height - less);
  OpChain chain(site);
  MappedOperand from = ifm;
  std::string name = op.name;
  for (std::int32_t scale = 2, step = 1; scale <= factor; scale *= 2, ++step) {
    const bool last = scale == factor;
    Window window;
    if (last && (bilinear || op.align_corners)) {
      window.kernel_h = window.kernel_w = factor;
      if (!op.align_corners) window.pad_bottom = window.pad_right = factor - 1;
    }
    const MappedOperand to =
        last ? ofm
             : chain.scratch({from.map.height * 2, from.map.width * 2, from.map.depth},
                             from.map.element_bytes, Layout::nhcwb16);
    const bool selects = last && !bilinear && op.align_corners;
    NpuOp& doubling = selects ? chain.depthwise(name, window, from, to)
                              : chain.pool(PoolMode::average, name, from, to);
    doubling.operation.upscale = Upscale::nearest;
    doubling.operation.window = window;
    if (!selects) doubling.type = bilinear ? "ResizeBilinear" : "ResizeNearestNeighbor";
    if (last) apply_activation(site, doubling);
    from = to;
    name = fmt::format("{}_{}", op.name, step);
  }
  return chain.take();
}

}  // namespace

std::vector<NpuOp> resize_ops(const OperatorSite& site) {
  const MappedOperand ifm = map_input(site.network, site.op(), 0);
  const MappedOperand ofm = map_output(site.network, site.op(), 0);
  if (ifm.map.height == ofm.map.height && ifm.map.width == ofm.map.width) return copy_ops(site);
  if (ifm.map.height == 1 && ifm.map.width == 1) return spread_pixel(site, ifm, ofm);
  if (site.op().type == OpType::resize_bilinear && site.op().half_pixel_centers) {
    return quadruple(site, ifm, ofm);
  }
  return doublings(site, ifm, ofm);
}

}  // namespace spillway::ethosu
