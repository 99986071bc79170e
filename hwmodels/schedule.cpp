// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/schedule.h"

#include "hwmodels/target/processor_family.h"

namespace spillway {

Program schedule(const Network& network, const Plan& plan, const Target& target,
                 const FamilyOptions& options) {
  return target.processor.family().schedule(network, plan, target, options);
}

}  // namespace spillway
