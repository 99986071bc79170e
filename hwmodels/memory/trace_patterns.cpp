// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/trace_patterns.h"

#include <algorithm>
#include <array>
#include <random>

#include "base/diagnostics.h"

namespace spillway {
namespace {

constexpr Bytes block = 64;
constexpr Address largest_range = Address{64} << 20;
constexpr Address tile_pitch = 1536;

using Random = std::mt19937_64;

/// The addresses that a pattern can use, and the state of its random numbers.
struct Walk {
  // Random patterns stay below this address. A pass of a strided pattern has this length. The copy
  // pattern writes to the address of its read plus half of this value.
  Address range;
  Address capacity;
  Random random;
};

// Returns the address of a random block. The distributions of the standard library are not used,
// because they differ between implementations.
Address random_block(Walk& walk) { return walk.random() % (walk.range / block) * block; }

TraceRequest read(const Walk& walk, Address address) {
  return {address % walk.capacity, block, false};
}
TraceRequest write(const Walk& walk, Address address) {
  return {address % walk.capacity, block, true};
}

TraceRequest seq_read(Address i, Walk& walk) { return read(walk, i * block); }
TraceRequest seq_write(Address i, Walk& walk) { return write(walk, i * block); }
TraceRequest rand_read(Address, Walk& walk) { return read(walk, random_block(walk)); }

TraceRequest rand_rw(Address, Walk& walk) {
  const Address address = random_block(walk);
  return walk.random() % 3 == 0 ? write(walk, address) : read(walk, address);
}

// Returns request `i` of a copy: `group` reads, followed by the same number of writes, whose
// addresses are half of Walk::range above those of the reads.
template <Address group>
TraceRequest copy(Address i, Walk& walk) {
  const Address source = (i / (2 * group) * group + i % group) * block;
  return i % (2 * group) < group ? read(walk, source) : write(walk, walk.range / 2 + source);
}

template <Address step>
TraceRequest stride(Address i, Walk& walk) {
  const Address distance = i * step;
  return read(walk, distance % walk.range + distance / walk.range * block);
}

TraceRequest tile128(Address i, Walk& walk) {
  return read(walk, i / 2 * tile_pitch + i % 2 * block);
}

struct Pattern {
  const char* name;
  TraceRequest (*request)(Address index, Walk& walk);
};

constexpr std::array<Pattern, 9> patterns{{
    {"seq_read", seq_read},
    {"seq_write", seq_write},
    {"rand_read", rand_read},
    {"rand_rw", rand_rw},
    {"copy64", copy<1>},
    {"copy256", copy<4>},
    {"stride1k", stride<1024>},
    {"stride16k", stride<16384>},
    {"tile128", tile128},
}};

}  // namespace

const std::vector<std::string>& trace_pattern_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    all.reserve(patterns.size());
    for (const Pattern& pattern : patterns) all.emplace_back(pattern.name);
    return all;
  }();
  return names;
}

RequestSource pattern_requests(const std::string& name, std::int64_t blocks, std::uint64_t seed,
                               Bytes capacity) {
  const auto* found = std::find_if(patterns.begin(), patterns.end(),
                                   [&](const Pattern& pattern) { return name == pattern.name; });
  if (found == patterns.end()) {
    throw UserError(ExitCode::usage,
                    unknown_name_message("trace pattern", name, trace_pattern_names()));
  }
  constexpr Address unlimited = Address{1} << 47;
  const Address whole_blocks = static_cast<Address>(capacity / block * block);
  const Address end = capacity > 0 ? whole_blocks : unlimited;
  Walk walk{std::min(end, largest_range), end, Random(seed)};
  return [request = found->request, walk, blocks,
          next = std::int64_t{0}]() mutable -> std::optional<TraceRequest> {
    if (next == blocks) return std::nullopt;
    return request(static_cast<Address>(next++), walk);
  };
}

}  // namespace spillway
