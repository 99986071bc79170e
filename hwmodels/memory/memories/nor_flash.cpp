// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/nor_flash.h"

#include <algorithm>

#include "base/diagnostics.h"
#include "hwmodels/memory/memories/serial_bus.h"

namespace spillway {

NorFlashMemory::NorFlashMemory(const NorFlashParameters& p)
    : parameters_(p),
      clock_{p.clock_khz},
      overhead_(clock_.to_time(p.command_clocks + p.address_clocks + p.dummy_clocks)) {}

void NorFlashMemory::reset() {
  reset_order();
  selected_ = has_line_ = false;
  active_ = bus_free_ = requested_ = line_done_ = 0;
}

std::int64_t NorFlashMemory::peak_bytes_per_second() const {
  return data_rate(parameters_.clock_khz, parameters_.lanes, parameters_.double_rate);
}

Picoseconds NorFlashMemory::duration(Bytes bytes) const {
  return clock_.to_time(data_clocks(bytes, parameters_.lanes, parameters_.double_rate));
}

Completion NorFlashMemory::read_command(Bytes bytes, Picoseconds arrival) {
  const Picoseconds start = std::max(arrival, bus_free_) + (selected_ ? parameters_.gap : 0);
  Completion completion;
  completion.first_data = start + overhead_;
  completion.done = completion.first_data + duration(bytes);
  active_ += completion.done - start;
  selected_ = parameters_.read_ahead;
  bus_free_ = completion.done + (selected_ ? 0 : parameters_.gap);
  ready_ = completion.done;
  return completion;
}

/// Serves a read of the line after the line that was read last (read-ahead). The controller began
/// to transfer this line as soon as its buffer had space for it.
Completion NorFlashMemory::continue_line(Picoseconds arrival) {
  const Picoseconds start = std::max(line_done_, requested_);
  bus_free_ = ready_ = start + duration(parameters_.line_bytes);
  active_ += bus_free_ - start;
  Completion completion;
  completion.first_data = std::max(arrival, start);
  completion.done = std::max(arrival, bus_free_);
  return completion;
}

Completion NorFlashMemory::read_line(Address line, Picoseconds arrival) {
  if (has_line_ && line == line_) {
    const Picoseconds held = std::max(arrival, line_done_);
    return {0, held, held};
  }
  const bool next = selected_ && line == line_ + 1;
  const Completion completion =
      next ? continue_line(arrival) : read_command(parameters_.line_bytes, arrival);
  has_line_ = true;
  line_ = line;
  line_done_ = bus_free_ - (selected_ ? 0 : parameters_.gap);
  requested_ = arrival;
  return completion;
}

Completion NorFlashMemory::serve(const Burst& burst) {
  if (burst.write) {
    throw UserError(ExitCode::run_failed,
                    "a write to NOR flash, which can only be read while the network runs; expected "
                    "feature maps in another memory");
  }
  if (parameters_.line_bytes == 0) return read_command(burst.bytes, burst.arrival);
  const auto line_bytes = static_cast<Address>(parameters_.line_bytes);
  const Address first = burst.address / line_bytes;
  const Address last = (burst.address + static_cast<Address>(burst.bytes) - 1) / line_bytes;
  Completion whole = read_line(first, burst.arrival);
  for (Address line = first + 1; line <= last; ++line) {
    whole.done = read_line(line, burst.arrival).done;
  }
  return whole;
}

}  // namespace spillway
