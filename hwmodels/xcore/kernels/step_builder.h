// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "hwmodels/program.h"

namespace spillway::xcore {

/// The address at which an operand of a kernel begins.
struct Place {
  Address base = 0;
  std::uint8_t memory = 0;

  Place at(std::int64_t offset) const { return {base + static_cast<Address>(offset), memory}; }
};

/// Writes the steps of one operator's threads into a Program. Loops with one iteration are left
/// out, so that kernels can always be written with their full loop nest.
class StepBuilder {
 public:
  /// The builder collects the steps of operator `op`. `issue_divider` is the least number of cycles
  /// between two instructions of a thread (TileTask::issue_divider).
  StepBuilder(Program& program, OperatorIndex op, std::int32_t issue_divider);

  /// Begins the next hardware thread, to which the following steps belong.
  void begin_thread();

  /// Begins a loop, which end() ends. Requires iterations >= 1.
  void loop(std::int64_t iterations);
  void end();

  /// Adds issue slots, rounded to an integer.
  void slots(double count);

  /// Each function adds an access of `bytes` bytes. `strides` are the bytes per iteration of each
  /// open loop, outermost loop first; missing strides are 0.
  void read(Place place, std::int32_t bytes, std::initializer_list<std::int64_t> strides = {});
  void write(Place place, std::int32_t bytes, std::initializer_list<std::int64_t> strides = {});

  /// Adds a read of a lookup table. A pseudo-random value chooses the entry, because the data of a
  /// run are not known (TileTouch::table).
  void read_table(Place place, std::int32_t entry_bytes);

  /// Adds a load. `continues` = this load and the previous load are one request that fills several
  /// tensors.
  void load(Place source, Place destination, Bytes bytes, bool continues,
            TileLoadKind kind = TileLoadKind::copy);
  /// Adds a step that waits until all loads that were started from the memory of `source` have
  /// ended.
  void wait_for_loads(Place source);

  /// Adds the task and its command to the program. The builder must not be used afterwards.
  void finish();

 private:
  void push(TileStepKind kind, std::uint32_t index, std::int64_t value);
  void touch(TileTouch touch, std::initializer_list<std::int64_t> strides);
  void end_thread();

  Program& program_;
  TileTask task_;
  std::uint32_t thread_begin_ = 0;
  // Per open loop of the kernel: whether the program contains the loop. Loops with one iteration
  // are left out.
  std::vector<bool> open_;
};

}  // namespace spillway::xcore
