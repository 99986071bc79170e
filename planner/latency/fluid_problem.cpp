// SPDX-License-Identifier: Apache-2.0
#include "planner/latency/fluid_problem.h"

#include "base/index.h"
#include "planner/latency/deadline_queue.h"
#include "planner/latency/operator_load.h"

namespace spillway::latency {
namespace {

/// Bytes of the transfers that find room, operator by operator, when `room(load)` bytes of it are
/// to be had during each.
template <typename RoomOf>
double bytes_moved(const std::vector<OperatorLoad>& loads,
                   const std::vector<std::vector<Transfer>>& starting, RoomOf room) {
  DeadlineQueue waiting;
  double moved = 0;
  for (std::size_t op = 0; op < loads.size(); ++op) {
    for (const Transfer& transfer : starting[op]) {
      waiting.add(transfer.last, transfer.bytes);
    }
    moved += waiting.serve(static_cast<std::int32_t>(op), room(loads[op]));
  }
  return moved;
}

}  // namespace

double total_cycles(const FluidProblem& problem, const Selection& selection) {
  const PortRates rates{problem.fast_bytes_per_cycle, problem.slow_bytes_per_cycle};
  std::vector<OperatorLoad> loads(problem.compute_cycles.size());
  std::vector<std::vector<Transfer>> starting(loads.size());
  for (std::size_t op = 0; op < loads.size(); ++op) {
    loads[op].compute_cycles = problem.compute_cycles[op];
  }
  double bytes = 0;
  for (std::size_t i = 0; i < problem.objects.size(); ++i) {
    const Choice& choice = at(problem.objects[i].choices, selection[i]);
    for (const Access& access : choice.accesses) {
      at(loads, access.op).add(access);
    }
    for (const Transfer& transfer : choice.transfers) {
      bytes += transfer.bytes;
      if (transfer.first <= transfer.last) {
        at(starting, transfer.first).push_back(transfer);
      }
    }
  }
  double cycles = 0;
  for (const OperatorLoad& load : loads) {
    cycles += load.cycles(rates);
  }
  const double free = bytes_moved(loads, starting,
                                  [&](const OperatorLoad& load) { return load.free_bytes(rates); });
  const double cheap = bytes_moved(
      loads, starting, [&](const OperatorLoad& load) { return load.cheap_bytes(rates); });
  return cycles + (cheap - free) / rates.fast + (bytes - cheap) / rates.slow;
}

Bytes excess_bytes(const FluidProblem& problem, const Selection& selection) {
  std::vector<Bytes> used(problem.compute_cycles.size(), 0);
  for (std::size_t i = 0; i < problem.objects.size(); ++i) {
    for (const Room& room : at(problem.objects[i].choices, selection[i]).rooms) {
      for (std::int32_t op = room.first; op <= room.last; ++op) {
        at(used, op) += room.bytes;
      }
    }
  }
  Bytes excess = 0;
  for (const Bytes bytes : used) {
    excess = std::max(excess, bytes - problem.capacity);
  }
  return excess;
}

}  // namespace spillway::latency
