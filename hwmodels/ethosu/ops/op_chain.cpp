// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/op_chain.h"

#include <algorithm>
#include <utility>

namespace spillway::ethosu {
namespace {

constexpr Bytes chain_alignment = 16;
// The offset of an operand in a scratch map that has no place yet is the number of the map, shifted
// to the left by `number_shift` bits, plus the offset of the operand inside the map.
constexpr int number_shift = 40;

const char* elementwise_type(ElementwiseMode mode) {
  switch (mode) {
    case ElementwiseMode::sub:
      return "Sub";
    case ElementwiseMode::mul:
      return "Mul";
    case ElementwiseMode::min:
      return "Minimum";
    case ElementwiseMode::max:
      return "Maximum";
    case ElementwiseMode::abs:
      return "Abs";
    case ElementwiseMode::lrelu:
      return "LeakyRelu";
    case ElementwiseMode::clz:
      return "CLZ";
    case ElementwiseMode::shr:
      return "SHR";
    case ElementwiseMode::shl:
      return "SHL";
    default:
      return "Add";
  }
}

bool is_constant(const MappedOperand& map) { return map.operand.tensor == made_up_operand; }

bool is_broadcast(const MappedOperand& map, const MappedOperand& to) {
  return !(shape_of(map.map) == shape_of(to.map));
}

Bytes stored_bytes(const BlockShape& shape, std::int32_t element_bytes, Layout layout) {
  const Bytes bytes = layout == Layout::nhcwb16 ? brick_bytes(shape, element_bytes)
                                                : shape.elements() * element_bytes;
  return (bytes + chain_alignment - 1) / chain_alignment * chain_alignment;
}

// Gives each scratch map an offset in the scratch tensor by first fit. A map occupies its bytes
// from the first to the last operation that uses the map.
class ScratchPlaces {
 public:
  ScratchPlaces(const std::vector<NpuOp>& ops, const std::vector<Bytes>& sizes)
      : ops_(ops), sizes_(sizes), uses_(sizes.size()), offsets_(sizes.size(), -1) {
    for (std::size_t i = 0; i < ops.size(); ++i) {
      for (const Operand* operand : {&ops[i].ifm, &ops[i].ifm2, &ops[i].ofm}) {
        if (operand->tensor != scratch_operand) continue;
        Use& use = uses_[number_of(*operand)];
        if (use.last < 0) use.first = static_cast<std::int32_t>(i);
        use.last = static_cast<std::int32_t>(i);
      }
    }
  }

  std::vector<Bytes> run() {
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      const Operand& ofm = ops_[i].ofm;
      if (ofm.tensor != scratch_operand || offsets_[number_of(ofm)] >= 0) continue;
      const auto index = static_cast<std::int32_t>(i);
      if (!overwrite(ops_[i], index)) place(number_of(ofm), index);
    }
    return offsets_;
  }

  static std::size_t number_of(const Operand& operand) { return scratch_place(operand).number; }

 private:
  struct Use {
    std::int32_t first = 0;
    std::int32_t last = -1;
  };

  bool overwrite(const NpuOp& op, std::int32_t index) {
    if (op.operation.type != OperationType::elementwise) return false;
    const std::size_t result = number_of(op.ofm);
    for (const auto& [operand, map] :
         {std::pair{&op.ifm, &op.operation.ifm}, std::pair{&op.ifm2, &op.operation.ifm2}}) {
      if (operand->tensor != scratch_operand) continue;
      const std::size_t source = number_of(*operand);
      const bool alike = map->layout == op.operation.ofm.layout && sizes_[source] == sizes_[result];
      if (!alike || uses_[source].last != index) continue;
      offsets_[result] = offsets_[source];
      live_.push_back(result);
      return true;
    }
    return false;
  }

  // Gives the scratch map `result` the lowest offset whose bytes are free at operation `index`.
  // First frees the bytes of all maps whose last use is before operation `index`.
  void place(std::size_t result, std::int32_t index) {
    live_.erase(std::remove_if(live_.begin(), live_.end(),
                               [&](std::size_t map) { return uses_[map].last < index; }),
                live_.end());
    Bytes offset = 0;
    for (bool moved = true; moved;) {
      moved = false;
      for (const std::size_t other : live_) {
        const Bytes end = offsets_[other] + sizes_[other];
        if (offset + sizes_[result] <= offsets_[other] || offset >= end) continue;
        offset = end;
        moved = true;
      }
    }
    offsets_[result] = offset;
    live_.push_back(result);
  }

  const std::vector<NpuOp>& ops_;
  const std::vector<Bytes>& sizes_;
  std::vector<Use> uses_;
  std::vector<Bytes> offsets_;
  std::vector<std::size_t> live_;  // numbers of maps that have an offset and are in use
};

}  // namespace

MappedOperand in_shape(const MappedOperand& map, const BlockShape& shape) {
  if (shape_of(map.map) == shape) return map;
  MappedOperand result = map;
  result.map =
      dense_map(shape.height, shape.width, shape.depth, map.map.element_bytes, Layout::nhwc, 0, 0);
  result.whole = shape;
  return result;
}

MappedOperand rows_of(const MappedOperand& map, std::int32_t row, const BlockShape& shape) {
  MappedOperand result = map;
  result.map.height = result.map.height0 = result.map.height1 = shape.height;
  result.map.width = result.map.width0 = shape.width;
  result.operand.offset += row * map.map.stride_y;
  return result;
}

