// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/units.h"
#include "hwmodels/memory/memory_spec.h"
#include "hwmodels/target/processor_spec.h"

namespace spillway {

enum class Arbitration : std::uint8_t { fifo, round_robin, priority };

/// Of PortSpec::count.
constexpr std::int32_t most_ports_side_by_side = 4;

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
  std::int32_t count = 1;  // identical ports side by side; a burst takes the first that is free
  Arbitration arbitration = Arbitration::fifo;
};

struct DmaSpec {
  std::int32_t channels = 1;
  std::int32_t outstanding = 1;  // transfers in flight
  std::int32_t queue_depth = 1;  // transfers that may wait
  Cycles start_cycles = 0;       // from the start of a transfer to its first burst
  Cycles chain_cycles = 0;       // the same for a chained descriptor
  std::int32_t burst_bytes = 0;  // 0 = the port's
  std::int32_t max_reads = 0;    // outstanding bursts per channel; 0 = the port's
  std::int32_t max_writes = 0;
  std::int32_t priority = 1;  // on ports that arbitrate by priority; lowest first, processor = 0
};

/// How an NPU keeps its data engines busy. Reads in flight are limited by the buffers that they
/// arrive in, in bytes; 0 = only the ports and memories limit them.
struct NpuSpec {
  bool kernels_overlap =
      true;  // else a kernel's first fetch waits for all writes of the one before
  /// Where kernels do not overlap (U55, U65), a kernel asks for its first block so many cycles
  /// after the last write of the kernel before. Fitted, to the nearest power of two, on RNNoise on
  /// a U55-256 with a fast flash (external latency of 16 and of 64 cycles, 200 words per period):
  /// 46 to 56 are missing per kernel there.
  Cycles kernel_start = 64;
  Bytes feature_map_reads = 0;
  Bytes weight_reads = 0;
  Bytes scale_reads = 0;
  Bytes dma_reads = 0;  // per channel
};

/// Another master on a port, as a load: a CPU, a camera, a display.
struct BackgroundSpec {
  std::string name;
  std::string memory;  // by name; runs whose memory mode lacks it go without this master
  double share = 0;    // of the port's beats, 0 to 1
  std::int32_t burst_bytes = 64;
  bool random = false;     // exponential gaps of the same mean instead of a fixed period
  std::uint64_t seed = 1;  // of the gaps, and of which bursts write
  double writes = 0;       // fraction of the bursts that write, 0 to 1
  Address base = 0;        // bursts walk through [base, base + bytes) again and again
  Bytes bytes = 4096;
  std::int32_t priority = 1;
};

/// The CPU beside an NPU: what operators that the NPU does not run take there. In cycles of the
/// processor's clock. The defaults are assumptions for a Cortex-M55 on the NPU's clock with
/// CMSIS-NN and TFLM kernels, to the nearest power of two; no vendor publishes such figures.
struct HostSpec {
  double cycles_per_mac = 1;
  double cycles_per_element = 8;            // of an output: load, requantise, store
  double cycles_per_moved_element = 1;      // memcpy
  double cycles_per_indexed_element = 16;   // index arithmetic per element
  double cycles_per_function_element = 64;  // transcendental function in software
  Cycles cycles_per_operator = 1024;        // interpreter between two kernels
  std::int32_t cache_line_bytes = 32;
  Cycles cycles_per_cache_line = 8;  // cleaned or invalidated

  // What the host does around a call of the NPU; each is shown as an operator of its own.
  bool copies = false;             // inputs and outputs, to and from the arena
  bool cache_maintenance = false;  // clean inputs before, invalidate outputs after
  Cycles cycles_per_call = 0;      // fixed cost
};

/// Where a memory mode puts constants, the tensor arena and the cache of feature maps.
struct MemoryMode {
  std::string name;                     // Sram_Only, Shared_Sram, Dedicated_Sram
  std::string constants, arena, cache;  // memory names
  Bytes cache_bytes = 0;                // that plans may use of the cache's memory; 0 = all
};

/// A memory mode before a system configuration is chosen: of each list, the first memory that the
/// configuration has. A configuration with none of them does not offer the mode.
struct MemoryModeRule {
  std::string name;
  std::vector<std::string> constants, arena, cache;
  Bytes cache_bytes = 0;
};

/// A named set of clocks, ports and memories that the processor is built into.
struct SystemConfig {
  std::string name;
  Kilohertz clock_khz = 0;
  std::vector<PortSpec> ports;
  std::vector<MemorySpec> memories;  // fastest first
  std::string default_mode;
};

/// Which memory each region (base pointer) of a compiled command stream lies in.
struct RegionMap {
  std::array<std::uint8_t, 8> memory{};  // index into Target::memories
  std::uint8_t commands = 0;             // memory of the command stream itself
  struct Part {
    std::uint8_t region = 0;
    Address begin = 0, end = 0;  // [begin, end) within the region
    std::uint8_t memory = 0;
  };
  std::vector<Part> parts;  // exceptions by address

  std::uint8_t memory_of(int region, Address offset) const;
};

/// The chip, with a system configuration and a memory mode chosen. Everything here comes from a
/// .toml file; every number there names its source.
struct Target {
  std::string name;
  std::string description;
  Kilohertz clock_khz = 0;  // of the processor
  ProcessorSpec processor;
  std::vector<MemorySpec> memories;  // fastest first; those of the chosen configuration and mode
  std::vector<PortSpec> ports;
  DmaSpec dma;
  NpuSpec npu;
  HostSpec host;
  std::vector<BackgroundSpec> background;
  std::vector<MemoryMode> modes;  // that the chosen configuration offers
  std::string default_mode;
  MemoryMode mode;                   // the chosen one
  RegionMap regions;                 // by the chosen mode and region_rules
  std::optional<double> pj_per_mac;  // of the processor, in picojoules; nothing: not known
  bool validated = true;             // false = public figures only, said in every report

  std::string system_config;  // the chosen one
  std::vector<SystemConfig> system_configs;
  // Of a board: those that are its own, beside what it has from the processor that it is based on.
  // Empty = a processor by itself, which may be built into any.
  std::vector<std::string> board_configs;
  std::vector<MemoryModeRule> mode_rules;
  std::vector<std::string> region_rules;  // in the form of --region, for every mode
};

/// Parses and checks a target; unknown and missing keys are errors with line and suggestion. The
/// result has the file's default system configuration and memory mode.
Target parse_target(std::string_view toml, const std::string& file);

/// A built-in target by name (builtin_target_name()), or a file when `word` ends in .toml. Throws
/// UserError(usage) with a suggestion when there is none.
Target load_target(const std::string& word);

/// Names of the built-in targets, sorted as a reader expects (ethos-u55-32 before -128).
std::vector<std::string> target_names();

}  // namespace spillway
