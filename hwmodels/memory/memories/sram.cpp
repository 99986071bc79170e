// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/sram.h"

#include <algorithm>

#include "base/index.h"

namespace spillway {

SramMemory::SramMemory(const SramParameters& p)
    : parameters_(p),
      clock_{p.clock_khz},
      banks_(p.banks),
      ports_(static_cast<std::size_t>(p.ports)),
      read_lanes_(static_cast<std::size_t>(p.banks)),
      write_lanes_(static_cast<std::size_t>(p.banks)) {}

void SramMemory::reset() {
  reset_order();
  for (auto* times : {&ports_, &read_lanes_, &write_lanes_}) {
    std::fill(times->begin(), times->end(), 0);
  }
}

std::int64_t SramMemory::peak_bytes_per_second() const {
  constexpr std::int64_t hertz_per_khz = 1000;
  const std::int64_t bank_words = parameters_.dual_ported ? 2 * banks_ : banks_;
  return std::min<std::int64_t>(parameters_.ports, bank_words) * parameters_.width_bytes *
         parameters_.clock_khz * hertz_per_khz;
}

std::vector<Cycles>& SramMemory::lanes_of(bool write) {
  return parameters_.dual_ported && write ? write_lanes_ : read_lanes_;
}

/// Returns the cycle in which a burst begins if consecutive words are in consecutive banks. All
/// bursts step through the banks at the same pace. Two bursts meet in a bank exactly if (bank -
/// cycle) modulo the number of banks is the same for both bursts. Each value of (bank - cycle)
/// modulo the number of banks is called a lane. Only one burst can use a lane at a time.
Cycles SramMemory::begin_interleaved(std::int64_t word, std::int64_t words, Cycles earliest,
                                     bool write) {
  std::vector<Cycles>& lanes = lanes_of(write);
  const auto lane_at = [&](Cycles cycle) -> Cycles& {
    const std::int64_t lane = (word - cycle) % banks_;
    return at(lanes, lane < 0 ? lane + banks_ : lane);
  };
  Cycles begin = earliest;
  while (lane_at(begin) > begin) ++begin;
  lane_at(begin) = begin + words;
  return begin;
}

/// Returns the cycle in which a burst begins if each bank has contiguous bytes. A burst stays
/// within one bank, or waits for two banks if it crosses from one bank into the next.
Cycles SramMemory::begin_contiguous(std::int64_t word, std::int64_t words, Cycles earliest,
                                    bool write) {
  std::vector<Cycles>& banks = lanes_of(write);
  const std::int64_t bank_words = parameters_.bank_bytes / parameters_.width_bytes;
  const auto bank_of = [&](std::int64_t w) -> Cycles& {
    return at(banks, w / bank_words % banks_);
  };
  const std::int64_t last = word + words - 1;
  Cycles& first_bank = bank_of(word);
  Cycles& last_bank = bank_of(last);
  const std::int64_t in_first = std::min(words, bank_words - word % bank_words);
  const Cycles begin =
      std::max({earliest, first_bank, in_first < words ? last_bank - in_first : 0});
  first_bank = begin + in_first;
  last_bank = begin + words;
  return begin;
}

Completion SramMemory::serve(const Burst& burst) {
  const std::int64_t width = parameters_.width_bytes;
  const auto address = static_cast<std::int64_t>(burst.address);
  const std::int64_t word = address / width;
  const std::int64_t words = (address + burst.bytes - 1) / width - word + 1;
  const auto port = std::min_element(ports_.begin(), ports_.end());
  const Cycles earliest = std::max(clock_.to_cycles(burst.arrival), *port);
  const Cycles begin = parameters_.bank_bytes == 0
                           ? begin_interleaved(word, words, earliest, burst.write)
                           : begin_contiguous(word, words, earliest, burst.write);
  *port = begin + words;
  ready_ = clock_.to_time(*std::min_element(ports_.begin(), ports_.end()));

  const Cycles latency = burst.write ? parameters_.write_latency : parameters_.read_latency;
  Completion completion;
  completion.first_data = clock_.to_time(begin + (burst.write ? 0 : latency));
  completion.done = clock_.to_time(begin + words + latency);
  return completion;
}

}  // namespace spillway
