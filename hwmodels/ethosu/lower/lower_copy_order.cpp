// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"

namespace spillway::ethosu {
namespace {

/// Whether `op` copies one operand of a concatenation to its place (remove_concatenations()).
bool is_copy(const Operator& op) {
  const bool concatenation = op.type == OpType::concatenation || op.type == OpType::pack;
  return concatenation && !op.on_host && !op.output_views.empty();
}

std::vector<std::vector<std::int32_t>> writers_of(const Network& network) {
  std::vector<std::vector<std::int32_t>> writers(network.tensors.size());
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    for (const TensorIndex output : network.operators[i].outputs) {
      if (output != no_tensor) at(writers, output).push_back(static_cast<std::int32_t>(i));
    }
  }
  return writers;
}

/// Visits the operators of a network depth first, backwards from the network's outputs. An operator
/// is visited as soon as all operators that read its results have been visited.
class BackwardVisit {
 public:
  BackwardVisit(const Network& network, const std::vector<std::vector<std::int32_t>>& writers)
      : network_(network),
        writers_(writers),
        unvisited_readers_(network.tensors.size(), 0),
        unread_results_(network.operators.size(), 0) {
    for (const Operator& op : network.operators) count_reads(op.inputs);
    count_reads(network.outputs);
    for (std::size_t i = 0; i < network.operators.size(); ++i) {
      for (const TensorIndex output : network.operators[i].outputs) {
        if (output != no_tensor && at(unvisited_readers_, output) > 0) ++unread_results_[i];
      }
    }
  }

  /// Returns the operators in the reverse order of the visit. Operators whose results do not
  /// contribute to an output of the network are missing.
  std::vector<std::int32_t> run() && {
    push_tensors(network_.outputs);
    while (!pending_.empty()) {
      const Pending next = pending_.back();
      pending_.pop_back();
      if (next.is_tensor) {
        read_tensor(next.index);
      } else {
        visit_operator(next.index);
      }
    }
    std::reverse(visited_.begin(), visited_.end());
    return std::move(visited_);
  }

 private:
  struct Pending {
    bool is_tensor = false;
    std::int32_t index = 0;
  };

  void count_reads(const std::vector<TensorIndex>& tensors) {
    for (const TensorIndex tensor : tensors) {
      if (tensor != no_tensor) ++at(unvisited_readers_, tensor);
    }
  }

  // Adds tensors in reverse order, because the last entry of `pending_` is taken first.
  void push_tensors(const std::vector<TensorIndex>& tensors) {
    for (auto tensor = tensors.rbegin(); tensor != tensors.rend(); ++tensor) {
      if (*tensor != no_tensor) pending_.push_back({true, *tensor});
    }
  }

  void read_tensor(TensorIndex tensor) {
    if (--at(unvisited_readers_, tensor) > 0) return;
    const std::vector<std::int32_t>& writers = at(writers_, tensor);
    for (auto writer = writers.rbegin(); writer != writers.rend(); ++writer) {
      pending_.push_back({false, *writer});
    }
  }

  void visit_operator(std::int32_t op) {
    if (--at(unread_results_, op) > 0) return;
    visited_.push_back(op);
    push_tensors(at(network_.operators, op).inputs);
  }

  const Network& network_;
  const std::vector<std::vector<std::int32_t>>& writers_;
  // Per tensor: the number of its readers that have not been visited yet. For an output of the
  // network, the application counts as one more reader.
  std::vector<std::int32_t> unvisited_readers_;
  // Per operator: the number of its results that operators not yet visited still read.
  std::vector<std::int32_t> unread_results_;
  std::vector<Pending> pending_;
  std::vector<std::int32_t> visited_;
};

/// Decides which copies move directly after the operator that writes their operand.
class CopyPositions {
 public:
  explicit CopyPositions(const Network& network)
      : network_(network),
        writers_(writers_of(network)),
        order_(BackwardVisit(network, writers_).run()),
        ranks_(network.operators.size(), -1) {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      at(ranks_, order_[i]) = static_cast<std::int32_t>(i);
    }
  }

  /// Returns a position for each operator; sorting the operators by position gives the new order.
  /// The position is the operator's own index. A copy that moves gets the position of the last
  /// operator that writes its operand.
  std::vector<std::int32_t> run() const {
    std::vector<std::int32_t> positions(network_.operators.size());
    std::int32_t last_on_host = -1;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const Operator& op = network_.operators[i];
      positions[i] = static_cast<std::int32_t>(i);
      if (op.on_host) last_on_host = positions[i];
      if (!is_copy(op)) continue;
      std::int32_t last_writer = -1;
      for (const std::int32_t writer : at(writers_, op.inputs[0])) {
        last_writer = std::max(last_writer, at(positions, writer));
      }
      if (last_writer > last_on_host && follows_writer(static_cast<std::int32_t>(i))) {
        positions[i] = last_writer;
      }
    }
    return positions;
  }

 private:
  // Whether, in the compiler's order, `copy` comes directly after the last writer of its operand.
  // Only other copies of the same operand may stand between them.
  bool follows_writer(std::int32_t copy) const {
    const TensorIndex operand = at(network_.operators, copy).inputs[0];
    for (std::int32_t rank = at(ranks_, copy) - 1; rank >= 0; --rank) {
      const Operator& before = at(network_.operators, at(order_, rank));
      if (std::find(before.outputs.begin(), before.outputs.end(), operand) !=
          before.outputs.end()) {
        return true;
      }
      if (!is_copy(before) || before.inputs[0] != operand) return false;
    }
    return false;
  }

  const Network& network_;
  const std::vector<std::vector<std::int32_t>> writers_;
  const std::vector<std::int32_t> order_;  // operators in the compiler's order
  std::vector<std::int32_t> ranks_;        // per operator: its index in order_, or -1
};

}  // namespace

void order_copies(Network& network) {
  if (std::none_of(network.operators.begin(), network.operators.end(), is_copy)) return;
  const std::vector<std::int32_t> positions = CopyPositions(network).run();
  std::vector<std::int32_t> order(positions.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return at(positions, a) < at(positions, b);
  });
  std::vector<Operator> ordered;
  ordered.reserve(order.size());
  for (const std::int32_t op : order) ordered.push_back(std::move(at(network.operators, op)));
  network.operators = std::move(ordered);
}

}  // namespace spillway::ethosu
