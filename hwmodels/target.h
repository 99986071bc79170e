// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostics.h"
#include "base/units.h"

namespace spillway {

/// Zero latency, unlimited bandwidth.
struct IdealParameters {};

/// gem5's SimpleMemory class of model: so many bytes per cycle, first data after a fixed latency.
struct LatencyBandwidthParameters {
  Kilohertz clock_khz = 0;
  double bytes_per_cycle = 0;
  Cycles read_latency = 0;
  Cycles write_latency = 0;
};

/// Arm's timing adapter, its own names. A word is one AXI beat. 0 = no limit for MAXR, MAXW, MAXRW
/// and BWCAP.
struct TimingAdapterParameters {
  Kilohertz clock_khz = 0;
  std::int32_t word_bytes = 8;
  std::int32_t maxr = 0, maxw = 0, maxrw = 0;
  Cycles rlatency = 0, wlatency = 0;
  Cycles pulse_on = 0, pulse_off = 0;
  std::int32_t bwcap = 0;
  std::int32_t mode = 0;
};

/// The memory issue adds its parameter structs to this variant, each in a header of its own.
using MemoryParameters =
    std::variant<IdealParameters, LatencyBandwidthParameters, TimingAdapterParameters>;

/// Cache of a few lines between the processor's port and a memory.
struct CacheParameters {
  std::int32_t lines = 0;
  std::int32_t line_bytes = 0;
  std::int32_t ways = 0;  // 0 = fully associative
  enum class Replacement : std::uint8_t { lru, pseudo_lru } replacement = Replacement::lru;
  bool write_validate = false;
};

struct MemorySpec {
  std::string name;  // sram, dram, flash, extram, mram
  Bytes capacity = 0;
  std::int32_t port = 0;  // index into Target::ports
  MemoryParameters timing;
  std::optional<CacheParameters> cache;
};

enum class Arbitration : std::uint8_t { fifo, round_robin, priority };

/// A port of the interconnect: one beat per cycle of its clock, shared by reads and writes unless
/// it has separate channels. Limits of outstanding bursts are per master and direction.
struct PortSpec {
  std::string name;  // axi0, axi1
  Kilohertz clock_khz = 0;
  std::int32_t beat_bytes = 8;
  std::int32_t burst_bytes = 64;
  std::int32_t max_reads = 32;
  std::int32_t max_writes = 16;
  bool separate_channels = false;
  Arbitration arbitration = Arbitration::fifo;
};

struct DmaSpec {
  std::int32_t channels = 1;
  std::int32_t outstanding = 1;  // transfers in flight
  std::int32_t queue_depth = 1;  // transfers that may wait
  Cycles start_cycles = 0;
};

/// Arm Ethos-U configuration.
struct EthosUParameters {
  enum class Product : std::uint8_t { u55, u65, u85 } product = Product::u55;
  std::int32_t macs_per_cycle = 128;  // of all cores
  std::int32_t cores = 1;
};

/// XMOS xcore.ai tile.
struct XcoreParameters {
  std::int32_t threads = 1;
  std::int32_t issue_divider = 5;  // a thread issues at clock / max(5, threads)
  Kilohertz tick_khz = 100'000;    // the reference clock that tables count in
};

/// Where a memory mode puts constants, the tensor arena and the cache of feature maps.
struct MemoryMode {
  std::string name;                     // Sram_Only, Shared_Sram, Dedicated_Sram
  std::string constants, arena, cache;  // memory names
};

/// The chip. Everything here comes from a .toml file; every number there names its source.
struct Target {
  std::string name;
  std::string description;
  Kilohertz clock_khz = 0;  // of the processor
  std::variant<EthosUParameters, XcoreParameters> processor;
  std::vector<MemorySpec> memories;  // fastest first
  std::vector<PortSpec> ports;
  DmaSpec dma;
  std::vector<MemoryMode> modes;
  std::string default_mode;
  bool validated = true;  // false = public figures only, said in every report
};

/// Parses and checks a target; unknown and missing keys are errors with line and suggestion.
Target parse_target(std::string_view toml, const std::string& file);

/// A built-in target by name, or a file when `name` ends in .toml. Throws UserError(usage) with a
/// suggestion when there is none.
Target load_target(const std::string& name);

}  // namespace spillway
