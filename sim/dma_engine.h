// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "sim/dma_lane.h"

namespace spillway::sim {

/// The DMA: on every channel transfers start in order, as many in flight at once as the target's
/// DMA can have.
class DmaEngine : public sc_core::sc_module {
 public:
  static constexpr std::size_t max_lanes = 16;

  SC_HAS_PROCESS(DmaEngine);
  explicit DmaEngine(const sc_core::sc_module_name& name);

  void configure(const RunContext& context);

  /// True when the channel's queue has no room: queue() has to wait for changed().
  bool full(std::uint8_t channel) const;
  void queue(const DmaTransfer& transfer);
  std::size_t outstanding() const;  // queued or in flight
  /// Notified whenever outstanding() may have fallen.
  const sc_core::sc_event& changed() const { return changed_; }
  Picoseconds busy() const;

 private:
  struct Channel {
    std::deque<const DmaTransfer*> waiting;
    std::size_t first_lane = 0;
  };

  void dispatch();
  void dispatch(Channel& channel);
  DmaLane* idle_lane(const Channel& channel);
  const Channel& channel_of(std::uint8_t channel) const {
    return channels_[channel % channels_.size()];
  }

  const RunContext* context_ = nullptr;
  std::size_t lanes_per_channel_ = 1;
  std::vector<Channel> channels_;
  std::array<std::unique_ptr<DmaLane>, max_lanes> lanes_;
  sc_core::sc_event changed_;
};

}  // namespace spillway::sim
