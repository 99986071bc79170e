// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/lower.h"

#include "hwmodels/target/processor_family.h"

namespace spillway {

Network lower(const Network& network, const Target& target, MemoryIndex constants,
              const FamilyOptions& options) {
  return target.processor.family().lower(network, target, constants, options);
}

}  // namespace spillway
