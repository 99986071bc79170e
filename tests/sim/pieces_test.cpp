// SPDX-License-Identifier: Apache-2.0
// Ports know when a DMA asks for its next piece and do not wake it up for that. A recorded run
// wakes it up for each, so the two must agree.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/arbitrary_program.h"

namespace spillway {
namespace {

RC_GTEST_PROP(Pieces, AreAskedForAsByAMasterThatIsWokenUpForEach, ()) {
  const Target target = test::arbitrary_target();
  const Program program = test::arbitrary_program();
  const Timing ahead = simulate(target, program);
  SimulationOptions recorded;
  recorded.keep_slices = true;
  const Timing plain = simulate(target, program, recorded);
  RC_ASSERT(ahead.total == plain.total);
  for (std::size_t i = 0; i < ahead.operators.size(); ++i) {
    RC_ASSERT(ahead.operators[i].end == plain.operators[i].end);
    RC_ASSERT(ahead.operators[i].dma_wait == plain.operators[i].dma_wait);
    RC_ASSERT(ahead.operators[i].read_bytes == plain.operators[i].read_bytes);
    RC_ASSERT(ahead.operators[i].write_bytes == plain.operators[i].write_bytes);
  }
  for (std::size_t m = 0; m < ahead.memories.size(); ++m) {
    RC_ASSERT(ahead.memories[m].busy == plain.memories[m].busy);
    RC_ASSERT(ahead.memories[m].bursts == plain.memories[m].bursts);
    RC_ASSERT(ahead.memories[m].bytes_per_bucket == plain.memories[m].bytes_per_bucket);
  }
  for (std::size_t e = 0; e < ahead.engines.size(); ++e) {
    RC_ASSERT(ahead.engines[e].busy == plain.engines[e].busy);
  }
}

}  // namespace
}  // namespace spillway
