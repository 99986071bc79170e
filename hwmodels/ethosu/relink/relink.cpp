// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/relink.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "base/index.h"
#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/relink/arena_buffers.h"
#include "hwmodels/ethosu/relink/relinked_stream.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "hwmodels/ethosu/replay/replay.h"
#include "traces/file_patch.h"
#include "traces/files/patched_file.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::ethosu {
namespace {

constexpr Bytes arena_step = 16;

Bytes whole_steps(Bytes bytes) { return (bytes + arena_step - 1) / arena_step * arena_step; }

/// Rewrites a compiled file so that buffer i of arena_buffers() lies at the place `homes[i]`.
class FileRelinker {
 public:
  FileRelinker(const Network& network, const std::vector<BufferHome>& homes)
      : network_(network),
        file_(decode(network)),
        buffers_(arena_buffers(network, file_)),
        homes_(homes) {
    if (homes.size() != buffers_.buffers.size()) throw std::logic_error("homes of another file");
    for (std::size_t i = 0; i < homes.size(); ++i) {
      const bool runtime = buffers_.buffers[i].of_runtime;
      if (homes[i].offset % arena_step != 0 || (runtime && homes[i].fast)) {
        throw std::logic_error("a buffer at an odd place");
      }
    }
  }

  std::vector<std::uint8_t> run() {
    FilePatch patch;
    set_region(arena_region, patch);
    set_region(fast_arena_region, patch);
    for (std::size_t i = 0; i < file_.streams.size(); ++i) set_stream(i, patch);
    set_offsets(patch);
    return patched_file(network_, patch);
  }

 private:
  Bytes end_of(std::size_t region, bool anew) const {
    Bytes end = 0;
    for (std::size_t i = 0; i < homes_.size(); ++i) {
      const BufferHome& home = anew ? homes_[i] : buffers_.buffers[i].home;
      if (home.fast != (region == fast_arena_region)) continue;
      end = std::max(end, home.offset + buffers_.buffers[i].size);
    }
    return end;
  }

  // Returns the new size of an arena: the end of its last buffer, plus the bytes that no buffer
  // used in the compiled file. A fast arena (arena in fast memory) that no buffer uses keeps its
  // old size. Exception: if arena and fast arena had the same size in the file, the fast arena gets
  // the new size of the arena.
  Bytes size_of(std::size_t region) const {
    const Bytes old_size = file_.largest_region(region);
    const Bytes old_end = end_of(region, false);
    const Bytes new_end = end_of(region, true);
    if (region == fast_arena_region && old_end == 0 && new_end == 0) {
      return old_size == file_.largest_region(arena_region) ? size_of(arena_region) : old_size;
    }
    if (new_end == old_end) return old_size;
    const Bytes unused = std::max<Bytes>(0, old_size - whole_steps(old_end));
    return std::max(arena_step, whole_steps(new_end) + unused);
  }

  void set_region(std::size_t region, FilePatch& patch) {
    arenas_[region] = size_of(region);
    if (arenas_[region] == file_.largest_region(region)) return;
    for (const DecodedStream& stream : file_.streams) {
      const Operator& op = at(network_.operators, stream.operator_index);
      const TensorIndex tensor = op.inputs[region + 1];
      if (tensor != no_tensor) patch.lengths[tensor] = static_cast<std::int32_t>(arenas_[region]);
    }
  }

  void set_stream(std::size_t number, FilePatch& patch) {
    const DecodedStream& stream = file_.streams[number];
    const TensorIndex commands = at(network_.operators, stream.operator_index).inputs[0];
    StreamMove move{stream, number, buffers_, homes_, stream.regions};
    for (const std::size_t arena : {arena_region, fast_arena_region}) {
      move.regions[arena] = arenas_[arena];
    }
    std::vector<std::uint8_t> written = relinked_payload(move);
    const auto known = patch.contents.find(commands);
    if (known != patch.contents.end() && known->second != written) {
      throw UserError(ExitCode::input_file, {network_.source},
                      "runs one command stream twice, which would have to differ");
    }
    patch.contents[commands] = std::move(written);
  }

  void set_offsets(FilePatch& patch) const {
    const auto planned = read_offline_plan(network_);
    for (const NamedBytes& entry : network_.metadata) {
      if (entry.name != offline_plan_name) continue;
      std::map<TensorIndex, std::int32_t> offsets;
      for (const auto& [tensor, buffer] : buffers_.of_tensor) {
        const Bytes distance = homes_[buffer].offset - buffers_.buffers[buffer].home.offset;
        offsets[tensor] = at(*planned, tensor) + static_cast<std::int32_t>(distance);
      }
      patch.metadata[offline_plan_name] = with_offsets(entry.data, offsets);
    }
  }

  const Network& network_;
  const DecodedFile file_;
  const ArenaBuffers buffers_;
  const std::vector<BufferHome>& homes_;
  RegionBytes arenas_{};  // new sizes of the arenas, at the indices of their regions
};

}  // namespace

double model_error_percent(const Config& config) {
  switch (config.product) {
    case EthosUParameters::Product::u55:
      return 1.1;
    case EthosUParameters::Product::u65:
      return 3.1;
    default:
      return 3.9;
  }
}

MovableBuffers movable_buffers(const Network& compiled, const Target& target) {
  const DecodedFile file = decode(compiled);
  require_processor(file, target);
  MovableBuffers all;
  all.model_error_percent = model_error_percent(config_of(target));
  std::map<std::string, int> names;  // number of buffers with each name so far
  all.buffers = arena_buffers(compiled, file).buffers;
  for (MovableBuffer& buffer : all.buffers) {
    const int number = ++names[buffer.name];
    if (number > 1) buffer.name += "#" + std::to_string(number);
  }
  all.arena_bytes = file.largest_region(arena_region);
  all.arena_memory = target.regions.memory[arena_region];
  if (used_regions(file)[fast_arena_region]) {
    all.fast_bytes = file.largest_region(fast_arena_region);
    all.fast_memory = target.regions.memory[fast_arena_region];
  }
  return all;
}

std::vector<std::uint8_t> relink(const Network& compiled, const std::vector<BufferHome>& homes) {
  return FileRelinker(compiled, homes).run();
}

}  // namespace spillway::ethosu
