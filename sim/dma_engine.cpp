// SPDX-License-Identifier: Apache-2.0
#include "sim/dma_engine.h"

#include <algorithm>
#include <string>

namespace spillway::sim {

DmaEngine::DmaEngine(const sc_core::sc_module_name& name) : sc_module(name) {
  for (std::size_t i = 0; i < max_lanes; ++i) {
    lanes_[i] = std::make_unique<DmaLane>(("lane" + std::to_string(i)).c_str());
  }
  SC_METHOD(dispatch);
  sensitive << changed_;
  dont_initialize();
}

void DmaEngine::configure(const RunContext& context) {
  context_ = &context;
  const auto wanted = static_cast<std::size_t>(std::max(1, context.target->dma.outstanding));
  lanes_in_use_ = std::min(wanted, max_lanes);
  queue_.clear();
  for (auto& lane : lanes_) lane->configure(context, changed_);
}

void DmaEngine::queue(const DmaTransfer& transfer) {
  queue_.push_back(&transfer);
  dispatch();
}

void DmaEngine::dispatch() {
  for (std::size_t i = 0; i < lanes_in_use_ && !queue_.empty(); ++i) {
    if (!lanes_[i]->idle()) continue;
    lanes_[i]->start(*queue_.front());
    queue_.pop_front();
  }
}

std::size_t DmaEngine::outstanding() const {
  std::size_t count = queue_.size();
  for (const auto& lane : lanes_) count += lane->idle() ? 0 : 1;
  return count;
}

Picoseconds DmaEngine::busy() const {
  Picoseconds busy = 0;
  for (const auto& lane : lanes_) busy += lane->busy();
  return busy;
}

}  // namespace spillway::sim
