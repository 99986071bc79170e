// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/lower.h"

#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/xcore/lower/lower.h"

namespace spillway {

Network lower(const Network& network, const Target& target, const LoweringOptions& options) {
  if (std::holds_alternative<EthosUParameters>(target.processor)) {
    return ethosu::lower(network, target);
  }
  return xcore::lower(network, target, options);
}

}  // namespace spillway
