// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/hwmodels/ethosu/lower/generated_maps.h"

namespace spillway::test {

/// Adds three kinds of operators to a generated network: operators that keep a state (LSTM, SVDF,
/// variables), operators that control execution (IF, WHILE, CALL_ONCE), and operators whose results
/// are not int8 (SHAPE, CAST).
class GeneratedStates {
 public:
  explicit GeneratedStates(GeneratedMaps& maps) : maps_(maps), build_(maps.build()) {}

  void add() {
    switch (maps_.between(0, 5)) {
      case 0:
        return add_lstm();
      case 1:
        return add_svdf();
      case 2:
        return add_variable();
      case 3:
        return add_control_flow();
      case 4:
        return add_fill();
      default:
        return add_cast();
    }
  }

 private:
  using Dims = GeneratedMaps::Dims;

  /// Adds a SLICE, which takes the first elements of `map` in the shape `part`, and a RESHAPE of
  /// the slice to the shape `shape`. Returns the output of the RESHAPE.
  TensorIndex pixels(TensorIndex map, const Dims& part, const Dims& shape) {
    const TensorIndex row = build_.map(part), result = build_.map(shape);
    build_.op(OpType::slice, {map, build_.numbers({0, 0, 0, 0}), build_.numbers(part)}, {row});
    build_.op(OpType::reshape, {row, build_.numbers(shape)}, {result});
    return result;
  }

  void add_reshaped(TensorIndex result, const Dims& shape) {
    maps_.op(OpType::reshape, {result, build_.numbers(shape)}, shape);
  }

  void add_lstm() {
    const TensorIndex in = maps_.source();
    const Dims from = maps_.shape(in);
    const std::int32_t steps = from[2] > 1 ? 2 : 1, units = 4 * maps_.between(1, 4);
    std::vector<TensorIndex> operands(24, no_tensor);
    operands[0] = pixels(in, {1, 1, steps, from[3]}, {1, steps, from[3]});
    for (std::size_t gate = 1; gate <= 4; ++gate) {
      operands[gate] = build_.constant({units, from[3]}, TensorKind::weight);
      operands[gate + 4] = build_.constant({units, units}, TensorKind::weight);
      operands[gate + 11] = build_.constant({units}, TensorKind::bias);
    }
    operands[18] = build_.variable({1, units}, DataType::int8);
    operands[19] = build_.variable({1, units}, DataType::int16);
    const TensorIndex out = build_.map({1, steps, units});
    build_.op(OpType::lstm, operands, {out}).type_name =
        maps_.once_in(2) ? "LSTM" : "UNIDIRECTIONAL_SEQUENCE_LSTM";
    add_reshaped(out, {1, 1, steps, units});
  }

  void add_svdf() {
    constexpr std::int32_t memory = 8;  // number of past time steps in the state
    const TensorIndex in = maps_.source();
    const std::int32_t features = maps_.shape(in)[3], units = 4 * maps_.between(1, 4);
    const TensorIndex vector = pixels(in, {1, 1, 1, features}, {1, features});
    const TensorIndex out = build_.map({1, units});
    build_.op(OpType::svdf,
              {vector, build_.constant({units, features}, TensorKind::weight),
               build_.constant({units, memory}, TensorKind::weight),
               build_.constant({units}, TensorKind::bias),
               build_.variable({1, units * memory}, DataType::int16)},
              {out});
    add_reshaped(out, {1, 1, 1, units});
  }

  /// Adds operators for a variable: the network reads the variable, and then assigns a map to it,
  /// which the next inference reads.
  void add_variable() {
    const TensorIndex in = maps_.source();
    const TensorIndex handle = build_.map({1}, DataType::resource);
    build_.op(OpType::var_handle, {}, {handle});
    maps_.op(OpType::read_variable, {handle}, maps_.shape(in));
    build_.op(OpType::assign_variable, {handle, in}, {});
  }

  /// Adds one of three operators: an IF whose condition the network computes, a WHILE over a map,
  /// or a CALL_ONCE without tensors.
  void add_control_flow() {
    if (maps_.once_in(3)) {
      build_.op(OpType::call_once, {}, {});
      return;
    }
    const TensorIndex in = maps_.source();
    if (maps_.once_in(2)) {
      maps_.op(OpType::while_op, {in}, maps_.shape(in));
      return;
    }
    const std::int32_t channels = maps_.shape(in)[3];
    const TensorIndex numbers = pixels(in, {1, 1, 1, channels}, {channels});
    const TensorIndex condition = build_.map({1}, DataType::boolean);
    build_.op(OpType::unknown, {numbers, build_.numbers({0})}, {condition}).type_name =
        "REDUCE_ANY";
    maps_.op(OpType::if_op, {condition, in}, maps_.shape(in));
  }

  /// Adds a SHAPE, and a FILL that makes a map of the shape that the SHAPE returns.
  void add_fill() {
    const TensorIndex in = maps_.source();
    const TensorIndex extents = build_.map({4}, DataType::int32);
    build_.op(OpType::shape, {in}, {extents});
    maps_.op(OpType::fill, {extents, build_.constant({1}, TensorKind::constant)}, maps_.shape(in));
  }

  void add_cast() {
    const TensorIndex in = maps_.source();
    const TensorIndex wider = build_.map(maps_.shape(in), DataType::int32);
    build_.op(OpType::cast, {in}, {wider});
    maps_.op(OpType::cast, {wider}, maps_.shape(in));
  }

  GeneratedMaps& maps_;
  NetworkBuilder& build_;
};

}  // namespace spillway::test
