// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/dram_memory.h"

#include <stdexcept>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/memory/dram/energy.h"

namespace spillway {
namespace {

using Queue = DramController::Queue;

void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

void check(const DramController& controller) {
  require(controller.queue_depth >= 1 && controller.queue_depth <= 256,
          "queue depth: expected 1 to 256");
  require(controller.read_queue_depth == 0 || controller.queue == Queue::per_bank,
          "a read queue in front needs per-bank queues");
  const bool buffered = controller.write_buffer_depth > 0;
  require(!buffered || controller.queue == Queue::shared || controller.read_queue_depth > 0,
          "a write buffer in front of per-bank queues needs a read queue beside it");
  require(!buffered || (controller.write_low < controller.write_high &&
                        controller.write_high <= controller.write_buffer_depth),
          "write buffer: expected write_low < write_high <= depth");
  require(buffered || !controller.acknowledge_on_acceptance,
          "acknowledging writes on acceptance needs a write buffer");
  require(controller.scheduler != DramController::Scheduler::first_ready ||
              (controller.queue == Queue::shared && buffered),
          "the scheduler first_ready needs a shared queue with a write buffer");
}

void check(const DramParameters& parameters) {
  require(parameters.geometry.banks >= 1 && parameters.geometry.banks <= dram::max_banks,
          "expected 1 to 16 banks");
  require(parameters.geometry.bank_groups >= 1 &&
              parameters.geometry.bank_groups <= dram::max_bank_groups,
          "expected 1 to 4 bank groups");
  require(parameters.controller.refresh != DramController::Refresh::per_bank ||
              parameters.clocks.rfc_bank > 0,
          "the device has no per-bank refresh");
  const DramController& controller = parameters.controller;
  const DramClocks& clocks = parameters.clocks;
  require(controller.power_down_after == 0 || (clocks.cke > 0 && clocks.xp > 0),
          "power-down needs CKE and XP of the device");
  require(controller.self_refresh_after == 0 || (clocks.cke_self > 0 && clocks.xs > 0),
          "self-refresh needs CKE_self and XS of the device");
  require(!controller.saves_power() || controller.refresh != DramController::Refresh::per_bank,
          "power-down and self-refresh need all-bank refreshes");
  check(controller);
}

int window_of(const DramParameters& parameters) {
  const DramController& controller = parameters.controller;
  if (controller.queue == Queue::per_bank) {
    return controller.queue_depth * parameters.geometry.banks * parameters.geometry.channels +
           controller.read_queue_depth + controller.write_buffer_depth;
  }
  return (controller.queue_depth + controller.write_buffer_depth + parameters.most_opened()) *
         parameters.geometry.channels;
}

const DramParameters& checked(const DramParameters& parameters) {
  check(parameters);
  return parameters;
}

}  // namespace

DramMemory::DramMemory(const DramParameters& parameters)
    : parameters_(checked(parameters)),
      window_(window_of(parameters)),
      granule_(static_cast<Address>(parameters.geometry.burst_bytes())),
      bursts_(window_) {
  for (int i = 0; i < parameters.geometry.channels; ++i) {
    channels_.push_back(std::make_unique<dram::Channel>(parameters_, bursts_, i, sink_));
  }
}

void DramMemory::reset() {
  bursts_.clear();
  for (const auto& channel : channels_) channel->reset();
}

void DramMemory::submit(const Burst& burst) {
  const Address granule = granule_;
  const Address first = burst.address / granule;
  const Address last =
      (burst.address + static_cast<Address>(std::max(burst.bytes, 1)) - 1) / granule;
  const Picoseconds tck = parameters_.clocks.tck;
  dram::Request request;
  request.clock = (burst.arrival + tck - 1) / tck;
  request.burst = bursts_.open(burst.tag, static_cast<int>(last - first + 1));
  request.write = burst.write;
  const AddressMap& map = parameters_.address_map;
  for (Address index = first; index <= last;) {
    const Address address = index * granule;
    request.bank = static_cast<std::int16_t>(map.bank.extract(address));
    request.row = map.row.extract(address);
    const Address in_row = std::max<Address>(map.left_in_row(address) / granule, 1);
    const Address columns = std::min(in_row, last - index + 1);
    request.columns = static_cast<std::int32_t>(columns);
    at(channels_, map.channel.extract(address))->submit(request);
    index += columns;
  }
}

// Returns the channel with the earliest next column command. Requires a burst that is not finished,
// so that some channel has work.
dram::Channel& DramMemory::next_channel() {
  std::size_t best = 0;
  Cycles clock = dram::never;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (!channels_[i]->has_work() || channels_[i]->next_column() >= clock) continue;
    best = i;
    clock = channels_[i]->next_column();
  }
  return *channels_[best];
}

