// SPDX-License-Identifier: Apache-2.0
#include "sim/tile_thread.h"

namespace spillway::sim {

TileThread::Event TileThread::advance() {
  while (at_ < end_) {
    const TileStep& step = program_->steps[at_];
    event_ = step.index;
    switch (step.kind) {
      case TileStepKind::loop:
        enter_loop();
        break;
      case TileStepKind::end:
        end_loop();
        break;
      case TileStepKind::slots:
        slots_ += step.value;
        ++at_;
        break;
      case TileStepKind::touch:
        ++at_;
        if (!index_.is_timed(touch().memory)) break;
        address_ = touched_address(touch());
        return Event::touch;
      case TileStepKind::load:
        ++at_;
        return Event::load;
    }
  }
  return Event::finished;
}

void TileThread::enter_loop() {
  if (index_.jumps(at_) || program_->steps[at_].value == 0) {
    slots_ += index_.loop_slots(at_);
    at_ = index_.end_of(at_) + 1;
    return;
  }
  frames_[depth_++] = {at_, 0};
  ++at_;
}

void TileThread::end_loop() {
  Frame& frame = frames_[depth_ - 1];
  if (++frame.iteration < program_->steps[frame.loop].value) {
    at_ = frame.loop + 1;
  } else {
    --depth_;
    ++at_;
  }
}

Address TileThread::touched_address(const TileTouch& touch) const {
  Address address = touch.base;
  for (std::size_t i = 0; i < depth_; ++i) {
    address += static_cast<Address>(frames_[i].iteration * touch.stride[i]);
  }
  return address;
}

}  // namespace spillway::sim
