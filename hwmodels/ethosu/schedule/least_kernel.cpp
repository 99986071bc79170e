// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/least_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>

#include "base/index.h"

namespace spillway::ethosu {
namespace {

// Constants of the simulator's block pipeline: the cycles from the last read of an elementwise
// block to its result, and the number of bytes of weights that must have arrived before a block
// starts.
constexpr double elementwise_latency = 8;
constexpr double first_weights = 64;

/// Returns the least cost of an access to `memory` if no other master uses this memory. `clock` is
/// the clock of the NPU. The latency of a timing adapter (Arm's model of a slow memory) counts full
/// cycles of the adapter's clock. So the real latency can be up to one cycle less, and the bound
/// uses one cycle less.
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
            in_cycles(fixed->write_latency, fixed->clock_khz), rate, true};
  }
  if (const auto* adapter = std::get_if<TimingAdapterParameters>(&memory.timing)) {
    // bytes_per_cycle is the rate of the adapter alone. A slower port does not add its time to the
    // latency, because the port moves the data of a burst during the adapter's latency.
    // LeastAccess::port_bytes_per_cycle is the separate limit for the rate of the port.
    const double words = static_cast<double>(adapter->count) *
                         static_cast<double>(adapter->clock_khz) / static_cast<double>(clock);
    return {in_cycles(adapter->rlatency - 1, adapter->clock_khz),
            in_cycles(adapter->wlatency - 1, adapter->clock_khz), words * adapter->word_bytes};
  }
  return {};
}

/// Sets the limit of the bytes that a timing adapter (Arm's model of a slow memory) admits per
/// period. The burst with which the limit is exceeded is still admitted, so its bytes are added to
/// the limit.
void limit_admission(const MemorySpec& memory, Kilohertz clock, LeastAccess& least) {
  const auto* adapter = std::get_if<TimingAdapterParameters>(&memory.timing);
  if (adapter == nullptr || memory.cache || adapter->bwcap <= 0) return;
  const double bytes =
      (static_cast<double>(adapter->bwcap) * adapter->word_bytes + least.burst_bytes) *
      adapter->count;
  const double period = static_cast<double>(adapter->pulse_on + adapter->pulse_off) *
                        static_cast<double>(clock) / static_cast<double>(adapter->clock_khz);
  if (period <= 0) return;
  least.admitted_per_cycle = bytes / period;
  least.admitted_at_once = 2 * bytes;
}

enum Stream : std::uint8_t { maps, weights, scales, results, streams };

Stream stream_of(const Access& access) {
  if (access.write) return results;
  if (access.data == DataClass::weights) return weights;
  return access.data == DataClass::scales ? scales : maps;
}

/// The bytes that a stream (feature maps, weights, scales or results) moves in one memory, and a
/// lower bound of the sum of the squares of its burst sizes.
struct StreamBytes {
  double bytes = 0, squares = 0;

  void add(const Access& access, double burst) {
    bytes += static_cast<double>(access.bytes());
    squares += access.rows * access.planes * least_squares(access.run, burst);
  }
};

/// Lower bounds of three times of a block's accesses, in cycles from the first request: `first` =
/// the first needed bytes have moved; `last` = all bytes have moved; `granted` = the port has
/// granted all requests.
struct Arrival {
  double first = 0, last = 0, granted = 0;
};

/// Computes a lower bound of a kernel's time: passes the kernel's blocks one by one through fetch,
/// MAC array and output engine.
class LeastKernel {
 public:
  LeastKernel(const Program& program, const Kernel& kernel,
              const std::vector<LeastAccess>& memories, const NpuSpec& npu)
      : program_(program), kernel_(kernel), memories_(memories), npu_(npu) {}

  struct Times {
    // `end` is the time at which the kernel's last write ends. `ask` is the earliest time at which
    // the next kernel's constants are requested.
    double end, ask;
  };

  /// Returns lower bounds of the kernel's times. `end` is the time at which all results of earlier
  /// kernels are written. `ask` is the earliest time at which this kernel's constants are
  /// requested.
  Times run(double end, double ask) {
    sent_ = written_ = LeastTimes::none;
    compute_end_ = output_end_ = {LeastTimes::none, LeastTimes::none};
    begin_ = std::max(end, ask);
    weights_moved_ = {};
    for (std::uint32_t i = 0; i < kernel_.blocks.count; ++i) {
      const double asked = i == 0 ? ask : block_ask();
      const double fetched = i == 0 ? begin_ : asked;
      add_block(at(program_.blocks, kernel_.blocks.first + i), asked, fetched);
    }
    return {std::max(written_, bytes_moved(end, ask)), next_ask()};
  }

