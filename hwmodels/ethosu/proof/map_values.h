// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/proof/value_memory.h"

namespace spillway::ethosu::proof {

/// The symbolic elements of a feature map, by row, column and channel. Each element is a hash of
/// the computation that produced it.
struct MapValues {
  std::int32_t height = 0, width = 0, depth = 0;
  std::vector<Value> elements;

  MapValues() = default;
  MapValues(std::int32_t rows, std::int32_t columns, std::int32_t channels)
      : height(rows),
        width(columns),
        depth(channels),
        elements(static_cast<std::size_t>(std::int64_t{rows} * columns * channels)) {}

  Value& at(std::int32_t y, std::int32_t x, std::int32_t c) { return elements[index(y, x, c)]; }
  Value at(std::int32_t y, std::int32_t x, std::int32_t c) const {
    return elements[index(y, x, c)];
  }

 private:
  std::size_t index(std::int32_t y, std::int32_t x, std::int32_t c) const {
    return static_cast<std::size_t>((std::int64_t{y} * width + x) * depth + c);
  }
};

/// Returns the symbolic elements of `map` in `memory`. If a byte of an element was never written,
/// the element is `unwritten`.
MapValues read_map(const ValueMemory& memory, const FeatureMap& map);

/// Writes the results of `op` to `memory`. `values` are the results before `op` transposes them.
void write_results(ValueMemory& memory, const Operation& op, const MapValues& values);

/// Returns whether every element was written, that is, whether no element is `unwritten`.
bool is_written(const MapValues& values);

}  // namespace spillway::ethosu::proof
