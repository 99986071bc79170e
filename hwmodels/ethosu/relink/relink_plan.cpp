// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/relink/arena_addresses.h"
#include "hwmodels/ethosu/relink/planned_streams.h"
#include "hwmodels/ethosu/relink/relink.h"
#include "hwmodels/ethosu/replay/command_stream_match.h"
#include "hwmodels/ethosu/replay/host_tensors.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "traces/file_patch.h"
#include "traces/files/patched_file.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::ethosu {
namespace {

constexpr Bytes least_arena = 16;

/// Finds the tensor of the lowered network for each tensor of the compiled file that has an offset
/// in the file's metadata.
class RuntimeTensors {
 public:
  RuntimeTensors(const Network& compiled, const Network& lowered, const Target& target)
      : compiled_(compiled),
        lowered_(lowered),
        file_(decode(compiled)),
        offsets_(arena_offsets(compiled)) {
    if (!read_offline_plan(compiled)) {
      throw UserError(ExitCode::input_file, {compiled.source},
                      "has no offsets of tensors, which its streams rely on");
    }
    const NetworkOps ops = network_ops(lowered, config_of(target));
    const std::vector<MatchedOp> matched = match_stream(ops, file_);
    for (std::size_t t = 0; t < compiled.tensors.size(); ++t) {
      const auto tensor = static_cast<TensorIndex>(t);
      if (is_placed(tensor)) by_compiled_[tensor] = find(tensor, matched);
    }
  }

  const std::map<TensorIndex, TensorIndex>& by_compiled() const { return by_compiled_; }

 private:
  bool is_placed(TensorIndex tensor) const {
    const Tensor& known = at(compiled_.tensors, tensor);
    return at(offsets_, tensor) != not_planned && known.data.size == 0 && known.bytes != 0;
  }

  TensorIndex find(TensorIndex tensor, const std::vector<MatchedOp>& matched) const {
    TensorIndex found = by_name(tensor);
    if (found == no_tensor) found = by_kernels(tensor, matched);
    if (found != no_tensor) return found;
    throw UserError(ExitCode::input_file, {compiled_.source},
                    "tensor '" + at(compiled_.tensors, tensor).name + "' is none of the network's");
  }

  // Returns the tensor of the lowered network that lies at the address of `tensor` in the arena;
  // no_tensor if no tensor lies at this address. For an input of an ethos-u operator, this is the
  // tensor that the first operation with an input at this address reads. For an output, this is the
  // tensor that the last operation with an output at this address writes.
  TensorIndex by_kernels(TensorIndex tensor, const std::vector<MatchedOp>& matched) const {
    const auto address = static_cast<Address>(at(offsets_, tensor));
    const auto lies_there = [&](const FeatureMap& map, const Operand& operand) {
      return map.region == arena_region && map.base[0] == address && operand.offset == 0 &&
             operand.tensor >= 0 && same_size(tensor, operand.tensor);
    };
    TensorIndex found = no_tensor;
    for (const MatchedOp& op : matched) {
      if (op.kernels.empty()) continue;
      const MatchedKernel& kernel = op.kernels.front();
      if (hands_in(kernel.stream, tensor)) {
        if (kernel.operation->reads_ifm && lies_there(kernel.operation->ifm, op.op->ifm)) {
          return op.op->ifm.tensor;
        }
        if (kernel.operation->reads_ifm2 && lies_there(kernel.operation->ifm2, op.op->ifm2)) {
          return op.op->ifm2.tensor;
        }
      }
      if (hands_out(kernel.stream, tensor) && lies_there(kernel.operation->ofm, op.op->ofm)) {
        found = op.op->ofm.tensor;
      }
    }
    return found;
  }

  const Operator& operator_of(std::size_t stream) const {
    return at(compiled_.operators, file_.streams[stream].operator_index);
  }
  bool hands_in(std::size_t stream, TensorIndex tensor) const {
    const std::vector<TensorIndex>& inputs = operator_of(stream).inputs;
    return std::find(inputs.begin(), inputs.end(), tensor) != inputs.end();
  }
  bool hands_out(std::size_t stream, TensorIndex tensor) const {
    const std::vector<TensorIndex>& outputs = operator_of(stream).outputs;
    return std::find(outputs.begin(), outputs.end(), tensor) != outputs.end();
  }

  bool same_size(TensorIndex compiled, TensorIndex lowered) const {
    return at(lowered_.tensors, lowered).bytes >= at(compiled_.tensors, compiled).bytes;
  }

