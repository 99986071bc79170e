// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/lower.h"

#include "hwmodels/foreign_operators.h"
#include "hwmodels/target/processor_family.h"

namespace spillway {

Network lower(const Network& network, const Target& target, MemoryIndex constants,
              const FamilyOptions& options) {
  const ProcessorFamily& family = target.processor.family();
  require_for_this_machine(network, family);
  Network lowered = family.lower(network, target, constants, options);
  for (std::string& warning : unmodelled_operators(network)) {
    lowered.warnings.push_back(std::move(warning));
  }
  return lowered;
}

}  // namespace spillway
