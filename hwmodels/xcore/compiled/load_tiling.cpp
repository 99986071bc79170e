// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/compiled/load_tiling.h"

#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hwmodels/xcore/compiled/compiled_options.h"

namespace spillway::xcore {

constexpr std::int64_t most_bytes = std::int64_t{1} << 40;

void require_loads_tile_the_file(const Network& network) {
  std::map<std::int64_t, std::pair<std::int64_t, const Operator*>> loads;  // by address
  for (const Operator& op : network.operators) {
    if (!is_compiled(op) || (op.type_name != "XC_ld_flash" && op.type_name != "XC_ld_weights")) {
      continue;
    }
    const CompiledOptions options(network, op);
    std::int64_t bytes = 0;
    for (const std::int64_t size : options.integers("sizes")) {
      if (size < 0 || size > most_bytes) options.reject(fmt::format("loads {} bytes", size));
      bytes += size;
    }
    if (!loads.emplace(options.integer("addr"), std::pair(bytes, &op)).second) {
      options.reject("another load begins at the same address");
    }
  }
  std::int64_t end = 0;
  for (const auto& [address, load] : loads) {
    if (address != end) {
      CompiledOptions(network, *load.second)
          .reject(fmt::format("loads from byte {} of the weights file; the load before ends at {}",
                              address, end));
    }
    end = address + load.first;
  }
}

}  // namespace spillway::xcore
