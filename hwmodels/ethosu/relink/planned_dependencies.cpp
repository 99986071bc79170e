// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/planned_dependencies.h"

#include <algorithm>

#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/relink/same_work.h"

namespace spillway::ethosu {
namespace {

/// A kernel `op`, and the kernel `before` that runs immediately before `op`.
struct KernelPair {
  const Operation& before;
  const Operation& op;
};

// Returns whether `input` of the second kernel lies relative to the output of the first kernel as
// in `original`: in the same region and at the same distance. Returns true if the kernel does not
// read the input, or if input and output of `pair` lie in different regions.
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

// Returns the largest block dependency that `original` gives to a pair of kernels with the same
// work as `pair`, but at least `least`.
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
    // A chained kernel keeps the block dependency 0, as in the compiler's files: the kernel waits
    // for all blocks of the kernel before.
    const bool chained = decoded.ofm.tiling == Tiling::none || takes_chained_operand(decoded);
    if (before != nullptr && !chained) {
      const std::int32_t allowed = block_dependency(config, *before, op, rule);
      dependencies[c] = dependency_in(original, {*decoded_before, decoded}, allowed);
    }
    before = &op;
    decoded_before = &decoded;
  }
  return dependencies;
}

}  // namespace spillway::ethosu