 private:
  static constexpr std::size_t most_memories = 12;

  /// Returns the earliest time of the next reads. Two conditions hold at this time: all earlier
  /// requests have been sent, and the last block but one has been computed, so that a read buffer
  /// is free.
  double next_ask() const { return std::max(sent_, compute_end_[1]); }

  /// Returns the earliest time at which a block's reads are requested. An elementwise kernel with a
  /// single input buffer cannot request the next block earlier than the end of the previous block's
  /// output, because the output engine reads from this buffer.
  double block_ask() const {
    const bool one = kernel_.elementwise && kernel_.one_input_buffer;
    return one ? std::max(sent_, output_end_[0]) : next_ask();
  }

  void add_block(const Block& block, double asked, double fetched) {
    const Arrival map = arrival(block, maps, block.sub_blocks);
    const Arrival weight = arrival(block, weights, 0);
    sent_ = std::max({fetched, fetched + map.granted, asked + weight.granted});
    const double first = std::max({fetched, fetched + map.first, asked + weight.first});
    const double last_weights = std::max(asked + weight.last, weights_read_ahead(block));
    const double last_read = std::max({fetched, fetched + map.last, last_weights});
    const auto compute = static_cast<double>(block.compute);
    double begin = std::max(first, output_end_[0]), computed = begin, result = begin;
    if (!kernel_.elementwise) {
      begin = std::max({first, compute_end_[0], output_end_[1]});
      computed = std::max(
          {begin + compute, fetched + map.last + compute / block.sub_blocks, last_weights});
      result = block.out_blocks == 1 ? computed : begin + compute / block.out_blocks;
    }
    compute_end_ = {computed, compute_end_[0]};
    put_out(block, asked, result, computed, last_read);
  }

  /// Returns a lower bound of the time at which the weights of `block` and of all earlier blocks of
  /// the kernel have arrived. When the kernel begins, the weight decoder's buffer may already hold
  /// weights, up to its size.
  double weights_read_ahead(const Block& block) {
    if (npu_.weight_reads <= 0) return LeastTimes::none;
    add_moved(block, weights, weights_moved_);
    double last = LeastTimes::none;
    for (std::size_t m = 0; m < memories_.size() && m < most_memories; ++m) {
      last = std::max(last, begin_ + arrival_beyond(memories_[m], weights_moved_[m]).last);
    }
    return last;
  }

  void put_out(const Block& block, double asked, double result, double computed, double last_read) {
    const auto output = static_cast<double>(block.output);
    const Arrival scale = arrival(block, scales, block.out_blocks);
    const double start = std::max({result, output_end_[0], asked + scale.first});
    double finished = start + output;
    if (kernel_.elementwise && block.reads.count > 0) {
      finished = std::max(finished, last_read + elementwise_latency);
    } else if (!kernel_.elementwise) {
      const double last = std::max(computed, asked + scale.last);
      finished = std::max(start, last - output + output / block.out_blocks) + output;
    }
    const Arrival written = arrival(block, results, 0);
    const double end = std::max(finished, start + written.granted);
    output_end_ = {end, output_end_[0]};
    const double response = block.writes.count > 0 ? write_response(block) : 0;
    written_ = std::max({written_, start + written.last, finished + response});
  }

  /// Returns a lower bound of the time at which all bytes of the kernel have moved. Only two kinds
  /// of memories limit this time: memories in which reads and writes share the bandwidth, and
  /// memories that admit a limited number of bytes per period.
  double bytes_moved(double end, double ask) const {
    double moved = LeastTimes::none;
    for (std::size_t m = 0; m < memories_.size(); ++m) {
      const LeastAccess& memory = memories_[m];
      const bool shared = memory.one_way_at_a_time && memory.bytes_per_cycle > 0;
      if (!shared && memory.admitted_per_cycle <= 0) continue;
      double read = 0, written = 0, first_constants = 0, all_weights = 0;
      for (std::uint32_t i = 0; i < kernel_.blocks.count; ++i) {
        const Block& block = at(program_.blocks, kernel_.blocks.first + i);
        read += bytes_in(m, block.reads, any_stream);
        written += bytes_in(m, block.writes, any_stream);
        all_weights += bytes_in(m, block.reads, only_weights);
        if (i == 0) first_constants = bytes_in(m, block.reads, constants);
      }
      const double rate = shared ? memory.bytes_per_cycle : memory.admitted_per_cycle;
      const double bytes = shared ? read + written : read - memory.admitted_at_once;
      if (bytes <= 0) continue;
      const double ahead = std::min(all_weights, buffered_weights(memory, npu_));
      moved = std::max({moved, end + (bytes - std::max(first_constants, ahead)) / rate,
                        ask + (bytes - ahead) / rate});
    }
    return moved;
  }

