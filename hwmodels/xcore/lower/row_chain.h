// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/index.h"
#include "hwmodels/xcore/options.h"
#include "traces/network.h"

namespace spillway::xcore {

/// The bottom operator of a RowSplit, and the operators of the split from which its output is
/// computed. The constructor checks two conditions: each of these operators can run on a range of
/// rows; the result of an operator above the bottom operator is no output of the network, and no
/// operator outside of the chain reads it. Operators are indices into the network, which must
/// outlive the chain.
class RowChain {
 public:
  /// Throws UserError(usage) if the range is not in the network, if it has fewer than two strips or
  /// more strips than rows, or if one of the two conditions does not hold.
  RowChain(const Network& network, const RowSplit& split);

  std::int32_t bottom() const { return split_.bottom; }
  std::int32_t strips() const { return split_.strips; }
  const std::vector<std::int32_t>& operators() const { return operators_; }  // ascending
  bool contains(std::int32_t op) const;

  const Operator& op(std::int32_t number) const { return at(network_.operators, number); }

  /// Returns the operands of `op` that are divided into rows, as operand numbers. All other
  /// operands are read as a whole by every strip.
  std::vector<std::size_t> images(std::int32_t op) const;

  /// Returns the operator of the chain that produces an image; -1 if the image comes from outside
  /// the chain.
  std::int32_t maker(std::int32_t op, std::size_t image) const;

  /// Returns the window that determines which input rows an output row needs. For a pad, this is a
  /// window of one pixel with the pad's padding.
  Window window(std::int32_t op) const;

  std::int32_t output_rows(std::int32_t op) const;
  std::int32_t input_rows(std::int32_t op, std::size_t image) const;

 private:
  void collect();
  void require_range() const;
  void require_splittable(std::int32_t op) const;
  void require_private(std::int32_t op) const;
  [[noreturn]] void reject(std::int32_t op, const std::string& reason) const;

  const Network& network_;
  RowSplit split_;
  std::vector<std::int32_t> producer_;  // per tensor, its producer in the range; -1 = outside
  std::vector<std::int32_t> operators_;
};

}  // namespace spillway::xcore
