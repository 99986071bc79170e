// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/command_stream_match.h"

#include <optional>

#include "hwmodels/ethosu/block/mode_names.h"

namespace spillway::ethosu {
namespace {

std::int64_t elements(const FeatureMap& map) {
  return std::int64_t{map.height} * map.width * map.depth;
}

bool same_window(const Window& a, const Window& b) {
  return a.kernel_h == b.kernel_h && a.kernel_w == b.kernel_w;
}

// Whether a kernel with pool mode `kernel` can compute an operation with pool mode `op`. An
// Ethos-U85 computes an average as a scaled sum.
bool same_pool(PoolMode kernel, PoolMode op) {
  return kernel == op || (kernel == PoolMode::sum && op == PoolMode::average);
}

// Whether `kernel` is a resize kernel of the Ethos-U85 that computes `op`. The lowered network
// holds a resize as pooling over an upscaled feature map.
bool resizes(const Operation& kernel, const Operation& op) {
  return kernel.type == OperationType::resize && op.type == OperationType::pool &&
         op.upscale == Upscale::nearest && kernel.ifm.depth == op.ifm.depth &&
         kernel.ifm.height == op.ifm.height && kernel.ifm.width == op.ifm.width;
}

bool same_work(const Operation& kernel, const Operation& op) {
  if (resizes(kernel, op)) return true;
  if (kernel.type != op.type || kernel.upscale != op.upscale) return false;
  switch (op.type) {
    case OperationType::conv:
      return same_window(kernel.window, op.window) && kernel.ifm.depth == op.ifm.depth;
    case OperationType::pool:
      return same_window(kernel.window, op.window) && same_pool(kernel.pool, op.pool);
    case OperationType::elementwise:
      return kernel.elementwise == op.elementwise;
    default:
      return same_window(kernel.window, op.window);
  }
}

class Matcher {
 public:
  explicit Matcher(const NetworkOps& ops) {
    for (const std::vector<BlockedOp>& of_operator : ops) {
      for (const BlockedOp& op : of_operator) matched_.push_back({&op.npu, {}});
    }
    left_.reserve(matched_.size());
    for (const MatchedOp& op : matched_) left_.push_back(elements(op.op->operation.ofm));
  }

  bool take(const MatchedKernel& kernel) {
    for (std::size_t i = first_open_; i < matched_.size(); ++i) {
      if (!fits(*kernel.operation, i)) continue;
      matched_[i].kernels.push_back(kernel);
      left_[i] -= elements(kernel.operation->ofm);
      while (first_open_ < left_.size() && left_[first_open_] == 0) ++first_open_;
      return true;
    }
    return false;
  }

  // Returns all operations with their kernels. If the kernels that match an operation compute only
  // a part of its output, the operation gets no kernels.
  std::vector<MatchedOp> result() && {
    for (std::size_t i = 0; i < matched_.size(); ++i) {
      if (left_[i] != 0) matched_[i].kernels.clear();
    }
    return std::move(matched_);
  }

 private:
  // Whether `kernel` can compute the whole operation at `index`, or the next slice of its channels
  // or stripe of its rows.
  bool fits(const Operation& kernel, std::size_t index) const {
    const Operation& op = matched_[index].op->operation;
    if (!same_work(kernel, op)) return false;
    const std::int64_t size = elements(kernel.ofm);
    if (size == elements(op.ofm)) return left_[index] == size;
    if (size > left_[index] || kernel.ofm.width != op.ofm.width) return false;
    if (kernel.ofm.height == op.ofm.height) return reads_weights(kernel);  // the kernel is a slice
    return kernel.ofm.depth == op.ofm.depth && goes_on(kernel, index);
  }

  // Whether `kernel` can be the next stripe of the operation at `index`. All stripes of an
  // operation read the same weights.
  bool goes_on(const Operation& kernel, std::size_t index) const {
    if (matched_[index].kernels.empty() || !reads_weights(kernel)) return true;
    const Operation& before = *matched_[index].kernels.back().operation;
    return kernel.weights[0].base == before.weights[0].base;
  }

  std::vector<MatchedOp> matched_;
  std::vector<std::int64_t> left_;  // per operation: output elements without a kernel so far
  std::size_t first_open_ = 0;
};

// Returns the first operation with weights that has no kernel, if more than half of all operations
// with weights have no kernel: the file was then compiled from another network. Otherwise returns
// null. Operations without weights do not count, because they are similar in many networks.
const NpuOp* missing_of_another_network(const std::vector<MatchedOp>& matched) {
  const NpuOp* first = nullptr;
  std::size_t weighted = 0;
  std::size_t missing = 0;
  for (const MatchedOp& op : matched) {
    if (op.op->weights == no_tensor) continue;
    ++weighted;
    if (!op.kernels.empty()) continue;
    ++missing;
    if (first == nullptr) first = op.op;
  }
  return 2 * missing > weighted ? first : nullptr;
}

}  // namespace

std::vector<MatchedOp> match_stream(const NetworkOps& ops, const DecodedFile& file) {
  Matcher matcher(ops);
  std::optional<UserError> foreign;
  for (std::size_t s = 0; s < file.streams.size(); ++s) {
    const DecodedStream& stream = file.streams[s];
    for (std::size_t c = 0; c < stream.commands.size(); ++c) {
      const DecodedCommand& command = stream.commands[c];
      if (command.kind != DecodedKind::operation) continue;
      const Operation& operation = stream.operations[command.index];
      if (matcher.take({s, c, &operation}) || foreign) continue;
      foreign = StreamPlace{file.name, stream.name}.error(
          command.word,
          full_name(operation) + " is no operation of the network, nor a part of one");
    }
  }
  std::vector<MatchedOp> matched = std::move(matcher).result();
  if (const NpuOp* missing = missing_of_another_network(matched)) {
    if (foreign) throw UserError(*foreign);
    throw UserError(ExitCode::input_file, {file.name}, "no command computes " + missing->name);
  }
  return matched;
}

}  // namespace spillway::ethosu