Picoseconds DramMemory::next_decision() const {
  if (bursts_.any_finished()) return bursts_.first_finished();
  Cycles clock = dram::never;
  for (const auto& channel : channels_) {
    if (channel->has_work()) clock = std::min(clock, channel->next_column());
  }
  // Looking ahead can accept a waiting write. If writes are acknowledged on acceptance, the burst
  // of this write is then finished.
  if (bursts_.any_finished()) return bursts_.first_finished();
  return clock * parameters_.clocks.tck;
}

Completion DramMemory::complete_one() {
  // A single channel need not be compared with others after each command, so it can issue several
  // column commands at once.
  if (channels_.size() == 1) channels_.front()->finish_burst();
  while (!bursts_.any_finished()) {
    dram::Channel& channel = next_channel();
    // next_channel() looks ahead (issues commands in advance) and so can accept a write. If this
    // write is acknowledged on acceptance, its burst is finished. Then possibly no channel has work
    // any more, and no command may be issued.
    if (!bursts_.any_finished()) channel.serve();
  }
  return bursts_.collect();
}

bool DramMemory::moves_chains(std::int32_t line_bytes) const {
  return channels_.size() == 1 && line_bytes == parameters_.geometry.burst_bytes() &&
         channels_.front()->moves_chains();
}

void DramMemory::move_chain(LineChain& chain, Picoseconds horizon, Picoseconds overhead) {
  channels_.front()->move_chain(chain, parameters_.address_map, horizon, overhead);
}

std::int64_t DramMemory::peak_bytes_per_second() const {
  const DramGeometry& geometry = parameters_.geometry;
  constexpr std::int64_t ps_per_second = 1'000'000'000'000;
  return geometry.words_per_clock * geometry.channels * (geometry.width_bits / 8) * ps_per_second /
         parameters_.clocks.tck;
}

MemoryStatistics DramMemory::statistics() const {
  MemoryStatistics sum;
  const Picoseconds tck = parameters_.clocks.tck;
  for (const auto& channel : channels_) {
    const dram::ChannelCounts& counts = channel->counts();
    sum.bursts += counts.reads + counts.writes;
    sum.reads += counts.reads;
    sum.row_hits += counts.row_hits;
    sum.activates += counts.activates;
    sum.refreshes += counts.refreshes;
    sum.last_data = std::max(sum.last_data, counts.last_data * tck);
  }
  sum.data_busy = sum.bursts * parameters_.geometry.burst_clocks() * tck;
  sum.channels = parameters_.geometry.channels;
  return sum;
}

std::optional<MemoryEnergy> DramMemory::energy(Picoseconds end) const {
  if (parameters_.supplies.empty()) return std::nullopt;
  const Cycles clocks = end / parameters_.clocks.tck;
  MemoryEnergy sum;
  for (const auto& channel : channels_) {
    const dram::Channel rest = channel->idle_until(clocks);
    const dram::ChannelCounts& counts = rest.counts();
    dram::EnergyCounts counted;
    counted.activates = counts.activates;
    counted.reads = counts.reads;
    counted.writes = counts.writes;
    counted.refreshes = counts.refreshes;
    counted.clocks = clocks;
    counted.open_clocks = rest.open_clocks(clocks);
    counted.power_down_clocks = counts.power_down_clocks;
    counted.self_refresh_clocks = counts.self_refresh_clocks;
    dram::add_energy(parameters_, counted, sum);
  }
  return sum;
}

std::unique_ptr<MemoryTiming> make_dram_timing(const DramParameters& parameters) {
  return std::make_unique<DramMemory>(parameters);
}

}  // namespace spillway
