// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/least_cycles.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/block/kernel_blocks.h"
#include "hwmodels/ethosu/block/stripes.h"
#include "hwmodels/ethosu/schedule/least_kernel.h"
#include "hwmodels/ethosu/schedule/weights.h"
#include "hwmodels/ethosu/schedule/work_builder.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t slice_channels = 16;  // slices begin at multiples of it
constexpr double never = std::numeric_limits<double>::infinity();

/// One of ifm, ifm2 and ofm of an operation that plans place.
struct PlacedMap {
  FeatureMap Operation::*map = nullptr;
  Bytes whole = 0;
  Bytes per_row = 0;
  bool read = false;
};

/// Rooms that the maps of an operation take at once, in fast memory.
using Rooms = std::array<Bytes, 3>;

class LeastCycles {
 public:
  LeastCycles(const Network& network, const Target& target, const ScheduleOptions& options,
              const MemoriesOfPlans& memories)
      : network_(network),
        config_(config_of(target)),
        npu_(target.npu),
        options_(options),
        memories_(memories),
        accesses_(least_accesses(target)) {}

  double of(const std::vector<BlockedOp>& operations) {
    const bool in_stripes =
        operations.size() == 1 && operations.front().npu.operation.upscale == Upscale::none;
    double cycles = 0;
    for (const BlockedOp& op : operations) {
      if (op.npu.copied_bytes > 0) continue;
      double least = whole_or_sliced(op);
      if (in_stripes) least = std::min(least, striped_least(op, least));
      cycles += least;
    }
    return cycles;
  }

 private:
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

  /// Everything in fast memory but constants that nothing fetches.
  Operation all_fast(const BlockedOp& op) const {
    Operation operation = op.npu.operation;
    operation.block = op.blocks.ofm;
    operation.part_kernel = op.blocks.part_kernel;
    const auto constants = static_cast<std::uint8_t>(memories_.constants);
    const auto fast = static_cast<std::uint8_t>(memories_.fast);
    const auto region_of = [&](const Operand& operand) {
      const bool constant =
          operand.tensor == made_up_operand ||
          (operand.tensor >= 0 && is_constant(at(network_.tensors, operand.tensor)));
      return constant ? constants : fast;
    };
    operation.ifm.region = region_of(op.npu.ifm);
    operation.ifm2.region = region_of(op.npu.ifm2);
    operation.ofm.region = fast;
    return operation;
  }

  /// The least of `cycles_of` over the largest sets of maps that fit into fast memory together.
  template <typename CyclesOf>
  double least_placed(const std::vector<PlacedMap>& maps, const Rooms& rooms, bool shares,
                      const Operation& operation, CyclesOf&& cycles_of) const {
    double least = never;
    for (unsigned fast = 0; fast < (1U << maps.size()); ++fast) {
      if (memories_.slow == no_memory && fast + 1 < (1U << maps.size())) continue;
      Bytes free = memories_.fast_bytes - room_of(maps, rooms, fast, shares);
      if (memories_.slow == no_memory) free = std::max<Bytes>(0, free);
      if (free < 0) continue;
      Operation placed = operation;
      bool largest = true;
      for (std::size_t i = 0; i < maps.size(); ++i) {
        if ((fast >> i & 1U) != 0) continue;
        (placed.*maps[i].map).region = static_cast<std::uint8_t>(memories_.slow);
        largest = largest && room_of(maps, rooms, fast | (1U << i), shares) > memories_.fast_bytes;
      }
      if (largest) least = std::min(least, cycles_of(placed, free));
    }
    return least;
  }

  /// An elementwise operation may write over what it reads.
  static Bytes room_of(const std::vector<PlacedMap>& maps, const Rooms& rooms, unsigned fast,
                       bool shares) {
    Bytes read = 0, largest = 0, written = 0;
    for (std::size_t i = 0; i < maps.size(); ++i) {
      if ((fast >> i & 1U) == 0) continue;
      (maps[i].read ? read : written) += rooms[i];
      if (maps[i].read) largest = std::max(largest, rooms[i]);
    }
    return read + written - (shares ? std::min(largest, written) : 0);
  }

  double whole_or_sliced(const BlockedOp& op) {
    const std::vector<PlacedMap> maps = placed_maps(op.npu);
    Rooms rooms{};
    for (std::size_t i = 0; i < maps.size(); ++i) rooms[i] = maps[i].whole;
    const bool shares = op.npu.operation.type == OperationType::elementwise;
    return least_placed(maps, rooms, shares, all_fast(op), [&](Operation operation, Bytes free) {
      const double whole = kernel_cycles(with_weights(op.npu, operation, free));
      return op.npu.weight_elements == 0 ? whole : std::min(whole, sliced(operation, whole));
    });
  }

