// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/ethosu/ops/op_parts.h"

namespace spillway::ethosu {

BlockShape shape_of(const FeatureMap& map);

/// The place of an operand of unplaced_npu_ops(): the number of a map between the operations, and
/// the offset inside this map.
struct ScratchPlace {
  std::size_t number = 0;
  Bytes offset = 0;
};
ScratchPlace scratch_place(const Operand& operand);

/// Returns `map` in another shape with the same number of elements. `map` must have no gaps.
MappedOperand in_shape(const MappedOperand& map, const BlockShape& shape);

/// The part of `map` with rows [row, row + shape.height) and columns [0, shape.width).
MappedOperand rows_of(const MappedOperand& map, std::int32_t row, const BlockShape& shape);

/// A constant map that the compiler makes up and puts among the network's constants.
MappedOperand made_up(const BlockShape& shape, std::int32_t element_bytes);

/// The layout that Vela gives the result of an elementwise operation between NPU operations: rows
/// of pixels if the result could overwrite an operand in that layout, otherwise bricks.
Layout elementwise_layout(const BlockShape& result, std::int32_t element_bytes,
                          const std::vector<const FeatureMap*>& operands);

/// Writes the operations of one operator one after the other. The maps between them share the
/// operator's scratch tensor. Each map has a place from its first to its last use. An elementwise
/// operation overwrites an operand that no later operation needs, as in Vela's allocation.
class OpChain {
 public:
  explicit OpChain(const OperatorSite& site) : site_(site) {}

  /// Adds a map that one operation writes and later operations read.
  MappedOperand scratch(const BlockShape& shape, std::int32_t element_bytes, Layout layout);

  /// Adds a pooling operation, with a window of 1x1 unless the caller sets another window.
  NpuOp& pool(PoolMode mode, const std::string& name, const MappedOperand& from,
              const MappedOperand& to);

  /// Adds a fully-connected operation. The caller sets its weights.
  NpuOp& vector_product(const std::string& name, const MappedOperand& from,
                        const MappedOperand& to);

  /// Adds a depthwise convolution whose weights the compiler makes up.
  NpuOp& depthwise(const std::string& name, const Window& window, const MappedOperand& from,
                   const MappedOperand& to);

  /// Adds an elementwise operation. If `second` is null, the operation is unary or its second
  /// operand is a scalar in a register. As in Vela, the operands are exchanged if only the first
  /// operand is a constant and the second operand is not broadcast.
  NpuOp& elementwise(ElementwiseMode mode, const std::string& name, const MappedOperand& first,
                     const MappedOperand* second, const MappedOperand& to);

  /// Adds an elementwise operation and a scratch map for its result, which has the shape of the
  /// larger operand.
  MappedOperand elementwise(ElementwiseMode mode, const std::string& name,
                            const MappedOperand& first, const MappedOperand* second,
                            std::int32_t element_bytes);

  /// The operation added last.
  NpuOp& last() { return ops_.back(); }

  /// The operations, with the places of their maps in the scratch tensor. Operations of a split
  /// operator hold the numbers of their maps instead, which scratch_place() reads.
  std::vector<NpuOp> take();

 private:
  NpuOp& add(const char* type, const std::string& name, const MappedOperand& from,
             const MappedOperand& to);

  const OperatorSite& site_;
  std::vector<NpuOp> ops_;
  std::vector<Bytes> sizes_;  // bytes of each scratch map
};

}  // namespace spillway::ethosu