  TensorIndex by_name(TensorIndex tensor) const {
    for (std::size_t t = 0; t < lowered_.tensors.size(); ++t) {
      const auto index = static_cast<TensorIndex>(t);
      const bool named = lowered_.tensors[t].name == at(compiled_.tensors, tensor).name;
      if (named && same_size(tensor, index)) return index;
    }
    return no_tensor;
  }

  const Network& compiled_;
  const Network& lowered_;
  const DecodedFile file_;
  std::vector<std::int32_t> offsets_;
  std::map<TensorIndex, TensorIndex> by_compiled_;
};

class PlanRelinker {
 public:
  PlanRelinker(const Network& compiled, const PlannedNetwork& planned)
      : compiled_(compiled),
        planned_(planned),
        file_(decode(compiled)),
        addresses_(planned.lowered, planned.plan, planned.target),
        arena_addresses_(planned.lowered, planned.plan, addresses_, planned.target) {}

  std::vector<std::uint8_t> run() {
    streams_ = planned_streams(compiled_, file_, planned_, {addresses_, arena_addresses_});
    for (std::size_t i = 0; i < file_.streams.size(); ++i) set_stream(i);
    set_offsets();
    return patched_file(compiled_, patch_);
  }

 private:
  void set_stream(std::size_t number) {
    const Operator& op = at(compiled_.operators, file_.streams[number].operator_index);
    patch_.contents[op.inputs[0]] = streams_.payloads[number];
    const TensorIndex constants = op.inputs[constants_region + 1];
    if (constants != no_tensor) patch_.contents[constants] = streams_.constants;
    const RegionBytes& before = file_.streams[number].regions;
    const bool one_arena =
        arena_addresses_.fast_bytes() == 0 && before[fast_arena_region] == before[arena_region];
    set_length(op, arena_region, arena_addresses_.arena_bytes());
    set_length(op, fast_arena_region,
               one_arena ? arena_addresses_.arena_bytes() : arena_addresses_.fast_bytes());
  }

  void set_length(const Operator& op, std::size_t region, Bytes bytes) {
    const TensorIndex tensor = op.inputs[region + 1];
    if (tensor == no_tensor) return;
    patch_.lengths[tensor] = static_cast<std::int32_t>(std::max(least_arena, bytes));
  }

  void set_offsets() {
    const RuntimeTensors tensors(compiled_, planned_.lowered, planned_.target);
    std::map<TensorIndex, std::int32_t> offsets;
    for (const auto& [compiled, lowered] : tensors.by_compiled()) {
      const RegionAddress place = arena_addresses_.region_address_of(place_of(lowered));
      if (place.region != arena_region) {
        throw UserError(ExitCode::run_failed, "the plan has '" +
                                                  at(planned_.lowered.tensors, lowered).name +
                                                  "' where neither host nor application find it");
      }
      offsets[compiled] = static_cast<std::int32_t>(place.address);
    }
    for (const NamedBytes& entry : compiled_.metadata) {
      if (entry.name != offline_plan_name) continue;
      patch_.metadata[offline_plan_name] = with_offsets(entry.data, offsets);
    }
  }

  // Returns the place of a tensor that the host or the application uses. Such a tensor does not
  // move during a run, so the plan has only one residency (place and steps) for it.
  Place place_of(TensorIndex tensor) const {
    for (const Residency& residency : planned_.plan.residencies) {
      const bool first = residency.tensor == tensor && residency.kind == ResidencyKind::tensor;
      if (first) return addresses_.place_of(residency);
    }
    return addresses_.place_of(tensor, 0);
  }

  const Network& compiled_;
  const PlannedNetwork& planned_;
  const DecodedFile file_;
  const TensorAddresses addresses_;
  const ArenaAddresses arena_addresses_;
  PlannedStreams streams_;
  FilePatch patch_;
};

}  // namespace

std::vector<TensorIndex> runtime_tensors(const Network& compiled, const Network& lowered,
                                         const Target& target) {
  std::vector<TensorIndex> all;
  const RuntimeTensors tensors(compiled, lowered, target);
  for (const auto& pair : tensors.by_compiled()) {
    all.push_back(pair.second);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<std::uint8_t> relink_plan(const Network& compiled, const Network& lowered,
                                      const Plan& plan, const Target& target,
                                      const ScheduleOptions& options) {
  return PlanRelinker(compiled, {lowered, plan, target, options}).run();
}

}  // namespace spillway::ethosu
