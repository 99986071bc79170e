// SPDX-License-Identifier: Apache-2.0
// A port grants the bursts of an in-order memory ahead of simulated time. In a recorded run
// (keep_slices), each burst is a transaction instead. The two kinds of runs must give equal
// results.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/arbitrary_kernel.h"
#include "tests/sim/arbitrations.h"
#include "tests/sim/small_platform.h"

namespace spillway {
namespace {

using test::access_of;
using test::append_kernel;
using test::ghz;
using test::small_target;

MemoryParameters any_in_order_memory() {
  if (*rc::gen::arbitrary<bool>()) {
    LatencyBandwidthParameters p{ghz, *rc::gen::element(8.0, 3.75, 16.0), *rc::gen::inRange(0, 200),
                                 *rc::gen::inRange(0, 100)};
    p.write_bytes_per_cycle = *rc::gen::element(0.0, 3.0);
    p.max_reads = *rc::gen::inRange(0, 6);
    p.max_writes = *rc::gen::inRange(0, 6);
    return p;
  }
  TimingAdapterParameters p;
  p.clock_khz = ghz;
  p.maxr = *rc::gen::inRange(0, 9);
  p.maxw = *rc::gen::inRange(0, 9);
  p.maxrw = *rc::gen::element(0, 5, 300);
  p.count = *rc::gen::inRange(1, 3);
  p.rlatency = *rc::gen::inRange(0, 100);
  p.wlatency = *rc::gen::inRange(0, 100);
  p.pulse_on = 400;
  p.pulse_off = *rc::gen::element(0, 100);
  p.bwcap = *rc::gen::element(0, 100, 300);
  p.phase = *rc::gen::inRange(0, 400);
  p.write_turnaround = *rc::gen::inRange(0, 5);
  p.least_write = *rc::gen::inRange(0, 50);
  p.mode = 1;
  return p;
}

Target any_in_order_target() {
  Target target = small_target(any_in_order_memory(), 8);
  PortSpec& port = target.ports[0];
  port.arbitration = *rc::gen::elementOf(test::arbitrations);
  port.separate_channels = *rc::gen::arbitrary<bool>();
  port.count = *rc::gen::inRange(1, 3);
  port.max_reads = *rc::gen::inRange(1, 20);
  port.max_writes = *rc::gen::inRange(1, 20);
  target.npu.weight_reads = *rc::gen::element(0, 128, 768);
  target.npu.kernels_overlap = *rc::gen::arbitrary<bool>();
  return target;
}

Program any_in_order_program() {
  Program program;
  const int kernels = *rc::gen::inRange(1, 5);
  for (int k = 0; k < kernels; ++k) append_kernel(program, test::arbitrary_kernel());
  for (Access& access : program.accesses) access.address += *rc::gen::inRange(0U, 64U);
  for (Block& block : program.blocks) {
    block.sub_blocks = *rc::gen::element<std::uint16_t>(1, 4);
    block.out_blocks = *rc::gen::element<std::uint16_t>(1, 8);
  }
  return program;
}

void expect_same_as_recorded(const Target& target, const Program& program) {
  NpuCounters ahead_counters;
  SimulationOptions ahead_options;
  ahead_options.counters = &ahead_counters;
  const Timing ahead = simulate(target, program, ahead_options);
  NpuCounters plain_counters;
  SimulationOptions plain_options;
  plain_options.keep_slices = true;
  plain_options.counters = &plain_counters;
  const Timing plain = simulate(target, program, plain_options);
  RC_ASSERT(ahead.total == plain.total);
  for (std::size_t i = 0; i < ahead.operators.size(); ++i) {
    RC_ASSERT(ahead.operators[i].end == plain.operators[i].end);
    RC_ASSERT(ahead.operators[i].read_bytes == plain.operators[i].read_bytes);
    RC_ASSERT(ahead.operators[i].write_bytes == plain.operators[i].write_bytes);
    RC_ASSERT(ahead.operators[i].useful_bytes == plain.operators[i].useful_bytes);
  }
  RC_ASSERT(ahead.memories[0].busy == plain.memories[0].busy);
  RC_ASSERT(ahead.memories[0].useful_bytes == plain.memories[0].useful_bytes);
  RC_ASSERT(ahead.memories[0].bytes_per_bucket == plain.memories[0].bytes_per_bucket);
  RC_ASSERT(ahead_counters.ports[0].reads_stalled == plain_counters.ports[0].reads_stalled);
  RC_ASSERT(ahead_counters.mac_stalled_by_output == plain_counters.mac_stalled_by_output);
}

RC_GTEST_PROP(Port, GrantsInOrderBurstsAtTheTimesOfTransactions, ()) {
  expect_same_as_recorded(any_in_order_target(), any_in_order_program());
}

}  // namespace
}  // namespace spillway
