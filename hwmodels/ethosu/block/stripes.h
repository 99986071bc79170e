// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

/// Rows [begin, end) of a feature map.
struct Rows {
  std::int32_t begin = 0;
  std::int32_t end = 0;
};

/// Which rows of the input a stripe gets:
/// * reached: the rows that the windows of the kernel reach.
/// * as_compiled: the rows that Arm's compiler counts. At the end, these can be up to
///   (stride - 1) rows that no window reaches.
enum class RowsRule : std::uint8_t { reached, as_compiled };

/// The rows that one operation of a cascade computes at a time. The operations of a cascade take
/// turns: each operation computes a few rows, then the next operation reads them. So only some rows
/// of the maps between the operations are in memory.
struct Stripe {
  std::size_t op = 0;  // index in the cascade
  Rows rows;
};

/// An operation of a cascade (operators that run in turns, stripe by stripe). ifm_from and
/// ifm2_from are the indices of the cascade's operations that write the operands of `operation`; -1
/// = no operation of the cascade writes the operand.
struct CascadeMember {
  const Operation* operation = nullptr;
  std::int32_t ifm_from = -1;
  std::int32_t ifm2_from = -1;
  // True = the second operand belongs to an elementwise operation that takes the result of
  // `operation` inside the processor. Each row of the OFM then needs the same row of the second
  // operand.
  bool ifm2_is_chained = false;
};

/// Returns the rows of the IFM that rows `ofm` of the OFM need. `operation` must not be upscaled.
Rows rows_needed(const Operation& operation, const Rows& ofm, RowsRule rule = RowsRule::reached);

/// Returns the stripes of a cascade (operators that run in turns, stripe by stripe) in the order in
/// which they run. Each stripe runs as late as the readers of its rows allow. `heights` has the
/// number of rows per stripe for each operation.
std::vector<Stripe> stripe_order(const std::vector<CascadeMember>& cascade,
                                 const std::vector<std::int32_t>& heights,
                                 RowsRule rule = RowsRule::reached);

/// Returns, for each operation, the fewest rows of its OFM that a rolling buffer (new rows
/// overwrite the oldest rows) must hold; 0 if no operation of the cascade reads the OFM. In a
/// smaller buffer, a row would be overwritten before its last reader has read it as IFM or IFM2.
std::vector<std::int32_t> rows_to_hold(const std::vector<CascadeMember>& cascade,
                                       const std::vector<std::int32_t>& heights,
                                       RowsRule rule = RowsRule::reached);

/// The number of rows of each map of an operation that a rolling buffer (new rows overwrite the
/// oldest rows) holds; 0 = the map is held as a whole.
struct RowsHeld {
  std::int32_t ifm = 0;
  std::int32_t ifm2 = 0;
  std::int32_t ofm = 0;
};

/// Returns the operation that computes only rows `rows` of the OFM of `whole`, and that reads only
/// the rows of the operands that these OFM rows need. A map that reaches the end of its rolling
/// buffer continues at the buffer's start. Throws UserError(run_failed) if a stripe needs more rows
/// than the buffer has.
Operation striped(const Operation& whole, const Rows& rows, const RowsHeld& held,
                  RowsRule rule = RowsRule::reached);

}  // namespace spillway::ethosu
