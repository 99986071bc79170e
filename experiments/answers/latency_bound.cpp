// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/latency_bound.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/index.h"
#include "hwmodels/command_chunks.h"

namespace spillway {
namespace {

struct Work {
  // Cycles in the MAC engine, in the output engine, and on the host.
  double compute = 0, output = 0, host = 0;
  double weights = 0;  // bytes of the operator's weights
};

std::vector<Work> work_of(const Program& program) {
  std::vector<Work> work(program.operators.size());
  for (const Kernel& kernel : program.kernels) {
    Work& of = at(work, kernel.op);
    for (std::uint32_t i = 0; i < kernel.blocks.count; ++i) {
      const Block& block = at(program.blocks, kernel.blocks.first + i);
      of.compute += block.compute;
      of.output += block.output;
    }
  }
  for (const HostTask& task : program.host_tasks) {
    at(work, task.op).host += static_cast<double>(task.cycles);
  }
  return work;
}

/// Reduces the compute cycles of operators that can run in a cascade. A cascade runs its operators
/// alternately on stripes (some rows of a map). An operator may need fewer cycles of the MAC array
/// in stripes than as a whole. The result has the fewest cycles over all heights of stripes.
void allow_cascades(const CascadeShapes& cascades, std::vector<Work>& work) {
  const auto allow = [&](std::int32_t first, std::int32_t op) {
    for (std::int32_t rows = 1;; ++rows) {
      const auto shape = cascades(first, first + 1, rows);
      if (!shape) return;
      Work& of = at(work, op);
      of.compute = std::min(of.compute, at(shape->compute_cycles, op - first));
    }
  };
  for (std::int32_t op = 0; op + 1 < static_cast<std::int32_t>(work.size()); ++op) {
    allow(op, op);
    allow(op, op + 1);
  }
}

/// Computes, for each operator, the earliest cycle at which this operator and all operators before
/// it can have ended.
class EarliestEnds {
 public:
  /// `reads_commands`: whether the processor must fetch each command from memory before running the
  /// command.
  EarliestEnds(const BoundInputs& inputs, const std::vector<Work>& work, bool reads_commands)
      : inputs_(inputs),
        work_(work),
        reads_commands_(reads_commands),
        serial_(!inputs.least.operators.empty()) {
    find_longest_cascades();
  }

  double of_run() {
    const double commands_read = reads_commands_ ? inputs_.least.commands_latency : 0;
    end_cycles_.assign(work_.size() + 1, commands_read);
    request_cycles_.assign(work_.size() + 1, commands_read);
    const bool reads_first = !work_.empty() && work_.front().weights > 0;
    const double begins = commands_read + (reads_first ? inputs_.least.constants_latency : 0);
    Work sum;
    for (std::size_t end = 1; end <= work_.size(); ++end) {
      const Work& last = work_[end - 1];
      sum.compute += last.compute;
      sum.output += last.output;
      sum.host += last.host;
      const double busiest = std::max(sum.compute, sum.output);
      end_cycles_[end] =
          std::max({end_cycles_[end - 1], begins + busiest + sum.host, weights_until(end)});
      request_cycles_[end] = request_cycles_[end - 1];
      if (serial_) run_one_after_the_other(end);
    }
    return end_cycles_.back();
  }

 private:
  /// For each operator, finds the last operator of the longest cascade that contains the operator
  /// and its predecessor. If there is no such cascade, the result is the number of the predecessor.
  void find_longest_cascades() {
    const auto ops = static_cast<std::int32_t>(work_.size());
    cascade_end_.assign(work_.size(), 0);
    for (std::int32_t op = ops - 1; op >= 0; --op) {
      const bool joined = op > 0 && inputs_.cascades && inputs_.cascades(op - 1, op, 1).has_value();
      const bool further = joined && op + 1 < ops && at(cascade_end_, op + 1) > op;
      at(cascade_end_, op) = further ? at(cascade_end_, op + 1) : joined ? op : op - 1;
    }
  }

  /// Raises end_cycles_[end] and request_cycles_[end] to bounds that hold if operators run one
  /// after the other. The first is the earliest cycle at which operator `end - 1` can have ended,
  /// the second the earliest cycle at which the constants of operator `end` can be requested.
  /// Operator `end - 1` can run alone, or as the last operator of a cascade of any length. The
  /// fastest of these alternatives counts.
  void run_one_after_the_other(std::size_t end) {
    const LeastOperator& last = at(inputs_.least.operators, end - 1);
    const LeastTimes& alone = reads_commands_ ? last.with_command_reads : last.alone;
    const double before = end_cycles_[end - 1], requested = request_cycles_[end - 1];
    double ends = std::max(before + alone.end_after_end, requested + alone.end_after_ask) +
                  work_[end - 1].host;
    double request = std::max(before + alone.ask_after_end, requested + alone.ask_after_ask);
    const auto fast = static_cast<double>(inputs_.fast_bytes);
    // `inner`: cycles of the stripes of all operators between the first and the last operator of
    // the cascade. `weights`: bytes of weights that the whole cascade reads.
    double inner = 0, weights = 0;
    for (std::size_t begin = end; begin-- > 0;) {
      const LeastOperator& first = at(inputs_.least.operators, begin);
      const bool single = begin + 1 == end;
      const LeastStripes& ends_cascade = last.striped(single, true);
      const double earlier = single ? 0 : inner + first.striped(true, false).all;
      if (std::isinf(ends_cascade.all + inner)) break;
      const double bytes = work_[begin].weights;
      weights += bytes + std::max(0.0, bytes - fast);
      request = std::min(request, end_cycles_[begin] + earlier + ends_cascade.ask_after);
      ends = std::min(ends, std::max(end_cycles_[begin] + earlier + ends_cascade.all,
                                     request_cycles_[begin] + transfer_cycles(weights, begin)));
      if (!single) inner += first.striped(false, false).all;
      if (at(cascade_end_, begin) < static_cast<std::int32_t>(begin)) break;
    }
    end_cycles_[end] = std::max(end_cycles_[end], ends);
    request_cycles_[end] = std::max(request_cycles_[end], request);
  }

