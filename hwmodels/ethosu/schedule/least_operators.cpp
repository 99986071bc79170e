// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/least_operators.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include "base/index.h"
#include "hwmodels/command_chunks.h"
#include "hwmodels/ethosu/block/kernel_blocks.h"
#include "hwmodels/ethosu/block/stripes.h"
#include "hwmodels/ethosu/schedule/least_commands.h"
#include "hwmodels/ethosu/schedule/least_kernel.h"
#include "hwmodels/ethosu/schedule/weights.h"
#include "hwmodels/ethosu/schedule/work_list.h"

namespace spillway::ethosu {
namespace {

/// A feature map (IFM, IFM2 or OFM) of an operation. The plan chooses the memory of this map.
struct PlacedMap {
  FeatureMap Operation::*map = nullptr;
  Bytes whole = 0;
  Bytes per_row = 0;
  bool read = false;
};

/// For each PlacedMap of an operation: the bytes that the map takes if it lies in fast memory.
using MapBytes = std::array<Bytes, 3>;

class LeastOperators {
 public:
  LeastOperators(const Network& network, const Target& target, const ScheduleOptions& options,
                 const MemoriesOfPlans& memories)
      : network_(network),
        config_(config_of(target)),
        npu_(target.npu),
        options_(options),
        memories_(memories),
        accesses_(least_accesses(target)) {
    if (target.regions.commands == memories.constants) commands_ = constants();
  }

  void set_latencies(LeastWork& work) const {
    if (!npu_.kernels_overlap) work.commands_latency = commands_.read_latency;
    work.constants_latency = constants().read_latency;
    work.buffered_weights = buffered_weights(constants(), npu_);
  }

  LeastOperator of(const std::vector<BlockedOp>& operations) {
    LeastOperator least;
    LeastWords words(config_, options_);
    std::vector<LeastCommand> commands;
    for (const BlockedOp& op : operations) {
      if (op.npu.copied_bytes > 0) continue;
      const LeastTimes times = whole_or_sliced(op);
      least.alone = one_then_other(least.alone, times);
      commands.push_back({words.of(op.npu, all_fast(op)), times.end_after_end});
    }
    least.with_command_reads = least.alone;
    least.with_command_reads.end_after_end =
        std::max(least.alone.end_after_end, end_of_commands(commands));
    const bool in_stripes = operations.size() == 1 &&
                            operations.front().npu.operation.upscale == Upscale::none &&
                            operations.front().npu.copied_bytes == 0;
    if (in_stripes) run_in_stripes(operations.front(), least);
    return least;
  }

 private:
  const LeastAccess& constants() const { return at(accesses_, memories_.constants); }

  double end_of_commands(const std::vector<LeastCommand>& commands) const {
    const double rate = commands_.bytes_per_cycle;
    return ethosu::end_of_commands(commands, commands_.read_latency,
                                   rate > 0 ? command_chunk_bytes / rate : 0);
  }

  std::vector<PlacedMap> placed_maps(const NpuOp& npu) const {
    std::vector<PlacedMap> maps;
    const auto add = [&](FeatureMap Operation::*map, const Operand& operand, bool read) {
      if (operand.tensor < 0) return;
      const Tensor& tensor = at(network_.tensors, operand.tensor);
      if (is_constant(tensor)) return;
      maps.push_back({map, tensor.bytes, (npu.operation.*map).stride_y, read});
    };
    if (npu.operation.reads_ifm) add(&Operation::ifm, npu.ifm, true);
    if (npu.operation.reads_ifm2 && npu.ifm2.tensor != npu.ifm.tensor) {
      add(&Operation::ifm2, npu.ifm2, true);
    }
    add(&Operation::ofm, npu.ofm, false);
    return maps;
  }

  /// Returns the operation with its constant maps in the memory of constants and all other maps in
  /// fast memory.
  Operation all_fast(const BlockedOp& op) const {
    Operation operation = op.npu.operation;
    operation.block = op.blocks.ofm;
    operation.part_kernel = op.blocks.part_kernel;
    const auto constants = static_cast<std::uint8_t>(memories_.constants);
    const auto fast = static_cast<std::uint8_t>(memories_.fast);
    const auto region_of = [&](const Operand& operand) {
      const bool constant =
          operand.tensor >= 0 && is_constant(at(network_.tensors, operand.tensor));
      return constant ? constants : fast;
    };
    operation.ifm.region = region_of(op.npu.ifm);
    operation.ifm2.region = region_of(op.npu.ifm2);
    operation.ofm.region = fast;
    return operation;
  }

