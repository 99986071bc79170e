// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/search/neighbours.h"

namespace spillway::search {

/// Moves from one selection that touch different operators, so that one simulation of all of them
/// tells what each is worth.
class MoveBatch {
 public:
  /// References must live as long. Takes `most` moves at most.
  MoveBatch(const FluidProblem& problem, const Selection& from, std::size_t most);

  /// Takes the move if none of its operators, and of those beside them, is touched by another one.
  /// An operator is touched where a choice that changes reads, writes, takes room or may move a
  /// transfer.
  bool take(const Neighbour& move);
  bool full() const { return moves_.size() == most_; }
  std::size_t size() const { return moves_.size(); }
  const Neighbour& move(std::size_t index) const { return *moves_[index].move; }

  /// With all moves.
  Selection all() const;
  /// With those that made their operators and the next faster. Cycles are per operator of the
  /// fluid problem, `before` those of the selection that the moves start from, `after` of all().
  Selection faster(const std::vector<double>& before, const std::vector<double>& after) const;

 private:
  struct Span {
    std::int32_t first = 0;
    std::int32_t last = -1;
  };
  struct Taken {
    const Neighbour* move;
    Span span;
  };

  Span touched_by(const Neighbour& move) const;

  const FluidProblem& problem_;
  const Selection& from_;
  std::size_t most_;
  std::vector<bool> busy_;  // per operator
  std::vector<Taken> moves_;
};

}  // namespace spillway::search