  /// Returns a lower bound, in cycles, of the time at which the weights of the first `end`
  /// operators have arrived. The bound is the largest of several sums S + T: S is a time from which
  /// certain weights can be transferred, and T is the duration of this transfer. Each number
  /// `begin` below `end` gives one such sum:
  /// * If operators run one after the other, the weights are those of operators `begin` to `end` -
  ///   1, and S is the time at which the constants of operator `begin` can be requested.
  /// * If kernels overlap, the weights are those of operators `begin` + 1 to `end` - 1, and S is
  ///   the time at which the first `begin` operators have ended. The weights of operator `begin` do
  ///   not count, because the processor reads ahead by one kernel.
  /// If kernels overlap, there is one more sum: the weights of all `end` operators, with S = 0, the
  /// beginning of the run.
  double weights_until(std::size_t end) const {
    double latest = 0, weights = 0;
    for (std::size_t begin = end; begin-- > 0;) {
      const Work& first = work_[begin];
      if (serial_) weights += first.weights;
      const double since = serial_ ? request_cycles_[begin] : end_cycles_[begin];
      latest = std::max(latest, since + transfer_cycles(weights, begin));
      if (!serial_) weights += first.weights;
    }
    return serial_ ? latest : std::max(latest, transfer_cycles(weights, 0));
  }

  /// Returns how many cycles it takes to transfer `weights` bytes after the first `begin`
  /// operators. Fast memory and the weight decoder's buffer may already hold some of these bytes,
  /// except at the beginning of the run (`begin` = 0).
  double transfer_cycles(double weights, std::size_t begin) const {
    if (inputs_.bytes_per_cycle <= 0) return 0;
    const double held =
        begin == 0 ? 0 : static_cast<double>(inputs_.fast_bytes) + inputs_.least.buffered_weights;
    if (weights <= held) return 0;
    return inputs_.least.constants_latency + (weights - held) / inputs_.bytes_per_cycle;
  }

  const BoundInputs& inputs_;
  const std::vector<Work>& work_;
  bool reads_commands_;
  bool serial_;  // whether operators run one after the other, except in cascades
  std::vector<std::int32_t> cascade_end_;
  // `end_cycles_[n]` is the earliest cycle at which the first n operators can have ended.
  // `request_cycles_[n]` is the earliest cycle at which the constants of operator n can be
  // requested.
  std::vector<double> end_cycles_, request_cycles_;
};

/// Returns a lower bound, in cycles, of the time to read the commands of a program. latency_bound()
/// does not know how many bytes the commands have, so this bound is for a long program: its
/// commands have more bytes than their memory has bytes in use. From such a program, the simulation
/// reads only as many bytes as are in use (add_command_stream() in
/// hwmodels/ethosu/schedule/schedule.cpp). These are at least the bytes of the weights, which are
/// in the same memory. The bytes are read in chunks of command_chunk_bytes, each with the latency
/// of the memory. From a shorter program, the simulation reads all commands, and the bound of
/// EarliestEnds with `reads_commands` holds instead. latency_bound() uses the smaller of these two
/// bounds.
double commands_until(const BoundInputs& inputs, const std::vector<Work>& work) {
  double bytes = 0;
  for (const Work& of : work) bytes += of.weights;
  return std::floor(bytes / command_chunk_bytes) * inputs.least.commands_latency;
}

}  // namespace

Cycles latency_bound(const BoundInputs& inputs) {
  std::vector<Work> work = work_of(inputs.program);
  if (inputs.cascades) allow_cascades(inputs.cascades, work);
  if (inputs.bytes_per_cycle > 0) {
    for (const WeightNeed& need : inputs.needs.operators) {
      at(work, need.op).weights += static_cast<double>(need.slices({0}).front().bytes());
    }
  }
  const double bound_without_reads = EarliestEnds(inputs, work, false).of_run();
  const double bound_with_reads = EarliestEnds(inputs, work, true).of_run();
  return static_cast<Cycles>(
      std::max(bound_without_reads, std::min(bound_with_reads, commands_until(inputs, work))));
}

}  // namespace spillway
