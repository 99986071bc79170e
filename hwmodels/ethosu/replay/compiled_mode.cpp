// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/compiled_mode.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hwmodels/ethosu/replay/region_layout.h"

namespace spillway::ethosu {
namespace {

constexpr std::size_t fast_arena_region = 2;

bool has_cache(const MemoryMode& mode) { return mode.cache != mode.arena; }

}  // namespace

std::string compiled_mode_warning(const DecodedFile& file, const std::string& network,
                                  const Target& target, bool chosen) {
  const bool cached = used_regions(file).at(fast_arena_region);
  std::vector<std::string> possible;
  for (const MemoryMode& mode : target.modes) {
    if (has_cache(mode) == cached) possible.push_back(mode.name);
  }
  const std::string modes = possible.empty()
                                ? target.name + " has no such mode"
                                : fmt::format("it is for {}", fmt::join(possible, " or "));
  if (has_cache(target.mode) != cached) {
    return fmt::format("{} was compiled with {} beside its arena and runs in {}: {}", network,
                       cached ? "a cache" : "no cache", target.mode.name, modes);
  }
  if (chosen || possible.size() < 2) return "";
  return fmt::format("{} does not say for which of {} it was compiled; it runs in {}", network,
                     fmt::join(possible, " and "), target.mode.name);
}

}  // namespace spillway::ethosu
