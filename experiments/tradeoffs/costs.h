// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/tradeoffs/choice_rows.h"

namespace spillway {

/// Sets the cost of every choice: the sum of the prices of its capacities, parts and target.
/// Anything without a price is free. Throws UserError(usage) if the part or target of one choice
/// has no price while those of other choices have one, or if no choice has a memory that is priced.
void add_costs(std::vector<PricedChoice>& choices, const PriceList& prices);

/// Throws the same errors as add_costs() for the points of a sweep, before any of them is
/// simulated.
void check_prices(SweepTable& table, const PriceList& prices);

}  // namespace spillway
