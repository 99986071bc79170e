// SPDX-License-Identifier: Apache-2.0
#include "tests/hwmodels/ethosu/proof/attacks.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/emit/stream_writer.h"
#include "tests/hwmodels/ethosu/replay/compiled_network.h"

namespace spillway::ethosu::proof {

const Operation* operation_of(const DecodedStream& stream, std::size_t command) {
  const DecodedCommand& decoded = stream.commands[command];
  return decoded.kind == DecodedKind::operation ? &stream.operations[decoded.index] : nullptr;
}

namespace {

bool add(RegisterStep& step, RegisterKey key, std::int64_t amount) {
  const auto found = step.registers.find(key);
  if (found == step.registers.end()) return false;
  found->second += static_cast<std::uint64_t>(amount);
  return true;
}

Change of_kernels(const std::function<bool(RegisterStep&, const Operation&)>& change) {
  return [=](RegisterStep& step, const DecodedStream& stream, std::size_t command, Random&) {
    const Operation* const op = operation_of(stream, command);
    return op != nullptr && change(step, *op);
  };
}

Change of_transfers(const std::function<bool(RegisterStep&, const DmaCommand&)>& change) {
  return [=](RegisterStep& step, const DecodedStream& stream, std::size_t command, Random&) {
    const DecodedCommand& decoded = stream.commands[command];
    return decoded.kind == DecodedKind::dma_start && change(step, stream.transfers[decoded.index]);
  };
}

bool has_window(const Operation& op) {
  return op.type == OperationType::conv || op.type == OperationType::depthwise ||
         op.type == OperationType::pool;
}

bool in_memory(const FeatureMap& map) { return map.tiling != Tiling::none; }

void add_changes_of_places(Changes& changes) {
  changes["input moved"] = of_kernels([](RegisterStep& step, const Operation& op) {
    return op.reads_ifm && add(step, key_of(Command1::ifm_base0), 16);
  });
  changes["second input moved"] = of_kernels([](RegisterStep& step, const Operation& op) {
    return op.reads_ifm2 && in_memory(op.ifm2) && add(step, key_of(Command1::ifm2_base0), 16);
  });
  changes["output moved"] = of_kernels([](RegisterStep& step, const Operation& op) {
    return in_memory(op.ofm) && add(step, key_of(Command1::ofm_base0), 16);
  });
  changes["rows of the input further apart"] =
      of_kernels([](RegisterStep& step, const Operation& op) {
        // A kernel with a single row of input does not use the stride of rows, so the change would
        // have no effect on this kernel.
        const bool rows = op.reads_ifm && op.ifm.height > 1;
        return rows && add(step, key_of(Command1::ifm_stride_y), 16);
      });
  changes["rows of the output further apart"] =
      of_kernels([](RegisterStep& step, const Operation& op) {
        const bool rows = in_memory(op.ofm) && op.ofm.height > 1;
        return rows && add(step, key_of(Command1::ofm_stride_y), 16);
      });
  changes["weights moved"] = of_kernels([](RegisterStep& step, const Operation& op) {
    return op.weights[0].length > 0 && add(step, key_of(Command1::weight_base), -16);
  });
  changes["scales moved"] = of_kernels([](RegisterStep& step, const Operation& op) {
    return op.scales[0].length > 0 && add(step, key_of(Command1::scale_base), 16);
  });
}

void add_changes_of_work(Changes& changes) {
  changes["padding"] = of_kernels([](RegisterStep& step, const Operation& op) {
    return has_window(op) && add(step, key_of(Command0::ifm_pad_top), 1);
  });
  changes["zero point"] = of_kernels([](RegisterStep& step, const Operation&) {
    return add(step, key_of(Command0::ofm_zero_point), 1);
  });
  changes["row fewer"] = of_kernels([](RegisterStep& step, const Operation& op) {
    return op.ofm.height > 1 && add(step, key_of(Command0::ofm_height_m1), -1);
  });
  changes["table of another slot"] = of_kernels([](RegisterStep& step, const Operation& op) {
    return op.activation == ActivationWork::table && add(step, key_of(Command0::activation), 1);
  });
}

void add_changes_of_transfers(Changes& changes) {
  changes["other constants fetched"] = of_transfers([](RegisterStep& step, const DmaCommand&) {
    return add(step, key_of(Command1::dma0_src), 16);
  });
  changes["fetched elsewhere"] = of_transfers([](RegisterStep& step, const DmaCommand&) {
    return add(step, key_of(Command1::dma0_dst), 16);
  });
  // The change halves the length of the transfer. A smaller change could remove only padding at the
  // end of the weights, which no kernel needs.
  changes["fetched too little"] = of_transfers([](RegisterStep& step, const DmaCommand& dma) {
    const Bytes half = std::max<Bytes>(1, dma.source.bytes() / 32) * 16;
    return add(step, key_of(Command1::dma0_len), -half);
  });
}

// Adds changes that could result from a wrong division of operators into kernels: a stripe reads
// its input one row too low, or a kernel reads the weights of another kernel.
void add_changes_of_cuts(Changes& changes) {
  changes["input a row lower"] = of_kernels([](RegisterStep& step, const Operation& op) {
    const bool rows = op.reads_ifm && op.ifm.height > 1 && op.ifm.stride_y > 0;
    return rows && add(step, key_of(Command1::ifm_base0), op.ifm.stride_y);
  });
  changes["weights of another kernel"] = [](RegisterStep& step, const DecodedStream& stream,
                                            std::size_t command, Random& random) {
    const Operation* const op = operation_of(stream, command);
    const Operation& other = stream.operations[random() % stream.operations.size()];
    const bool other_weights = op != nullptr && op->weights[0].length > 0 &&
                               other.weights[0].length > 0 &&
                               other.weights[0].base != op->weights[0].base;
    if (!other_weights) return false;
    step.registers[key_of(Command1::weight_base)] = other.weights[0].base;
    return true;
  };
}

void add_stale_buffer(Changes& changes) {
  changes["stale buffer"] = [](RegisterStep& step, const DecodedStream& stream, std::size_t command,
                               Random& random) {
    const Operation* const op = operation_of(stream, command);
    const Operation& other = stream.operations[random() % stream.operations.size()];
    if (op == nullptr || !op->reads_ifm || other.ifm.base[0] == op->ifm.base[0]) return false;
    step.registers[key_of(Command1::ifm_base0)] = other.ifm.base[0];
    return true;
  };
}

}  // namespace

std::string ChangedFile::difference_with(const Steps& steps) const {
  FilePatch patch;
  const Operator& op = at(network_.operators, stream_.operator_index);
  patch.contents[op.inputs[0]] = rewritten_payload(stream_.payload, steps);
  return difference_with(patch);
}

std::string ChangedFile::difference_with(const FilePatch& patch) const {
  const std::vector<std::uint8_t> given(network_.file->data(),
                                        network_.file->data() + network_.file->size());
  try {
    return proof_(network_, parse_tflite(patched_tflite(given, patch, "given"), "changed"));
  } catch (const UserError& error) {
    return error.what();
  }
}

Changes harmful_changes() {
  Changes changes;
  add_changes_of_places(changes);
  add_changes_of_work(changes);
  add_changes_of_transfers(changes);
  add_changes_of_cuts(changes);
  add_stale_buffer(changes);
  return changes;
}

const std::vector<std::string>& attacked_files() {
  static const std::vector<std::string> names = {
      "peers/mlperf_vww96__u65-256__Dedicated_Sram__27648",
      "peers/mlperf_resnet_quant__u55-128__Shared_Sram",
      "peers/mit_detection__u65-256__Dedicated_Sram__84256",
      "mlperf_vww96__u65-512__Dedicated_Sram__384K",
      "fvp_yolo/yolo-fastest_192_face_v4__u85-256",
      "fvp/kws_micronet_m__u55-128",
  };
  return names;
}

std::vector<std::size_t> open_to(const Change& change, const ChangedFile& file, Random& random) {
  std::vector<std::size_t> commands;
  const Steps given = file.steps();
  for (std::size_t c = 0; c < given.size(); ++c) {
    RegisterStep step = given[c];
    if (change(step, file.stream(), c, random)) commands.push_back(c);
  }
  return commands;
}

int expect_all_refused(const Proof& proof, int attacks) {
  Random random(1);
  int total = 0;
  std::map<std::string, int> refused;
  for (const std::string& name : attacked_files()) {
    const Network network = test::compiled_network(name);
    const ChangedFile file(network, proof);
    const Steps given = file.steps();
    for (const auto& [what, change] : harmful_changes()) {
      const std::vector<std::size_t> commands = open_to(change, file, random);
      for (int i = 0; i < attacks && !commands.empty(); ++i) {
        Steps steps = given;
        const std::size_t command = commands[random() % commands.size()];
        if (!change(steps[command], file.stream(), command, random)) continue;
        ++refused[what];
        ++total;
        EXPECT_THAT(file.difference_with(steps), testing::Not(testing::IsEmpty()))
            << name << ", command " << command << ": " << what;
      }
    }
  }
  for (const auto& entry : harmful_changes()) EXPECT_GT(refused[entry.first], 0) << entry.first;
  return total;
}

Steps with_needless_order(const Steps& given, Random& random) {
  Steps steps = given;
  const auto at = static_cast<std::ptrdiff_t>(random() % steps.size());
  RegisterStep& changed = steps[static_cast<std::size_t>(at)];
  if (is_kernel(changed.command)) changed.registers[key_of(Command0::blockdep)] = 0;
  const bool kernels = random() % 2 == 0;
  steps.insert(steps.begin() + at, {kernels ? Command0::kernel_wait : Command0::dma_wait, 0, {}});
  return steps;
}

}  // namespace spillway::ethosu::proof
