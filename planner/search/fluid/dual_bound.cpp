// SPDX-License-Identifier: Apache-2.0
#include "planner/search/fluid/dual_bound.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/index.h"

namespace spillway::search {
namespace {

/// The Lagrange multipliers of one operator: factors for compute time, fast port and slow port,
/// which add up to one, and a price of fast memory.
struct Multipliers {
  std::array<double, 3> shares = {1, 0, 0};  // factors for compute time, fast port and slow port
  double capacity = 0;  // price of fast memory, in units of `Relaxation::capacity_scale_`
};

/// Returns the point of {x >= 0, sum x = 1} that is nearest to `point` (Held, Wolfe and Crowder
/// 1974).
std::array<double, 3> onto_simplex(std::array<double, 3> point) {
  std::array<double, 3> sorted = point;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0;
  double shift = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    sum += sorted[i];
    const double candidate = (sum - 1) / static_cast<double>(i + 1);
    shift = sorted[i] > candidate ? candidate : shift;
  }
  for (double& x : point) {
    x = std::max(0.0, x - shift);
  }
  return point;
}

class Relaxation {
 public:
  explicit Relaxation(const FluidProblem& problem, double upper)
      : problem_(problem),
        multipliers_(problem.compute_cycles.size()),
        slopes_(multipliers_.size()),
        free_during_(problem.objects.size(), -1),
        capacity_scale_(upper / static_cast<double>(std::max<std::size_t>(1, multipliers_.size())) /
                        static_cast<double>(std::max<Bytes>(1, problem.capacity))) {
    for (const SharedBytes& shared : problem.shared) at(free_during_, shared.result) = shared.op;
  }

  /// Returns the bound for the current multipliers and stores its subgradient in `slopes_`.
  double evaluate() {
    double bound = 0;
    for (std::size_t op = 0; op < multipliers_.size(); ++op) {
      const Multipliers& m = multipliers_[op];
      slopes_[op] = {{problem_.compute_cycles[op], 0, 0},
                     -static_cast<double>(problem_.capacity) * capacity_scale_};
      bound += m.shares[0] * problem_.compute_cycles[op] + m.capacity * slopes_[op].capacity;
    }
    for (std::size_t i = 0; i < problem_.objects.size(); ++i) {
      const Object& object = problem_.objects[i];
      const Choice* cheapest = nullptr;
      double least = std::numeric_limits<double>::infinity();
      for (const Choice& choice : object.choices) {
        const double price = price_of(choice, free_during_[i]);
        if (price < least) {
          least = price;
          cheapest = &choice;
        }
      }
      bound += least;
      add_slopes(*cheapest, free_during_[i]);
    }
    return bound;
  }

  /// Moves the multipliers along the subgradient of the bound (`slopes_`). The step is proportional
  /// to `length` and to the difference between `upper` and `bound`.
  void climb(double bound, double upper, double length) {
    double norm = 0;
    for (const Multipliers& slope : slopes_) {
      norm += slope.capacity * slope.capacity;
      for (const double s : slope.shares) {
        norm += s * s;
      }
    }
    const double step = norm > 0 ? length * (upper - bound) / norm : 0;
    for (std::size_t op = 0; op < multipliers_.size(); ++op) {
      Multipliers& m = multipliers_[op];
      for (std::size_t i = 0; i < m.shares.size(); ++i) {
        m.shares[i] += step * slopes_[op].shares[i];
      }
      m.shares = onto_simplex(m.shares);
      m.capacity = std::max(0.0, m.capacity + step * slopes_[op].capacity);
    }
  }

 private:
  double fast_price(std::int32_t op) const {
    return at(multipliers_, op).shares[1] / problem_.fast_bytes_per_cycle;
  }
  double slow_price(std::int32_t op) const {
    return at(multipliers_, op).shares[2] / problem_.slow_bytes_per_cycle;
  }
  /// Returns the price, in cycles, of one byte of a transfer during operator `op`: the sum of its
  /// prices at both ports, because a transfer uses both.
  double byte_price(std::int32_t op) const { return fast_price(op) + slow_price(op); }

  /// Returns the operator, from Transfer::first to Transfer::last, during which the transfer has
  /// the lowest price. -1 = the transfer is cheapest as an exposed transfer, for which operator
  /// `first` waits.
  std::int32_t cheapest_op(const Transfer& transfer) const {
    std::int32_t best = -1;
    double least = 1 / problem_.slow_bytes_per_cycle;
    for (std::int32_t op = transfer.first; op <= transfer.last; ++op) {
      if (byte_price(op) < least) {
        least = byte_price(op);
        best = op;
      }
    }
    return best;
  }

  /// Returns the price of a choice. Memory that the choice occupies during operator `free_during`
  /// has no price, because this operator may write its result over its operand.
  double price_of(const Choice& choice, std::int32_t free_during) const {
    double price = 0;
    for (const Access& access : choice.accesses) {
      price +=
          access.fast_bytes * fast_price(access.op) + access.slow_bytes * slow_price(access.op);
    }
    for (const Transfer& transfer : choice.transfers) {
      const std::int32_t op = cheapest_op(transfer);
      price += transfer.bytes * (op < 0 ? 1 / problem_.slow_bytes_per_cycle : byte_price(op));
    }
    for (const Occupancy& occupancy : choice.occupancies) {
      for (std::int32_t op = occupancy.first; op <= occupancy.last; ++op) {
        if (op == free_during) continue;
        price +=
            at(multipliers_, op).capacity * capacity_scale_ * static_cast<double>(occupancy.bytes);
      }
    }
    return price;
  }

  void add_slopes(const Choice& choice, std::int32_t free_during) {
    for (const Access& access : choice.accesses) {
      at(slopes_, access.op).shares[1] += access.fast_bytes / problem_.fast_bytes_per_cycle;
      at(slopes_, access.op).shares[2] += access.slow_bytes / problem_.slow_bytes_per_cycle;
    }
    for (const Transfer& transfer : choice.transfers) {
      const std::int32_t op = cheapest_op(transfer);
      if (op >= 0) {
        at(slopes_, op).shares[1] += transfer.bytes / problem_.fast_bytes_per_cycle;
        at(slopes_, op).shares[2] += transfer.bytes / problem_.slow_bytes_per_cycle;
      }
    }
    for (const Occupancy& occupancy : choice.occupancies) {
      for (std::int32_t op = occupancy.first; op <= occupancy.last; ++op) {
        if (op == free_during) continue;
        at(slopes_, op).capacity += capacity_scale_ * static_cast<double>(occupancy.bytes);
      }
    }
  }

  const FluidProblem& problem_;
  std::vector<Multipliers> multipliers_;
  std::vector<Multipliers> slopes_;
  /// Per object (feature map or weights), the operator during which its memory has no price; -1 =
  /// none.
  std::vector<std::int32_t> free_during_;
  double capacity_scale_ = 1;  // the unit of Multipliers::capacity, in cycles per byte
};

}  // namespace

double dual_bound(const FluidProblem& problem, double upper, std::int32_t steps) {
  constexpr std::int32_t patience = 15;  // after more steps without progress, steps get shorter
  Relaxation relaxation(problem, upper);
  double best = -std::numeric_limits<double>::infinity();
  double length = 1;
  std::int32_t idle = 0;
  for (std::int32_t step = 0; step < steps; ++step) {
    const double bound = relaxation.evaluate();
    ++idle;
    if (bound > best) {
      best = bound;
      idle = 0;
    }
    if (idle > patience) {
      length /= 2;
      idle = 0;
    }
    relaxation.climb(bound, upper, length);
  }
  return best;
}

}  // namespace spillway::search
