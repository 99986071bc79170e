// SPDX-License-Identifier: Apache-2.0
// The part of ModelSearch that changes the best plan step by step: a local search with simulated
// plans.
#include <algorithm>
#include <limits>
#include <utility>

#include "planner/search/fluid/neighbours.h"
#include "planner/search/model_search.h"

namespace spillway::search {
namespace {

/// Removes from `moves` up to `most` moves (changes of the selection) whose operators are far
/// enough apart for MoveBatch::take(), and returns these moves as a batch. Looks at the first 400
/// moves only.
MoveBatch next_batch(const FluidProblem& problem, const Selection& from, std::size_t most,
                     std::vector<const Neighbour*>& moves) {
  constexpr std::size_t most_looked_at = 400;
  MoveBatch batch(problem, from, most);
  std::size_t looked_at = 0;
  std::vector<const Neighbour*> remaining;
  for (const Neighbour* move : moves) {
    const bool looks = !batch.full() && looked_at++ < most_looked_at;
    if (!looks || !batch.take(*move)) remaining.push_back(move);
  }
  moves = std::move(remaining);
  return batch;
}

}  // namespace

void ModelSearch::search_from(const NetworkPlan& planned, Bytes capacity) {
  constexpr std::int64_t fewest_plans = 8;
  at(request_.memories, request_.arena.front()).capacity = capacity;
  effort_.plans = plans_;
  effort_.operators = static_cast<std::int64_t>(network_.operators.size());
  remaining_ = std::max(fewest_plans, 2 * plans_);
  const std::shared_ptr<ModelWithSelections> searched = with_model({});
  const Selection selection = searched->model.adopt(planned.plan);
  if (excess_bytes(searched->model.fluid(), selection) > 0) return;
  keep(tried(searched, selection, "local search", planned));
  change_objects();
}

void ModelSearch::change_objects() {
  if (!best_) return;
  descend(*best_);
  // A descent (step-by-step improvement of one selection) ends at a local optimum. If the number of
  // plans per capacity is large, start further descents.
  constexpr std::int64_t plans_of_another = 12;
  for (std::int64_t i = 0; i < effort_.plans / plans_of_another && !spent(); ++i) {
    Found other = *best_;
    stray(other);
    descend(other);
    keep(other);
  }
}

void ModelSearch::descend(Found& found) {
  while (!spent() && improve(found)) {
  }
}

/// Makes a few random changes to the selection of `found` (its choice per feature map and per
/// operator's weights), as the start of another descent (descend()).
void ModelSearch::stray(Found& found) {
  constexpr int steps = 3;
  const FluidProblem& fluid = found.searched->model.fluid();
  for (int i = 0; i < steps; ++i) {
    const std::vector<Neighbour> near = neighbours(fluid, found.selection, cursor_);
    if (!near.empty()) found.selection = near[random_.below(near.size())].of(found.selection);
  }
  found = tried(found.searched, found.selection, "local search");
}

/// Changes the selection of `found` to a neighbour (a selection that differs in a few choices) with
/// a faster simulated plan. Returns false if no neighbour is faster, or if as many attempts failed
/// as the limit allows.
bool ModelSearch::improve(Found& found) {
  constexpr std::int64_t fewest_tries = 6;
  ModelWithSelections& searched = *found.searched;
  if (weights_are_free(*request_.weights)) searched.model.offer_shifted(found.selection);
  const FluidProblem& fluid = searched.model.fluid();
  const std::vector<Neighbour> near = neighbours(fluid, found.selection, cursor_);
  const Selection from = found.selection;
  const SelectionKey key(from);
  std::vector<const Neighbour*> moves;
  for (const Neighbour& move : near) {
    if (searched.known.count(key.with(from, move.changes)) == 0) moves.push_back(&move);
  }
  // A batch is a set of moves that are simulated together. The gain of each move is computed from
  // the cycles of each operator. If these cycles are unknown, a batch has only one move.
  const std::size_t most = found.operators.empty() ? 1 : 20;
  for (std::int64_t remaining = std::max(fewest_tries, effort_.plans); remaining > 0 && !spent();
       --remaining) {
    const MoveBatch batch = next_batch(fluid, from, most, moves);
    if (batch.size() == 0) return false;
    if (improve_by(batch, found)) return true;
  }
  return false;
}

/// Tries all moves of the batch together, then only the moves that made the plan faster. If the
/// plan with all moves cannot be placed or is not valid, tries the first move alone. Returns
/// whether `found` became faster.
bool ModelSearch::improve_by(const MoveBatch& batch, Found& found) {
  constexpr double never = std::numeric_limits<double>::infinity();
  auto& known = found.searched->known;
  const Selection from = found.selection;
  const SelectionKey key(from);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    known.insert(key.with(from, batch.move(i).changes));
  }
  Found best = tried(found.searched, batch.all(), "local search");
  Selection other;
  if (best.cycles == never) {
    if (batch.size() > 1) other = batch.move(0).of(from);
  } else if (!found.operators.empty() && !best.operators.empty()) {
    other = batch.faster(found.operators, best.operators);
    if (known.count(SelectionKey(other).value()) > 0) other.clear();
  }
  if (!other.empty()) {
    Found some = tried(found.searched, other, "local search");
    if (some.cycles < best.cycles) best = std::move(some);
  }
  if (best.cycles >= found.cycles) return false;
  found = std::move(best);
  return true;
}

}  // namespace spillway::search