  /// With all its weights, where they can be held there, or else as they are read in place.
  Operation with_weights(const NpuOp& npu, Operation operation, Bytes free) const {
    if (npu.weight_elements == 0) return operation;
    const WeightSlice all = weight_slices(npu, weight_ratio(options_, npu.name), {}).front();
    const bool fast = npu.weights != no_tensor && all.bytes() <= free;
    const auto memory = static_cast<std::uint8_t>(fast ? memories_.fast : memories_.constants);
    const std::vector<EncodedStream> streams = core_streams(config_, npu, all);
    for (std::size_t core = 0; core < streams.size(); ++core) {
      operation.scales[core] = {0, streams[core].scales, memory};
      operation.weights[core] = {0, streams[core].weights, memory};
    }
    return operation;
  }

  /// The cheapest way to cut the channels into two slices or more. Weights are taken to be at hand.
  double sliced(const Operation& whole, double limit) {
    const std::int32_t granules = (whole.ofm.depth + slice_channels - 1) / slice_channels;
    std::vector<double> least = {0};  // per number of granules
    std::vector<double> of_slice = {0};
    for (std::int32_t count = 1; count <= granules; ++count) {
      double best = count < granules ? slice_cycles(whole, count * slice_channels) : never;
      of_slice.push_back(best);
      for (std::int32_t first = 1; first < count; ++first) {
        best = std::min(best, at(of_slice, first) + at(least, count - first));
      }
      least.push_back(best);
      if (best >= limit) return limit;  // more channels take no less
    }
    return least.back();
  }

  double slice_cycles(Operation slice, std::int32_t channels) {
    // The last granule may be cut short.
    const std::int32_t cut = (slice_channels - slice.ofm.depth % slice_channels) % slice_channels;
    slice.ofm.depth = std::max(1, channels - cut);
    if (slice.type == OperationType::depthwise) slice.ifm.depth = slice.ofm.depth;
    slice.block.depth = std::min(slice.block.depth, (channels + 7) / 8 * 8);
    return kernel_cycles(slice);
  }

  /// In stripes of the height that suits best; each works on rows of its maps alone, and its
  /// weights are taken to be at hand.
  double striped_least(const BlockedOp& op, double limit) {
    const Operation& whole = op.npu.operation;
    const std::vector<PlacedMap> maps = placed_maps(op.npu);
    double least = limit;
    for (std::int32_t rows = 1; rows < whole.ofm.height; ++rows) {
      const BlockConfig blocks = find_stripe_blocks(config_, op.npu, rows);
      Rooms rooms{};
      for (std::size_t i = 0; i < maps.size(); ++i) {
        rooms[i] = std::min(maps[i].whole, rows_of(whole, maps[i], rows) * maps[i].per_row);
      }
      Operation operation = all_fast(op);
      operation.block = blocks.ofm;
      operation.part_kernel = blocks.part_kernel;
      const double cycles = least_placed(
          maps, rooms, true, operation,
          [&](const Operation& placed, Bytes) { return stripes_cycles(placed, rows); });
      least = std::min(least, cycles);
    }
    return least;
  }

  static std::int32_t rows_of(const Operation& whole, const PlacedMap& map, std::int32_t rows) {
    if (!map.read || whole.type == OperationType::elementwise) return rows;
    return std::min(whole.ifm.height, rows * whole.window.stride_h);
  }

  double stripes_cycles(const Operation& whole, std::int32_t rows) {
    const std::int32_t height = whole.ofm.height;
    const std::int32_t full = height / rows;
    double cycles = stripe_cycles(whole, {0, rows});
    const std::int32_t inner = full - 2;  // all alike, away from both edges
    double least_inner = std::min(cycles, stripe_cycles(whole, {(full - 1) * rows, full * rows}));
    if (inner > 0) least_inner = std::min(least_inner, stripe_cycles(whole, {rows, 2 * rows}));
    cycles = full * least_inner;
    if (height % rows > 0) cycles += stripe_cycles(whole, {full * rows, height});
    return cycles;
  }

  double stripe_cycles(const Operation& whole, const Rows& rows) {
    return kernel_cycles(striped(whole, rows, {}));
  }

  double kernel_cycles(const Operation& operation) {
    Program program;
    append_kernel(config_, operation, 0, program);
    return least_kernel_cycles(program, program.kernels.front(), accesses_, npu_);
  }

  const Network& network_;
  const Config& config_;
  const NpuSpec& npu_;
  const ScheduleOptions& options_;
  const MemoriesOfPlans& memories_;
  std::vector<LeastAccess> accesses_;
};

}  // namespace

std::vector<double> least_cycles(const Network& network, const Target& target,
                                 const ScheduleOptions& options, const MemoriesOfPlans& memories) {
  if (target.npu.kernels_overlap) return {};
  const NetworkOps operations = network_ops(network, config_of(target));
  LeastCycles least(network, target, options, memories);
  std::vector<double> cycles;
  for (std::size_t op = 0; op < operations.size(); ++op) {
    cycles.push_back(least.of(operations[op]));
  }
  return cycles;
}

}  // namespace spillway::ethosu
