// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/op_chain.h"

namespace spillway::ethosu {
namespace {

/// An operator is split only if the maps between its operations (intermediates) take at least this
/// number of bytes. Smaller intermediates hardly change a plan. Every split operator also adds rows
/// to the tables of operators and tensors that a simulation prints.
constexpr Bytes smallest_intermediates = 16384;
/// The largest number of operations of an operator that is split. The limit excludes long LSTMs,
/// which have 18 operations per time step and small intermediates.
constexpr std::size_t most_parts = 128;

/// Replaces an operator of the network that the NPU runs as several operations. Builds one new
/// operator for each of these operations.
class OperatorParts {
 public:
  OperatorParts(Network& network, std::int32_t index, NarrowMaps narrow_maps)
      : network_(network),
        narrow_maps_(narrow_maps),
        whole_(std::make_shared<SplitOperator>()),
        index_(index) {
    whole_->op = at(network.operators, index);
    at(network.operators, index).whole = whole_;
  }

  std::vector<Operator> run() {
    add_intermediates();
    std::vector<Operator> parts;
    for (const NpuOp& operation : unplaced_npu_ops(network_, index_)) {
      parts.push_back(part_of(operation, static_cast<std::int32_t>(parts.size())));
    }
    return parts;
  }

 private:
  /// A map between two operations, in the shape in which the first operation that writes the map
  /// sees it.
  struct Intermediate {
    std::string name;  // name of the operation that writes the map first
    FeatureMap map;
    Bytes bytes = 0;
    bool seen_whole = true;  // whether all operations access the whole map in one shape
  };

  void add_intermediates() {
    for (const NpuOp& operation : unplaced_npu_ops(network_, index_)) {
      include(operation.ofm, operation.operation.ofm, operation.name);
      include(operation.ifm, operation.operation.ifm, operation.name);
      if (operation.operation.reads_ifm2) {
        include(operation.ifm2, operation.operation.ifm2, operation.name);
      }
    }
    for (const Intermediate& intermediate : intermediates_) {
      whole_->intermediates.push_back(static_cast<TensorIndex>(network_.tensors.size()));
      network_.tensors.push_back(tensor_for(intermediate));
    }
  }

  void include(const Operand& operand, const FeatureMap& map, const std::string& name) {
    if (operand.tensor != scratch_operand) return;
    const ScratchPlace place = scratch_place(operand);
    if (intermediates_.size() <= place.number) intermediates_.resize(place.number + 1);
    Intermediate& seen = intermediates_[place.number];
    if (seen.bytes == 0) {
      seen.name = name;
      seen.map = map;
    }
    seen.seen_whole = seen.seen_whole && place.offset == 0 && shape_of(map) == shape_of(seen.map);
    seen.bytes = std::max(seen.bytes, place.offset + stored_bytes(map));
  }

  Tensor tensor_for(const Intermediate& intermediate) const {
    const FeatureMap& map = intermediate.map;
    Tensor tensor;
    tensor.name = intermediate.name + "/result";
    tensor.type = map.element_bytes == 1   ? DataType::int8
                  : map.element_bytes == 2 ? DataType::int16
                                           : DataType::int32;
    tensor.shape = {1, map.height, map.width, map.depth};
    tensor.bytes = intermediate.bytes;
    const bool in_rows = narrow_maps_ == NarrowMaps::nhwc && fills_bricks_badly(map.depth) &&
                         intermediate.seen_whole;
    if (in_rows) {
      tensor.bytes = storage_bytes(tensor.type, element_count(tensor));
    } else if (map.layout == Layout::nhcwb16) {
      tensor.layout = TensorLayout::nhcwb16;
    }
    return tensor;
  }

  static Bytes stored_bytes(const FeatureMap& map) {
    return map.layout == Layout::nhcwb16
               ? brick_bytes({map.height, map.width, map.depth}, map.element_bytes)
               : map.height * map.stride_y;
  }

  TensorIndex tensor_of(const Operand& operand) const {
    if (operand.tensor != scratch_operand) return operand.tensor;
    return whole_->intermediates[scratch_place(operand).number];
  }

  Operator part_of(const NpuOp& operation, std::int32_t part) const {
    Operator result;
    result.type = whole_->op.type;
    result.type_name = whole_->op.type_name;
    result.name = operation.name;
    result.whole = whole_;
    result.part = part;
    const auto read = [&](TensorIndex tensor) {
      const bool listed =
          std::find(result.inputs.begin(), result.inputs.end(), tensor) != result.inputs.end();
      if (tensor >= 0 && !listed) result.inputs.push_back(tensor);
    };
    if (operation.operation.reads_ifm) read(tensor_of(operation.ifm));
    if (operation.operation.reads_ifm2) read(tensor_of(operation.ifm2));
    read(operation.weights);
    read(operation.bias);
    result.outputs = {tensor_of(operation.ofm)};
    return result;
  }

  Network& network_;
  NarrowMaps narrow_maps_;
  std::shared_ptr<SplitOperator> whole_;
  std::int32_t index_;
  std::vector<Intermediate> intermediates_;
};

bool is_worth_parts(const Network& network, std::int32_t index, bool all) {
  const Bytes smallest = all ? 1 : smallest_intermediates;
  if (scratch_bytes(network, index) < smallest) return false;
  const std::vector<NpuOp> operations = npu_ops(network, index);
  const bool copies = std::any_of(operations.begin(), operations.end(),
                                  [](const NpuOp& op) { return op.copied_bytes > 0; });
  return operations.size() > 1 && operations.size() <= most_parts && !copies;
}

}  // namespace

void split_into_parts(Network& network, NarrowMaps narrow_maps, bool all) {
  std::vector<Operator> operators;
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const auto index = static_cast<std::int32_t>(i);
    if (!is_worth_parts(network, index, all)) {
      operators.push_back(network.operators[i]);
      continue;
    }
    for (Operator& part : OperatorParts(network, index, narrow_maps).run()) {
      operators.push_back(std::move(part));
    }
  }
  network.operators = std::move(operators);
}

}  // namespace spillway::ethosu
