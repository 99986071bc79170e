// SPDX-License-Identifier: Apache-2.0
#include "sim/engines/dma/dma_engine.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hwmodels/target/read_target.h"

namespace spillway::sim {

static_assert(DmaEngine::max_lanes == most_dma_transfers && max_dma_channels == most_dma_channels,
              "target files may ask for as much as the platform has");

DmaEngine::DmaEngine(const sc_core::sc_module_name& name) : sc_module(name) {
  for (std::size_t i = 0; i < max_lanes; ++i) {
    lanes_[i] = std::make_unique<DmaLane>(("lane" + std::to_string(i)).c_str());
  }
  SPILLWAY_METHOD(dispatch, changed_);
}

void DmaEngine::configure(RunContext& context, Track first) {
  context_ = &context;
  const DmaSpec& dma = context.target->dma;
  const auto channels = static_cast<std::size_t>(std::max(1, dma.channels));
  const auto lanes = static_cast<std::size_t>(std::max(1, dma.outstanding));
  if (channels > max_dma_channels || channels * lanes > max_lanes) {
    throw std::logic_error("target has more DMA transfers in flight than the platform");
  }
  lanes_per_channel_ = lanes;
  channels_.assign(channels, {});
  for (std::size_t c = 0; c < channels; ++c) channels_[c].first_lane = c * lanes;
  for (std::size_t i = 0; i < max_lanes; ++i) lanes_[i]->configure(context, first, i, changed_);
}

bool DmaEngine::save_in(SavedState& state) {
  state.save(channels_);
  const std::size_t used = channels_.size() * lanes_per_channel_;
  for (std::size_t i = 0; i < used; ++i) lanes_[i]->save_in(state);
  return true;
}

void DmaEngine::execute(const Command& command) {
  if (command.kind == CommandKind::dma_start) {
    start(context_->program->transfers[command.index]);
  } else {
    wait_for_transfers(command.index);
  }
}

void DmaEngine::start(const DmaTransfer& transfer) {
  while (full(transfer.channel)) await(changed_);
  context_->log->append(context_->now(), dma_wait);
  queue(transfer);
}

// Suspends the parser until at most `most` transfers are outstanding.
void DmaEngine::wait_for_transfers(std::size_t most) {
  while (outstanding() > most) await(changed_);
  context_->log->append(context_->now(), dma_wait);
}

bool DmaEngine::full(std::uint8_t channel) const {
  const auto depth = static_cast<std::size_t>(std::max(0, context_->target->dma.queue_depth));
  const Channel& queue = channel_of(channel);
  return queue.waiting.size() >= depth && idle_lane(queue) == nullptr;
}

void DmaEngine::queue(const DmaTransfer& transfer) {
  Channel& channel = channels_[transfer.channel % channels_.size()];
  channel.waiting.push_back(&transfer);
  dispatch(channel);
}

void DmaEngine::dispatch() {
  for (Channel& channel : channels_) dispatch(channel);
}

void DmaEngine::dispatch(Channel& channel) {
  while (!channel.waiting.empty()) {
    DmaLane* const lane = idle_lane(channel);
    if (lane == nullptr) return;
    lane->start(*channel.waiting.front());
    channel.waiting.pop_front();
  }
}

DmaLane* DmaEngine::idle_lane(const Channel& channel) const {
  for (std::size_t i = 0; i < lanes_per_channel_; ++i) {
    DmaLane* const lane = lanes_[channel.first_lane + i].get();
    if (lane->idle()) return lane;
  }
  return nullptr;
}

std::size_t DmaEngine::outstanding() const {
  std::size_t count = 0;
  for (const Channel& channel : channels_) count += channel.waiting.size();
  for (const auto& lane : lanes_) count += lane->idle() ? 0 : 1;
  return count;
}

std::vector<Picoseconds> DmaEngine::busy() const {
  Picoseconds busy = 0;
  for (const auto& lane : lanes_) busy += lane->busy();
  return {busy};
}

}  // namespace spillway::sim
