// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/repeat.h"

namespace spillway {
namespace {

// Appends copies of the first `count` items. Adds `shift` to the operator number of each copy.
template <typename Item>
void append_shifted(std::vector<Item>& items, std::size_t count, OperatorIndex shift) {
  for (std::size_t i = 0; i < count; ++i) {
    Item copy = items[i];
    copy.op += shift;
    items.push_back(std::move(copy));
  }
}

// Returns the length of the list of `program` to which commands of kind `kind` refer:
// `Command::index` is then an index into this list. Returns 0 for kinds whose `Command::index` is
// not an index.
std::size_t count_of(const Program& program, CommandKind kind) {
  switch (kind) {
    case CommandKind::kernel:
      return program.kernels.size();
    case CommandKind::dma_start:
      return program.transfers.size();
    case CommandKind::core:
      return program.core_tasks.size();
    case CommandKind::host:
      return program.host_tasks.size();
    case CommandKind::dma_wait:
    case CommandKind::kernel_wait:
    case CommandKind::barrier:
      // In a wait, `Command::index` says how many transfers or kernels may be unfinished when the
      // wait ends. A barrier does not use `Command::index`.
      return 0;
  }
  return 0;
}

}  // namespace

Program repeated(const Program& program, int runs) {
  Program all = program;
  for (int run = 1; run < runs; ++run) {
    const auto shift = static_cast<OperatorIndex>(program.operators.size()) * run;
    all.operators.insert(all.operators.end(), program.operators.begin(), program.operators.end());
    append_shifted(all.kernels, program.kernels.size(), shift);
    append_shifted(all.transfers, program.transfers.size(), shift);
    append_shifted(all.core_tasks, program.core_tasks.size(), shift);
    append_shifted(all.host_tasks, program.host_tasks.size(), shift);
    all.commands.push_back({CommandKind::barrier, 0, shift, 0});
    const auto commands = static_cast<std::uint32_t>(all.commands.size());
    for (CommandStream stream : program.streams) {
      stream.first_command += commands;
      all.streams.push_back(stream);
    }
    for (Command command : program.commands) {
      const std::size_t items = count_of(program, command.kind) * static_cast<std::size_t>(run);
      command.index += static_cast<std::uint32_t>(items);
      command.op += shift;
      all.commands.push_back(command);
    }
  }
  return all;
}

Timing timing_of_inference(const Timing& timing, int run, int runs) {
  Timing one = timing;
  const std::size_t count = timing.operators.size() / static_cast<std::size_t>(runs);
  const auto first = timing.operators.begin() + static_cast<std::ptrdiff_t>(count) * run;
  one.operators.assign(first, first + static_cast<std::ptrdiff_t>(count));
  if (!one.operators.empty()) one.total = one.operators.back().end - one.operators.front().start;
  one.slices.clear();
  for (TraceSlice slice : timing.slices) {
    slice.operator_index -= static_cast<OperatorIndex>(count) * run;
    const bool here =
        slice.operator_index >= 0 && slice.operator_index < static_cast<OperatorIndex>(count);
    if (here) one.slices.push_back(slice);
  }
  return one;
}

}  // namespace spillway
