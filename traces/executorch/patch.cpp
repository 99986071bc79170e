// SPDX-License-Identifier: Apache-2.0
#include "traces/executorch/patch.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/index.h"
#include "base/units.h"
#include "traces/executorch/data.h"
#include "traces/executorch/file.h"
#include "traces/executorch/vela_block_layout.h"
#include "traces/executorch/vela_blocks.h"
#include "traces/flatbuffer_size.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

/// New contents for some blocks of a delegate's data; vela_blocks.h describes the format.
struct ChangedBlocks {
  std::vector<std::uint8_t> commands;
  Bytes scratch_bytes = 0;
  // New offsets of the delegate's inputs and outputs within its scratch memory, in bytes.
  std::vector<Bytes> inputs, outputs;
};

using Contents = std::vector<std::uint8_t>;

class BlockWriter {
 public:
  BlockWriter(ByteView data, const ChangedBlocks& changes, const ExecutorchFile& file)
      : data_(data), changes_(changes), file_(file) {}

  Contents run() {
    std::string_view name;
    do {
      const VelaBlock block = vela_block_at(data_, at_);
      name = block.name;
      write(block, changed(block));
      at_ = block.end;
    } while (name != "vela_end_stream");
    // Bytes after the last block are copied without a change.
    result_.insert(result_.end(), data_.data + at_, data_.data + data_.size);
    return std::move(result_);
  }

 private:
  Contents changed(const VelaBlock& block) const {
    if (block.name == "cmd_data") {
      if (block.external) file_.reject("keeps the commands of a delegate outside of its data");
      return changes_.commands;
    }
    Contents contents(block.contents.data, block.contents.data + block.contents.size);
    if (block.name == "scratch_size") {
      put_word(static_cast<std::uint32_t>(changes_.scratch_bytes), 0, contents);
    } else if (block.name == "scratch_data") {
      contents.assign(static_cast<std::size_t>(changes_.scratch_bytes), 0);
    } else if (block.name == "inputs") {
      put_offsets(changes_.inputs, contents);
    } else if (block.name == "outputs") {
      put_offsets(changes_.outputs, contents);
    }
    return contents;
  }

  static void put_word(std::uint32_t word, std::size_t at, Contents& contents) {
    for (std::size_t i = 0; i < 4; ++i) {
      contents[at + i] = static_cast<std::uint8_t>(word >> (8 * i));
    }
  }

  static void put_offsets(const std::vector<Bytes>& offsets, Contents& contents) {
    if (offsets.empty()) return;
    const std::size_t each = vela_map_words(contents.size(), offsets.size());
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      // The first word of the block is the number of feature maps; the descriptions of the maps
      // follow, of `each` words each. In a description, the offset is the next-to-last word, and
      // the region is the last word.
      const std::size_t word = 1 + i * each + each - 2;
      put_word(static_cast<std::uint32_t>(offsets[i]), 4 * word, contents);
    }
  }

  void write(const VelaBlock& block, const Contents& contents) {
    const std::size_t header = result_.size();
    result_.insert(result_.end(), data_.data + at_, data_.data + at_ + vela_header_bytes);
    put_word(static_cast<std::uint32_t>(contents.size()), header + vela_size_offset, result_);
    result_.insert(result_.end(), contents.begin(), contents.end());
    const bool same_size = contents.size() == block.contents.size;
    const std::size_t padded = (contents.size() + vela_padding - 1) / vela_padding * vela_padding;
    const std::size_t end =
        same_size ? header + block.end - at_ : header + vela_header_bytes + padded;
    result_.resize(end, 0);
  }

  ByteView data_;
  const ChangedBlocks& changes_;
  const ExecutorchFile& file_;
  std::size_t at_ = 0;
  Contents result_;
};

// Returns a delegate's data with the changed blocks; all other blocks stay the same.
// read_vela_blocks() must accept `data`. Throws UserError(input_file) if the commands are stored
// elsewhere in the file.
std::vector<std::uint8_t> with_changed_blocks(ByteView data, const ChangedBlocks& changes,
                                              const ExecutorchFile& file) {
  return BlockWriter(data, changes, file).run();
}

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

  // Whether the operator calls the delegate with these blocks. The reader does not copy a
  // delegate's data, so the command tensor of the call and `blocks.commands` begin at the same
  // address.
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
