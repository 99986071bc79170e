// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/transposition.h"

namespace spillway::ethosu {
namespace {

using Dims = std::vector<std::int32_t>;

std::optional<BlockShape> of_two(const Dims& shape, const Dims& to) {
  if (to[0] != 1) return std::nullopt;
  return BlockShape{shape[0], shape[1], 1};
}

std::optional<BlockShape> of_three(const Dims& shape, const Dims& to) {
  if (to[0] == 1 && to[1] == 0) return BlockShape{shape[0], shape[1], shape[2]};
  if (shape[0] == 1 && to[1] == 2 && to[2] == 1) return BlockShape{shape[1], shape[2], 1};
  if (shape[1] == 1 && to[0] == 2 && to[2] == 0) return BlockShape{shape[0], shape[2], 1};
  return std::nullopt;
}

std::optional<BlockShape> of_four(const Dims& shape, const Dims& to) {
  if (shape[0] != 1 || to[0] != 0) return std::nullopt;
  if (to[1] == 2 && to[2] == 1) return BlockShape{shape[1], shape[2], shape[3]};
  if (shape[1] == 1 && to[2] == 3 && to[3] == 2) return BlockShape{shape[2], shape[3], 1};
  if (shape[2] == 1 && to[1] == 3 && to[3] == 1) return BlockShape{shape[1], shape[3], 1};
  return std::nullopt;
}

}  // namespace

std::optional<BlockShape> transposed_shape(const Dims& shape, const Dims& permutation) {
  if (permutation.size() != shape.size()) return std::nullopt;
  switch (shape.size()) {
    case 2:
      return of_two(shape, permutation);
    case 3:
      return of_three(shape, permutation);
    case 4:
      return of_four(shape, permutation);
    default:
      return std::nullopt;
  }
}

}  // namespace spillway::ethosu
