// SPDX-License-Identifier: Apache-2.0
#include "sim/bounds/blocks_left.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "sim/bounds/block_rules.h"

namespace spillway::sim {
namespace {

bool same_bytes(const Access& a, const Access& b) {
  return std::tie(a.memory, a.data, a.run, a.rows, a.planes) ==
         std::tie(b.memory, b.data, b.run, b.rows, b.planes);
}

}  // namespace

double BlocksLeft::add(const Kernel& kernel, double after, double last) {
  const std::uint32_t count = kernel.blocks.count;
  for (std::uint32_t i = count; i-- > 0;) {
    const bool before_last = i + 2 == count;
    const double computed = add_block(kernel, program_.blocks[kernel.blocks.first + i],
                                      i + 1 == count ? after : 0, before_last ? last : 0);
    if (before_last) last = computed;
  }
  return last;
}

bool BlocksLeft::alike(const Range& a, const Range& b) const {
  const auto begin = program_.accesses.begin();
  return a.count == b.count &&
         std::equal(begin + a.first, begin + a.first + a.count, begin + b.first, same_bytes);
}

// Returns the least times of a block's requests. The times of the last few blocks are stored,
// because they are slow to compute and neighbouring blocks mostly have the same requests.
const BlocksLeft::Times& BlocksLeft::times_of(const Block& block) {
  for (Timed& timed : timed_) {
    if (timed.block == nullptr || timed.block->sub_blocks != block.sub_blocks ||
        !alike(timed.block->reads, block.reads) || !alike(timed.block->writes, block.writes)) {
      continue;
    }
    return timed.times;
  }
  Timed& oldest = timed_[timed_next_++ % timed_.size()];
  oldest = {&block, measured(block)};
  return oldest.times;
}

BlocksLeft::Times BlocksLeft::measured(const Block& block) const {
  Times times;
  Load maps = least_.nothing(), first = least_.nothing();
  Load weights = least_.nothing(), first_weights = least_.nothing();
  LeastTime::ReadAhead ahead = least_.read_ahead();
  const bool reads_ahead = ahead.front() > 0;
  for (std::uint32_t i = 0; i < block.reads.count; ++i) {
    const Access& access = program_.accesses[block.reads.first + i];
    if (access.bytes() == 0 || access.data == DataClass::scales) continue;
    if (access.data == DataClass::weights) {
      if (!reads_ahead) least_.add(first_weights, access.memory, Load::weights, 1);
      least_.add_weights(weights, access, ahead[access.memory]);
    } else {
      const double bytes = static_cast<double>(access.bytes()) / block.sub_blocks;
      least_.add(maps, access, Load::maps);
      least_.add(first, access.memory, Load::maps, std::max(1.0, bytes - 1));
    }
  }
  Load writes = least_.nothing();
  for (std::uint32_t i = 0; i < block.writes.count; ++i) {
    const Access& access = program_.accesses[block.writes.first + i];
    least_.add(writes, access, Load::write_back);
    const double latency = least_.acknowledged(access.memory);
    times.acknowledged = i == 0 ? latency : std::min(times.acknowledged, latency);
  }
  times.first_maps = least_.until_done(first);
  times.maps = least_.until_done(maps);
  times.first_weights = least_.until_done(first_weights);
  times.weights = least_.until_done(weights);
  weights.add(maps);
  times.both = least_.until_done(weights);
  times.writes = least_.until_done(writes);
  return times;
}

// Returns the time left when a block has left the output engine: the time until the end of the
// program on the longest of the paths that begin at this moment. One path begins with the writes of
// the block (`written`), and one with the output of the next block. If the next block is
// elementwise, one path begins with its computation. The block has freed an accumulator, so one
// path begins with the computation of the block after the next block, unless that block is
// elementwise and needs no accumulator.
double BlocksLeft::after_output(double written) const {
  return std::max({written, next_.put_out_from, next_.elementwise ? next_.computed_from : 0,
                   second_.elementwise ? 0 : second_.computed_from});
}

// Adds a block that runs before all blocks that were added earlier. "Time left" means the time
// until the program ends. `written` is the time left at the moment at which this block has been
// written. `known` is a lower bound, known from elsewhere, of the time left at the moment at which
// this block has been computed. Returns the best lower bound for this second moment, `known` or
// more.
double BlocksLeft::add_block(const Kernel& kernel, const Block& block, double written,
                             double known) {
  const Times& times = times_of(block);
  const auto time_of = [this](Cycles cycles) {
    return static_cast<double>(clock_.to_time(cycles));
  };
  const auto part_of = [&](Cycles cycles, std::uint16_t parts) {
    return std::floor(time_of(cycles) / parts);
  };
  Moments moments;
  moments.elementwise = kernel.elementwise;
  const double finished = after_output(written + times.acknowledged);
  moments.put_out_from = std::max(time_of(block.output) + finished, times.writes + written);
  double computed =
      std::max({known, second_.requested, next_.elementwise ? 0 : next_.computed_from});
  double maps_requested = 0;
  if (kernel.elementwise) {
    moments.computed_from = std::max(moments.put_out_from, computed);
    maps_requested = times.maps + finished;
    if (times.maps > 0) maps_requested += time_of(elementwise_latency);
  } else {
    computed = std::max(computed, part_of(block.output, block.out_blocks) + finished);
    if (block.out_blocks == 1) computed = std::max(computed, moments.put_out_from);
    moments.computed_from =
        std::max(time_of(block.compute) + computed,
                 part_of(block.compute, block.out_blocks) + moments.put_out_from);
    maps_requested = times.maps + part_of(block.compute, block.sub_blocks) + computed;
    moments.requested = std::max(times.weights, times.both) + computed;
  }
  moments.requested =
      std::max({moments.requested, maps_requested, times.first_maps + moments.computed_from,
                times.first_weights + moments.computed_from, next_.requested});
  second_ = next_;
  next_ = moments;
  return computed;
}

}  // namespace spillway::sim
