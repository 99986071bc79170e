// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/schedule.h"

#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/xcore/lower/lower.h"

namespace spillway {

Program schedule(const Network& network, const Plan& plan, const Target& target,
                 const ScheduleOptions& options) {
  if (std::holds_alternative<EthosUParameters>(target.processor)) {
    return ethosu::schedule(network, plan, target, options);
  }
  return xcore::schedule(network, plan, target, options);
}

}  // namespace spillway
