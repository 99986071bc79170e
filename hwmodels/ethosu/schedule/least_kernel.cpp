// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/least_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "base/index.h"

namespace spillway::ethosu {
namespace {

// As in the simulator's pipeline.
constexpr double elementwise_latency = 8;
constexpr double first_weights = 64;

/// Of a memory that nobody else uses; the adapter counts whole cycles of its own clock.
LeastAccess least_access(const MemorySpec& memory, Kilohertz clock) {
  const auto in_cycles = [&](Cycles cycles, Kilohertz own) {
    return own > 0 ? static_cast<double>(std::max<Cycles>(0, cycles)) * static_cast<double>(clock) /
                         static_cast<double>(own)
                   : 0;
  };
  if (memory.cache) return {};
  if (const auto* fixed = std::get_if<LatencyBandwidthParameters>(&memory.timing)) {
    const double rate = std::max(fixed->bytes_per_cycle, fixed->write_bytes_per_cycle) *
                        static_cast<double>(fixed->clock_khz) / static_cast<double>(clock);
    return {in_cycles(fixed->read_latency, fixed->clock_khz),
            in_cycles(fixed->write_latency, fixed->clock_khz), rate};
  }
  if (const auto* adapter = std::get_if<TimingAdapterParameters>(&memory.timing)) {
    // The port may be slower: it moves a burst while the adapter waits.
    const double words = static_cast<double>(adapter->count) *
                         static_cast<double>(adapter->clock_khz) / static_cast<double>(clock);
    return {in_cycles(adapter->rlatency - 1, adapter->clock_khz),
            in_cycles(adapter->wlatency - 1, adapter->clock_khz), words * adapter->word_bytes};
  }
  return {};
}

enum Stream : std::uint8_t { maps, weights, scales, results, streams };

Stream stream_of(const Access& access) {
  if (access.write) return results;
  if (access.data == DataClass::weights) return weights;
  return access.data == DataClass::scales ? scales : maps;
}

/// When parts of a stream have come or gone at the earliest, counted from its request.
struct Arrival {
  double first = 0, last = 0, granted = 0;
};

/// One block after the other through fetch, MAC and output engine.
class LeastKernel {
 public:
  LeastKernel(const Program& program, const Kernel& kernel,
              const std::vector<LeastAccess>& memories, const NpuSpec& npu)
      : program_(program), kernel_(kernel), memories_(memories), npu_(npu) {}

  double run() {
    for (std::uint32_t i = 0; i < kernel_.blocks.count; ++i) {
      add_block(at(program_.blocks, kernel_.blocks.first + i));
    }
    return written_;
  }

 private:
  void add_block(const Block& block) {
    const double start = std::max(sent_, compute_end_[1]);
    const Arrival map = arrival(block, maps, block.sub_blocks);
    const Arrival weight = constants(block, weights, 0);
    sent_ = start + std::max(map.granted, weight.granted);
    const double first = start + std::max(map.first, weight.first);
    const double last_read = start + std::max(map.last, weight.last);
    const auto compute = static_cast<double>(block.compute);
    double begin = std::max(first, output_end_[0]), end = begin, result = begin;
    if (!kernel_.elementwise) {
      begin = std::max({first, compute_end_[0], output_end_[1]});
      end = std::max(
          {begin + compute, start + map.last + compute / block.sub_blocks, start + weight.last});
      result = block.out_blocks == 1 ? end : begin + compute / block.out_blocks;
    }
    compute_end_ = {end, compute_end_[0]};
    put_out(block, start, result, end, last_read);
  }

  void put_out(const Block& block, double fetched, double result, double computed,
               double last_read) {
    const auto output = static_cast<double>(block.output);
    const Arrival scale = constants(block, scales, block.out_blocks);
    const double start = std::max({result, output_end_[0], fetched + scale.first});
    double finished = start + output;
    if (kernel_.elementwise && block.reads.count > 0) {
      finished = std::max(finished, last_read + elementwise_latency);
    } else if (!kernel_.elementwise) {
      const double last = std::max(computed, fetched + scale.last);
      finished = std::max(start, last - output + output / block.out_blocks) + output;
    }
    const Arrival written = arrival(block, results, 0);
    const double end = std::max(finished, start + written.granted);
    output_end_ = {end, output_end_[0]};
    const double response = block.writes.count > 0 ? write_response(block) : 0;
    written_ = std::max({written_, start + written.last, finished + response});
  }

