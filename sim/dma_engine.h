// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <systemc>

#include "sim/dma_lane.h"

namespace spillway::sim {

/// The DMA: transfers start in order, as many in flight at once as the target's DMA can have.
class DmaEngine : public sc_core::sc_module {
 public:
  static constexpr std::size_t max_lanes = 8;

  SC_HAS_PROCESS(DmaEngine);
  explicit DmaEngine(const sc_core::sc_module_name& name);

  void configure(const RunContext& context);

  void queue(const DmaTransfer& transfer);
  std::size_t outstanding() const;  // queued or in flight
  /// Notified whenever outstanding() may have fallen.
  const sc_core::sc_event& changed() const { return changed_; }
  Picoseconds busy() const;

 private:
  void dispatch();

  const RunContext* context_ = nullptr;
  std::size_t lanes_in_use_ = 1;
  std::array<std::unique_ptr<DmaLane>, max_lanes> lanes_;
  std::deque<const DmaTransfer*> queue_;
  sc_core::sc_event changed_;
};

}  // namespace spillway::sim
