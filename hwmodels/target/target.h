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

/// The largest PortSpec::count.
constexpr std::int32_t most_ports_side_by_side = 4;

/// A port of the interconnect. A port moves one beat per cycle of its clock. Reads and writes share
/// this rate, unless the port has separate channels. Limits of outstanding bursts apply per master
/// and direction.
struct PortSpec {
  std::string name;  // axi0, axi1
  Kilohertz clock_khz = 0;
  std::int32_t beat_bytes = 8;
  std::int32_t burst_bytes = 64;
  std::int32_t max_reads = 32;
  std::int32_t max_writes = 16;
  bool separate_channels = false;
  // The number of parallel buses on each channel, 1 to most_ports_side_by_side. A burst takes the
  // bus that is free first.
  std::int32_t count = 1;
  Arbitration arbitration = Arbitration::fifo;
};

struct DmaSpec {
  // Transfers of replayed command streams name their channel; all other transfers use channel 0.
  std::int32_t channels = 1;
  std::int32_t outstanding = 1;  // per channel: the most transfers in flight
  std::int32_t queue_depth = 1;  // per channel: transfers that can wait behind those in flight
  Cycles start_cycles = 0;       // processor cycles from the start of a transfer to its first burst
  /// Processor cycles before the first burst of a transfer whose descriptor is chained.
  Cycles chain_cycles = 0;
  std::int32_t burst_bytes = 0;  // 0 = the port's burst size
  std::int32_t max_reads = 0;    // outstanding bursts per channel; 0 = the port's limit
  std::int32_t max_writes = 0;
  // At ports that arbitrate by priority, the lowest number goes first. The processor has priority
  // 0.
  std::int32_t priority = 1;
};

/// How far an NPU works ahead. Each member that ends in `_reads` is the size, in bytes, of a buffer
/// that receives reads. It limits how many bytes of these reads are in flight; 0 = only ports and
/// memories limit them.
struct NpuSpec {
  /// If false, a kernel's first fetch waits for all writes of the previous kernel.
  bool kernels_overlap = true;
  /// If kernels do not overlap (U55, U65), a kernel requests its first block this many cycles after
  /// the last write of the previous kernel. The value was fitted, to the nearest power of two, on
  /// RNNoise on a U55-256 with a fast flash (external latency of 16 and of 64 cycles, at most 200
  /// words per period of its timing adapter). Without this wait, the simulated times of these runs
  /// are 46 to 56 cycles per kernel too short.
  Cycles kernel_start = 64;
  Bytes feature_map_reads = 0;
  /// The weight decoder's buffer. If its size is limited, weights occupy it until the MAC array has
  /// used them. Weights are then read ahead of their kernel as far as the buffer has space.
  Bytes weight_reads = 0;
  Bytes scale_reads = 0;
  Bytes dma_reads = 0;  // bytes per channel
};

/// Another master that occupies a port: a CPU, a camera, a display.
struct BackgroundSpec {
  std::string name;
  std::string memory;  // in modes without this memory, the master is left out
  double share = 0;    // share of the port's beats, 0 to 1
  std::int32_t burst_bytes = 64;
  // Whether the gaps between bursts are exponentially distributed. False = a fixed period with the
  // same mean.
  bool random = false;
  std::uint64_t seed = 1;  // seed of the random gaps and of the random choice of writes
  double writes = 0;       // share of the bursts that write, 0 to 1
  Address base = 0;        // bursts go through [base, base + bytes) in order, again and again
  Bytes bytes = 4096;
  std::int32_t priority = 1;
};

/// The CPU beside an NPU, and its costs for operators that the NPU does not run. Costs are in
/// cycles of the NPU's clock. The defaults are assumptions, to the nearest power of two, for a
/// Cortex-M55 with the same clock and CMSIS-NN and TFLM kernels; no vendor publishes such figures.
struct HostSpec {
  double cycles_per_mac = 1;
  double cycles_per_element = 8;            // per element of an output: load, requantise, store
  double cycles_per_moved_element = 1;      // per element that is only copied (memcpy)
  double cycles_per_indexed_element = 16;   // per element whose address takes index arithmetic
  double cycles_per_function_element = 64;  // for a function such as exp() in software
  Cycles cycles_per_operator = 1024;        // interpreter overhead between two kernels
  std::int32_t cache_line_bytes = 32;
  Cycles cycles_per_cache_line = 8;  // to clean or invalidate one line of the cache

