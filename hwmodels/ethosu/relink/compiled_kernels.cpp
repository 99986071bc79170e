// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/compiled_kernels.h"

#include <algorithm>
#include <map>
#include <utility>

#include "hwmodels/ethosu/emit/operand_ranges.h"
#include "hwmodels/ethosu/replay/region_layout.h"

namespace spillway::ethosu {
namespace {

using KernelPlace = std::pair<std::size_t, std::size_t>;  // indices of stream and command

/// The address of a byte that is a copy of a constant, minus the address of the constant in region
/// 0; nullopt if the byte is no copy of a constant.
using Shift = std::optional<std::int64_t>;

/// Finds the constants that kernels read. For this purpose, goes through all commands in order and
/// tracks the copies of constants that DMA transfers make.
class ConstantReader {
 public:
  ConstantReader(const Network& compiled, const DecodedFile& file)
      : compiled_(compiled), file_(file) {}

  void read(const std::map<KernelPlace, CompiledKernel*>& kernels) {
    for (std::size_t s = 0; s < file_.streams.size(); ++s) {
      const DecodedStream& stream = file_.streams[s];
      begin(stream);
      const std::vector<RegisterStep> steps = register_steps(stream.payload.stream);
      for (std::size_t c = 0; c < stream.commands.size(); ++c) {
        const DecodedCommand& command = stream.commands[c];
        if (command.kind == DecodedKind::dma_start) {
          transfer(stream.transfers[command.index], steps[c]);
        } else if (command.kind == DecodedKind::operation) {
          const auto found = kernels.find({s, c});
          if (found != kernels.end()) take(steps[c], *found->second);
          note_bytes(s, c);
        }
      }
    }
  }

  // Returns the ranges of region 0 that no command reads. Bytes between a constant and the next
  // multiple of 16 are left out, because these bytes only align the following constant.
  std::vector<ByteRange> unread() const {
    std::vector<ByteRange> gaps;
    Address end = 0;
    const auto add_gap = [&](Address next) {
      const Address begin = (end + granule - 1) / granule * granule;
      if (begin < next) gaps.push_back({begin, next});
    };
    for (const ByteRange& range : merged(read_)) {
      add_gap(range.begin);
      end = std::max(end, range.end);
    }
    add_gap(static_cast<Address>(constants_.size));
    return gaps;
  }

 private:
  static constexpr Address granule = 16;

  void begin(const DecodedStream& stream) {
    tables_.clear();
    const Operator& op = at(compiled_.operators, stream.operator_index);
    const TensorIndex tensor = op.inputs[constants_region + 1];
    constants_ = tensor == no_tensor ? ByteView{} : at(compiled_.tensors, tensor).data;
    regions_[constants_region].write({0, constants_.size}, Shift{0});
  }

  static ByteRange range_of(const Access& access) {
    return {access.address, access.address + static_cast<Address>(access.bytes())};
  }

  void transfer(const DmaCommand& dma, const RegisterStep& step) {
    const ByteRange from = range_of(dma.source);
    if (dma.source.memory == constants_region) read_.push_back(from);
    if (dma.internal) {
      const FileConstants table = constants_at(dma.source.memory, from);
      if (!table.bytes.empty()) tables_[dma.destination.address] = {table, step};
      return;
    }
    Shift shift;
    at(regions_, dma.source.memory)
        .read(
            from, [&](const ByteRange&, const Shift& known) { shift = known; },
            [](const ByteRange&) {});
    if (shift) {
      *shift += static_cast<std::int64_t>(dma.destination.address) -
                static_cast<std::int64_t>(dma.source.address);
    }
    at(regions_, dma.destination.memory).write(range_of(dma.destination), shift);
  }

  void note_bytes(std::size_t stream, std::size_t command) {
    for (const OperandBytes& operand : operand_bytes(file_.streams[stream], stream, command)) {
      for (const ByteRange& range : operand.ranges) {
        if (operand.write) at(regions_, operand.region).write(range, {});
        if (operand.region == constants_region) read_.push_back(range);
      }
    }
  }

  // Returns the constants that `range` of a region (memory area with its own base address) holds;
  // empty if a part of the range holds anything but constants.
  FileConstants constants_at(std::uint8_t region, const ByteRange& range) const {
    FileConstants found;
    bool all = true;
    at(regions_, region)
        .read(
            range,
            [&](const ByteRange& part, const Shift& shift) {
              all = all && shift.has_value();
              if (all && !found.address) found.address = moved_back(part.begin, *shift);
              for (Address at = part.begin; all && at < part.end; ++at) {
                found.bytes.push_back(constants_.data[moved_back(at, *shift)]);
              }
            },
            [&](const ByteRange&) { all = false; });
    return all ? found : FileConstants{};
  }

