// SPDX-License-Identifier: Apache-2.0
#include "sim/core_thread.h"

namespace spillway::sim {

CoreThread::Event CoreThread::advance() {
  while (at_ < end_) {
    const CoreStep& step = program_->steps[at_];
    event_ = step.index;
    switch (step.kind) {
      case CoreStepKind::loop:
        enter_loop();
        break;
      case CoreStepKind::end:
        end_loop();
        break;
      case CoreStepKind::slots:
        slots_ += step.value;
        ++at_;
        break;
      case CoreStepKind::touch:
        ++at_;
        if (!index_.is_timed(touch().memory)) break;
        address_ = touched_address(touch());
        return Event::touch;
      case CoreStepKind::load:
        ++at_;
        return Event::load;
    }
  }
  return Event::finished;
}

void CoreThread::enter_loop() {
  if (index_.jumps(at_)) {
    slots_ += index_.loop_slots(at_);
    at_ = index_.end_of(at_) + 1;
    return;
  }
  frames_[depth_++] = {at_, 0};
  ++at_;
}

void CoreThread::end_loop() {
  Frame& frame = frames_[depth_ - 1];
  if (++frame.iteration < program_->steps[frame.loop].value) {
    at_ = frame.loop + 1;
  } else {
    --depth_;
    ++at_;
  }
}

Address CoreThread::touched_address(const CoreTouch& touch) const {
  Address address = touch.base;
  for (std::size_t i = 0; i < depth_; ++i) {
    address += static_cast<Address>(frames_[i].iteration * touch.stride[i]);
  }
  return address;
}

}  // namespace spillway::sim
