// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/compiled_mode.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hwmodels/ethosu/replay/region_layout.h"
#include "hwmodels/target/select_target.h"
#include "traces/executorch/reader.h"

namespace spillway::ethosu {
namespace {

bool has_cache(const MemoryMode& mode) { return mode.cache != mode.arena; }

bool same_memories(const MemoryMode& a, const MemoryMode& b) {
  return a.constants == b.constants && a.arena == b.arena && a.cache == b.cache;
}

/// Whether a DMA transfer copies constants to a memory. A compiler only does so if the constants
/// lie in a slower memory than the destination.
bool fetches_constants(const DecodedFile& file) {
  for (const DecodedStream& stream : file.streams) {
    for (const DmaCommand& dma : stream.transfers) {
      if (!dma.internal && dma.source.memory == constants_region) return true;
    }
  }
  return false;
}

bool fits_cache(const DecodedFile& file, const Target& target) {
  return compiled_cache(file) <= target.memories[memory_index(target, target.mode.cache)].capacity;
}

bool has_slow_constants(const Target& target) {
  const auto rate = [&](const std::string& name) {
    return vela_memory(target, target.memories[memory_index(target, name)]).bytes_per_cycle;
  };
  return rate(target.mode.constants) < rate(target.mode.arena);
}

/// Returns a list with the mode whose name is the beginning of `named`; an empty list if no mode
/// has such a name. If several modes have such names, the list has the mode with the longest name.
std::vector<MemoryMode> named_among(const std::vector<MemoryMode>& modes,
                                    const std::string& named) {
  std::vector<MemoryMode> found;
  for (const MemoryMode& mode : modes) {
    if (named.compare(0, mode.name.size(), mode.name) != 0) continue;
    if (!found.empty() && found.front().name.size() >= mode.name.size()) continue;
    found = {mode};
  }
  return found;
}

/// Returns the modes that compiled_mode() considers possible:
/// * A candidate has a cache if and only if the compiler had a cache.
/// * If the name of a candidate is the beginning of `named`, only this candidate is possible.
/// * Otherwise, the likely candidates are possible, or all candidates if none is likely. If the
///   candidate has a cache, it is likely if the cache of the file fits into it. If it has no cache,
///   it is likely if its constants lie in a slower memory than its arena, or if no transfer of the
///   file copies constants.
std::vector<MemoryMode> possible_modes(const DecodedFile& file, const std::string& named,
                                       const Target& target) {
  const bool cached = used_regions(file).at(fast_arena_region);
  const bool fetches = fetches_constants(file);
  std::vector<MemoryMode> of_kind;
  std::vector<MemoryMode> likely;
  for (const MemoryMode& mode : target.modes) {
    if (has_cache(mode) != cached) continue;
    of_kind.push_back(mode);
    const Target there = select_mode(target, mode.name);
    if (cached ? fits_cache(file, there) : !fetches || has_slow_constants(there)) {
      likely.push_back(mode);
    }
  }
  if (std::vector<MemoryMode> found = named_among(of_kind, named); !found.empty()) return found;
  return likely.empty() ? of_kind : likely;
}

bool is_among(const MemoryMode& mode, const std::vector<MemoryMode>& modes) {
  return std::any_of(modes.begin(), modes.end(),
                     [&](const MemoryMode& each) { return each.name == mode.name; });
}

/// Returns one name for each group of modes that use the same memories. The name of a group is the
/// name of its first mode, or of `own` if `own` uses the same memories.
std::vector<std::string> names_by_memories(const std::vector<MemoryMode>& modes,
                                           const MemoryMode& own) {
  std::vector<MemoryMode> kinds;
  for (const MemoryMode& mode : modes) {
    const bool known = std::any_of(kinds.begin(), kinds.end(), [&](const MemoryMode& kind) {
      return same_memories(kind, mode);
    });
    if (!known) kinds.push_back(same_memories(mode, own) ? own : mode);
  }
  std::vector<std::string> names;
  names.reserve(kinds.size());
  for (const MemoryMode& kind : kinds) names.push_back(kind.name);
  return names;
}

}  // namespace

Bytes compiled_cache(const DecodedFile& file) {
  return used_regions(file).at(fast_arena_region) ? file.largest_region(fast_arena_region) : 0;
}

std::string named_mode(const Network& compiled) {
  constexpr std::string_view option = "--memory-mode";
  for (const NamedBytes& entry : compiled.metadata) {
    if (entry.name != vela_options_name) continue;
    const std::string_view options(reinterpret_cast<const char*>(entry.data.data), entry.data.size);
    const std::size_t at = options.find(option);
    if (at == std::string_view::npos) return "";
    const std::string_view rest = options.substr(at + option.size());
    const std::size_t begin = rest.find_first_not_of("= ");
    if (begin == std::string_view::npos) return "";
    const std::size_t end = std::min(rest.find(' ', begin), rest.size());
    return std::string(rest.substr(begin, end - begin));
  }
  return "";
}

std::string compiled_mode(const DecodedFile& file, const std::string& named, const Target& target) {
  const std::vector<MemoryMode> possible = possible_modes(file, named, target);
  if (possible.empty() || is_among(target.mode, possible)) return "";
  const auto alike = std::find_if(possible.begin(), possible.end(), [&](const MemoryMode& mode) {
    return mode.constants == target.mode.constants;
  });
  return (alike == possible.end() ? possible.front() : *alike).name;
}

std::string compiled_mode_warning(const DecodedFile& file, const std::string& network,
                                  const std::string& named, const Target& target, bool chosen) {
  const bool cached = used_regions(file).at(fast_arena_region);
  const std::vector<MemoryMode> possible = possible_modes(file, named, target);
  const std::vector<std::string> names = names_by_memories(possible, target.mode);
  if (has_cache(target.mode) != cached) {
    const std::string modes = names.empty() ? target.name + " has no such mode"
                                            : fmt::format("it is for {}", fmt::join(names, " or "));
    return fmt::format("{} was compiled with {} beside its arena and runs in {}: {}", network,
                       cached ? "a cache" : "no cache", target.mode.name, modes);
  }
  if (chosen || names.size() < 2) return "";
  return fmt::format("{} does not say for which of {} it was compiled; it runs in {}", network,
                     fmt::join(names, " and "), target.mode.name);
}

}  // namespace spillway::ethosu
