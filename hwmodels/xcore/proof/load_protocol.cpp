// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/proof/load_protocol.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "hwmodels/xcore/compiled/load_tiling.h"
#include "hwmodels/xcore/kernels/load_names.h"

namespace spillway::xcore::proof {
namespace {

// Follows the asynchronous loads from flash (the flash server fills a tensor while operators run).
// Checks that every load has an operator that waits for it, and that two events do not come before
// this operator: another load from flash begins, or an operator reads the loaded data. Checks that
// every wait has a load. Source: lib_tflite_micro, api/load_weights.h:
// "Only one asynchronous load should be outstanding at any one time". The reason: the runtime's
// wait expects one token from the channel to the flash server, and a second load would use the same
// channel.
class LoadChecker {
 public:
  explicit LoadChecker(const Network& network) : network_(network) {}

  std::string run(const Operator& op) {
    if (op.type_name == load_wait_name) return wait(op);
    if (is_load(op.type_name)) return load(op);
    for (const TensorIndex input : op.inputs) {
      if (on_their_way_.count(input) > 0) return violation(op, "reads what is still being loaded");
    }
    return "";
  }

  std::string finish() const {
    return started_ == nullptr ? "" : violation(*started_, "is started and never waited for");
  }

 private:
  static std::string violation(const Operator& op, const std::string& what) {
    return fmt::format("{} '{}' {}", op.type_name, op.name, what);
  }

  std::string load(const Operator& op) {
    const std::int64_t kind = read_load(CompiledOptions(network_, op)).kind;
    if (kind == load_from_external_ram) return "";
    if (started_ != nullptr) {
      return violation(op,
                       fmt::format("begins while the load of '{}' is under way", started_->name));
    }
    if (kind != asynchronous_load && op.type_name != early_load_name) return "";
    started_ = &op;
    on_their_way_.insert(op.outputs.begin(), op.outputs.end());
    return "";
  }

  std::string wait(const Operator& op) {
    if (started_ == nullptr) return violation(op, "waits for a load that nobody started");
    if (!op.inputs.empty() && op.inputs != started_->outputs) {
      return violation(op,
                       fmt::format("stands where the load of '{}' is under way", started_->name));
    }
    if (!op.outputs.empty() && op.outputs.size() != op.inputs.size()) {
      return violation(op, "has another number of results than of operands");
    }
    started_ = nullptr;
    on_their_way_.clear();
    return "";
  }

  const Network& network_;
  const Operator* started_ = nullptr;
  std::set<TensorIndex> on_their_way_;
};

}  // namespace

std::string broken_load_rule(const Network& network, const std::vector<const Operator*>& order) {
  LoadChecker checker(network);
  for (const Operator* op : order) {
    std::string broken = checker.run(*op);
    if (!broken.empty()) return broken;
  }
  return checker.finish();
}

}  // namespace spillway::xcore::proof
