// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/relink/load_order.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "base/index.h"
#include "hwmodels/xcore/compiled/load_tiling.h"
#include "hwmodels/xcore/kernels/load_names.h"

namespace spillway::xcore {
namespace {

constexpr std::int32_t nobody = std::numeric_limits<std::int32_t>::max();

/// A load (operator that copies weights into the arena), the XC_ld_weights_wait for this load, and
/// the first operator that reads the loaded data.
struct Load {
  std::int32_t start = 0;
  std::optional<std::int32_t> wait;
  std::int32_t reader = nobody;
  bool from_flash = true;
};

class LoadOrder {
 public:
  explicit LoadOrder(const Network& network) : network_(network) { find_loads(); }

  std::size_t early() const {
    return static_cast<std::size_t>(std::count_if(
        loads_.begin(), loads_.end(), [](const Load& load) { return load.wait.has_value(); }));
  }

  std::vector<std::int32_t> order(const std::vector<bool>& early) const {
    std::vector<std::vector<std::int32_t>> before(network_.operators.size() + 1);
    std::size_t with_wait = 0;
    // The operator before which the next load can start. Before this operator, the previous load
    // from flash has ended.
    std::int32_t earliest_start = first_fixed();
    for (const Load& load : loads_) {
      const std::int32_t reader = place_of(load);
      const bool starts_early = load.wait && early.at(with_wait++);
      at(before, starts_early ? earliest_start : reader).push_back(load.start);
      if (load.wait) at(before, reader).push_back(*load.wait);
      if (load.from_flash) earliest_start = reader;
    }
    return checked(merged(before));
  }

 private:
  std::vector<std::int32_t> merged(const std::vector<std::vector<std::int32_t>>& before) const {
    std::vector<std::int32_t> result;
    for (std::int32_t i = 0; i <= count(); ++i) {
      const std::vector<std::int32_t>& moved = at(before, i);
      result.insert(result.end(), moved.begin(), moved.end());
      if (i < count() && !is_movable(i)) result.push_back(i);
    }
    return result;
  }

  /// Returns `order` if it contains every operator once, otherwise the original order. `order`
  /// lacks or repeats operators if the file has a wait without a load, or several loads with the
  /// same wait.
  std::vector<std::int32_t> checked(const std::vector<std::int32_t>& order) const {
    std::vector<std::int32_t> own(network_.operators.size());
    std::iota(own.begin(), own.end(), 0);
    std::vector<std::int32_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    return sorted == own ? order : own;
  }

  std::int32_t count() const { return static_cast<std::int32_t>(network_.operators.size()); }

  const Operator& op(std::int32_t index) const { return at(network_.operators, index); }

  bool is_movable(std::int32_t index) const {
    return is_load(op(index).type_name) || op(index).type_name == load_wait_name;
  }

  std::int32_t first_fixed() const {
    std::int32_t index = 0;
    while (index < count() && is_movable(index)) ++index;
    return index;
  }

  /// Returns the operator before which a load, or the wait for the load, must stand: the first
  /// operator that reads the loaded data. A load without a reader stays before the operator that
  /// follows the load.
  std::int32_t place_of(const Load& load) const {
    if (load.reader != nobody) return load.reader;
    std::int32_t index = load.start;
    while (index < count() && is_movable(index)) ++index;
    return index;
  }

  void find_loads() {
    for (std::int32_t i = 0; i < count(); ++i) {
      if (!is_load(op(i).type_name)) continue;
      const std::int64_t kind = read_load(CompiledOptions(network_, op(i))).kind;
      Load load;
      load.start = i;
      load.from_flash = kind != load_from_external_ram;
      const bool waited_for = kind == asynchronous_load || op(i).type_name == early_load_name;
      if (waited_for) load.wait = wait_for(i);
      load.reader = reader_of(load);
      loads_.push_back(load);
    }
    std::stable_sort(loads_.begin(), loads_.end(),
                     [this](const Load& a, const Load& b) { return place_of(a) < place_of(b); });
  }

  std::optional<std::int32_t> wait_for(std::int32_t start) const {
    for (std::int32_t i = start + 1; i < count(); ++i) {
      const bool names_others = !op(i).inputs.empty() && op(i).inputs != op(start).outputs;
      if (op(i).type_name == load_wait_name && !names_others) return i;
    }
    return std::nullopt;
  }

  std::int32_t reader_of(const Load& load) const {
    std::int32_t first = nobody;
    for (std::int32_t i = load.start + 1; i < count(); ++i) {
      if (is_movable(i)) continue;
      for (const TensorIndex input : op(i).inputs) {
        if (input == no_tensor) continue;
        const bool loaded = is_in(op(load.start).outputs, input);
        const bool waited = load.wait && is_in(op(*load.wait).outputs, input);
        if (loaded || waited) first = std::min(first, i);
      }
    }
    return first;
  }

  static bool is_in(const std::vector<TensorIndex>& tensors, TensorIndex tensor) {
    return std::find(tensors.begin(), tensors.end(), tensor) != tensors.end();
  }

  const Network& network_;
  std::vector<Load> loads_;  // sorted by first reader
};

}  // namespace

std::size_t early_loads(const Network& compiled) { return LoadOrder(compiled).early(); }

std::vector<std::int32_t> load_order(const Network& compiled, const std::vector<bool>& early) {
  return LoadOrder(compiled).order(early);
}

std::vector<std::pair<TensorIndex, TensorIndex>> load_aliases(const Network& compiled) {
  std::vector<std::pair<TensorIndex, TensorIndex>> pairs;
  for (const Operator& op : compiled.operators) {
    if (op.type_name != load_wait_name) continue;
    for (std::size_t i = 0; i < std::min(op.inputs.size(), op.outputs.size()); ++i) {
      pairs.emplace_back(op.inputs[i], op.outputs[i]);
    }
  }
  return pairs;
}

}  // namespace spillway::xcore
