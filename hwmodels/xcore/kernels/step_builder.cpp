// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/kernels/step_builder.h"

#include <cassert>
#include <cmath>
#include <stdexcept>

namespace spillway::xcore {
namespace {

std::uint32_t index_of_next(std::size_t size) { return static_cast<std::uint32_t>(size); }

TileTouch touch_of(Place place, std::int32_t bytes) {
  TileTouch touch;
  touch.base = place.base;
  touch.memory = place.memory;
  touch.bytes = bytes;
  return touch;
}

}  // namespace

StepBuilder::StepBuilder(Program& program, OperatorIndex op, std::int32_t issue_divider)
    : program_(program) {
  task_.op = op;
  task_.issue_divider = issue_divider;
}

void StepBuilder::begin_thread() {
  end_thread();
  thread_begin_ = index_of_next(program_.steps.size());
  task_.threads.push_back({thread_begin_, 0});
}

void StepBuilder::end_thread() {
  assert(open_.empty());
  if (task_.threads.empty()) return;
  task_.threads.back().count = index_of_next(program_.steps.size()) - thread_begin_;
}

void StepBuilder::push(TileStepKind kind, std::uint32_t index, std::int64_t value) {
  program_.steps.push_back({kind, index, value});
}

void StepBuilder::loop(std::int64_t iterations) {
  assert(iterations >= 1);
  open_.push_back(iterations > 1);
  if (iterations > 1) push(TileStepKind::loop, 0, iterations);
}

void StepBuilder::end() {
  if (open_.back()) push(TileStepKind::end, 0, 0);
  open_.pop_back();
}

void StepBuilder::slots(double count) {
  const auto whole = static_cast<std::int64_t>(std::llround(count));
  if (whole > 0) push(TileStepKind::slots, 0, whole);
}

void StepBuilder::read(Place place, std::int32_t bytes,
                       std::initializer_list<std::int64_t> strides) {
  touch(touch_of(place, bytes), strides);
}

void StepBuilder::write(Place place, std::int32_t bytes,
                        std::initializer_list<std::int64_t> strides) {
  TileTouch access = touch_of(place, bytes);
  access.write = true;
  touch(access, strides);
}

void StepBuilder::read_table(Place place, std::int32_t entry_bytes) {
  TileTouch access = touch_of(place, entry_bytes);
  access.table = true;
  access.table_entry = entry_bytes;
  touch(access, {});
}

void StepBuilder::touch(TileTouch touch, std::initializer_list<std::int64_t> strides) {
  assert(strides.size() <= open_.size());
  std::size_t logical = 0, depth = 0;
  for (const std::int64_t stride : strides) {
    if (!open_[logical++]) continue;
    if (depth == max_loop_depth) throw std::logic_error("kernel nests more loops than TileTouch");
    touch.stride[depth++] = static_cast<std::int32_t>(stride);
  }
  push(TileStepKind::touch, index_of_next(program_.touches.size()), 0);
  program_.touches.push_back(touch);
}

void StepBuilder::load(Place source, Place destination, Bytes bytes, bool continues,
                       TileLoadKind kind) {
  TileLoad load;
  load.kind = kind;
  load.source_memory = source.memory;
  load.source = source.base;
  load.memory = destination.memory;
  load.destination = destination.base;
  load.bytes = bytes;
  load.continues = continues;
  push(TileStepKind::load, index_of_next(program_.loads.size()), 0);
  program_.loads.push_back(load);
}

void StepBuilder::wait_for_loads(Place source) { load(source, {}, 0, false, TileLoadKind::wait); }

void StepBuilder::finish() {
  end_thread();
  Command command;
  command.kind = CommandKind::core;
  command.index = index_of_next(program_.core_tasks.size());
  command.op = task_.op;
  program_.core_tasks.push_back(task_);
  program_.commands.push_back(command);
}

}  // namespace spillway::xcore
