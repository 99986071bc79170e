// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/search/fluid/operator_load.h"

namespace spillway::search {

/// A DMA that moves transfers one by one in the order in which they are issued. The NPU's command
/// parser issues the kernel of an operator, and then waits while more than `in_flight` transfers
/// are outstanding. Because the order is fixed, two sums of bytes (issued and moved) describe which
/// transfers are outstanding. The object stores the waits of all operators. If the work of some
/// operators changes, waits() computes only those waits that can change; the result is exactly the
/// same as that of a full computation.
class InOrderDma {
 public:
  /// The work of the DMA for one operator.
  template <typename Starting>
  struct Work {
    /// Bytes for which the operator waits before it starts. They move after all earlier transfers.
    double exposed;
    /// The transfers that are issued when the operator begins, ordered by the last operator during
    /// which they may move.
    const Starting& starting;
    double free;  // bytes that can move during the operator without making it longer
    /// The largest number of bytes that move during the operator, the bytes of `free` included.
    /// Bytes beyond `free` cost time of the fast port (OperatorLoad::cheap_bytes()).
    double cheap;
  };

  /// Handles operators 0 to `operators` - 1.
  InOrderDma(std::size_t operators, std::int32_t in_flight)
      : in_flight_(static_cast<std::size_t>(in_flight)),
        kept_(operators + 1),
        again_(operators + 1),
        latest_(operators, none),
        due_(operators) {}

  /// Returns the sum of the cycles for which operators wait: before they start for exposed
  /// transfers, while they run for the fast port, and at their end for transfers that are due and
  /// for the command parser. Only the work of operators `first` to `last` may differ from the last
  /// keep(). `work_of(op)` returns the Work of an operator.
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

  /// Makes the result of the last waits() the state from which later calls start. `rates` and
  /// `work_of` must be the same as in the last waits().
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
  /// Processor and DMA compete for the fast port. Only this share of the time in which both need
  /// the port counts as waiting, because most transfers use the port while the processor does not.
  /// Any value from 0.1 to 1 ranks the plans of nine networks equally well (a mean rank correlation
  /// of 0.66 to 0.67 on U55-128).
  static constexpr double counted_contention = 0.4;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  struct State {
    double cycles = 0;  // sum of the waits so far
    /// Numbers of bytes, counted over all transfers in the order of issue. `issued`: bytes issued
    /// to the DMA so far. `moved`: bytes that the DMA has moved so far. `needed`: bytes that had to
    /// be moved by the end of the last operator, because they were due or because the parser waited
    /// for them.
    double issued = 0, moved = 0, needed = 0;
    std::size_t transfers = 0;  // number of transfers issued

    bool idle() const { return issued == moved; }
  };
  struct Step {
    State before;
    double wait = 0;
  };
  struct Issued {
    // Total of issued bytes, without this transfer and including it.
    double total_before, total_after;
    std::size_t last;      // the operator at whose end the transfer is due
    std::size_t previous;  // the preceding transfer with the same `last`; `none` if there is none
  };
  struct Due {
    std::int64_t walk = 0;  // the number of the waits() call that set this element
    double bytes = 0;  // total of issued bytes up to and including the last transfer that is due
  };

  // Returns the sum of the waits of all operators, with the stored waits of the operators after the
  // last computed operator. The DMA is idle at that operator, so the stored waits do not depend on
  // earlier transfers.
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
    cycles += counted_contention * std::max(0.0, moved - work.free) / rates.fast;
    now_.needed = std::max({now_.needed, due(to_), total_before_outstanding()});
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

  /// Returns the total of issued bytes up to and including the last transfer that is due at the end
  /// of `op`.
  double due(std::size_t op) const {
    if (due_[op].walk == walk_) return due_[op].bytes;
    const std::size_t unchanged = kept_[first_].before.transfers;
    std::size_t transfer = latest_[op];
    while (transfer != none && transfer >= unchanged) transfer = issued_[transfer].previous;
    return transfer == none ? 0 : issued_[transfer].total_after;
  }

  /// Returns the total of issued bytes before the oldest transfer that may still be outstanding.
  /// All of these bytes must have moved before the parser continues.
  double total_before_outstanding() const {
    if (now_.transfers < in_flight_) return 0;
    const std::size_t transfer = now_.transfers - in_flight_;
    const std::size_t unchanged = kept_[first_].before.transfers;
    return transfer < unchanged ? issued_[transfer].total_before
                                : issued_again_[transfer - unchanged].total_before;
  }

  std::size_t in_flight_;
  std::vector<Step> kept_;      // the steps of the last keep(), and one more for the final state
  std::vector<Issued> issued_;  // transfers issued during the operators of kept_
  std::vector<Step> again_;     // the steps of the last waits(), from first_ on
  std::vector<Issued> issued_again_;
  /// Per operator, the index of the last transfer of issued_ that is due at the operator's end.
  std::vector<std::size_t> latest_;
  std::vector<Due> due_;  // per operator, the due bytes as of the last waits()
  std::int64_t walk_ = 0;
  /// The first operator whose wait the last waits() computed, and the operator after the last one
  /// whose wait it computed.
  std::size_t first_ = 0, to_ = 0;
  State now_;
};

}  // namespace spillway::search
