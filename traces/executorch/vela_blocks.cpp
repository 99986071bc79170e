// SPDX-License-Identifier: Apache-2.0
#include "traces/executorch/vela_blocks.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/terminal_text.h"
#include "traces/executorch/vela_block_layout.h"

namespace spillway {
namespace {

// A shape has four dimensions in files of ExecuTorch before 0.6, and more in later files.
constexpr std::size_t fewest_dimensions = 4;
constexpr Bytes largest_map = Bytes{1} << 40;

std::int32_t word_of(ByteView bytes, std::size_t index) {
  const std::uint8_t* const at = bytes.data + 4 * index;
  const std::uint32_t word = at[0] | static_cast<std::uint32_t>(at[1]) << 8U |
                             static_cast<std::uint32_t>(at[2]) << 16U |
                             static_cast<std::uint32_t>(at[3]) << 24U;
  return static_cast<std::int32_t>(word);
}

class BlockReader {
 public:
  BlockReader(ByteView data, const ExecutorchFile& file, const std::string& what)
      : data_(data), file_(file), what_(what) {}

  VelaBlocks read() {
    while (!ended_) step();
    require("cmd_data", commands_read_);
    require("scratch_size", scratch_read_);
    check_initial_state();
    for (const DelegateMap& map : result_.inputs) check_within_scratch("input", map);
    for (const DelegateMap& map : result_.outputs) check_within_scratch("output", map);
    return std::move(result_);
  }

 private:
  [[noreturn]] void reject(const std::string& message) const {
    file_.reject(what_ + ": " + message);
  }

  void require(const char* block, bool read) const {
    if (!read) reject(fmt::format("its data have no block '{}'", block));
  }

  void step() {
    if (data_.size - at_ < vela_header_bytes) {
      reject(fmt::format("its data of {} bytes end without a block 'vela_end_stream'", data_.size));
    }
    const VelaBlock block = vela_block_at(data_, at_);
    const std::string_view name = block.name;
    if (at_ == 0 && name != "vela_bin_stream") {
      reject(
          fmt::format("its data begin with '{}', not with a block 'vela_bin_stream'; was the "
                      "program exported for Vela?",
                      name_text(name)));
    }
    ByteView contents = block.contents;
    if (contents.size > data_.size - at_ - vela_header_bytes) {
      reject(fmt::format("its block '{}' of {} bytes leaves its data of {} bytes", name_text(name),
                         contents.size, data_.size));
    }
    at_ = block.end;
    if (block.external) {
      contents = file_.named_data({reinterpret_cast<const char*>(contents.data), contents.size},
                                  fmt::format("{}: its block '{}'", what_, name_text(name)));
    }
    take(name, contents);
  }

  void take(std::string_view name, ByteView contents) {
    if (name == "vela_end_stream") {
      ended_ = true;
    } else if (name == "cmd_data") {
      result_.commands = contents;
      commands_read_ = true;
    } else if (name == "weight_data") {
      result_.weights = contents;
    } else if (name == "scratch_size") {
      if (contents.size < 4) reject("its block 'scratch_size' holds no number");
      result_.scratch_bytes = static_cast<std::uint32_t>(word_of(contents, 0));
      scratch_read_ = true;
      // In files of ExecuTorch before 0.6, the block `scratch_data` is as large as the scratch
      // memory.
    } else if (name == "scratch_data") {
      result_.scratch_bytes = static_cast<Bytes>(contents.size);
      scratch_read_ = true;
    } else if (name == "inputs") {
      result_.inputs = maps_of(name, contents);
    } else if (name == "outputs") {
      result_.outputs = maps_of(name, contents);
    } else if (name == "persistent_size") {
      if (contents.size < 4) reject("its block 'persistent_size' holds no number");
      result_.state_bytes = static_cast<std::uint32_t>(word_of(contents, 0));
    } else if (name == "persistent_init") {
      initial_state_bytes_ = static_cast<Bytes>(contents.size);
    }
  }

  std::vector<DelegateMap> maps_of(std::string_view name, ByteView contents) const {
    const std::size_t words = contents.size / 4;
    const std::int32_t given = words == 0 ? -1 : word_of(contents, 0);
    if (given == 0) return {};
    const auto count = static_cast<std::size_t>(std::max(given, 0));
    const std::size_t each = count == 0 ? 0 : (words - 1) / count;
    if (each < fewest_dimensions + vela_words_beside_shape) {
      reject(fmt::format("its block '{}' of {} bytes does not hold the {} maps that it counts",
                         name, contents.size, given));
    }
    const std::size_t dimensions = vela_map_words(contents.size, count) - vela_words_beside_shape;
    std::vector<DelegateMap> maps;
    for (std::size_t i = 0; i < count; ++i) {
      maps.push_back(
          map_at(name, contents, 1 + i * (dimensions + vela_words_beside_shape), dimensions));
    }
    return maps;
  }

  DelegateMap map_at(std::string_view name, ByteView contents, std::size_t first,
                     std::size_t dimensions) const {
    DelegateMap map;
    map.element_bytes = word_of(contents, first + dimensions);
    map.offset = word_of(contents, first + dimensions + 1);
    bool sound = map.element_bytes > 0 && map.offset >= 0;
    map.bytes = map.element_bytes;
    for (std::size_t i = 0; i < dimensions; ++i) {
      const std::int32_t extent = word_of(contents, first + i);
      sound = sound && extent > 0 && map.bytes <= largest_map / extent;
      if (sound) map.bytes *= extent;
      map.shape.push_back(extent);
    }
    if (!sound) reject(fmt::format("its block '{}' has a map out of range", name));
    return map;
  }

  // Throws unless the initial state fits into the state. The runtime copies the initial state once,
  // when it loads the program.
  void check_initial_state() const {
    if (initial_state_bytes_ <= result_.state_bytes) return;
    reject(fmt::format("its block 'persistent_init' of {} bytes leaves its state of {} bytes",
                       initial_state_bytes_, result_.state_bytes));
  }

  void check_within_scratch(const char* role, const DelegateMap& map) const {
    if (map.offset <= result_.scratch_bytes && map.bytes <= result_.scratch_bytes - map.offset) {
      return;
    }
    reject(fmt::format("an {} of {} bytes at byte {} leaves its scratch memory of {} bytes", role,
                       map.bytes, map.offset, result_.scratch_bytes));
  }

  ByteView data_;
  const ExecutorchFile& file_;
  const std::string& what_;
  VelaBlocks result_;
  std::size_t at_ = 0;
  Bytes initial_state_bytes_ = 0;
  bool ended_ = false;
  bool commands_read_ = false;
  bool scratch_read_ = false;
};

}  // namespace

VelaBlocks read_vela_blocks(ByteView data, const ExecutorchFile& file, const std::string& what) {
  return BlockReader(data, file, what).read();
}

}  // namespace spillway
