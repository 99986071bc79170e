// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"

namespace spillway {

/// An operator of a lowered network as the scheduler of the processor's own compiler sees it.
struct CompilerOperator {
  bool on_npu = false;
  bool in_stripes = false;  // of a kind that cascades may have
  bool follows = false;     // reads all of the result of the operator before, as its only reader
  bool full_ifm = false;    // its operand must be there whole: an input of the network, or a part
  bool full_ofm = false;    // its result likewise
  bool reuses_ifm = false;  // its result may take the bytes of its operand
  std::int32_t rows = 1;    // of the result
  std::int32_t ifm_rows = 1;
  std::int32_t stride = 1;  // rows of the operand per row of the result
  std::int32_t kernel = 1;  // rows of the operand under the window
  Bytes ifm_row_bytes = 0;  // channels rounded up to whole bricks
  Bytes ofm_row_bytes = 0;
  Bytes ifm_bytes = 0;  // as stored
  Bytes ofm_bytes = 0;
  bool fetches_weights = false;  // it has weights, in a memory that the compiler copies them from
};

/// Elements of its maps that an operator reads and writes, re-reads included.
struct CompilerAccesses {
  double ifm = 0;
  double ifm2 = 0;
  double ofm = 0;
};

/// What the compiler's scheduler asks about a network; `rows` are those of the stripes in which an
/// operator runs, all of them for one that runs whole.
class CompilerView {
 public:
  virtual ~CompilerView() = default;
  virtual const std::vector<CompilerOperator>& operators() const = 0;  // one per operator
  /// Estimated cycles of the whole operator, or of `depth` channels of its result.
  virtual double cycles(std::int32_t op, std::int32_t rows, std::int32_t depth) const = 0;
  /// Channels of its blocks.
  virtual std::int32_t block_depth(std::int32_t op, std::int32_t rows) const = 0;
  virtual CompilerAccesses accesses(std::int32_t op, std::int32_t rows) const = 0;
  /// Estimated cycles of a copy of `bytes` of weights into fast memory.
  virtual double transfer_cycles(Bytes bytes) const = 0;
  /// Whether the compiler copies the weights of an operator, which are `bytes` in all, if there is
  /// room for them.
  virtual bool copies_weights(std::int32_t /*op*/, std::int32_t /*rows*/, Bytes /*bytes*/) const {
    return true;
  }
};

}  // namespace spillway