  /// Calls `consider` for every set of feature maps that fits into fast memory. The arguments of
  /// `consider` are the operation, in which each map's region is the map's memory, and the bytes of
  /// fast memory that stay free. If the operation has no weights that could use the free bytes,
  /// only maximal sets are considered: sets to which no further map can be added. If there is no
  /// slow memory, only the set of all maps is considered, even if it does not fit.
  template <typename Consider>
  void place_maps(const std::vector<PlacedMap>& maps, const MapBytes& map_bytes, bool shares,
                  const Operation& operation, bool has_weights, Consider&& consider) const {
    for (unsigned fast = 0; fast < (1U << maps.size()); ++fast) {
      if (memories_.slow == no_memory && fast + 1 < (1U << maps.size())) continue;
      Bytes free = memories_.fast_bytes - bytes_together(maps, map_bytes, fast, shares);
      if (memories_.slow == no_memory) free = std::max<Bytes>(0, free);
      if (free < 0) continue;
      Operation placed = operation;
      bool largest = true;
      for (std::size_t i = 0; i < maps.size(); ++i) {
        if ((fast >> i & 1U) != 0) continue;
        (placed.*maps[i].map).region = static_cast<std::uint8_t>(memories_.slow);
        largest = largest &&
                  bytes_together(maps, map_bytes, fast | (1U << i), shares) > memories_.fast_bytes;
      }
      if (largest || has_weights) consider(placed, free);
    }
  }

  /// Returns the bytes that the feature maps in fast memory need together. `fast` is the set of
  /// these maps, one bit per map. If `shares` is true, the output can overwrite an input, so the
  /// output and this input share bytes.
  static Bytes bytes_together(const std::vector<PlacedMap>& maps, const MapBytes& map_bytes,
                              unsigned fast, bool shares) {
    Bytes read = 0, largest = 0, written = 0;
    for (std::size_t i = 0; i < maps.size(); ++i) {
      if ((fast >> i & 1U) == 0) continue;
      (maps[i].read ? read : written) += map_bytes[i];
      if (maps[i].read) largest = std::max(largest, map_bytes[i]);
    }
    return read + written - (shares ? std::min(largest, written) : 0);
  }

  LeastTimes whole_or_sliced(const BlockedOp& op) {
    const std::vector<PlacedMap> maps = placed_maps(op.npu);
    MapBytes map_bytes{};
    for (std::size_t i = 0; i < maps.size(); ++i) map_bytes[i] = maps[i].whole;
    const bool shares = op.npu.operation.type == OperationType::elementwise;
    const bool has_weights = op.npu.weight_elements > 0;
    LeastTimes least = impossible_times();
    place_maps(maps, map_bytes, shares, all_fast(op), has_weights,
               [&](const Operation& operation, Bytes free) {
                 LeastTimes times = kernel_times(with_weights(op.npu, operation, free));
                 if (has_weights) times = either(times, sliced(op.npu, operation, free));
                 if (op.npu.weights != no_tensor) fetch_weights(op.npu, free, times);
                 least = either(least, times);
               });
    return least;
  }

  WeightSlice all_weights(const NpuOp& npu) const {
    return weight_slices(npu, weight_coding(options_, npu.name), {}).front();
  }

  /// Returns the operation with its weights in fast memory if the weights are a tensor of the
  /// network and fit into `free` bytes; otherwise with its weights in the memory of constants.
  Operation with_weights(const NpuOp& npu, Operation operation, Bytes free) const {
    if (npu.weight_elements == 0) return operation;
    const WeightSlice all = all_weights(npu);
    const bool fast = npu.weights != no_tensor && all.bytes() <= free;
    const auto memory = static_cast<std::uint8_t>(fast ? memories_.fast : memories_.constants);
    const std::vector<EncodedStream> streams = core_streams(config_, npu, all);
    for (std::size_t core = 0; core < streams.size(); ++core) {
      operation.scales[core] = {0, streams[core].scales, memory};
      operation.weights[core] = {0, streams[core].weights, memory};
    }
    return operation;
  }

  /// Returns lower bounds of the operation's times, for the case that its channels are divided into
  /// two or more slices. Returns impossible_times() if there are too few channels. The weights of
  /// each slice are assumed to lie in fast memory. If not even the smallest slice fits into `free`
  /// bytes, the operation reads its weights from the memory of constants.
  LeastTimes sliced(const NpuOp& npu, const Operation& whole, Bytes free) {
    const std::int32_t granules = (whole.ofm.depth + slice_channels - 1) / slice_channels;
    LeastTimes cut = impossible_times();
    if (granules < 2) return cut;
    std::vector<LeastTimes> least = {{}};  // least[n] = least times of n * slice_channels channels
    std::vector<LeastTimes> of_slice = {{}};
    for (std::int32_t count = 1; count <= granules; ++count) {
      LeastTimes best = impossible_times();
      if (count < granules) best = slice_times(whole, count * slice_channels);
      of_slice.push_back(best);
      for (std::int32_t first = 1; first < count; ++first) {
        best = either(best, one_then_other(at(of_slice, first), at(least, count - first)));
      }
      least.push_back(best);
    }
    cut = least.back();
    if (smallest_slice(npu) > free) read_in_place(npu, whole.block.depth, cut);
    return cut;
  }