  double write_response(const Block& block) const {
    return at(memories_, at(program_.accesses, block.writes.first).memory).write_latency;
  }

  /// Those of the first block may have come while the kernel before ran.
  Arrival constants(const Block& block, Stream stream, std::uint16_t parts) const {
    const bool first = &block == &at(program_.blocks, kernel_.blocks.first);
    return first ? Arrival{} : arrival(block, stream, parts);
  }

  /// `parts`: of the reads that its first step needs; 0 = the first bytes of weights.
  Arrival arrival(const Block& block, Stream stream, std::uint16_t parts) const {
    std::array<double, most_memories> bytes{};
    const Range& range = stream == results ? block.writes : block.reads;
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const Access& access = at(program_.accesses, range.first + i);
      if (stream_of(access) != stream) continue;
      bytes[std::min<std::size_t>(access.memory, most_memories - 1)] +=
          static_cast<double>(access.bytes());
    }
    Arrival all;
    for (std::size_t m = 0; m < memories_.size() && m < most_memories; ++m) {
      if (bytes[m] <= 0) continue;
      const Arrival one = arrival_from(memories_[m], stream, bytes[m], parts);
      all = {std::max(all.first, one.first), std::max(all.last, one.last),
             std::max(all.granted, one.granted)};
    }
    return all;
  }

  Arrival arrival_from(const LeastAccess& memory, Stream stream, double bytes,
                       std::uint16_t parts) const {
    const double latency = stream == results ? memory.write_latency : memory.read_latency;
    const auto time_of = [](double moved, double rate) { return rate > 0 ? moved / rate : 0; };
    Arrival one;
    const double first = parts > 0 ? std::floor(bytes / parts) : std::min(bytes, first_weights);
    one.first = latency + time_of(first, memory.bytes_per_cycle);
    one.last = latency + time_of(bytes, memory.bytes_per_cycle);
    one.granted = time_of(bytes, memory.port_bytes_per_cycle);
    double window = window_of(stream);
    if (window > 0) {  // that much per latency; a burst that is larger goes alone
      window = std::max(window, memory.burst_bytes);
      one.last = std::max(one.last, latency * bytes / window);
      one.granted = std::max(one.granted, latency * (bytes / window - 1));
    }
    return one;
  }

  double window_of(Stream stream) const {
    switch (stream) {
      case maps:
        return static_cast<double>(npu_.feature_map_reads);
      case weights:
        return static_cast<double>(npu_.weight_reads);
      case scales:
        return static_cast<double>(npu_.scale_reads);
      default:
        return 0;
    }
  }

  static constexpr std::size_t most_memories = 12;

  const Program& program_;
  const Kernel& kernel_;
  const std::vector<LeastAccess>& memories_;
  const NpuSpec& npu_;
  double sent_ = 0, written_ = 0;
  std::array<double, 2> compute_end_{};  // of the block before, and of the one before that
  std::array<double, 2> output_end_{};
};

}  // namespace

std::vector<LeastAccess> least_accesses(const Target& target) {
  std::vector<LeastAccess> memories;
  for (const MemorySpec& memory : target.memories) {
    const PortSpec& port = at(target.ports, memory.port);
    LeastAccess least = least_access(memory, target.clock_khz);
    least.port_bytes_per_cycle = static_cast<double>(port.beat_bytes) * port.count *
                                 static_cast<double>(port.clock_khz) /
                                 static_cast<double>(target.clock_khz);
    least.burst_bytes = port.burst_bytes;
    if (least.bytes_per_cycle == 0) least.bytes_per_cycle = least.port_bytes_per_cycle;
    memories.push_back(least);
  }
  return memories;
}

double least_kernel_cycles(const Program& program, const Kernel& kernel,
                           const std::vector<LeastAccess>& memories, const NpuSpec& npu) {
  return LeastKernel(program, kernel, memories, npu).run();
}

}  // namespace spillway::ethosu
