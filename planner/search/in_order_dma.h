// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/search/operator_load.h"

namespace spillway::search {

/// A DMA that moves transfers one by one in the order in which they are issued, and a command
/// parser that waits where more of them are outstanding than `in_flight`, while the kernel runs
/// that it has issued before. As that order is known, what is in flight is two sums of bytes.
/// What operators wait for is kept, so that after a change of some of them only what follows from
/// it is found anew, with the same result to the last bit.
class InOrderDma {
 public:
  static constexpr std::size_t most_in_flight = 8;

  /// What an operator asks of the DMA.
  template <typename Starting>
  struct Work {
    double exposed;            // bytes that are fetched when those before it have ended
    const Starting& starting;  // issued when it begins, ordered by the last operator during which
                               // they may move
    double free;               // bytes that move during it for nothing
    double cheap;              // ... and up to which that makes it longer
  };

  /// For operators 0 to `operators` - 1.
  InOrderDma(std::size_t operators, std::int32_t in_flight)
      : in_flight_(static_cast<std::size_t>(in_flight)),
        kept_(operators + 1),
        again_(operators + 1),
        latest_(operators, none),
        due_(operators) {}

  /// The cycles for which operators wait: for what is fetched before them, for the fast port during
  /// them, and, when they have ended, for transfers that are due and for the parser. Operators but
  /// `first` to `last` are as they were at the last keep(). `work_of` says what one asks for.
  template <typename WorkOf>
  double waits(std::int32_t first, std::int32_t last, const PortRates& rates,
               const WorkOf& work_of) {
    first_ = to_ = static_cast<std::size_t>(first);
    now_ = kept_[first_].before;
    issued_again_.clear();
    ++walk_;
    const std::size_t end = latest_.size();
    while (to_ < end) {
      const bool as_kept = static_cast<std::int32_t>(to_) > last && now_.idle();
      if (as_kept && kept_[to_].before.idle()) return with_kept_waits();
      step(rates, work_of(to_));
    }
    return now_.cycles;
  }

  /// Keeps what the last waits() found; `rates` and `work_of` as there.
  template <typename WorkOf>
  void keep(const PortRates& rates, const WorkOf& work_of) {
    const std::size_t end = latest_.size();
    while (to_ < end) step(rates, work_of(to_));
    again_[end].before = now_;
    std::copy(again_.begin() + static_cast<std::ptrdiff_t>(first_), again_.end(),
              kept_.begin() + static_cast<std::ptrdiff_t>(first_));
    const std::size_t unchanged = kept_[first_].before.transfers;
    while (issued_.size() > unchanged) {
      latest_[issued_.back().last] = issued_.back().previous;
      issued_.pop_back();
    }
    for (Issued issued : issued_again_) {
      issued.previous = latest_[issued.last];
      latest_[issued.last] = issued_.size();
      issued_.push_back(issued);
    }
  }

 private:
  /// Transfers use the fast port where the processor leaves it, for the most part. Anything from
  /// 0.1 to 1 ranks the plans of nine networks alike (0.66 to 0.67 on U55-128 in the mean).
  static constexpr double seen_of_contention = 0.4;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  struct State {
    double cycles = 0;                         // of waits so far
    double issued = 0, moved = 0, needed = 0;  // bytes
    std::size_t transfers = 0;                 // issued

    bool idle() const { return issued == moved; }
  };
  struct Step {
    State before;
    double wait = 0;
  };
  struct Issued {
    double before, after;  // bytes issued
    std::size_t last;      // operator at whose end it is due
    std::size_t previous;  // transfer that is due then, or none
  };
  struct Due {
    std::int64_t walk = 0;  // in which it was found
    double bytes = 0;       // issued until the last transfer that is due
  };

  // What follows an idle DMA does not depend on what it did before.
  double with_kept_waits() const {
    double cycles = now_.cycles;
    for (std::size_t op = to_; op < latest_.size(); ++op) cycles += kept_[op].wait;
    return cycles;
  }

  template <typename Starting>
  void step(const PortRates& rates, const Work<Starting>& work) {
    Step& step = again_[to_];
    step.before = now_;
    step.wait = wait(rates, work);
    now_.cycles += step.wait;
    ++to_;
  }

  template <typename Starting>
  double wait(const PortRates& rates, const Work<Starting>& work) {
    double cycles = 0;
    if (work.exposed > 0) {
      cycles += (now_.issued - now_.moved + work.exposed) / rates.slow;
      now_.moved = now_.issued;
    }
    for (const auto& transfer : work.starting) {
      issue(static_cast<std::size_t>(transfer.last), transfer.bytes);
    }
    const double moved = std::min(work.cheap, now_.issued - now_.moved);
    now_.moved += moved;
    cycles += seen_of_contention * std::max(0.0, moved - work.free) / rates.fast;
    now_.needed = std::max({now_.needed, due(to_), behind()});
    if (now_.needed > now_.moved) {
      cycles += (now_.needed - now_.moved) / rates.slow;
      now_.moved = now_.needed;
    }
    return cycles;
  }

  void issue(std::size_t last, double bytes) {
    const double before = now_.issued;
    now_.issued += bytes;
    ++now_.transfers;
    issued_again_.push_back({before, now_.issued, last, none});
    due_[last] = {walk_, now_.issued};
  }

  /// Bytes issued until the last transfer that is due at the end of `op`.
  double due(std::size_t op) const {
    if (due_[op].walk == walk_) return due_[op].bytes;
    const std::size_t unchanged = kept_[first_].before.transfers;
    std::size_t transfer = latest_[op];
    while (transfer != none && transfer >= unchanged) transfer = issued_[transfer].previous;
    return transfer == none ? 0 : issued_[transfer].after;
  }

  /// Bytes issued before the oldest transfer that may be outstanding.
  double behind() const {
    if (now_.transfers < in_flight_) return 0;
    const std::size_t transfer = now_.transfers - in_flight_;
    const std::size_t unchanged = kept_[first_].before.transfers;
    return transfer < unchanged ? issued_[transfer].before
                                : issued_again_[transfer - unchanged].before;
  }

  std::size_t in_flight_;
  std::vector<Step> kept_;      // per operator, and the state at the end
  std::vector<Issued> issued_;  // of these
  std::vector<Step> again_;     // of waits(), from first_ on
  std::vector<Issued> issued_again_;
  std::vector<std::size_t> latest_;  // per operator, transfer of issued_ that is due at its end
  std::vector<Due> due_;             // the same of waits()
  std::int64_t walk_ = 0;
  std::size_t first_ = 0, to_ = 0;  // operators of waits()
  State now_;
};

}  // namespace spillway::search
