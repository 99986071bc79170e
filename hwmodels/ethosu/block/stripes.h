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

/// Rows of its OFM that one operation of a cascade computes at once.
struct Stripe {
  std::size_t op = 0;  // within the cascade
  Rows rows;
};

/// The rows of the IFM that rows of the OFM need; `operation` is not upscaled.
Rows rows_needed(const Operation& operation, const Rows& ofm);

/// The stripes of a cascade in the order in which they run: each as late as the next operation
/// allows. `heights` are rows per stripe, one per operation.
std::vector<Stripe> stripe_order(const std::vector<const Operation*>& cascade,
                                 const std::vector<std::int32_t>& heights);

/// Per operation, the fewest rows of its OFM that a rolling buffer has to hold so that no row is
/// overwritten before the next operation has read it for the last time; 0 for the last operation.
std::vector<std::int32_t> rows_to_hold(const std::vector<const Operation*>& cascade,
                                       const std::vector<std::int32_t>& heights);

/// `whole` for rows of its OFM and what they need of its IFM. A map of which a rolling buffer holds
/// `ifm_rows` or `ofm_rows` (0 = it is held whole) goes on at the buffer's start where it meets its
/// end. Throws UserError(run_failed) when a stripe takes more rows than the buffer has.
Operation striped(const Operation& whole, const Rows& rows, std::int32_t ifm_rows,
                  std::int32_t ofm_rows);

}  // namespace spillway::ethosu
