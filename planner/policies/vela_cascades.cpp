// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "base/index.h"
#include "base/rounding.h"
#include "planner/policies/vela_scheduler.h"

namespace spillway::vela {
namespace {

Bytes buffers_of(const OperatorSchedule& op) {
  return std::accumulate(op.buffers.begin(), op.buffers.end(), Bytes{0});
}

class CascadeBuilder {
 public:
  CascadeBuilder(const SchedulerProblem& problem, std::int32_t last, const Schedule& whole,
                 const std::vector<Bytes>& others, Schedule& schedule)
      : problem_(problem),
        last_(last),
        whole_(whole),
        others_(others),
        schedule_(schedule),
        peak_(problem.limit) {}

  void run(std::int32_t first) {
    for (std::int32_t op = first; op <= last_;) {
      const std::int32_t end = is_cascadable(op) ? best_end(op) : op;
      if (end > op) {
        add_cascade(op, end);
      } else {
        at(schedule_.operators, op) = at(whole_.operators, op);
        if (!problem_.spilling) peak_ = std::max(peak_, bytes_alone(op));
      }
      op = end + 1;
    }
  }

 private:
  const CompilerOperator& operator_at(std::int32_t op) const {
    return at(problem_.view->operators(), op);
  }
  const OperatorSchedule& proposed(std::int32_t op) const { return at(schedule_.operators, op); }

  bool is_cascadable(std::int32_t op) const {
    return operator_at(op).in_stripes && proposed(op).rows < operator_at(op).rows;
  }

  /// Returns the bytes of fast memory in use while the operator runs outside a cascade, with its
  /// feature maps in fast memory. A map that must be stored completely has the size of its tensor.
  /// Any other map has the size of the rows that the operator reads or writes. The bytes of other
  /// live buffers count, too.
  Bytes bytes_alone(std::int32_t op) const {
    const CompilerOperator& of = operator_at(op);
    const Bytes ifm = of.full_ifm ? of.ifm_bytes : of.ifm_rows * of.ifm_row_bytes;
    const Bytes ofm = of.full_ofm ? of.ofm_bytes : of.rows * of.ofm_row_bytes;
    return ifm + (of.reuses_ifm ? 0 : ofm) + at(others_, op);
  }

  Bytes rolling_bytes(std::int32_t producer) const {
    const CompilerOperator& of = operator_at(producer);
    const std::int32_t input = stripe_input(operator_at(producer + 1), proposed(producer + 1).rows);
    const std::int32_t rows = round_up(proposed(producer).rows + input, input);
    return rows * std::max(of.ofm_row_bytes, operator_at(producer + 1).ifm_row_bytes);
  }

  bool may_join(std::int32_t op) const {
    return op <= last_ && is_cascadable(op) && operator_at(op).follows &&
           !operator_at(op).full_ifm && !operator_at(op - 1).full_ofm;
  }

  /// Returns the last operator of the cascade that starts with `first`; `first` if there is no such
  /// cascade.
  /// - If feature maps are in slow memory (SchedulerProblem::spilling), the cascade is as long as
  ///   its buffers fit in fast memory, but ends before an operator that fits there alone.
  /// - If maps are in fast memory, the cascade ends with an operator only if the cascade then needs
  ///   less fast memory than the cascade found so far, or less than this operator alone.
  std::int32_t best_end(std::int32_t first) {
    std::int32_t best = first;
    Bytes buffers = buffers_of(proposed(first));
    best_size_ = bytes_alone(first);
    for (std::int32_t op = first + 1; may_join(op); ++op) {
      buffers += rolling_bytes(op - 1) + buffers_of(proposed(op));
      const bool fits_alone = bytes_alone(op) < peak_;
      if (problem_.spilling) {  // fast memory holds only the buffers between the operators
        if (fits_alone || buffers > peak_) break;
        best = op;
        best_size_ = buffers;
        continue;
      }
      const Bytes ifm = operator_at(first).ifm_bytes;
      if ((fits_alone && best_size_ < peak_) || ifm + buffers > best_size_) break;
      const Bytes size = ifm + buffers + operator_at(op).ofm_bytes + at(others_, first);
      if (size >= best_size_ && size >= bytes_alone(op)) continue;
      best = op;
      best_size_ = size;
    }
    return best;
  }

  void add_cascade(std::int32_t first, std::int32_t last) {
    CascadeSchedule cascade{first, last, {}, best_size_ - at(others_, first)};
    for (std::int32_t op = first; op <= last; ++op) {
      at(schedule_.operators, op).cascade = last;
      if (op < last) cascade.rolling.push_back(rolling_bytes(op));
    }
    schedule_.cascades[last] = std::move(cascade);
    if (!problem_.spilling) peak_ = std::max(peak_, best_size_);
  }

  const SchedulerProblem& problem_;
  std::int32_t last_;
  const Schedule& whole_;
  const std::vector<Bytes>& others_;
  Schedule& schedule_;
  Bytes peak_;
  Bytes best_size_ = 0;
};

}  // namespace

std::int32_t stripe_input(const CompilerOperator& op, std::int32_t rows) {
  if (rows >= op.rows) return op.ifm_rows;
  return std::min(op.ifm_rows, (rows - 1) * op.stride + op.kernel);
}

void build_cascades(const SchedulerProblem& problem, std::int32_t first, std::int32_t last,
                    const Schedule& whole, const std::vector<Bytes>& others, Schedule& schedule) {
  CascadeBuilder(problem, last, whole, others, schedule).run(first);
}

}  // namespace spillway::vela
