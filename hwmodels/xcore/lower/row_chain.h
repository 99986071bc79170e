// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/index.h"
#include "hwmodels/xcore/options.h"
#include "traces/network.h"

namespace spillway::xcore {

/// The operators of a RowSplit that lead to its bottom operator, checked: each can run on rows of
/// its own, and nothing else reads what those above the bottom one make. Operators are numbers in
/// the network, which must outlive the chain.
class RowChain {
 public:
  /// Throws UserError(usage), see split_operators.
  RowChain(const Network& network, const RowSplit& split);

  std::int32_t bottom() const { return split_.bottom; }
  std::int32_t strips() const { return split_.strips; }
  const std::vector<std::int32_t>& operators() const { return operators_; }  // ascending
  bool contains(std::int32_t op) const;

  const Operator& op(std::int32_t number) const { return at(network_.operators, number); }

  /// Operands that are cut into rows; the others are read whole by every strip.
  std::vector<std::size_t> images(std::int32_t op) const;

  /// The operator of the chain that makes an image; -1 for one from outside.
  std::int32_t maker(std::int32_t op, std::size_t image) const;

  /// How output rows follow from input rows; a pad is a window of one pixel.
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
  std::vector<std::int32_t> producer_;  // per tensor, in the range; -1 = outside
  std::vector<std::int32_t> operators_;
};

}  // namespace spillway::xcore
