// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"

namespace spillway {

/// An operator of a lowered network as the scheduler of the processor's own compiler sees it.
struct CompilerOperator {
  bool on_npu = false;
  bool in_stripes = false;  // operators of this type can run in a cascade, stripe by stripe
  /// The operator and the previous operator can run in stripes, the operator reads the complete
  /// result of the previous one, and no other operator reads this result.
  bool follows = false;
  /// The operand must be stored completely, for example because it is a network input or a part of
  /// a tensor.
  bool full_ifm = false;
  /// The result must be stored completely, for example because it is a network output, a part of a
  /// tensor, or has several readers.
  bool full_ofm = false;
  bool reuses_ifm = false;  // the result may overwrite the operand
  std::int32_t rows = 1;    // number of rows of the result
  std::int32_t ifm_rows = 1;
  std::int32_t stride = 1;  // rows of the operand per row of the result
  std::int32_t kernel = 1;  // rows of the operand that one row of the result reads
  Bytes ifm_row_bytes = 0;  // bytes of a row; channels rounded up to full bricks (16 channels)
  Bytes ofm_row_bytes = 0;
  Bytes ifm_bytes = 0;  // bytes of the complete operand as stored in memory
  Bytes ofm_bytes = 0;
  bool fetches_weights = false;  // the compiler copies weights of the operator to a buffer
};

/// The number of feature map elements that an operator reads and writes. An element counts once per
/// access.
struct CompilerAccesses {
  double ifm = 0;
  double ifm2 = 0;
  double ofm = 0;
};

/// What a compiler's scheduler needs to know about a network. The planner `vela`, which reproduces
/// such a scheduler, calls these functions. `rows` is the stripe height with which an operator
/// runs; for an operator that does not run in stripes, it is the number of rows of the complete
/// result.
class CompilerView {
 public:
  virtual ~CompilerView() = default;
  virtual const std::vector<CompilerOperator>& operators() const = 0;  // one per operator
  /// Estimated cycles of the operator for `depth` channels of its result. If `depth` is larger than
  /// the number of channels, these are the cycles of the complete operator.
  virtual double cycles(std::int32_t op, std::int32_t rows, std::int32_t depth) const = 0;
  /// The number of channels of the operator's OFM blocks (the parts of the result that the NPU
  /// computes one after the other).
  virtual std::int32_t block_depth(std::int32_t op, std::int32_t rows) const = 0;
  virtual CompilerAccesses accesses(std::int32_t op, std::int32_t rows) const = 0;
  /// Estimated cycles of the DMA for copying `bytes` of weights into fast memory.
  virtual double transfer_cycles(Bytes bytes) const = 0;
  /// Whether the compiler copies the weights of an operator to fast memory if they fit. `bytes` is
  /// their total size.
  virtual bool copies_weights(std::int32_t /*op*/, std::int32_t /*rows*/, Bytes /*bytes*/) const {
    return true;
  }
};

}  // namespace spillway
