// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/memory_target.h"

#include "sim/kernel/event.h"

namespace spillway::sim {

MemoryTarget::MemoryTarget(const sc_core::sc_module_name& name)
    : sc_module(name), socket("socket") {
  socket.register_b_transport(this, &MemoryTarget::b_transport);
}

void MemoryTarget::configure(std::unique_ptr<MemoryTiming> timing, Picoseconds origin) {
  timing_ = std::move(timing);
  foreign_ = dynamic_cast<ForeignMemory*>(timing_.get());
  origin_ = origin;
  in_order_ = timing_->window() == 1;
}

void MemoryTarget::b_transport(int /*port*/, tlm::tlm_generic_payload& payload,
                               sc_core::sc_time& delay) {
  const Picoseconds now = time_of_run(origin_);
  Burst burst;
  burst.address = payload.get_address();
  burst.bytes = static_cast<std::int32_t>(payload.get_data_length());
  burst.write = payload.is_write();
  burst.arrival = now + from_sc(delay);
  timing_->submit(burst);
  completion_ = timing_->complete_one();
  delay = to_sc(completion_.done - now);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

}  // namespace spillway::sim
