// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway {

/// Arm Ethos-U configuration.
struct EthosUParameters {
  enum class Product : std::uint8_t { u55, u65, u85 } product = Product::u55;
  std::int32_t macs_per_cycle = 128;  // multiply-accumulates of all cores together
  std::int32_t cores = 1;
};

}  // namespace spillway
