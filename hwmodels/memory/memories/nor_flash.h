// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/memory/memories/in_order.h"
#include "hwmodels/memory/memory_parameters.h"

namespace spillway {

/// Serial NOR flash. A read takes command, address and dummy clocks, then its data. The controller
/// works in one of two ways. In a block read, it reads exactly the bytes of a burst. In execute in
/// place, it reads aligned lines and keeps the last line; a burst is done when its last line has
/// arrived. With read-ahead, chip select stays low after a line and the next line follows without a
/// command, at most one line ahead of the master that reads. A write throws UserError(run_failed).
class NorFlashMemory final : public InOrderMemory {
 public:
  explicit NorFlashMemory(const NorFlashParameters& parameters);

  void reset() override;
  std::int64_t peak_bytes_per_second() const override;
  Picoseconds active() const override { return active_; }

 protected:
  Completion serve(const Burst& burst) override;

 private:
  Picoseconds duration(Bytes bytes) const;
  Completion read_command(Bytes bytes, Picoseconds arrival);
  Completion read_line(Address line, Picoseconds arrival);
  Completion continue_line(Picoseconds arrival);

  NorFlashParameters parameters_;
  ClockDomain clock_;
  Picoseconds overhead_;
  bool selected_ = false;   // chip select is still low after the last line
  Picoseconds active_ = 0;  // time in which the clock of the flash runs
  // The end of the last data or, if chip select has gone high, the end of the gap that the device
  // needs between two reads. If chip select is low, a new command can begin one gap later.
  Picoseconds bus_free_ = 0;
  Picoseconds requested_ = 0;  // time at which the last line was requested
  bool has_line_ = false;
  Address line_ = 0;           // number of the last line
  Picoseconds line_done_ = 0;  // time at which the whole last line is in the buffer
};

}  // namespace spillway
