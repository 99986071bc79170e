// SPDX-License-Identifier: Apache-2.0
#include "sim/simulate.h"

#include <cstdlib>

#include "sim/platform.h"

// The shared library of SystemC asks for it, though an ordinary main() starts the program.
int sc_main(int /*argc*/, char** /*argv*/) { return 0; }

namespace spillway {

Timing simulate(const Target& target, const Program& program, const SimulationOptions& options) {
  static sim::Platform* const platform = [] {
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    // Never deleted: SystemC's own objects go first when the process ends.
    auto* const created = new sim::Platform("platform");
    // Lets every process run up to its first wait, so that none misses the first run's start.
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    return created;
  }();
  return platform->run(target, program, options);
}

}  // namespace spillway