  enum Counted : std::uint8_t { any_stream, constants, only_weights };

  double bytes_in(std::size_t memory, const Range& range, Counted counted) const {
    double bytes = 0;
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const Access& access = at(program_.accesses, range.first + i);
      const Stream stream = stream_of(access);
      const bool counts =
          counted == any_stream || stream == weights || (counted == constants && stream == scales);
      if (counts && access.memory == memory) bytes += static_cast<double>(access.bytes());
    }
    return bytes;
  }

  double write_response(const Block& block) const {
    return at(memories_, at(program_.accesses, block.writes.first).memory).write_latency;
  }

  void add_moved(const Block& block, Stream stream,
                 std::array<StreamBytes, most_memories>& moved) const {
    const Range& range = stream == results ? block.writes : block.reads;
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const Access& access = at(program_.accesses, range.first + i);
      if (stream_of(access) != stream) continue;
      const std::size_t memory = std::min<std::size_t>(access.memory, most_memories - 1);
      moved[memory].add(access, at(memories_, access.memory).burst_bytes);
    }
  }

  /// Returns lower bounds for the accesses of a block to `stream`: for its writes if `stream` is
  /// `results`, otherwise for its reads. The member `first` is the time at which the block can
  /// start:
  /// * if `parts` is more than 0: when the fraction 1 / `parts` of the bytes has arrived;
  /// * if `parts` is 0: when the first `first_weights` bytes have arrived.
  Arrival arrival(const Block& block, Stream stream, std::uint16_t parts) const {
    std::array<StreamBytes, most_memories> moved{};
    add_moved(block, stream, moved);
    Arrival all;
    for (std::size_t m = 0; m < memories_.size() && m < most_memories; ++m) {
      if (moved[m].bytes <= 0) continue;
      const bool ahead = stream == weights && npu_.weight_reads > 0;
      const Arrival one = ahead ? arrival_beyond(memories_[m], moved[m])
                                : arrival_from(memories_[m], stream, moved[m], parts);
      all = {std::max(all.first, one.first), std::max(all.last, one.last),
             std::max(all.granted, one.granted)};
    }
    return all;
  }

  /// Returns lower bounds of the arrival of weights, of which the weight decoder's buffer may
  /// already hold a part. Only `last` is set. `first` stays 0, because the first weights may
  /// already be in the buffer. `granted`, the time when the port has granted all requests of the
  /// stream, stays 0: the port may have granted these requests before the block begins.
  Arrival arrival_beyond(const LeastAccess& memory, const StreamBytes& moved) const {
    const double buffered = buffered_weights(memory, npu_);
    const double bytes = moved.bytes - buffered;
    Arrival one;
    if (bytes <= 0) return one;
    const double rate = memory.bytes_per_cycle;
    const ReadsInFlight reads = reads_in_flight(memory, npu_.weight_reads, bytes,
                                                moved.squares - buffered * memory.burst_bytes);
    one.last = std::max(memory.read_latency + (rate > 0 ? bytes / rate : 0), reads.come);
    return one;
  }

  Arrival arrival_from(const LeastAccess& memory, Stream stream, const StreamBytes& moved,
                       std::uint16_t parts) const {
    const double bytes = moved.bytes;
    const double latency = stream == results ? memory.write_latency : memory.read_latency;
    const auto time_of = [](double moved, double rate) { return rate > 0 ? moved / rate : 0; };
    Arrival one;
    const double first = parts > 0 ? std::floor(bytes / parts) : std::min(bytes, first_weights);
    one.first = latency + time_of(first, memory.bytes_per_cycle);
    one.last = latency + time_of(bytes, memory.bytes_per_cycle);
    one.granted = time_of(bytes, memory.port_bytes_per_cycle);
    const Bytes window = window_of(stream);
    if (window > 0) {
      const ReadsInFlight reads = reads_in_flight(memory, window, bytes, moved.squares);
      one.last = std::max(one.last, reads.come);
      one.granted = std::max(one.granted, reads.last_asked);
    }
    return one;
  }

  Bytes window_of(Stream stream) const {
    switch (stream) {
      case maps:
        return npu_.feature_map_reads;
      case weights:
        return npu_.weight_reads;
      case scales:
        return npu_.scale_reads;
      default:
        return 0;
    }
  }

  const Program& program_;
  const Kernel& kernel_;
  const std::vector<LeastAccess>& memories_;
  const NpuSpec& npu_;
  double sent_ = 0, written_ = 0;
  // The earliest time at which the first block's feature maps are requested.
  double begin_ = 0;
  std::array<StreamBytes, most_memories> weights_moved_{};
  // Ends of the previous block (index 0) and of the block before the previous block (index 1).
  std::array<double, 2> compute_end_{}, output_end_{};
};

}  // namespace

