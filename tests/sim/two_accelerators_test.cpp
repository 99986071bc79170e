// SPDX-License-Identifier: Apache-2.0
// Tests a SystemC model with several accelerator models: the simulator of the process and two more
// accelerators.
#include <stdexcept>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "sim/simulate.h"
#include "tests/sim/same_timing.h"
#include "tests/sim/small_platform.h"
#include "tests/sim/toy_targets.h"

namespace spillway {
namespace {

using test::accelerator;
using test::accelerator_count;

Program program_of(int number) {
  return test::one_kernel(test::KernelShape()
                              .with_blocks(static_cast<std::uint32_t>(3 + number))
                              .with_compute(70 * (1 + number))
                              .with_read(1000 + 300 * number)
                              .with_write(400));
}

/// Starts both accelerators from a SystemC process, the second 123 ns after the first. Returns
/// their timings.
std::vector<Timing> timings_together(const std::vector<Program>& programs) {
  std::vector<Timing> timings;
  test::with_content_memory([&](test::Initiator& /*memory*/) {
    for (std::size_t i = 0; i < accelerator_count; ++i) {
      accelerator(i).start(programs[i]);
      sc_core::wait(sc_core::sc_time(123, sc_core::SC_NS));
    }
    for (std::size_t i = 0; i < accelerator_count; ++i) {
      while (accelerator(i).busy()) sc_core::wait(accelerator(i).done());
      timings.push_back(accelerator(i).timing());
    }
  });
  return timings;
}

TEST(TwoAccelerators, RunAtOnceAsEachDoesAlone) {
  for (int round = 0; round < 10; ++round) {
    const std::vector<Program> programs = {program_of(round), program_of(9 - round)};
    const std::vector<Timing> together = timings_together(programs);
    ASSERT_EQ(together.size(), accelerator_count);
    for (std::size_t i = 0; i < accelerator_count; ++i) {
      const Timing alone = simulate(accelerator(i).target(), programs[i]);
      EXPECT_EQ(test::difference(together[i], alone), "") << round << " " << i;
    }
  }
}

// start() on a busy accelerator must throw, and socket() with an unknown name must throw. The two
// accelerators must still work afterwards.
TEST(TwoAccelerators, RefuseASecondProgramAndGoOn) {
  const std::vector<Program> programs = {program_of(1), program_of(2)};
  test::with_content_memory([&](test::Initiator& /*memory*/) {
    accelerator(0).start(programs[0]);
    EXPECT_THROW(accelerator(0).start(programs[1]), std::logic_error);
    EXPECT_THROW(accelerator(1).socket("axi7"), UserError);
    while (accelerator(0).busy()) sc_core::wait(accelerator(0).done());
    EXPECT_GT(accelerator(0).timing().total, 0);
  });
  EXPECT_EQ(timings_together(programs).size(), accelerator_count);
}

}  // namespace
}  // namespace spillway
