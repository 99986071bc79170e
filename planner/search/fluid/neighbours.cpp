// SPDX-License-Identifier: Apache-2.0
#include "planner/search/fluid/neighbours.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/index.h"
#include "planner/search/fluid/search_state.h"

namespace spillway::search {
namespace {

constexpr int most_neighbour_repairs = 12;

/// Returns the cycles for which the bytes of a choice keep the ports busy if nothing else uses the
/// ports.
double port_cycles(const FluidProblem& problem, const Choice& choice) {
  double cycles = 0;
  for (const Access& access : choice.accesses) {
    cycles += access.fast_bytes / problem.fast_bytes_per_cycle +
              access.slow_bytes / problem.slow_bytes_per_cycle;
  }
  for (const Transfer& transfer : choice.transfers) {
    cycles += transfer.bytes / problem.slow_bytes_per_cycle;
  }
  return cycles;
}

class Moves {
 public:
  Moves(const FluidProblem& problem, const Selection& selection)
      : problem_(problem), state_(problem, selection) {
    for (const Object& object : problem.objects) {
      std::vector<double> cycles;
      for (const Choice& choice : object.choices) cycles.push_back(port_cycles(problem, choice));
      cycles_.push_back(std::move(cycles));
    }
  }

  std::vector<Neighbour> found_from(NeighbourCursor& cursor) {
    const std::size_t objects = problem_.objects.size();
    const auto operators = static_cast<std::int64_t>(problem_.compute_cycles.size());
    std::int64_t remaining = most_steps / std::max<std::int64_t>(1, operators);
    std::size_t done = 0;
    for (; done < objects && remaining > 0; ++done) {
      const std::size_t object = (cursor.object + done) % objects;
      remaining -= static_cast<std::int64_t>(problem_.objects[object].choices.size());
      try_choices(static_cast<std::int32_t>(object));
    }
    if (done < objects) cursor.object = (cursor.object + done) % objects;
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Neighbour& a, const Neighbour& b) { return a.cycles < b.cycles; });
    return std::move(found_);
  }

 private:
  /// Limit of the work of one search for neighbours (selections that differ in a few choices),
  /// counted in evaluated operators. A neighbour may change the start times of all later operators,
  /// so its evaluation costs up to all operators of the network.
  static constexpr std::int64_t most_steps = 16'000'000;

  void try_choices(std::int32_t object) {
    const auto choices = static_cast<std::int32_t>(at(problem_.objects, object).choices.size());
    const std::int32_t now = at(state_.selection(), object);
    for (std::int32_t choice = 0; choice < choices; ++choice) {
      if (choice == now) continue;
      state_.propose(object, choice);
      if (shrink_until_fit(object)) found_.push_back({state_.changes(), state_.evaluate()});
      state_.withdraw();
    }
  }

  bool shrink_until_fit(std::int32_t inserted) {
    for (int repair = 0; repair < most_neighbour_repairs; ++repair) {
      const std::int32_t op = state_.overfull();
      if (op < 0) return true;
      if (!shrink_cheapest(op, inserted)) return false;
    }
    return state_.overfull() < 0;
  }

  bool shrink_cheapest(std::int32_t op, std::int32_t inserted) {
    std::int32_t cheapest = -1, smaller = -1;
    double least = std::numeric_limits<double>::infinity();
    for (const std::int32_t occupant : state_.occupants(op)) {
      const std::int32_t now = at(state_.selection(), occupant);
      const Bytes occupied = state_.occupied_bytes(occupant, now, op);
      if (occupant == inserted || occupied == 0) continue;
      const auto choices = static_cast<std::int32_t>(at(problem_.objects, occupant).choices.size());
      for (std::int32_t choice = 0; choice < choices; ++choice) {
        const double more = at(at(cycles_, occupant), choice) - at(at(cycles_, occupant), now);
        if (more >= least || state_.occupied_bytes(occupant, choice, op) >= occupied) continue;
        least = more;
        cheapest = occupant;
        smaller = choice;
      }
    }
    if (cheapest < 0) return false;
    state_.propose(cheapest, smaller);
    return true;
  }

  const FluidProblem& problem_;
  SearchState state_;
  // The result of port_cycles() for every choice; index: object, then choice.
  std::vector<std::vector<double>> cycles_;
  std::vector<Neighbour> found_;
};

}  // namespace

std::vector<Neighbour> neighbours(const FluidProblem& problem, const Selection& selection,
                                  NeighbourCursor& cursor) {
  return Moves(problem, selection).found_from(cursor);
}

}  // namespace spillway::search
