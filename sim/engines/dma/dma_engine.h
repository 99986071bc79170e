// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "sim/engines/dma/dma_lane.h"
#include "sim/engines/engine.h"

namespace spillway::sim {

/// The DMA. The transfers of one channel start in order. The target's DMA limits how many transfers
/// are in flight at once.
class DmaEngine : public sc_core::sc_module, public Engine {
 public:
  static constexpr std::size_t max_lanes = 16;

  SC_HAS_PROCESS(DmaEngine);
  explicit DmaEngine(const sc_core::sc_module_name& name);

  std::vector<std::string> tracks() const override { return {"dma"}; }
  std::vector<Picoseconds> busy() const override;
  void configure(RunContext& context, Track first) override;
  bool save_in(SavedState& state) override;
  /// For the start of a transfer: queues it, and stalls the parser while the queue of its channel
  /// is full. For a wait: suspends the parser until few enough transfers are outstanding.
  void execute(const Command& command) override;
  void drain() override { wait_for_transfers(0); }

 private:
  struct Channel {
    std::deque<const DmaTransfer*> waiting;
    std::size_t first_lane = 0;
  };

  bool full(std::uint8_t channel) const;
  void queue(const DmaTransfer& transfer);
  std::size_t outstanding() const;  // transfers that are queued or in flight
  void start(const DmaTransfer& transfer);
  void wait_for_transfers(std::size_t most);
  void dispatch();
  void dispatch(Channel& channel);
  DmaLane* idle_lane(const Channel& channel) const;
  const Channel& channel_of(std::uint8_t channel) const {
    return channels_[channel % channels_.size()];
  }

  RunContext* context_ = nullptr;
  std::size_t lanes_per_channel_ = 1;
  std::vector<Channel> channels_;
  std::array<std::unique_ptr<DmaLane>, max_lanes> lanes_;
  Event changed_;  // notified when outstanding() may have become lower
};

}  // namespace spillway::sim
