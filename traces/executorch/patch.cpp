// SPDX-License-Identifier: Apache-2.0
#include "traces/executorch/patch.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "traces/executorch/data.h"
#include "traces/executorch/file.h"
#include "traces/executorch/vela_block_writer.h"
#include "traces/executorch/vela_blocks.h"
#include "traces/flatbuffer_size.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

// The type name that the reader gives to operators that call a delegate.
constexpr const char* delegate_call = "ethos-u";

class ProgramPatcher {
 public:
  ProgramPatcher(const Network& network, const FilePatch& patch)
      : network_(network),
        patch_(patch),
        contents_(file_contents(network)),
        file_(contents_, network.source) {}

  std::vector<std::uint8_t> run() {
    read_offsets();
    const auto* const delegates = file_.method().delegates();
    for (std::uint32_t i = 0; i < size_or_zero(delegates); ++i) change(*delegates->Get(i), i);
    return with_delegate_data({contents_.begin(), contents_.end()}, file_, data_);
  }

 private:
  void read_offsets() {
    const auto found = patch_.metadata.find(offline_plan_name);
    if (found == patch_.metadata.end()) return;
    constexpr std::size_t header_words = 3;
    const std::vector<std::uint8_t>& bytes = found->second;
    for (std::size_t at = 4 * header_words; at + 4 <= bytes.size(); at += 4) {
      std::uint32_t word = 0;
      for (std::size_t i = 0; i < 4; ++i) word |= std::uint32_t{bytes[at + i]} << (8 * i);
      offsets_.push_back(static_cast<std::int32_t>(word));
    }
  }

  void change(const executorch::BackendDelegate& delegate, std::uint32_t number) {
    const std::string what = fmt::format("delegate {}", number);
    const ByteView data = file_.delegate_data(delegate, what);
    const VelaBlocks blocks = read_vela_blocks(data, file_, what);
    std::optional<std::vector<std::uint8_t>> changed;
    for (const Operator& op : network_.operators) {
      if (!calls(op, blocks)) continue;
      std::vector<std::uint8_t> now = with_changed_blocks(data, changes_of(op, blocks), file_);
      if (changed && *changed != now) {
        file_.reject(what + " is called twice, and its two calls would have to differ");
      }
      changed = std::move(now);
    }
    if (!changed) return;
    const auto [known, added] = data_.emplace(data.data, *changed);
    if (!added && known->second != *changed) {
      file_.reject(what + " has the data of another delegate, and both would have to differ");
    }
  }

  // Whether the operator calls the delegate with these blocks. The reader makes the command tensor
  // of a call point into the delegate's data, so both begin at the same address.
  bool calls(const Operator& op, const VelaBlocks& blocks) const {
    return op.type_name == delegate_call &&
           at(network_.tensors, op.inputs[0]).data.data == blocks.commands.data;
  }

  ChangedBlocks changes_of(const Operator& op, const VelaBlocks& blocks) const {
    ChangedBlocks changes;
    const auto commands = patch_.contents.find(op.inputs[0]);
    changes.commands =
        commands != patch_.contents.end()
            ? commands->second
            : std::vector<std::uint8_t>(blocks.commands.begin(), blocks.commands.end());
    const auto scratch = patch_.lengths.find(op.inputs[2]);
    changes.scratch_bytes =
        scratch != patch_.lengths.end() ? scratch->second : blocks.scratch_bytes;
    const std::size_t first_input = op.inputs.size() - blocks.inputs.size();
    for (std::size_t i = 0; i < blocks.inputs.size(); ++i) {
      changes.inputs.push_back(offset_of(op.inputs[first_input + i], blocks.inputs[i]));
    }
    for (std::size_t i = 0; i < blocks.outputs.size(); ++i) {
      changes.outputs.push_back(offset_of(op.outputs[i], blocks.outputs[i]));
    }
    return changes;
  }

  Bytes offset_of(TensorIndex tensor, const DelegateMap& map) const {
    return offsets_.empty() ? map.offset : at(offsets_, tensor);
  }

  const Network& network_;
  const FilePatch& patch_;
  const ByteView contents_;
  const ExecutorchFile file_;
  // The new offset of each tensor in the arena; empty if no offset changes.
  std::vector<std::int32_t> offsets_;
  // The new data of delegates; the key is the address of the old data.
  std::map<const std::uint8_t*, std::vector<std::uint8_t>> data_;
};

}  // namespace

bool is_executorch(const Network& network) { return looks_like_executorch(file_contents(network)); }

std::vector<std::uint8_t> patched_executorch(const Network& network, const FilePatch& patch) {
  return ProgramPatcher(network, patch).run();
}

}  // namespace spillway
