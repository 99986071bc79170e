// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/map_values.h"

#include <algorithm>

#include "hwmodels/ethosu/proof/operand_runs.h"

namespace spillway::ethosu::proof {
namespace {

// Returns the value (a hash) of an element. For a one-byte element, it is the value of the byte.
// For a wider element, it combines the values of all bytes of the element. So an element keeps its
// value if a transfer copies its bytes.
Value read_element(const ValueMemory& memory, Address address, std::int32_t bytes) {
  Value element = memory.get(address);
  for (std::int32_t i = 1; i < bytes && element != unwritten; ++i) {
    const Value byte = memory.get(address + static_cast<Address>(i));
    element = byte == unwritten ? unwritten : combined(element, byte);
  }
  return element;
}

void write_element(ValueMemory& memory, Address address, std::int32_t bytes, Value element) {
  if (bytes == 1) return memory.set(address, element);
  for (std::int32_t i = 0; i < bytes; ++i) {
    memory.set(address + static_cast<Address>(i), combined(element, static_cast<Value>(i) + 1));
  }
}

// Calls visit(row, column, channel, address) for every element of `map`. Addresses are computed
// once per 16 channels, because these channels are consecutive in every layout.
template <typename Visit>
void for_each_element(const FeatureMap& map, const Visit& visit) {
  constexpr std::int32_t together = 16;
  for (std::int32_t y = 0; y < map.height; ++y) {
    for (std::int32_t x = 0; x < map.width; ++x) {
      for (std::int32_t first = 0; first < map.depth; first += together) {
        Address address = address_of(map, y, x, first);
        for (std::int32_t c = first; c < std::min(first + together, map.depth); ++c) {
          visit(y, x, c, address);
          address += static_cast<Address>(map.element_bytes);
        }
      }
    }
  }
}

}  // namespace

MapValues read_map(const ValueMemory& memory, const FeatureMap& map) {
  MapValues values(map.height, map.width, map.depth);
  for_each_element(map, [&](std::int32_t y, std::int32_t x, std::int32_t c, Address address) {
    values.at(y, x, c) = read_element(memory, address, map.element_bytes);
  });
  return values;
}

void write_results(ValueMemory& memory, const Operation& op, const MapValues& values) {
  const FeatureMap stored = stored_ofm(op);
  if (op.transpose == Transpose::hwc) {
    return for_each_element(
        stored, [&](std::int32_t y, std::int32_t x, std::int32_t c, Address address) {
          write_element(memory, address, stored.element_bytes, values.at(y, x, c));
        });
  }
  for (std::int32_t y = 0; y < values.height; ++y) {
    for (std::int32_t x = 0; x < values.width; ++x) {
      for (std::int32_t c = 0; c < values.depth; ++c) {
        const Box at = stored_box({y, y + 1, x, x + 1, c, c + 1}, op.transpose);
        write_element(memory, address_of(stored, at.y0, at.x0, at.z0), stored.element_bytes,
                      values.at(y, x, c));
      }
    }
  }
}

bool is_written(const MapValues& values) {
  return std::find(values.elements.begin(), values.elements.end(), unwritten) ==
         values.elements.end();
}

}  // namespace spillway::ethosu::proof
