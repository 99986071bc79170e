// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/ethosu/ops/op_parts.h"

namespace spillway::ethosu {

/// The place of an operand that is a scratch map, as in the result of unplaced_npu_ops(). A scratch
/// map is a feature map that one operation of an operator writes and another operation of this
/// operator reads. `number` counts the scratch maps of the operator from 0; `offset` is the offset
/// inside the map, in bytes.
struct ScratchPlace {
  std::size_t number = 0;
  Bytes offset = 0;
};
ScratchPlace scratch_place(const Operand& operand);

/// Returns the bytes of `map` as a map of shape `shape`, which must have the same number of
/// elements. A map whose shape changes is read in NHWC layout, so its rows must follow each other
/// without gaps.
MappedOperand in_shape(const MappedOperand& map, const BlockShape& shape);

/// Returns rows [row, row + shape.height) and columns [0, shape.width) of `map`, with all channels
/// of `map`. `shape.depth` is ignored.
MappedOperand rows_of(const MappedOperand& map, std::int32_t row, const BlockShape& shape);

/// Returns a constant feature map that the network does not contain. The compiler adds the map, for
/// example zeros or a factor, to the network's constants.
MappedOperand made_up(const BlockShape& shape, std::int32_t element_bytes);

/// Returns the layout in which Vela stores the result of an elementwise operation if an NPU
/// operation reads this result. The layout is NHWC if the depth is not a multiple of 16 and an NHWC
/// operand has the shape and the element size of the result, so that the result could overwrite
/// this operand. In all other cases, the layout is NHCWB16 (bricks of 16 channels).
Layout elementwise_layout(const BlockShape& result, std::int32_t element_bytes,
                          const std::vector<const FeatureMap*>& operands);

/// Builds the list of NPU operations that compute one operator. Feature maps that one operation
/// writes and another one reads (scratch maps) share the operator's scratch tensor. Each scratch
/// map occupies its bytes from its first to its last use. An elementwise operation overwrites a
/// scratch map that no later operation reads, as in Vela's allocation.
class OpChain {
 public:
  explicit OpChain(const OperatorSite& site) : site_(site) {}

  /// Adds a scratch map: a feature map that operations write and later operations read. Returns the
  /// map as an operand.
  MappedOperand scratch(const BlockShape& shape, std::int32_t element_bytes, Layout layout);

  /// Adds a pooling operation with a window of 1x1. The caller can set another window in the
  /// returned operation.
  NpuOp& pool(PoolMode mode, const std::string& name, const MappedOperand& from,
              const MappedOperand& to);

  /// Adds a fully-connected operation. The caller must set the weights of the returned operation.
  NpuOp& vector_product(const std::string& name, const MappedOperand& from,
                        const MappedOperand& to);

  /// Adds a depthwise convolution with weights that the network does not contain and the compiler
  /// adds.
  NpuOp& depthwise(const std::string& name, const Window& window, const MappedOperand& from,
                   const MappedOperand& to);

  /// Adds an elementwise operation. A null `second` means that the operation is unary, or that its
  /// second operand is a scalar in a register. As in Vela, `first` and `second` are exchanged if
  /// only `first` is a constant from made_up() and `second` has the shape of `to`.
  NpuOp& elementwise(ElementwiseMode mode, const std::string& name, const MappedOperand& first,
                     const MappedOperand* second, const MappedOperand& to);

  /// Adds an elementwise operation and a scratch map for its result. The result has the shape of
  /// the larger operand and elements of `element_bytes` bytes. Returns the scratch map.
  MappedOperand elementwise(ElementwiseMode mode, const std::string& name,
                            const MappedOperand& first, const MappedOperand* second,
                            std::int32_t element_bytes);

  NpuOp& last() { return ops_.back(); }

  /// Returns the operations of the operator and removes them from this object. Operands that are
  /// scratch maps then have their offsets in the operator's scratch tensor. Exception: if lowering
  /// splits the operator, its scratch maps become separate tensors. Such operands keep the numbers
  /// that scratch_place() reads.
  std::vector<NpuOp> take();

 private:
  NpuOp& add(const char* type, const std::string& name, const MappedOperand& from,
             const MappedOperand& to);

  const OperatorSite& site_;
  std::vector<NpuOp> ops_;
  std::vector<Bytes> sizes_;  // size of each scratch map
};

}  // namespace spillway::ethosu
