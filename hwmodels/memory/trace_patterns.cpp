// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/trace_patterns.h"

#include <array>
#include <random>

#include "base/diagnostics.h"

namespace spillway {
namespace {

constexpr Bytes block = 64;
constexpr Address range = Address{64} << 20;
constexpr Address copy_distance = Address{32} << 20;
constexpr Address tile_pitch = 1536;

using Random = std::mt19937_64;

// Library distributions differ between implementations; this does not.
Address random_block(Random& random) { return random() % (range / block) * block; }

TraceRequest read(Address address) { return {address, block, false}; }
TraceRequest write(Address address) { return {address, block, true}; }

TraceRequest seq_read(Address i, Random&) { return read(i * block); }
TraceRequest seq_write(Address i, Random&) { return write(i * block); }
TraceRequest rand_read(Address, Random& random) { return read(random_block(random)); }

TraceRequest rand_rw(Address, Random& random) {
  const Address address = random_block(random);
  return random() % 3 == 0 ? write(address) : read(address);
}

// Groups of `group` reads are followed by as many writes to the same offsets.
template <Address group>
TraceRequest copy(Address i, Random&) {
  const Address source = (i / (2 * group) * group + i % group) * block;
  return i % (2 * group) < group ? read(source) : write(copy_distance + source);
}

template <Address step>
TraceRequest stride(Address i, Random&) {
  const Address distance = i * step;
  return read(distance % range + distance / range * block);
}

TraceRequest tile128(Address i, Random&) { return read(i / 2 * tile_pitch + i % 2 * block); }

struct Pattern {
  const char* name;
  TraceRequest (*request)(Address index, Random& random);
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

MemoryTrace make_trace(const std::string& name, std::int64_t blocks, std::uint64_t seed) {
  for (const Pattern& pattern : patterns) {
    if (name != pattern.name) continue;
    Random random(seed);
    MemoryTrace trace;
    trace.reserve(static_cast<std::size_t>(blocks));
    for (std::int64_t i = 0; i < blocks; ++i) {
      trace.push_back(pattern.request(static_cast<Address>(i), random));
    }
    return trace;
  }
  throw UserError(ExitCode::usage,
                  unknown_name_message("trace pattern", name, trace_pattern_names()));
}

}  // namespace spillway
