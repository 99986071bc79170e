// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/offline_plan.h"

#include <cstring>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "hwmodels/xcore/compiled_options.h"

namespace spillway::xcore {
namespace {

constexpr const char* metadata_name = "OfflineMemoryAllocation";
constexpr std::size_t header_words = 3;  // version, subgraph, number of tensors

}  // namespace

std::optional<std::vector<Bytes>> offline_offsets(const Network& network) {
  for (const NamedBytes& entry : network.metadata) {
    if (entry.name != metadata_name) continue;
    std::vector<std::int32_t> words(entry.data.size / sizeof(std::int32_t));
    if (!words.empty()) {
      std::memcpy(words.data(), entry.data.data, words.size() * sizeof(std::int32_t));
    }
    // The buffer is padded with zeros; only its own count says how many offsets there are.
    const std::size_t count = words.size() < header_words ? 0 : static_cast<std::size_t>(words[2]);
    if (words.size() < header_words || count > words.size() - header_words ||
        count > network.tensors.size()) {
      throw UserError(ExitCode::input_file, {network.source, 0, 0},
                      fmt::format("{} holds {} words, its count of tensors says {}, the network "
                                  "has {}",
                                  metadata_name, words.size(), count, network.tensors.size()));
    }
    const auto first = words.begin() + header_words;
    return std::vector<Bytes>(first, first + static_cast<std::ptrdiff_t>(count));
  }
  return std::nullopt;
}

void require_loads_tile_the_file(const Network& network) {
  std::map<std::int64_t, std::pair<std::int64_t, const Operator*>> loads;  // by address
  for (const Operator& op : network.operators) {
    if (!is_compiled(op) || (op.type_name != "XC_ld_flash" && op.type_name != "XC_ld_weights")) {
      continue;
    }
    const CompiledOptions options(network, op);
    std::int64_t bytes = 0;
    for (const std::int64_t size : options.integers("sizes")) bytes += size;
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
