// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/search/fluid/deadline_queue.h"
#include "planner/search/fluid/fluid_problem.h"
#include "planner/search/fluid/in_order_dma.h"
#include "planner/search/fluid/operator_load.h"
#include "planner/search/fluid/rounded_problem.h"

namespace spillway::search {

/// A selection with its cycles and the fast memory used per operator. If the choices of a few
/// feature maps or weights change, cycles and memory are updated without a pass over the complete
/// network. Changes are proposed one by one, then evaluated together and accepted or withdrawn.
/// Bytes and waiting cycles are rounded to 1/64, so that their sums are exact and withdrawing
/// restores every bit.
class SearchState {
 public:
  SearchState(const FluidProblem& problem, Selection selection)
      : SearchState(problem, std::move(selection), problem.capacity) {}
  /// Uses `capacity` instead of the capacity of the problem.
  SearchState(const FluidProblem& problem, Selection selection, Bytes capacity);

  /// Resets the state to another selection of the same problem.
  void restart(Selection selection);

  const Selection& selection() const { return selection_; }
  /// Returns the cycles of the selection that was accepted last.
  double cycles() const { return accepted_.cycles(); }

  /// Changes the choice of `object` (a feature map or weights) to `choice` until accept() or
  /// withdraw().
  void propose(std::int32_t object, std::int32_t choice);
  /// Returns a lower bound of evaluate(): the cycles of the selection with all proposals, without
  /// the cost of transfers. The function is fast because it does not look at the queues of
  /// transfers.
  double least_cycles();
  /// Returns the cycles of the selection with all proposals.
  double evaluate();
  /// Makes the proposals part of the selection. Call evaluate() first.
  void accept();
  void withdraw();

  /// Returns the proposed changes of choices, at most one per object (feature map or weights).
  std::vector<Change> changes() const;

  /// Returns an operator that the proposals affect and whose use of fast memory exceeds the
  /// capacity; -1 = none.
  std::int32_t overfull() const;
  /// Returns the bytes of fast memory that a choice occupies during `op`, including the bytes that
  /// it shares with other objects (SharedBytes).
  Bytes occupied_bytes(std::int32_t object, std::int32_t choice, std::int32_t op) const {
    Bytes bytes = 0;
    for (const Occupancy& occupancy : problem_.occupancies(problem_.choice(object, choice))) {
      bytes += occupancy.first <= op && op <= occupancy.last ? occupancy.bytes : 0;
    }
    return bytes;
  }
  /// Returns the objects (feature maps and weights) that can occupy fast memory during `op`.
  const std::vector<std::int32_t>& occupants(std::int32_t op) const {
    return problem_.occupants(op);
  }

 private:
  /// The values of a step that depend on its load (the work of its operator).
  struct Loaded {
    OperatorLoad load;
    double time = 0;  // cycles of the operator without the DMA
    // Bytes that the DMA can move during the operator without making it longer
    // (OperatorLoad::free_bytes()), and these bytes plus those that cost only time of the fast port
    // (OperatorLoad::cheap_bytes()).
    double free = 0, cheap = 0;
  };
  struct Step {
    Loaded now;
    Bytes used = 0;                              // bytes of fast memory in use
    std::vector<DeadlineQueue::Entry> starting;  // ordered by deadline
    double exposed = 0;                          // bytes of transfers for which the operator waits
    bool touched = false;                        // proposals may change any member of the step
    bool loaded = false;  // proposals change the load, or which transfers start at this operator
    Bytes used_before = 0;
    Loaded before;  // the values before the proposals, with which withdraw() restores the step

    /// Resets the step to the operator's compute time. The vector keeps its memory for the next
    /// use.
    void clear(double compute_cycles) {
      now = {{compute_cycles}};
      used = 0;
      starting.clear();
      exposed = 0;
    }
  };
  struct Sums {
    double time = 0;   // cycles of all operators without the DMA
    double waits = 0;  // cycles for which operators wait for the DMA
    double cycles() const { return time + waits; }
  };

  /// Whether the operand and the result of `shared` are both in fast memory.
  bool is_shared(const SharedBytes& shared) const;
  /// Adds the bytes that the feature map `object` shares at present with other maps to the memory
  /// in use (`sign` = 1), or subtracts these bytes (`sign` = -1).
  void count_shared(std::int32_t object, std::int32_t sign);
  void apply(const RoundedProblem::IndexedChoice& choice, double sign);
  void start(const Transfer& transfer, double sign);
  Step& touch(std::int32_t op);
  Step& load(std::int32_t op);
  void refresh(Step& step) const;
  void refresh_touched();
  InOrderDma::Work<std::vector<DeadlineQueue::Entry>> work_of(std::size_t op) const;
  void start_again(const RoundedProblem::IndexedChoice& choice, double sign);
  void forget_proposals();

  RoundedProblem problem_;
  Bytes capacity_;
  PortRates rates_;
  Selection selection_;
  std::vector<Step> steps_;
  Sums accepted_, proposed_;
  /// The feature maps and weights that the proposals change, with their former choices.
  std::vector<Change> changes_;
  std::vector<std::int32_t> touched_;
  bool refreshed_ = false;
  /// The range of operators whose load the proposals change; valid after refresh_touched().
  std::int32_t first_loaded_ = 0, last_loaded_ = -1;
  InOrderDma dma_;
};

}  // namespace spillway::search