  // What the host does before and after each call of the NPU. In results, each of these actions is
  // a row of its own, like an operator.
  bool copies = false;             // copies inputs to the arena and outputs from it
  bool cache_maintenance = false;  // cleans inputs before the call, invalidates outputs after it
  Cycles cycles_per_call = 0;      // fixed cost of a call
};

/// The memories of constants, tensor arena and cache of feature maps in a memory mode.
struct MemoryMode {
  std::string name;                     // Sram_Only, Shared_Sram, Dedicated_Sram
  std::string constants, arena, cache;  // memory names
  Bytes cache_bytes = 0;                // bytes that plans may use of the cache's memory; 0 = all
};

/// A memory mode before a system configuration is chosen. Of each list, the first memory that the
/// configuration has is used. A configuration that has no memory of one of the lists does not offer
/// the mode.
struct MemoryModeRule {
  std::string name;
  std::vector<std::string> constants, arena, cache;
  Bytes cache_bytes = 0;
};

/// A named set of clocks, ports and memories around the processor.
struct SystemConfig {
  std::string name;
  Kilohertz clock_khz = 0;
  std::vector<PortSpec> ports;
  std::vector<MemorySpec> memories;  // fastest first
  std::string default_mode;
};

/// The memory in which each region (base pointer) of a compiled command stream lies.
struct RegionMap {
  std::array<std::uint8_t, 8> memory{};  // index into Target::memories
  std::uint8_t commands = 0;             // memory of the command stream itself
  struct Part {
    std::uint8_t region = 0;
    Address begin = 0, end = 0;  // [begin, end) within the region
    std::uint8_t memory = 0;
  };
  std::vector<Part> parts;  // ranges of regions that lie in another memory

  std::uint8_t memory_of(int region, Address offset) const;
};

/// The chip, with the chosen system configuration and memory mode. All values come from a .toml
/// file, which names the source of every number.
struct Target {
  std::string name;
  std::string description;
  Kilohertz clock_khz = 0;  // clock of the processor
  ProcessorSpec processor;
  // The memories of the chosen configuration and mode, fastest first.
  std::vector<MemorySpec> memories;
  std::vector<PortSpec> ports;
  DmaSpec dma;
  NpuSpec npu;
  HostSpec host;
  std::vector<BackgroundSpec> background;
  std::vector<MemoryMode> modes;  // offered by the chosen configuration
  std::string default_mode;
  MemoryMode mode;                   // the chosen memory mode
  RegionMap regions;                 // from the chosen mode and region_rules
  std::optional<double> pj_per_mac;  // energy of a multiply-accumulate; nullopt = not known
  bool validated = true;             // false = based on public figures only; every report says so

  std::string system_config;  // name of the chosen configuration
  std::vector<SystemConfig> system_configs;
  // If the target is a board: the configurations that it defines in addition to those of the
  // processor on which it is based. Empty = the target is a processor, which may be part of any
  // board.
  std::vector<std::string> board_configs;
  std::vector<MemoryModeRule> mode_rules;
  std::vector<std::string> region_rules;  // in the form of the option --region; apply to every mode
};

/// Parses and checks a target. Unknown and missing keys are errors, with line and suggestion. The
/// result has the file's default system configuration and memory mode.
Target parse_target(std::string_view toml, const std::string& file);

/// Returns a built-in target by name (builtin_target_name()), or the target of a file if `word`
/// ends in .toml. Throws UserError(usage) with a suggestion if there is no such target.
Target load_target(const std::string& word);

/// Returns the names of the built-in targets, sorted so that numbers count by value (ethos-u55-32
/// before -128).
std::vector<std::string> target_names();

}  // namespace spillway
