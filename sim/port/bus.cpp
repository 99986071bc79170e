// SPDX-License-Identifier: Apache-2.0
#include "sim/port/bus.h"

#include "base/power_of_two.h"

namespace spillway::sim {

void Bus::reset(const PortSpec& spec) {
  beat_bytes_ = spec.beat_bytes;
  shift_ = beat_bytes_ > 0 && is_power_of_two(beat_bytes_) ? log2_of(beat_bytes_) : -1;
  count_ = spec.count;
  separate_channels_ = spec.separate_channels;
  clock_ = ClockDomain{spec.clock_khz};
  for (std::size_t beats = 0; beats < beat_time_.size(); ++beats) {
    beat_time_[beats] = beat_bytes_ > 0 ? clock_.to_time(static_cast<Cycles>(beats)) : 0;
  }
  free_ = {};
  free_from_ = {};
  last_end_ = busy_ = 0;
}

}  // namespace spillway::sim