  static Address moved_back(Address address, std::int64_t shift) {
    return static_cast<Address>(static_cast<std::int64_t>(address) - shift);
  }

  FileConstants constants_of(const FeatureMap& map) const {
    if (map.tiling == Tiling::none) return {};
    std::vector<Access> accesses;
    append_read(map, {0, map.height, 0, map.width, 0, map.depth}, DataClass::ifm, accesses);
    Address end = map.base[0];
    for (const Access& access : accesses) {
      const std::int64_t last = (access.planes - 1) * access.plane_stride +
                                (access.rows - 1) * access.row_stride + access.run;
      end = std::max(end, access.address + static_cast<Address>(last));
    }
    return constants_at(map.region, {map.base[0], end});
  }

  FileConstants constants_of(const ConstantStream& stream) const {
    const Address end = stream.base + static_cast<Address>(stream.length);
    return constants_at(stream.region, {stream.base, end});
  }

  static void take_first(const FileConstants& constants, CompiledKernel& kernel) {
    if (!constants.address) return;
    kernel.weights = std::min(kernel.weights.value_or(*constants.address), *constants.address);
  }

  void take(const RegisterStep& step, CompiledKernel& kernel) const {
    const Operation& op = *kernel.operation;
    kernel.step = step;
    for (std::size_t i = 0; i < op.scales.size(); ++i) {
      const ConstantStream& scales = op.scales[i];
      kernel.scales[i] = constants_of(scales).bytes;
      take_first(constants_of(scales), kernel);
      take_first(constants_of(op.weights[i]), kernel);
    }
    if (op.reads_ifm) kernel.ifm = constants_of(op.ifm);
    if (op.reads_ifm2) kernel.ifm2 = constants_of(op.ifm2);
    take_table(kernel);
  }

  // Sets the kernel's lookup table and the DMA transfer that loaded the table. The kernel's
  // ACTIVATION register has the number of the table's slot in the NPU's internal memory.
  void take_table(CompiledKernel& kernel) const {
    if (kernel.operation->activation != ActivationWork::table) return;
    const Payload& payload = file_.streams[kernel.stream].payload;
    const std::uint64_t activation = kernel.step.registers.at(key_of(Command0::activation));
    const bool u85 = payload.product == Product::u85;
    const std::uint64_t slot = u85 ? activation >> 5 & 7U : activation & 15U;
    constexpr std::uint64_t slot_bytes = 256;
    constexpr std::uint64_t table_bytes = 2048;
    const Config& config = find_config(payload.product, payload.macs);
    const std::uint64_t base =
        u85 ? 0 : static_cast<std::uint64_t>(config.shram_kib) * 1024 - table_bytes;
    const auto found = tables_.find(base + slot * slot_bytes);
    if (found == tables_.end()) return;
    kernel.table = found->second.constants;
    kernel.table_load = found->second.step;
  }

  struct Table {
    FileConstants constants;
    RegisterStep step;
  };

  const Network& compiled_;
  const DecodedFile& file_;
  ByteView constants_;
  std::array<ByteOwners<Shift>, region_count> regions_;
  std::map<Address, Table> tables_;  // by address in the NPU's internal memory
  std::vector<ByteRange> read_;      // ranges of region 0 that commands read
};

}  // namespace

CompiledKernels::CompiledKernels(const Network& compiled, const DecodedFile& file,
                                 const NetworkOps& ops)
    : matched_(match_stream(ops, file)), kernels_(matched_.size()) {
  std::map<KernelPlace, CompiledKernel*> by_place;
  for (std::size_t i = 0; i < matched_.size(); ++i) {
    kernels_[i].resize(matched_[i].kernels.size());
    for (std::size_t k = 0; k < kernels_[i].size(); ++k) {
      const MatchedKernel& kernel = matched_[i].kernels[k];
      kernels_[i][k].stream = kernel.stream;
      kernels_[i][k].operation = kernel.operation;
      by_place[{kernel.stream, kernel.command}] = &kernels_[i][k];
    }
  }
  ConstantReader reader(compiled, file);
  reader.read(by_place);
  unread_ = reader.unread();
  std::size_t next = 0;
  for (const std::vector<BlockedOp>& operations : ops) {
    first_.push_back(next);
    next += operations.size();
  }
}

void CompiledKernels::require_all() const {
  for (const MatchedOp& matched : matched_) {
    if (!matched.kernels.empty() || matched.op->copied_bytes > 0) continue;
    throw UserError(ExitCode::run_failed, "the compiler computes '" + matched.op->name +
                                              "' in another way than the planner");
  }
}

}  // namespace spillway::ethosu
