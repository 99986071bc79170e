// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/relink/planned_registers.h"

namespace spillway::ethosu {
namespace {

bool same_tiles(const FeatureMap& a, const FeatureMap& b) {
  const auto of = [](const FeatureMap& map) {
    return std::tie(map.tiling, map.width0, map.height0, map.height1);
  };
  if (of(a) != of(b)) return false;
  const bool one_tile = a.height0 >= a.height && a.width0 >= a.width;
  for (std::size_t i = 1; i < a.base.size() && !one_tile; ++i) {
    if (a.base[i] - a.base[0] != b.base[i] - b.base[0]) return false;
  }
  return true;
}

bool same_form(const FeatureMap& a, const FeatureMap& b) {
  const auto of = [](const FeatureMap& map) {
    return std::tie(map.height, map.width, map.depth, map.element_bytes, map.is_signed, map.layout,
                    map.stride_y, map.stride_x, map.stride_c);
  };
  return of(a) == of(b) && same_tiles(a, b);
}

bool same_blocks(const Operation& a, const Operation& b) {
  return a.microblock == b.microblock && a.block == b.block;
}

bool same_window(const Window& a, const Window& b) {
  const auto of = [](const Window& window) {
    return std::tie(window.kernel_h, window.kernel_w, window.stride_h, window.stride_w,
                    window.dilation_h, window.dilation_w, window.pad_top, window.pad_bottom,
                    window.pad_left, window.pad_right);
  };
  return of(a) == of(b);
}

bool same_mode(const Operation& a, const Operation& b) {
  const auto of = [](const Operation& op) {
    return std::tie(op.type, op.pool, op.elementwise, op.transpose, op.reads_ifm, op.reads_ifm2,
                    op.ifm2_is_weights, op.upscale, op.part_kernel, op.sub_kernel_taps,
                    op.active_cores, op.wide_accumulator, op.activation);
  };
  return of(a) == of(b) && same_window(a.window, b.window);
}

// Returns whether two operations differ only in addresses, constants and block dependency (how many
// blocks of the previous kernel may be unfinished).
bool same_work(const Operation& a, const Operation& b) {
  if (!same_mode(a, b) || !same_blocks(a, b) || !same_form(a.ofm, b.ofm)) return false;
  return (!a.reads_ifm || same_form(a.ifm, b.ifm)) && (!a.reads_ifm2 || same_form(a.ifm2, b.ifm2));
}

/// A kernel `op`, and the kernel `before` that runs immediately before `op`.
struct KernelPair {
  const Operation& before;
  const Operation& op;
};

// Returns whether `input` of the second kernel and the output of the first kernel have the same
// relative position as in `original`: the same region and the same distance. Returns true if the
// kernel does not read the input, or if input and output of `pair` lie in different regions.
bool overlaps_alike(const KernelPair& original, const KernelPair& pair, bool reads,
                    const FeatureMap Operation::*input) {
  const FeatureMap& read = pair.op.*input;
  const FeatureMap& read_in_original = original.op.*input;
  if (!reads || read.region != pair.before.ofm.region) return true;
  return read_in_original.region == original.before.ofm.region &&
         read_in_original.base[0] - original.before.ofm.base[0] ==
             read.base[0] - pair.before.ofm.base[0];
}

bool same_pair(const KernelPair& original, const KernelPair& pair) {
  return same_work(original.op, pair.op) && same_work(original.before, pair.before) &&
         overlaps_alike(original, pair, pair.op.reads_ifm, &Operation::ifm) &&
         overlaps_alike(original, pair, pair.op.reads_ifm2, &Operation::ifm2);
}

// Returns the largest block dependency (how many blocks of the previous kernel may be unfinished)
// that any pair of kernels in `original` with the same work as `pair` has, but at least `least`.
std::int32_t dependency_in(const DecodedStream& original, const KernelPair& pair,
                           std::int32_t least) {
  std::int32_t most = least;
  for (std::size_t i = 1; i < original.operations.size(); ++i) {
    const KernelPair known{original.operations[i - 1], original.operations[i]};
    if (known.op.block_dependency > most && same_pair(known, pair)) {
      most = known.op.block_dependency;
    }
  }
  return most;
}

}  // namespace

std::vector<std::int32_t> planned_dependencies(const Config& config, const DecodedStream& original,
                                               const DecodedStream& emitted,
                                               const std::vector<std::optional<Operation>>& planned,
                                               DependencyRule rule) {
  std::vector<std::int32_t> dependencies(planned.size(), 0);
  const Operation *before = nullptr, *decoded_before = nullptr;
  for (std::size_t c = 0; c < planned.size(); ++c) {
    if (emitted.commands[c].kind != DecodedKind::operation) continue;
    const Operation& decoded = emitted.operations[emitted.commands[c].index];
    const Operation& op = planned[c] ? *planned[c] : decoded;
    // A chained kernel (it takes or passes on a map inside the processor) keeps the block
    // dependency 0, as in the compiler's files: the kernel waits for all blocks of the previous
    // kernel.
    if (before != nullptr && !is_chained(decoded)) {
      const std::int32_t allowed = block_dependency(config, *before, op, rule);
      dependencies[c] = dependency_in(original, {*decoded_before, decoded}, allowed);
    }
    before = &op;
    decoded_before = &decoded;
  }
  return dependencies;
}

}  // namespace spillway::ethosu
