// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/replay_compiled.h"

#include "hwmodels/foreign_operators.h"
#include "hwmodels/target/processor_family.h"

namespace spillway {

Program replay_compiled(const Network& network, const Target& target,
                        const FamilyOptions& options) {
  const ProcessorFamily& family = *compiled_family(network);
  require_for_this_machine(network, family);
  Program program = family.replay(network, target, options);
  for (std::string& warning : unmodelled_operators(network)) {
    program.warnings.push_back(std::move(warning));
  }
  return program;
}

}  // namespace spillway
