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

/// Which rows of its input a stripe gets. reached: the rows that its windows reach. as_compiled:
/// the rows that Arm's compiler counts, sometimes one more.
enum class RowsRule : std::uint8_t { reached, as_compiled };

/// Rows of its OFM that one operation of a cascade computes at once.
struct Stripe {
  std::size_t op = 0;  // within the cascade
  Rows rows;
};

/// An operation of a cascade, and which of its members make what it reads; -1 = none of them.
struct CascadeMember {
  const Operation* operation = nullptr;
  std::int32_t ifm_from = -1;
  std::int32_t ifm2_from = -1;
};

/// The rows of the IFM that rows of the OFM need; `operation` is not upscaled.
Rows rows_needed(const Operation& operation, const Rows& ofm, RowsRule rule = RowsRule::reached);

/// The stripes of a cascade in the order in which they run: each as late as the operations allow
/// that read what it makes. `heights` are rows per stripe, one per operation.
std::vector<Stripe> stripe_order(const std::vector<CascadeMember>& cascade,
                                 const std::vector<std::int32_t>& heights,
                                 RowsRule rule = RowsRule::reached);

/// Per operation, the fewest rows of its OFM that a rolling buffer has to hold so that no row is
/// overwritten before every member that reads it, as IFM or IFM2, has done so for the last time; 0
/// where none does.
std::vector<std::int32_t> rows_to_hold(const std::vector<CascadeMember>& cascade,
                                       const std::vector<std::int32_t>& heights,
                                       RowsRule rule = RowsRule::reached);

/// Rows that rolling buffers hold of an operation's maps; 0 = the map is held whole.
struct RowsHeld {
  std::int32_t ifm = 0;
  std::int32_t ifm2 = 0;
  std::int32_t ofm = 0;
};

/// `whole` for rows of its OFM and what they need of its operands. A map in a rolling buffer goes
/// on at the buffer's start where it meets its end. Throws UserError(run_failed) when a stripe
/// takes more rows than the buffer has.
Operation striped(const Operation& whole, const Rows& rows, const RowsHeld& held,
                  RowsRule rule = RowsRule::reached);

}  // namespace spillway::ethosu