  /// Returns the fewest bytes of any slice of slice_channels channels. A shorter slice at the end
  /// is not considered.
  Bytes smallest_slice(const NpuOp& npu) {
    const auto [known, is_new] = smallest_.try_emplace(&npu, 0);
    if (!is_new) return known->second;
    std::vector<std::int32_t> begins;
    for (std::int32_t channel = 0; channel < npu.operation.ofm.depth; channel += slice_channels) {
      begins.push_back(channel);
    }
    const bool cut_short = npu.operation.ofm.depth % slice_channels != 0;
    const std::vector<WeightSlice> slices =
        weight_slices(npu, weight_coding(options_, npu.name), begins);
    Bytes least = slices.front().bytes();
    for (std::size_t i = 0; i + (cut_short ? 1 : 0) < slices.size(); ++i) {
      least = std::min(least, slices[i].bytes());
    }
    return known->second = least;
  }

  /// Raises the lower bounds in `times` to the time that the operator needs to read its weights
  /// from the memory of constants. While the previous kernel still writes its results, the weight
  /// decoder's buffer can already receive weights, up to its size. So only the weights that exceed
  /// this size count.
  void read_in_place(const NpuOp& npu, std::int32_t block_depth, LeastTimes& times) const {
    if (npu_.weight_reads <= 0) return;
    const LeastAccess& memory = constants();
    const double buffered = buffered_weights(memory, npu_);
    const auto weights = static_cast<double>(all_weights(npu).weights);
    const double whole_bursts =
        std::max(0.0, weights / memory.burst_bytes - most_weight_accesses(npu, block_depth));
    const double squares = (whole_bursts * memory.burst_bytes - buffered) * memory.burst_bytes;
    const ReadsInFlight reads =
        reads_in_flight(memory, npu_.weight_reads, std::max(0.0, weights - buffered), squares);
    times.end_after_end = std::max(times.end_after_end, reads.come);
    times.end_after_ask = std::max(times.end_after_ask, reads.come);
  }

  /// Returns an upper bound of the number of accesses to weights: each core makes one access per
  /// slice and block along the depth of the slice. Slices have at least slice_channels channels.
  double most_weight_accesses(const NpuOp& npu, std::int32_t block_depth) const {
    const std::int32_t blocks = (slice_channels + block_depth - 1) / block_depth;
    const std::int32_t slices = (npu.operation.ofm.depth + slice_channels - 1) / slice_channels;
    return static_cast<double>(slices) * blocks *
           static_cast<double>(core_streams(config_, npu, all_weights(npu)).size());
  }

  /// Raises times.end_after_ask to the time that the weights need to arrive from the memory of
  /// constants. Before the operation starts, `free` bytes of weights can already lie in fast
  /// memory. So only the remaining bytes count.
  void fetch_weights(const NpuOp& npu, Bytes free, LeastTimes& times) const {
    const LeastAccess& memory = constants();
    const WeightSlice all = all_weights(npu);
    const auto comes_after_ask = [&](double bytes) {
      double comes = LeastTimes::none;
      if (bytes <= 0) return comes;
      if (memory.bytes_per_cycle > 0) comes = bytes / memory.bytes_per_cycle;
      if (memory.admitted_per_cycle > 0) {
        comes = std::max(comes, (bytes - memory.admitted_at_once) / memory.admitted_per_cycle);
      }
      return comes + memory.read_latency;
    };
    const auto beyond = static_cast<double>(all.bytes() - free);
    times.end_after_ask = std::max(times.end_after_ask, comes_after_ask(beyond));
  }

  LeastTimes slice_times(Operation slice, std::int32_t channels) {
    // If the depth of the operation is no multiple of slice_channels, its last slice has `cut`
    // fewer channels than `channels`. This smaller slice has the least time.
    const std::int32_t cut = (slice_channels - slice.ofm.depth % slice_channels) % slice_channels;
    slice.ofm.depth = std::max(1, channels - cut);
    if (slice.type == OperationType::depthwise) slice.ifm.depth = slice.ofm.depth;
    slice.block.depth = std::min(slice.block.depth, (channels + 7) / 8 * 8);
    return kernel_times(slice);
  }

