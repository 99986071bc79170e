// SPDX-License-Identifier: Apache-2.0
#include "planner/search/fluid/fluid_problem.h"

#include <algorithm>

#include "base/index.h"
#include "planner/search/fluid/in_order_dma.h"
#include "planner/search/fluid/operator_load.h"

namespace spillway::search {
namespace {

/// Returns the cycles for which operators wait if the DMA makes one transfer after the other.
/// Transfers that start at the same operator are ordered by the last operator during which they may
/// move.
double waits_in_order(const FluidProblem& problem, const std::vector<OperatorLoad>& loads,
                      const std::vector<double>& exposed,
                      std::vector<std::vector<Transfer>>& starting) {
  const PortRates rates{problem.fast_bytes_per_cycle, problem.slow_bytes_per_cycle};
  InOrderDma dma(loads.size(), problem.in_flight);
  for (std::vector<Transfer>& transfers : starting) {
    std::sort(transfers.begin(), transfers.end(), [](const Transfer& a, const Transfer& b) {
      return a.last != b.last ? a.last < b.last : a.bytes < b.bytes;
    });
  }
  const auto last = static_cast<std::int32_t>(loads.size()) - 1;
  return dma.waits(0, last, rates, [&](std::size_t op) {
    const double free = loads[op].free_bytes(rates);
    return InOrderDma::Work<std::vector<Transfer>>{exposed[op], starting[op], free,
                                                   loads[op].cheap_bytes(rates, free)};
  });
}

}  // namespace

Bytes occupied_bytes(const Choice& choice, std::int32_t op) {
  Bytes bytes = 0;
  for (const Occupancy& occupancy : choice.occupancies) {
    bytes += occupancy.first <= op && op <= occupancy.last ? occupancy.bytes : 0;
  }
  return bytes;
}

double total_cycles(const FluidProblem& problem, const Selection& selection) {
  const PortRates rates{problem.fast_bytes_per_cycle, problem.slow_bytes_per_cycle};
  std::vector<OperatorLoad> loads(problem.compute_cycles.size());
  std::vector<std::vector<Transfer>> starting(loads.size());
  for (std::size_t op = 0; op < loads.size(); ++op) {
    loads[op].compute_cycles = problem.compute_cycles[op];
  }
  std::vector<double> exposed(loads.size(), 0);
  for (std::size_t i = 0; i < problem.objects.size(); ++i) {
    const Choice& choice = at(problem.objects[i].choices, selection[i]);
    for (const Access& access : choice.accesses) {
      at(loads, access.op).add(access);
    }
    for (const Transfer& transfer : choice.transfers) {
      if (transfer.first <= transfer.last) {
        at(starting, transfer.first).push_back(transfer);
      } else {
        at(exposed, transfer.first) += transfer.bytes;
      }
    }
  }
  double cycles = 0;
  for (const OperatorLoad& load : loads) {
    cycles += load.cycles(rates);
  }
  return cycles + waits_in_order(problem, loads, exposed, starting);
}

Bytes excess_bytes(const FluidProblem& problem, const Selection& selection) {
  return excess_bytes(problem, selection, problem.capacity);
}

Bytes excess_bytes(const FluidProblem& problem, const Selection& selection, Bytes capacity) {
  std::vector<Bytes> used(problem.compute_cycles.size(), 0);
  for (std::size_t i = 0; i < problem.objects.size(); ++i) {
    for (const Occupancy& occupancy : at(problem.objects[i].choices, selection[i]).occupancies) {
      for (std::int32_t op = occupancy.first; op <= occupancy.last; ++op) {
        at(used, op) += occupancy.bytes;
      }
    }
  }
  const auto is_fast = [&](std::int32_t object, std::int32_t op) {
    return occupied_bytes(at(at(problem.objects, object).choices, at(selection, object)), op) > 0;
  };
  for (const SharedBytes& shared : problem.shared) {
    if (is_fast(shared.operand, shared.op) && is_fast(shared.result, shared.op)) {
      at(used, shared.op) -= shared.bytes;
    }
  }
  Bytes excess = 0;
  for (const Bytes bytes : used) {
    excess = std::max(excess, bytes - capacity);
  }
  return excess;
}

}  // namespace spillway::search
