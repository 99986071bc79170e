// SPDX-License-Identifier: Apache-2.0
#include "planner/search/fluid/annealing.h"

#include <cmath>
#include <optional>

#include "base/index.h"
#include "planner/search/fluid/frontier.h"
#include "planner/search/fluid/random.h"
#include "planner/search/fluid/search_state.h"

namespace spillway::search {
namespace {

// Temperatures as fractions of the cycles of the start selection: the start temperatures `hot` and
// `warm`, and the final temperature. `warm` is low enough to keep most of a good start.
constexpr double hot = 2e-2;
constexpr double warm = 2e-3;
constexpr double last_temperature = 1e-5;
// In one move, at most this number of objects (feature maps or weights) give up fast memory for
// another object.
constexpr int most_repairs = 12;

class Annealing {
 public:
  Annealing(const FluidProblem& problem, Selection start, const AnnealingOptions& options)
      : problem_(problem),
        state_(problem, start, options.capacity.value_or(problem.capacity)),
        random_(options.seed),
        best_(std::move(start)) {
    for (std::size_t i = 0; i < problem.objects.size(); ++i) {
      if (problem.objects[i].choices.size() > 1) {
        movable_.push_back(static_cast<std::int32_t>(i));
      }
    }
    best_cycles_ = state_.cycles();
  }

  void cool(Selection start, double hottest, std::int64_t moves) {
    if (movable_.empty() || moves <= 0) {
      return;
    }
    state_.restart(std::move(start));
    remember();
    const double cooling = std::pow(last_temperature / hottest, 1.0 / static_cast<double>(moves));
    double temperature = state_.cycles() * hottest;
    for (std::int64_t move = 0; move < moves; ++move) {
      step(temperature);
      temperature *= cooling;
    }
  }

  const Selection& best() const { return best_; }

 private:
  void step(double temperature) {
    const std::int32_t object = movable_[random_.below(movable_.size())];
    state_.propose(object, other_choice(object));
    if (!shrink_until_fit(object)) {
      state_.withdraw();
      return;
    }
    if (!takes(temperature)) {
      state_.withdraw();
      return;
    }
    state_.accept();
    remember();
  }

  /// Returns whether the proposed move is accepted. Most moves are rejected because the operators
  /// already take too long without any transfers; the transfers are then not evaluated. This
  /// shortcut does not change the sequence of random numbers, because this function draws at most
  /// one number with and without it.
  bool takes(double temperature) {
    // The first test below and the last test of the function compare the same random number with
    // exp() of different arguments, and their results are rounded differently. Because of this
    // factor, the first test rejects no move that the last test would accept.
    constexpr double rounding = 1 + 1e-9;
    std::optional<double> drawn;
    const double at_least = state_.least_cycles() - state_.cycles();
    if (at_least > 0) {
      drawn = random_.unit();
      if (*drawn >= std::exp(-at_least / temperature) * rounding) return false;
    }
    const double worse = state_.evaluate() - state_.cycles();
    if (worse <= 0) return true;
    return (drawn ? *drawn : random_.unit()) < std::exp(-worse / temperature);
  }

  void remember() {
    if (state_.cycles() < best_cycles_) {
      best_cycles_ = state_.cycles();
      best_ = state_.selection();
    }
  }

  std::int32_t other_choice(std::int32_t object) {
    const std::size_t choices = at(problem_.objects, object).choices.size();
    const auto drawn = static_cast<std::int32_t>(random_.below(choices - 1));
    return drawn + (drawn >= at(state_.selection(), object) ? 1 : 0);
  }

  /// Makes other objects (feature maps or weights) give up fast memory until the selection fits.
  /// The object `inserted` keeps its choice. Returns false if the selection still exceeds the
  /// capacity.
  bool shrink_until_fit(std::int32_t inserted) {
    for (int repair = 0; repair < most_repairs; ++repair) {
      const std::int32_t op = state_.overfull();
      if (op < 0) {
        return true;
      }
      if (!shrink_some_occupant(op, inserted)) {
        return false;
      }
    }
    return state_.overfull() < 0;
  }

  bool shrink_some_occupant(std::int32_t op, std::int32_t inserted) {
    const std::vector<std::int32_t>& occupants = state_.occupants(op);
    const std::size_t start = random_.below(occupants.size());
    for (std::size_t i = 0; i < occupants.size(); ++i) {
      const std::int32_t occupant = occupants[(start + i) % occupants.size()];
      if (occupant != inserted && shrink(occupant, op)) {
        return true;
      }
    }
    return false;
  }

  bool shrink(std::int32_t occupant, std::int32_t op) {
    const Bytes occupied = state_.occupied_bytes(occupant, at(state_.selection(), occupant), op);
    if (occupied == 0) {
      return false;
    }
    smaller_.clear();
    const std::size_t choices = at(problem_.objects, occupant).choices.size();
    for (std::size_t i = 0; i < choices; ++i) {
      const auto choice = static_cast<std::int32_t>(i);
      if (state_.occupied_bytes(occupant, choice, op) < occupied) {
        smaller_.push_back(choice);
      }
    }
    if (smaller_.empty()) {
      return false;
    }
    state_.propose(occupant, smaller_[random_.below(smaller_.size())]);
    return true;
  }

  const FluidProblem& problem_;
  SearchState state_;
  Random random_;
  std::vector<std::int32_t> movable_;
  std::vector<std::int32_t> smaller_;
  Selection best_;
  double best_cycles_ = 0;
};

}  // namespace

Selection anneal(const FluidProblem& problem, const std::vector<Selection>& starts,
                 const AnnealingOptions& options) {
  // Anneal the first start from temperature `hot`, then every start from `warm`, then the best
  // result from `warm` again.
  const auto coolings = static_cast<std::int64_t>(starts.size() + 2);
  const std::int64_t moves = options.moves / coolings;
  Annealing annealing(problem, starts.front(), options);
  annealing.cool(starts.front(), hot, moves);
  for (const Selection& start : starts) {
    annealing.cool(start, warm, moves);
  }
  annealing.cool(annealing.best(), warm, moves);
  return annealing.best();
}

std::vector<Selection> frontier_starts(const FluidProblem& problem) {
  constexpr Bytes parts = 4;
  std::vector<Selection> starts;
  FluidProblem smaller = problem;
  for (Bytes part = parts; part > 1; --part) {
    smaller.capacity = problem.capacity * part / parts;
    starts.push_back(solve_by_frontier(smaller, {}).selection);
  }
  return starts;
}

}  // namespace spillway::search
