// SPDX-License-Identifier: Apache-2.0
#include "sim/bounds/least_time.h"

#include <algorithm>
#include <limits>

#include "base/index.h"
#include "hwmodels/memory/make_memory_timing.h"

namespace spillway::sim {
namespace {

constexpr double hertz_per_khz = 1000;

double per_byte(double bytes_per_second) {
  constexpr double ps_per_second = 1e12;
  return bytes_per_second > 0 ? ps_per_second / bytes_per_second : 0;
}

double cycles_per_second(Kilohertz clock) { return static_cast<double>(clock) * hertz_per_khz; }

// Returns the least latencies of a read and of a write: the latencies of a row hit that takes one
// column command and waits for no other command. A write that is acknowledged on acceptance takes
// only the latency of the controller.
std::array<double, 2> latencies(const DramParameters& dram) {
  const DramClocks& t = dram.clocks;
  const Cycles controller = dram.controller.latency;
  const Cycles data = dram.geometry.burst_clocks();
  const Cycles read = controller + t.cl + t.dqsck + data;
  const Cycles write = dram.controller.acknowledge_on_acceptance
                           ? std::max<Cycles>(controller, 1)
                           : controller + t.cwl + t.dqss + data;
  return {static_cast<double>(read * t.tck), static_cast<double>(write * t.tck)};
}

// Returns the least time, for reads and for writes, for which a burst occupies its place among the
// outstanding transactions. It includes the time of data only for a DRAM. 0 = it is not known.
std::array<double, 2> latencies(const MemorySpec& memory) {
  const auto times = [](Kilohertz clock, Cycles read, Cycles write) {
    // The model rounds the beginning and the end of an interval to picoseconds, so the interval may
    // be 1 ps shorter than its cycles.
    const auto time = [clock](Cycles cycles) {
      return static_cast<double>(std::max<Picoseconds>(0, ClockDomain{clock}.to_time(cycles) - 1));
    };
    return std::array<double, 2>{time(read), time(write)};
  };
  if (const auto* rate = std::get_if<LatencyBandwidthParameters>(&memory.timing)) {
    return times(rate->clock_khz, rate->read_latency, rate->write_latency);
  }
  if (const auto* adapter = std::get_if<TimingAdapterParameters>(&memory.timing)) {
    return times(adapter->clock_khz, adapter->rlatency, adapter->wlatency);
  }
  if (const auto* dram = std::get_if<DramParameters>(&memory.timing)) return latencies(*dram);
  return {};
}

}  // namespace

LeastTime::LeastTime(const Target& target) {
  for (const MemorySpec& memory : target.memories) paces_.push_back(pace_of(target, memory));
}

LeastTime::Pace LeastTime::pace_of(const Target& target, const MemorySpec& memory) {
  if (memory.cache) {
    // A hit in the cache moves nothing in the memory behind it, so only the port limits its time.
    MemorySpec hits = memory;
    hits.cache.reset();
    hits.timing = IdealParameters{};
    return pace_of(target, hits);
  }
  const PortSpec& port = at(target.ports, memory.port);
  const auto model = make_memory_timing(memory);
  Pace pace;
  // The model rounds the time of each burst down to picoseconds. The bound uses the rounded time of
  // a single beat: the time of a burst with several beats loses less per beat by rounding.
  if (port.beat_bytes > 0) {
    const auto beat = static_cast<double>(ClockDomain{port.clock_khz}.to_time(1));
    (port.separate_channels ? pace.port_way : pace.port) = beat / port.beat_bytes / port.count;
    // The port completes a burst of an in-order memory only after it has moved all beats of the
    // burst. A DRAM may answer before the port has moved the bytes, by the time of at most one
    // burst at the port. The bound assumes this of all memories but the two kinds named here.
    const bool in_beats = std::holds_alternative<LatencyBandwidthParameters>(memory.timing) ||
                          std::holds_alternative<TimingAdapterParameters>(memory.timing);
    const std::int32_t burst = std::max(port.burst_bytes, target.dma.burst_bytes);
    pace.port_slack = in_beats ? 0 : beat / port.beat_bytes * burst;
  }
  if (const auto* adapter = std::get_if<TimingAdapterParameters>(&memory.timing)) {
    set_adapter(*adapter, std::max(port.burst_bytes, target.dma.burst_bytes), pace);
  } else if (const std::int64_t rate = model->peak_bytes_per_second(); rate > 0) {
    const bool exact = std::holds_alternative<LatencyBandwidthParameters>(memory.timing);
    pace.memory = per_byte(static_cast<double>(rate) + (exact ? 0 : hertz_per_khz));
    pace.burst = exact ? pace.memory : 0;
  }
  if (const auto* dram = std::get_if<DramParameters>(&memory.timing)) set_dram(*dram, pace);
  set_latency(port, memory, std::max(port.burst_bytes, target.dma.burst_bytes), pace);
  set_places(target, memory, *model, pace);
  return pace;
}

// Sets the rates of a timing adapter. The adapter checks its bandwidth limit only when a burst
// begins, so the last burst of a period may exceed the limit. The adapter may also move all words
// of a period at its beginning.
void LeastTime::set_adapter(const TimingAdapterParameters& adapter, std::int32_t burst_bytes,
                            Pace& pace) {
  const double cycle = per_byte(cycles_per_second(adapter.clock_khz));
  pace.burst = cycle / adapter.word_bytes;
  pace.memory_way = pace.burst / adapter.count;
  if (adapter.bwcap == 0) return;
  const auto period = static_cast<double>(adapter.pulse_on + adapter.pulse_off);
  const double words = adapter.bwcap + static_cast<double>(burst_bytes) / adapter.word_bytes;
  pace.memory = period / words * pace.memory_way;
  pace.memory_slack = 2 * period * cycle;
}

// Sets the rate of a DRAM, with the time of its refreshes. A refresh of all banks is due every
// tREFI. From the last column command before a refresh to the first column command after it, only
// the data of one column command can move. An interval of length T contains at least T / tREFI - 2
// refreshes: at each of its ends, one may be missing. If writes are acknowledged on acceptance, the
// data of some writes may still have to be moved at the end of the interval.
void LeastTime::set_dram(const DramParameters& dram, Pace& pace) {
  const DramClocks& t = dram.clocks;
  const DramController& controller = dram.controller;
  if (controller.acknowledge_on_acceptance) {
    const auto writes = static_cast<double>(controller.write_buffer_depth +
                                            controller.queue_depth * dram.geometry.banks);
    pace.memory_slack = writes * static_cast<double>(dram.geometry.burst_bytes()) *
                        dram.geometry.channels * pace.memory;
  }
  if (controller.refresh != DramController::Refresh::all_bank) return;
  if (controller.self_refresh_after > 0) return;
  const auto interval = static_cast<double>(t.refi);
  const auto lost =
      static_cast<double>(t.rtp + t.rp_all + t.rfc + t.rcd - dram.geometry.burst_clocks());
  if (lost <= 0 || lost >= interval) return;
  const double slower = interval / (interval - lost);
  pace.refreshed = pace.memory * slower;
  pace.refreshed_slack = (pace.memory_slack + 2 * lost * static_cast<double>(t.tck)) * slower;
}

// Sets the latency, and the time by which the last burst of a load may end earlier than latency and
// rates allow together, because the memory may answer before the port has moved the burst. The time
// to move the data of one column command is part of both the latency and the rate of a DRAM, so it
// is subtracted from the latency.
void LeastTime::set_latency(const PortSpec& port, const MemorySpec& memory,
                            std::int32_t burst_bytes, Pace& pace) {
  pace.latency = latencies(memory);
  pace.last_burst =
      std::max(std::max(pace.port, pace.port_way) * port.count, pace.burst) * burst_bytes;
  const auto* const dram = std::get_if<DramParameters>(&memory.timing);
  if (dram == nullptr) return;
  const auto data = static_cast<double>(dram->geometry.burst_clocks() * dram->clocks.tck);
  pace.latency[0] -= data;
  if (!dram->controller.acknowledge_on_acceptance) pace.latency[1] -= data;
}

void LeastTime::set_places(const Target& target, const MemorySpec& memory,
                           const MemoryTiming& model, Pace& pace) {
  const PortSpec& port = at(target.ports, memory.port);
  const DmaSpec& dma = target.dma;
  const NpuSpec& npu = target.npu;
  const double burst = port.burst_bytes;
  const double dma_burst = dma.burst_bytes > 0 ? dma.burst_bytes : burst;
  // The number of transfers that can be in flight at once. The bound assumes a limit of bursts and
  // a read buffer for each transfer. In the port, the transfers of one channel share both.
  const double transfers = 1.0 * std::max(1, dma.channels) * std::max(1, dma.outstanding);
  const auto [read, write] = latencies(memory);
  // Returns the least time per byte if at most `count` bursts may be outstanding: every burst
  // occupies one place for its latency and for the time of its bytes. All bursts are assumed to be
  // as large as the largest burst.
  const auto bursts = [&pace](double count, double largest, double latency) {
    return count > 0 ? (latency / largest + pace.burst) / count : 0;
  };
  // A read that is larger than the read buffer waits until it has the whole buffer for itself.
  const auto buffer = [&pace, latency = read](Bytes room, double largest, double count) {
    const double bytes = std::max(static_cast<double>(room), largest) * count;
    return Places{latency / bytes, pace.burst / bytes};
  };
  const auto reads = [&, latency = read](Bytes room) {
    return room > 0 ? buffer(room, burst, 1) : Places{bursts(port.max_reads, burst, latency), 0};
  };
  const auto of_dma = [&](std::int32_t own, std::int32_t of_port, double latency) {
    return Places{bursts(transfers * (own > 0 ? own : of_port), dma_burst, latency), 0};
  };
  pace.burst_bytes.fill(burst);
  pace.burst_bytes[Load::dma_read] = pace.burst_bytes[Load::dma_write] = dma_burst;
  pace.places[Load::maps] = reads(npu.feature_map_reads);
  pace.places[Load::weights] = reads(npu.weight_reads);
  pace.places[Load::scales] = reads(npu.scale_reads);
  if (npu.weight_reads > 0) {
    // In the port's model, first-come-first-served arbitration frees the bytes of weights in the
    // decoder's buffer as soon as they arrive, not when they are decoded (Port::keeps_reads_). So
    // with this arbitration, the buffer does not limit how far weights are read ahead.
    pace.read_ahead = port.arbitration == Arbitration::fifo
                          ? std::numeric_limits<double>::infinity()
                          : std::max(static_cast<double>(npu.weight_reads), burst);
  }
  pace.places[Load::dma_read] = npu.dma_reads > 0 ? buffer(npu.dma_reads, dma_burst, transfers)
                                                  : of_dma(dma.max_reads, port.max_reads, read);
  pace.places[Load::write_back] = {bursts(port.max_writes, burst, write), 0};
  pace.places[Load::dma_write] = of_dma(dma.max_writes, port.max_writes, write);
  const OutstandingLimits limits = model.outstanding();
  const double largest = std::max(burst, dma_burst);
  pace.all = {bursts(limits.reads, largest, read), bursts(limits.writes, largest, write)};
}

void LeastTime::add(Load& load, const Access& access, Load::Way way) const {
  load.memories_ |= 1U << access.memory;
  const double runs = static_cast<double>(access.rows) * access.planes;
  const double run = access.run;
  Load::Part& part = load.parts_[access.memory * Load::ways + way];
  part.bytes += runs * run;
  const Pace& pace = paces_[access.memory];
  if (pace.places[way].per_square == 0) return;
  // A run of contiguous bytes has at most this many bursts: it may begin and end with a partial
  // burst.
  const double bursts = run / pace.burst_bytes[way] + 2;
  part.squares += runs * run * run / bursts;
}

LeastTime::ReadAhead LeastTime::read_ahead() const {
  ReadAhead ahead;
  for (const Pace& pace : paces_) ahead.push_back(pace.read_ahead);
  return ahead;
}

void LeastTime::add_weights(Load& load, const Access& access, double& ahead) const {
  const auto bytes = static_cast<double>(access.bytes());
  const double rest = bytes - ahead;
  if (ahead <= 0) {
    add(load, access, Load::weights);
  } else if (rest > 0) {
    add(load, access.memory, Load::weights, rest);
  }
  ahead = std::max(0.0, ahead - bytes);
}

void LeastTime::add(Load& load, std::uint8_t memory, Load::Way way, double bytes) const {
  load.memories_ |= 1U << memory;
  load.parts_[memory * Load::ways + way].bytes += bytes;
}

inline LeastTime::Taken LeastTime::taken(const Pace& pace, const Load::Part* parts) {
  Taken taken;
  for (std::size_t w = 0; w < Load::ways; ++w) {
    if (parts[w].bytes == 0) continue;
    taken.bytes[w < Load::write_back ? 0 : 1] += parts[w].bytes;
    const Places& places = pace.places[w];
    taken.held = std::max(taken.held,
                          parts[w].bytes * places.per_byte + parts[w].squares * places.per_square);
  }
  const auto [read, written] = taken.bytes;
  const double both = read + written;
  if (both == 0) return taken;
  const double way = std::max(read, written);
  taken.held = std::max({taken.held, read * pace.all[0], written * pace.all[1]});
  taken.moved =
      std::max({0.0, both * pace.memory - pace.memory_slack,
                both * pace.refreshed - pace.refreshed_slack, way * pace.memory_way,
                both * pace.port - pace.port_slack, way * pace.port_way - pace.port_slack});
  return taken;
}

double LeastTime::of(const Load& load) const {
  double most = 0;
  for (std::uint32_t rest = load.memories_; rest != 0; rest &= rest - 1) {
    const auto memory = static_cast<std::size_t>(__builtin_ctz(rest));
    const Taken taken = LeastTime::taken(paces_[memory], &load.parts_[memory * Load::ways]);
    most = std::max({most, taken.held, taken.moved});
  }
  return most;
}

double LeastTime::until_done(const Load& load) const {
  double most = 0;
  for (std::uint32_t rest = load.memories_; rest != 0; rest &= rest - 1) {
    const auto memory = static_cast<std::size_t>(__builtin_ctz(rest));
    const Pace& pace = paces_[memory];
    const Taken taken = LeastTime::taken(pace, &load.parts_[memory * Load::ways]);
    if (taken.bytes[0] + taken.bytes[1] == 0) continue;
    const double latency = pace.latency[taken.bytes[0] == 0 ? 1 : 0];
    const double moved = std::max(0.0, taken.moved - pace.last_burst);
    most = std::max({most, taken.held, latency + moved});
  }
  return most;
}

}  // namespace spillway::sim
