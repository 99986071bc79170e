// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/host_replay.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/schedule/host_cost.h"
#include "traces/executorch/reader.h"

namespace spillway::ethosu {
namespace {

bool is_runtime_copy(const Operator& op) {
  return op.type == OpType::custom && op.type_name == runtime_copy_name;
}

// Returns the inputs of an ethos-u operator that are tensors of the network: all inputs except
// those that only the driver uses (command stream, constants, arenas and state).
std::vector<TensorIndex> network_inputs(const Network& network, const Operator& op) {
  const TensorIndex state = state_of(network, op);
  std::vector<TensorIndex> inputs;
  for (std::size_t i = driver_operands; i < op.inputs.size(); ++i) {
    const bool handed = state == no_tensor || op.inputs[i] != state;
    if (handed) inputs.push_back(op.inputs[i]);
  }
  return inputs;
}

}  // namespace

OperatorIndex add_operator(Program& program, std::string name, std::string type, std::int64_t macs,
                           std::string note) {
  program.operators.push_back({std::move(name), std::move(type), macs, std::move(note)});
  return static_cast<OperatorIndex>(program.operators.size()) - 1;
}

HostReplay::HostReplay(const Network& network, const Target& target, const RegionLayout& layout,
                       Program& program)
    : network_(network),
      target_(target),
      program_(program),
      copied_by_file_(
          std::any_of(network.operators.begin(), network.operators.end(), is_runtime_copy)),
      tensors_(network, layout, target.regions) {}

void HostReplay::run(const Operator& op) {
  // A copy by the host needs no cycles of the CPU: its time is the time of its memory accesses. The
  // same holds for the copies before and after a call of the NPU.
  const bool copy = is_runtime_copy(op);
  HostTask& task =
      add_task(op.name, op.type_name, copy ? 0 : host_cycles(network_, op, target_.host));
  ProgramOperator& described = at(program_.operators, task.op);
  described.macs = op.macs;
  if (!copy) described.note = std::string("cpu, ") + cost_note(op.type);
  const std::vector<Access> accesses =
      host_accesses(network_, op, [&](TensorIndex tensor) { return tensors_.place_of(tensor); });
  program_.accesses.insert(program_.accesses.end(), accesses.begin(), accesses.end());
  task.accesses.count = static_cast<std::uint32_t>(accesses.size());
}

void HostReplay::before_call(const Operator& op, const std::string& name) {
  const HostSpec& host = target_.host;
  if (host.cycles_per_call > 0) add_task(name + ".call", "HOST_CALL", host.cycles_per_call);
  if (host.copies && !copied_by_file_) {
    add_copy(name + ".copy_in", network_inputs(network_, op), true);
  }
  if (host.cache_maintenance) add_maintenance(name + ".cache_clean", network_inputs(network_, op));
}

void HostReplay::after_call(const Operator& op, const std::string& name) {
  const HostSpec& host = target_.host;
  if (host.cache_maintenance) add_maintenance(name + ".cache_invalidate", op.outputs);
  if (host.copies && !copied_by_file_) add_copy(name + ".copy_out", op.outputs, false);
}

HostTask& HostReplay::add_task(const std::string& name, const std::string& type, Cycles cycles) {
  HostTask task;
  task.op = add_operator(program_, name, type, 0, "host");
  task.cycles = cycles;
  task.accesses.first = static_cast<std::uint32_t>(program_.accesses.size());
  const auto index = static_cast<std::uint32_t>(program_.host_tasks.size());
  program_.commands.push_back({CommandKind::host, index, task.op, 0});
  program_.host_tasks.push_back(task);
  return program_.host_tasks.back();
}

// Adds a task that copies each tensor from a buffer of the application (`in`), or to such a buffer
// (not `in`). All buffers lie in the arena's memory.
void HostReplay::add_copy(const std::string& name, const std::vector<TensorIndex>& tensors,
                          bool in) {
  HostTask& task = add_task(name, "HOST_COPY", 0);
  for (const TensorIndex tensor : tensors) {
    const Bytes bytes = bytes_of({tensor});
    if (bytes <= 0) continue;
    const Place buffer = tensors_.reserve_buffer(bytes);
    const Place place = tensors_.place_of(tensor);
    program_.accesses.push_back(linear_access(in ? buffer : place, bytes, false, DataClass::host));
    program_.accesses.push_back(linear_access(in ? place : buffer, bytes, true, DataClass::host));
    task.accesses.count += 2;
  }
}

void HostReplay::add_maintenance(const std::string& name, const std::vector<TensorIndex>& tensors) {
  add_task(name, "HOST_CACHE", cache_maintenance_cycles(target_.host, bytes_of(tensors)));
}

Bytes HostReplay::bytes_of(const std::vector<TensorIndex>& tensors) const {
  Bytes bytes = 0;
  for (const TensorIndex index : tensors) {
    if (index != no_tensor) bytes += at(network_.tensors, index).bytes;
  }
  return bytes;
}

}  // namespace spillway::ethosu
