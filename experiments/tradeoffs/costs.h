// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/tradeoffs/choice_rows.h"

namespace spillway {

/// Sets the cost of every choice: the sum of the prices of its capacities, its parts and its
/// target. Hardware without a price is free. Throws UserError(usage) in three cases:
/// * Some part has a price, but a choice has no part, or a part without a price.
/// * Some target has a price, but the target of a choice has no price.
/// * A memory has a price, but no choice has this memory.
void add_costs(std::vector<PricedChoice>& choices, const PriceList& prices);

/// Throws the errors of add_costs() for the points of a sweep. Called before any point is
/// simulated.
void check_prices(SweepTable& table, const PriceList& prices);

}  // namespace spillway