  /// Sets the bounds of the operator in stripes: the minimum over all stripe heights. Each stripe
  /// accesses only its own rows of the feature maps. The weights are assumed to lie in fast memory.
  void run_in_stripes(const BlockedOp& op, LeastOperator& least) {
    const Operation& whole = op.npu.operation;
    const std::vector<PlacedMap> maps = placed_maps(op.npu);
    for (std::int32_t rows = 1; rows < whole.ofm.height; ++rows) {
      const BlockConfig blocks = find_stripe_blocks(config_, op.npu, rows);
      Operation operation = all_fast(op);
      operation.block = blocks.ofm;
      operation.part_kernel = blocks.part_kernel;
      KnownStripes known;
      for (const bool first : {false, true}) {
        for (const bool last : {false, true}) {
          LeastStripes& stripes = least.stripes[first ? 1 : 0][last ? 1 : 0];
          place_maps(maps, kept_bytes(whole, maps, rows, first, last), true, operation, false,
                     [&](const Operation& placed, Bytes) {
                       const LeastStripes now = stripes_of(placed, rows, known);
                       stripes.all = std::min(stripes.all, now.all);
                       stripes.ask_after = std::min(stripes.ask_after, now.ask_after);
                     });
        }
      }
    }
  }

  /// Returns the bytes that each feature map takes in fast memory if only the rows of one stripe
  /// are kept. The input of the first operator of a cascade (`first`) and the output of the last
  /// operator (`last`) are stored completely.
  static MapBytes kept_bytes(const Operation& whole, const std::vector<PlacedMap>& maps,
                             std::int32_t rows, bool first, bool last) {
    MapBytes map_bytes{};
    for (std::size_t i = 0; i < maps.size(); ++i) {
      const PlacedMap& map = maps[i];
      map_bytes[i] = map.whole;
      if (map.read ? first : last) continue;
      map_bytes[i] = std::min(map.whole, rows_of(whole, map, rows) * map.per_row);
    }
    return map_bytes;
  }

  static std::int32_t rows_of(const Operation& whole, const PlacedMap& map, std::int32_t rows) {
    if (!map.read || whole.type == OperationType::elementwise) return rows;
    return std::min(whole.ifm.height, rows * whole.window.stride_h);
  }

  /// Cache: the times of all stripes of one height. The key is the memories of IFM, IFM2 and OFM.
  using KnownStripes = std::map<std::array<std::uint8_t, 3>, LeastStripes>;

  LeastStripes stripes_of(const Operation& whole, std::int32_t rows, KnownStripes& known) {
    const auto [entry, is_new] =
        known.try_emplace({whole.ifm.region, whole.ifm2.region, whole.ofm.region}, LeastStripes{});
    if (is_new) entry->second = stripes_of(whole, rows);
    return entry->second;
  }

  LeastStripes stripes_of(const Operation& whole, std::int32_t rows) {
    const std::int32_t height = whole.ofm.height;
    const std::int32_t full = height / rows;
    LeastTimes last = stripe_times(whole, {(full - 1) * rows, full * rows});
    double inner = std::min(last.end_after_end, stripe_times(whole, {0, rows}).end_after_end);
    if (full > 2) {  // all stripes except the first and the last take the same time
      inner = std::min(inner, stripe_times(whole, {rows, 2 * rows}).end_after_end);
    }
    double before_last = (full - 1) * inner;
    if (height % rows > 0) {
      before_last += inner;
      last = stripe_times(whole, {full * rows, height});
    }
    return {before_last + last.end_after_end, before_last + last.ask_after_end};
  }

  LeastTimes stripe_times(const Operation& whole, const Rows& rows) {
    return kernel_times(striped(whole, rows, {}));
  }

  LeastTimes kernel_times(const Operation& operation) {
    Program program;
    append_kernel(config_, operation, 0, program);
    return least_kernel_times(program, program.kernels.front(), accesses_, npu_);
  }

  const Network& network_;
  const Config& config_;
  const NpuSpec& npu_;
  const ScheduleOptions& options_;
  const MemoriesOfPlans& memories_;
  std::vector<LeastAccess> accesses_;
  // The memory that delivers the command stream. It is the memory of constants if the stream lies
  // there; otherwise a memory without latency is assumed.
  LeastAccess commands_;
  std::map<const NpuOp*, Bytes> smallest_;  // cache of smallest_slice()
};

}  // namespace

LeastWork least_work(const Network& network, const Target& target, const ScheduleOptions& options,
                     const MemoriesOfPlans& memories) {
  LeastWork work;
  LeastOperators least(network, target, options, memories);
  least.set_latencies(work);
  if (target.npu.kernels_overlap) return work;
  for (const std::vector<BlockedOp>& operations : network_ops(network, config_of(target))) {
    work.operators.push_back(least.of(operations));
  }
  return work;
}

}  // namespace spillway::ethosu