double least_squares(std::int32_t run, double burst) {
  if (run <= 0 || burst <= 0) return 0;
  const double whole = std::ceil(run / burst) - 1;
  const double rest = run - whole * burst;
  // The sum of the squares is smallest if the first and the last burst are equally long and all
  // other bursts have the full size. The first and the last burst together have `cut` bytes: either
  // `rest` bytes, or `rest` + `burst` bytes.
  const auto with = [&](double cut) { return (run - cut) * burst + cut * cut / 2; };
  return whole > 0 ? std::min(with(rest), with(rest + burst)) : with(rest);
}

double buffered_weights(const LeastAccess& memory, const NpuSpec& npu) {
  if (npu.weight_reads <= 0) return 0;
  if (!memory.buffer_limits_weights) return std::numeric_limits<double>::infinity();
  // A burst that is larger than the buffer is requested only when the buffer is empty.
  return std::max(static_cast<double>(npu.weight_reads), memory.burst_bytes);
}

ReadsInFlight reads_in_flight(const LeastAccess& memory, Bytes window, double bytes,
                              double squares) {
  // A burst that is larger than the window is requested only when nothing else is outstanding.
  const double most = std::max(static_cast<double>(window), memory.burst_bytes);
  const double rate = memory.bytes_per_cycle;
  const auto cycles = [&](double of_bytes, double of_squares) {
    const double own_time = rate > 0 ? std::max(0.0, of_squares) / rate : 0;
    return (memory.read_latency * of_bytes + own_time) / most;
  };
  return {cycles(bytes, squares), cycles(bytes - most, squares - most * memory.burst_bytes)};
}

std::vector<LeastAccess> least_accesses(const Target& target) {
  std::vector<LeastAccess> memories;
  for (const MemorySpec& memory : target.memories) {
    const PortSpec& port = at(target.ports, memory.port);
    LeastAccess least = least_access(memory, target.clock_khz);
    least.port_bytes_per_cycle = static_cast<double>(port.beat_bytes) * port.count *
                                 static_cast<double>(port.clock_khz) /
                                 static_cast<double>(target.clock_khz);
    least.burst_bytes = port.burst_bytes;
    least.buffer_limits_weights = port.arbitration != Arbitration::fifo;
    if (least.bytes_per_cycle == 0) least.bytes_per_cycle = least.port_bytes_per_cycle;
    limit_admission(memory, target.clock_khz, least);
    memories.push_back(least);
  }
  return memories;
}

LeastTimes least_kernel_times(const Program& program, const Kernel& kernel,
                              const std::vector<LeastAccess>& memories, const NpuSpec& npu) {
  if (kernel.blocks.count == 0) return {};
  LeastKernel least(program, kernel, memories, npu);
  // The times are computed twice, with two meanings of time 0. In the first computation, time 0 is
  // the time at which all results of earlier kernels are written; only weights that fit into the
  // decoder's buffer are requested earlier. In the second computation, time 0 is the first request
  // for constants, and it is unknown when earlier results are written.
  const LeastKernel::Times after_end = least.run(0, 0);
  const LeastKernel::Times after_ask = least.run(LeastTimes::none, 0);
  return {after_end.end, after_ask.end, after_end.ask, after_ask.ask};
}

}  // namespace spillway::ethosu
