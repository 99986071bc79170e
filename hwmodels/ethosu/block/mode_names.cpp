// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/mode_names.h"

namespace spillway::ethosu {
namespace {

const char* pool_name(PoolMode mode) {
  switch (mode) {
    case PoolMode::max:
      return "MAX";
    case PoolMode::average:
      return "AVERAGE";
    case PoolMode::reduce_sum:
      return "REDUCE_SUM";
    case PoolMode::sum:
      return "SUM";
    case PoolMode::none:
      return "NONE";
    case PoolMode::min:
      return "MIN";
    case PoolMode::argmax_x:
      return "ARGMAX_X";
    case PoolMode::argmax_y:
      return "ARGMAX_Y";
  }
  return "";
}

const char* elementwise_name(ElementwiseMode mode) {
  switch (mode) {
    case ElementwiseMode::mul:
      return "MUL";
    case ElementwiseMode::add:
      return "ADD";
    case ElementwiseMode::sub:
      return "SUB";
    case ElementwiseMode::min:
      return "MIN";
    case ElementwiseMode::max:
      return "MAX";
    case ElementwiseMode::lrelu:
      return "LRELU";
    case ElementwiseMode::abs:
      return "ABS";
    case ElementwiseMode::clz:
      return "CLZ";
    case ElementwiseMode::shr:
      return "SHR";
    case ElementwiseMode::shl:
      return "SHL";
    case ElementwiseMode::lsr:
      return "LSR";
    case ElementwiseMode::div:
      return "DIV";
    case ElementwiseMode::cmp_eq:
      return "CMP_EQ";
    case ElementwiseMode::cmp_ne:
      return "CMP_NE";
    case ElementwiseMode::cmp_ge:
      return "CMP_GE";
    case ElementwiseMode::cmp_gt:
      return "CMP_GT";
    case ElementwiseMode::bit_and:
      return "AND";
    case ElementwiseMode::bit_or:
      return "OR";
    case ElementwiseMode::bit_xor:
      return "XOR";
    case ElementwiseMode::bit_not:
      return "NOT";
    case ElementwiseMode::bit_and_not:
      return "AND_NOT";
  }
  return "";
}

}  // namespace

const char* mode_name(const Operation& operation) {
  switch (operation.type) {
    case OperationType::pool:
      return pool_name(operation.pool);
    case OperationType::elementwise:
      return elementwise_name(operation.elementwise);
    default:
      return "";
  }
}

const char* type_name(const Operation& operation) {
  switch (operation.type) {
    case OperationType::conv:
      return "CONV";
    case OperationType::depthwise:
      return "DEPTHWISE";
    case OperationType::pool:
      return "POOL";
    case OperationType::elementwise:
      return "ELEMENTWISE";
    case OperationType::resize:
      return "RESIZE";
  }
  return "";
}

std::string full_name(const Operation& operation) {
  const std::string mode = mode_name(operation);
  return mode.empty() ? type_name(operation) : type_name(operation) + (" " + mode);
}

}  // namespace spillway::ethosu
