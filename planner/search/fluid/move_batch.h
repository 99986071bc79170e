// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/search/fluid/neighbours.h"

namespace spillway::search {

/// A move is a change of a selection (one choice per feature map and per operator's weights). The
/// batch holds moves of one selection that concern different operators. Because these moves do not
/// affect each other, one simulation of all of them together shows the gain of each.
class MoveBatch {
 public:
  /// The referenced objects must outlive the batch. The batch is full if it has `most` moves;
  /// take() does not check this.
  MoveBatch(const FluidProblem& problem, const Selection& from, std::size_t most);

  /// Adds the move unless it has no operators, its operators overlap those of another move of the
  /// batch, or fewer than two operators lie between them. The operators of a move are those during
  /// which its feature maps and weights read, write or occupy memory, or may transfer bytes, with
  /// the old or the new choice; operators between them belong to the move, too. Returns false if
  /// the move was not added.
  bool take(const Neighbour& move);
  bool full() const { return moves_.size() == most_; }
  std::size_t size() const { return moves_.size(); }
  const Neighbour& move(std::size_t index) const { return *moves_[index].move; }

  /// Returns the selection with all moves of the batch applied.
  Selection all() const;
  /// Returns the selection with only the moves that saved time: the operators of such a move and
  /// the operator after them take fewer cycles in total. `before` and `after` are the cycles per
  /// operator of the fluid problem, for the start selection and for all().
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
  /// Per operator, whether it belongs to a move of the batch or is next to such an operator.
  std::vector<bool> busy_;
  std::vector<Taken> moves_;
};

}  // namespace spillway::search