MappedOperand made_up(const BlockShape& shape, std::int32_t element_bytes) {
  return {dense_map(shape.height, shape.width, shape.depth, element_bytes, Layout::nhwc, 0, 0),
          {made_up_operand, 0},
          shape};
}

Layout elementwise_layout(const BlockShape& result, std::int32_t element_bytes,
                          const std::vector<const FeatureMap*>& operands) {
  if (result.depth % brick_channels == 0) return Layout::nhcwb16;
  const bool overwrites = std::any_of(operands.begin(), operands.end(), [&](const FeatureMap* map) {
    return map->layout == Layout::nhwc && shape_of(*map) == result &&
           map->element_bytes == element_bytes;
  });
  return overwrites ? Layout::nhwc : Layout::nhcwb16;
}

MappedOperand OpChain::scratch(const BlockShape& shape, std::int32_t element_bytes, Layout layout) {
  const auto number = static_cast<Bytes>(sizes_.size());
  sizes_.push_back(stored_bytes(shape, element_bytes, layout));
  return {dense_map(shape.height, shape.width, shape.depth, element_bytes, layout, 0, 0),
          {scratch_operand, number << number_shift},
          shape};
}

NpuOp& OpChain::add(const char* type, const std::string& name, const MappedOperand& from,
                    const MappedOperand& to) {
  NpuOp op;
  op.op = site_.index;
  op.type = type;
  op.name = name;
  op.operation.ifm = from.map;
  op.ifm = from.operand;
  op.ifm_whole = from.whole;
  op.operation.ofm = to.map;
  op.ofm = to.operand;
  op.ofm_whole = to.whole;
  ops_.push_back(std::move(op));
  return ops_.back();
}

NpuOp& OpChain::pool(PoolMode mode, const std::string& name, const MappedOperand& from,
                     const MappedOperand& to) {
  const char* type = mode == PoolMode::max          ? "MaxPool"
                     : mode == PoolMode::reduce_sum ? "ReduceSum"
                                                    : "AvgPool";
  NpuOp& op = add(type, name, from, to);
  op.operation.type = OperationType::pool;
  op.operation.pool = mode;
  op.operation.wide_accumulator = mode == PoolMode::reduce_sum && from.map.element_bytes == 2;
  return op;
}

NpuOp& OpChain::vector_product(const std::string& name, const MappedOperand& from,
                               const MappedOperand& to) {
  NpuOp& op = add("FullyConnected", name, from, to);
  op.vector_product = true;
  op.operation.wide_accumulator = from.map.element_bytes == 2;
  return op;
}

NpuOp& OpChain::depthwise(const std::string& name, const Window& window, const MappedOperand& from,
                          const MappedOperand& to) {
  NpuOp& op = add("DepthwiseConv2DBias", name, from, to);
  op.operation.type = OperationType::depthwise;
  op.operation.window = window;
  op.operation.wide_accumulator = from.map.element_bytes == 2;
  op.weight_elements = std::int64_t{window.kernel_h} * window.kernel_w * from.map.depth;
  return op;
}

NpuOp& OpChain::elementwise(ElementwiseMode mode, const std::string& name,
                            const MappedOperand& first, const MappedOperand* second,
                            const MappedOperand& to) {
  const bool swap = second != nullptr && is_constant(first) && !is_constant(*second) &&
                    !is_broadcast(*second, to);
  NpuOp& op = add(elementwise_type(mode), name, swap ? *second : first, to);
  op.operation.type = OperationType::elementwise;
  op.operation.elementwise = mode;
  if (second != nullptr) {
    const MappedOperand& other = swap ? first : *second;
    op.operation.reads_ifm2 = true;
    op.operation.ifm2 = other.map;
    op.ifm2 = other.operand;
    op.ifm2_whole = other.whole;
  }
  return op;
}

MappedOperand OpChain::elementwise(ElementwiseMode mode, const std::string& name,
                                   const MappedOperand& first, const MappedOperand* second,
                                   std::int32_t element_bytes) {
  std::vector<const FeatureMap*> operands{&first.map};
  BlockShape shape = shape_of(first.map);
  if (second != nullptr) {
    operands.push_back(&second->map);
    if (second->map.height > shape.height || second->map.width > shape.width ||
        second->map.depth > shape.depth) {
      shape = shape_of(second->map);
    }
  }
  const MappedOperand to =
      scratch(shape, element_bytes, elementwise_layout(shape, element_bytes, operands));
  elementwise(mode, name, first, second, to);
  return to;
}

ScratchPlace scratch_place(const Operand& operand) {
  constexpr Bytes within = (Bytes{1} << number_shift) - 1;
  return {static_cast<std::size_t>(operand.offset >> number_shift), operand.offset & within};
}

std::vector<NpuOp> OpChain::take() {
  if (at(site_.network.operators, site_.index).whole) return std::move(ops_);
  const std::vector<Bytes> places = ScratchPlaces(ops_, sizes_).run();
  for (NpuOp& op : ops_) {
    for (Operand* operand : {&op.ifm, &op.ifm2, &op.ofm}) {
      if (operand->tensor != scratch_operand) continue;
      const ScratchPlace place = scratch_place(*operand);
      operand->offset = places[place.number] + place.offset;
    }
  }
  return std::move(ops_);
}

}  // namespace spillway::ethosu
