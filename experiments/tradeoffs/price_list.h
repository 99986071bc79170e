// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"

namespace spillway {

/// The prices of hardware, all in one currency, which the user chooses.
struct PriceList {
  struct Memory {
    std::string name;
    double per_byte = 0;  // price per byte of capacity
  };
  struct Named {
    std::string name;  // full name of the hardware, or its beginning up to a dash, dot or colon
    double price = 0;
  };

  std::vector<Memory> memories;
  std::vector<Named> parts, targets;

  bool empty() const { return memories.empty() && parts.empty() && targets.empty(); }
};

/// Parses items such as `sram=1.0/KiB`, `part=LPDDR4:3.50` and `target=ethos-u55-128:0.80`, in any
/// order. Throws UserError(usage) for any other item, and for two prices of the same hardware.
PriceList parse_prices(const std::vector<std::string>& items);

/// Returns the price of `name`; nothing if no listed name applies. A listed name applies if `name`
/// equals the listed name, or begins with the listed name followed by a dash, dot or colon. Upper
/// and lower case make no difference. If several listed names apply, the longest of them determines
/// the price.
std::optional<double> price_of(const std::vector<PriceList::Named>& prices,
                               const std::string& name);

}  // namespace spillway
