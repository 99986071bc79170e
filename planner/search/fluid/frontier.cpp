// SPDX-License-Identifier: Apache-2.0
#include "planner/search/fluid/frontier.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "base/index.h"
#include "planner/search/fluid/operator_load.h"

namespace spillway::search {
namespace {

/// The first and last operator at which any choice without transfers of an object (a feature map or
/// weights) reads, writes or occupies memory.
struct Span {
  std::int32_t first = std::numeric_limits<std::int32_t>::max();
  std::int32_t last = -1;

  void cover(std::int32_t from, std::int32_t to) {
    first = std::min(first, from);
    last = std::max(last, to);
  }
};

Span span_of(const Object& object) {
  Span span;
  for (const Choice& choice : object.choices) {
    if (!choice.transfers.empty()) {
      continue;
    }
    for (const Access& access : choice.accesses) {
      span.cover(access.op, access.op);
    }
    for (const Occupancy& occupancy : choice.occupancies) {
      span.cover(occupancy.first, occupancy.last);
    }
  }
  return span;
}

/// What a choice needs at one operator: its memory accesses and the fast memory that it occupies.
struct Share {
  Access access;
  Bytes occupied = 0;
};

Share share_of(const Choice& choice, std::int32_t op) {
  Share share;
  OperatorLoad load;
  for (const Access& access : choice.accesses) {
    if (access.op == op) load.add(access);
  }
  share.access = {op,
                  load.fast_bytes,
                  load.slow_bytes,
                  load.stall_cycles,
                  load.map_stall,
                  load.weight_stall,
                  load.again_bytes,
                  load.more_slices};
  share.occupied = occupied_bytes(choice, op);
  return share;
}

/// A partial selection (selection = one choice per object): it has choices for the objects (feature
/// maps and weights) that earlier operators use. Only the choices of objects that are still live
/// affect later operators.
struct State {
  // The choice of each live object, in the order of Frontier::live_.
  std::vector<std::int32_t> live;
  double cycles = 0;
  std::size_t before = 0;  // index of the preceding state, which belongs to the preceding operator
};

class Frontier {
 public:
  Frontier(const FluidProblem& problem, const FrontierOptions& options)
      : problem_(problem),
        options_(options),
        rates_{problem.fast_bytes_per_cycle, problem.slow_bytes_per_cycle},
        born_(problem.compute_cycles.size()) {
    for (std::size_t i = 0; i < problem.objects.size(); ++i) {
      spans_.push_back(span_of(problem.objects[i]));
      if (spans_.back().last >= 0) {
        at(born_, spans_.back().first).push_back(i);
      }
    }
  }

  FrontierResult solve() {
    history_ = {{State{}}};
    for (std::size_t op = 0; op < born_.size(); ++op) {
      advance(static_cast<std::int32_t>(op));
    }
    return trace_back();
  }

 private:
  void advance(std::int32_t op) {
    live_.insert(live_.end(), at(born_, op).begin(), at(born_, op).end());
    collect_shares(op);
    collect_shared(op);
    survivors_.clear();
    for (std::size_t i = 0; i < live_.size(); ++i) {
      if (spans_[live_[i]].last > op) {
        survivors_.push_back(i);
      }
    }
    next_.clear();
    const std::vector<State>& states = history_.back();
    for (std::size_t i = 0; i < states.size(); ++i) {
      before_ = i;
      chosen_ = states[i].live;
      OperatorLoad load;
      load.compute_cycles = at(problem_.compute_cycles, op);
      Bytes occupied = 0;
      for (std::size_t j = 0; j < chosen_.size(); ++j) {
        add(at(shares_[j], chosen_[j]), load, occupied);
      }
      extend(load, occupied);
    }
    store();
  }

  /// Enumerates the choices of the objects (feature maps and weights) that begin at this operator,
  /// one object after the other.
  void extend(const OperatorLoad& load, Bytes occupied) {
    // Which objects share bytes is known only after every object has a choice. Until then, assume
    // that as many bytes as possible are shared.
    const bool all_chosen = chosen_.size() == live_.size();
    if (occupied - (all_chosen ? bytes_shared() : most_shared_) > problem_.capacity) return;
    if (all_chosen) {
      reach(history_.back()[before_].cycles + load.cycles(rates_));
      return;
    }
    const std::size_t next = chosen_.size();
    const std::vector<Choice>& choices = problem_.objects[live_[next]].choices;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (!choices[i].transfers.empty()) {
        continue;
      }
      OperatorLoad longer = load;
      Bytes fuller = occupied;
      add(shares_[next][i], longer, fuller);
      chosen_.push_back(static_cast<std::int32_t>(i));
      extend(longer, fuller);
      chosen_.pop_back();
    }
  }

  /// Collects the pairs of operand and result that can share bytes during operator `op`, as indices
  /// into live_.
  void collect_shared(std::int32_t op) {
    shared_.clear();
    most_shared_ = 0;
    const auto place_of = [&](std::int32_t object) {
      const auto found = std::find(live_.begin(), live_.end(), static_cast<std::size_t>(object));
      return static_cast<std::size_t>(found - live_.begin());
    };
    for (const SharedBytes& shared : problem_.shared) {
      if (shared.op != op) continue;
      const std::size_t operand = place_of(shared.operand), result = place_of(shared.result);
      if (operand == live_.size() || result == live_.size()) continue;
      shared_.push_back({operand, result, shared.bytes});
      most_shared_ += shared.bytes;
    }
  }

