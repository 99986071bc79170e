// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/engines/npu/npu_pipeline.h"

namespace spillway::sim {

// Counts for how long the MAC engine waited for a block. Before the block, the wait begins at the
// end of the previous block, or at the request of this block if the request is later. Waits for
// data during the block count, too.
void NpuPipeline::count_stalls(const Flight& flight, Picoseconds last_weights) {
  const Picoseconds before = computed_ < 1 ? 0 : flight_of(computed_ - 1).compute_end;
  const Picoseconds could = std::min(std::max(before, flight.fetch_start), flight.compute_start);
  const Picoseconds come = std::clamp(flight.first, could, flight.compute_start);
  (flight.weights_were_later ? stalled_by_weights_ : stalled_by_ifm_) += come - could;
  stalled_by_output_ += flight.compute_start - come;
  const Picoseconds stretched =
      flight.compute_end - flight.compute_start - context_->time_of(flight.block->compute);
  (flight.compute_end == last_weights ? stalled_by_weights_ : stalled_by_ifm_) += stretched;
}

NpuCounters NpuPipeline::counters() const {
  const ClockDomain& clock = context_->clock;
  NpuCounters counters;
  counters.mac_active = clock.to_cycles(compute_busy_ - decoder_waits_);
  counters.mac_stalled_by_ifm = clock.to_cycles(stalled_by_ifm_);
  counters.mac_stalled_by_weights = clock.to_cycles(stalled_by_weights_ + decoder_waits_);
  counters.mac_stalled_by_output = clock.to_cycles(stalled_by_output_);
  counters.output_active = clock.to_cycles(output_busy_);
  counters.output_stalled = clock.to_cycles(output_stalled_);
  return counters;
}

}  // namespace spillway::sim
