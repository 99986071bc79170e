// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/tradeoffs/choice_rows.h"

namespace spillway {

/// Sets the cost of every choice: capacities, parts and target as they are priced, everything else
/// being free. Throws UserError(usage) where a part or target of a choice has no price while others
/// have one, and for a memory that no choice has.
void add_costs(std::vector<PricedChoice>& choices, const PriceList& prices);

/// Throws as add_costs() would for the points of a sweep, before any of them is simulated.
void check_prices(SweepTable& table, const PriceList& prices);

}  // namespace spillway