  Bytes bytes_shared() const {
    Bytes bytes = 0;
    for (const auto& [operand, result, shared] : shared_) {
      const bool both = at(shares_[operand], chosen_[operand]).occupied > 0 &&
                        at(shares_[result], chosen_[result]).occupied > 0;
      bytes += both ? shared : 0;
    }
    return bytes;
  }

  static void add(const Share& share, OperatorLoad& load, Bytes& occupied) {
    load.add(share.access);
    occupied += share.occupied;
  }

  void reach(double cycles) {
    std::vector<std::int32_t> key;
    key.reserve(survivors_.size());
    for (const std::size_t i : survivors_) {
      key.push_back(chosen_[i]);
    }
    const auto [found, is_new] =
        next_.try_emplace(std::move(key), Reached{cycles, before_, chosen_});
    if (!is_new && cycles < found->second.cycles) {
      found->second = {cycles, before_, chosen_};
    }
  }

  void store() {
    most_states_ = std::max(most_states_, next_.size());
    std::vector<State> states;
    std::vector<std::vector<std::int32_t>> decisions;
    std::vector<const std::pair<const std::vector<std::int32_t>, Reached>*> kept;
    for (const auto& entry : next_) {
      kept.push_back(&entry);
    }
    if (kept.size() > options_.most_states) {
      exact_ = false;
      std::stable_sort(kept.begin(), kept.end(), [](const auto* a, const auto* b) {
        return a->second.cycles < b->second.cycles;
      });
      kept.resize(options_.most_states);
    }
    for (const auto* entry : kept) {
      states.push_back({entry->first, entry->second.cycles, entry->second.before});
      decisions.push_back(entry->second.chosen);
    }
    history_.push_back(std::move(states));
    decisions_.push_back(std::move(decisions));
    objects_.push_back(live_);
    std::vector<std::size_t> live;
    for (const std::size_t i : survivors_) {
      live.push_back(live_[i]);
    }
    live_ = std::move(live);
  }

  void collect_shares(std::int32_t op) {
    shares_.clear();
    for (const std::size_t object : live_) {
      std::vector<Share> shares;
      for (const Choice& choice : problem_.objects[object].choices) {
        shares.push_back(share_of(choice, op));
      }
      shares_.push_back(std::move(shares));
    }
  }

  FrontierResult trace_back() const {
    FrontierResult result;
    result.exact = exact_;
    result.most_states = most_states_;
    result.selection = first_choices();
    const std::vector<State>& last = history_.back();
    const auto cheapest =
        std::min_element(last.begin(), last.end(),
                         [](const State& a, const State& b) { return a.cycles < b.cycles; });
    result.cycles = cheapest == last.end() ? 0 : cheapest->cycles;
    auto state = static_cast<std::size_t>(cheapest - last.begin());
    for (std::size_t op = born_.size(); op-- > 0 && cheapest != last.end();) {
      const std::vector<std::int32_t>& chosen = decisions_[op][state];
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        result.selection[objects_[op][i]] = chosen[i];
      }
      state = history_[op + 1][state].before;
    }
    return result;
  }

  /// Returns the first choice without transfers of each object (feature map or weights). For
  /// objects that no operator accesses, this is also the final choice.
  Selection first_choices() const {
    Selection selection;
    for (const Object& object : problem_.objects) {
      const auto found =
          std::find_if(object.choices.begin(), object.choices.end(),
                       [](const Choice& choice) { return choice.transfers.empty(); });
      selection.push_back(static_cast<std::int32_t>(found - object.choices.begin()));
    }
    return selection;
  }

  struct Reached {
    double cycles = 0;
    std::size_t before = 0;
    std::vector<std::int32_t> chosen;
  };

  const FluidProblem& problem_;
  FrontierOptions options_;
  PortRates rates_;
  /// Per operator, the objects (feature maps and weights) that begin at this operator.
  std::vector<std::vector<std::size_t>> born_;
  std::vector<Span> spans_;        // per object, the first and last operator that may use it
  std::vector<std::size_t> live_;  // indices of the live objects, in the order of State::live
  // Positions in `live_` of the objects that are still live after the present operator.
  std::vector<std::size_t> survivors_;
  std::vector<std::vector<Share>> shares_;  // choices' needs; index: object of live_, then choice
  // Positions in `live_` of operand and result, and the number of bytes that they share.
  std::vector<std::tuple<std::size_t, std::size_t, Bytes>> shared_;
  Bytes most_shared_ = 0;
  std::vector<std::int32_t> chosen_;
  std::size_t before_ = 0;
  std::map<std::vector<std::int32_t>, Reached> next_;
  /// The states before the first operator, and then the states after each operator.
  std::vector<std::vector<State>> history_;
  /// Per operator and per state after this operator, the choices of the objects in objects_.
  std::vector<std::vector<std::vector<std::int32_t>>> decisions_;
  std::vector<std::vector<std::size_t>> objects_;  // per operator, the objects that are live then
  bool exact_ = true;
  std::size_t most_states_ = 0;
};

}  // namespace

FrontierResult solve_by_frontier(const FluidProblem& problem, const FrontierOptions& options) {
  return Frontier(problem, options).solve();
}

}  // namespace spillway::search
