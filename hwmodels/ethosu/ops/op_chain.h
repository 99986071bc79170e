// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/ethosu/ops/op_parts.h"

namespace spillway::ethosu {

BlockShape shape_of(const FeatureMap& map);

/// Where an operand of unplaced_npu_ops() lies: in which map between the operations, and how far
/// inside it.
struct ScratchPlace {
  std::size_t number = 0;
  Bytes offset = 0;
};
ScratchPlace scratch_place(const Operand& operand);

/// `map` without gaps, read in another shape of as many elements.
MappedOperand in_shape(const MappedOperand& map, const BlockShape& shape);

/// Rows [row, row + shape.height) and columns [0, shape.width) of `map`.
MappedOperand rows_of(const MappedOperand& map, std::int32_t row, const BlockShape& shape);

/// A map that the compiler makes up: it lies among the network's constants.
MappedOperand made_up(const BlockShape& shape, std::int32_t element_bytes);

/// The layout that Vela gives the result of an elementwise operation between NPU operations: rows
/// of pixels where it could overwrite an operand that is stored so, else bricks.
Layout elementwise_layout(const BlockShape& result, std::int32_t element_bytes,
                          const std::vector<const FeatureMap*>& operands);

/// Writes the operations of one operator one after the other. The maps between them share the
/// operator's scratch tensor: each has a place from its first to its last use, and an elementwise
/// operation overwrites an operand that nobody needs any more, as Vela's allocation does.
class OpChain {
 public:
  explicit OpChain(const OperatorSite& site) : site_(site) {}

  /// A map between operations.
  MappedOperand scratch(const BlockShape& shape, std::int32_t element_bytes, Layout layout);

  /// Pooling of a window of 1x1 unless the caller sets another.
  NpuOp& pool(PoolMode mode, const std::string& name, const MappedOperand& from,
              const MappedOperand& to);

  /// A fully-connected operation; its weights are the caller's to name.
  NpuOp& vector_product(const std::string& name, const MappedOperand& from,
                        const MappedOperand& to);

  /// A depthwise convolution whose weights the compiler makes up.
  NpuOp& depthwise(const std::string& name, const Window& window, const MappedOperand& from,
                   const MappedOperand& to);

  /// Without `second` a unary operation, or one whose second operand is a scalar in a register. Of
  /// two operands a constant comes second where Vela swaps them.
  NpuOp& elementwise(ElementwiseMode mode, const std::string& name, const MappedOperand& first,
                     const MappedOperand* second, const MappedOperand& to);

  /// The same into a map of its own, of the larger operand's shape.
  MappedOperand elementwise(ElementwiseMode mode, const std::string& name,
                            const MappedOperand& first, const MappedOperand* second,
                            std::int32_t element_bytes);

  /// The operation added last.
  NpuOp& last() { return ops_.back(); }

  /// The operations, with places in the scratch tensor. Those of a split operator keep the numbers
  /// of their maps (scratch_place()).
  std::vector<NpuOp> take();

 private:
  NpuOp& add(const char* type, const std::string& name, const MappedOperand& from,
             const MappedOperand& to);

  const OperatorSite& site_;
  std::vector<NpuOp> ops_;
  std::vector<Bytes> sizes_;  // of the scratch maps
};

}  // namespace spillway::ethosu
