// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/compiled/load_tiling.h"

#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hwmodels/xcore/compiled/compiled_options.h"

namespace spillway::xcore {

namespace {

constexpr std::int64_t most_loaded_bytes = std::int64_t{1} << 40;
constexpr std::int64_t line_bytes = 32;

}  // namespace

LoadOptions read_load(const CompiledOptions& options) {
  LoadOptions load;
  const bool longest = options.has("address");  // a load of early 2021, which has this long key
  load.address = longest ? options.integer("address") : options.integer("a", "addr");
  const char* const size = options.either("size", "bytes");
  if (size != nullptr) {
    load.sizes = {options.integer(size)};
  } else {
    const char* const sizes = options.either("s", "sizes");
    if (sizes == nullptr) options.reject_generation("no sizes");
    load.sizes = options.integers(sizes);
  }
  if (options.has("t")) {
    load.kind = options.integer("t");
    if (load.kind < 0 || load.kind > asynchronous_load) {
      options.reject_generation(fmt::format("a load of type {}", load.kind));
    }
  } else if (options.has("ddr")) {
    load.kind = options.integer("ddr") != 0 ? load_from_external_ram : 0;
  }
  return load;
}

void require_loads_tile_the_file(const Network& network) {
  std::map<std::int64_t, std::pair<std::int64_t, const Operator*>> loads;  // the loads, by address
  for (const Operator& op : network.operators) {
    if (!is_compiled(op) || (op.type_name != "XC_ld_flash" && op.type_name != "XC_ld_weights")) {
      continue;
    }
    const CompiledOptions options(network, op);
    std::int64_t bytes = 0;
    const LoadOptions load = read_load(options);
    for (const std::int64_t size : load.sizes) {
      if (size < 0 || size > most_loaded_bytes) options.reject(fmt::format("loads {} bytes", size));
      bytes += size;
    }
    const auto [known, first] = loads.emplace(load.address, std::pair(bytes, &op));
    if (!first && known->second.first != bytes) {
      options.reject("another load begins at the same address and is of another size");
    }
  }
  std::int64_t end = 0;
  for (const auto& [address, load] : loads) {
    if (address < end || address - end >= line_bytes || (address != end && address % line_bytes)) {
      CompiledOptions(network, *load.second)
          .reject(fmt::format("loads from byte {} of the weights file; the load before ends at {}",
                              address, end));
    }
    end = address + load.first;
  }
}

}  // namespace spillway::xcore
