// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hwmodels/ethosu/proof/same_registers.h"

namespace spillway::ethosu::proof {
namespace {

std::string misplaced(const FeatureMap& map, const char* name) {
  constexpr Address brick = 16;
  if (map.tiling == Tiling::none) return "";
  const Address step =
      map.layout == Layout::nhcwb16 ? brick : static_cast<Address>(map.element_bytes);
  if (map.base[0] % step == 0) return "";
  return fmt::format("its {} begins at {}, no multiple of {}", name, map.base[0], step);
}

std::string misplaced(const ConstantStream& stream, const char* name) {
  if (stream.length == 0 || stream.base % 16 == 0) return "";
  return fmt::format("its {} begin at {}, no multiple of 16", name, stream.base);
}

}  // namespace

std::string misplaced_operand(const Operation& op) {
  std::string found = op.reads_ifm ? misplaced(op.ifm, "IFM") : "";
  if (found.empty() && op.reads_ifm2) found = misplaced(op.ifm2, "IFM2");
  if (found.empty()) found = misplaced(op.ofm, "OFM");
  for (std::size_t i = 0; i < op.weights.size() && found.empty(); ++i) {
    found = misplaced(op.weights[i], "weights");
    if (found.empty()) found = misplaced(op.scales[i], "scales");
  }
  return found;
}

std::string misplaced_operand(const DmaCommand& dma, Product product) {
  const bool all = product == Product::u55;
  const auto odd = [](const Access& access) {
    return access.address % 16 != 0 || access.bytes() % 16 != 0;
  };
  if (all && odd(dma.source)) return "its source or length is no multiple of 16";
  if ((all || dma.internal) && odd(dma.destination)) return "its destination is no multiple of 16";
  return "";
}

}  // namespace spillway::ethosu::proof
