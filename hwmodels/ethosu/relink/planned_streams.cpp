// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/planned_streams.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "base/rounding.h"
#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/emit/stream_writer.h"
#include "hwmodels/ethosu/emit/waits.h"
#include "hwmodels/ethosu/encoding/coded_slice.h"
#include "hwmodels/ethosu/relink/arena_addresses.h"
#include "hwmodels/ethosu/relink/compiled_kernels.h"
#include "hwmodels/ethosu/relink/planned_constants.h"
#include "hwmodels/ethosu/relink/planned_registers.h"
#include "hwmodels/ethosu/relink/planned_weights.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "hwmodels/ethosu/schedule/work_list.h"

namespace spillway::ethosu {
namespace {

using Steps = std::vector<RegisterStep>;

/// A command stream without waits and block dependencies (how many blocks of the previous kernel
/// may be unfinished). `planned` has an entry for each command: the kernel as the plan defines it.
/// The block dependencies are computed from `planned`, not from the registers in `steps`, because
/// for a stripe the compiler computes them from more input rows than the registers say. The entry
/// is nullopt for transfers, and for kernels that keep the shape of the compiled file.
struct PlannedStream {
  Steps steps;
  std::vector<std::optional<Operation>> planned;
};

// The compiler aligns constants to 16 bytes and copies multiples of 16 bytes. A constant that
// begins at a multiple of 64 bytes (the size of a burst) is read in fewer bursts.
constexpr Bytes least_alignment = 16;
constexpr Bytes burst_bytes = 64;

class StreamsWriter {
 public:
  StreamsWriter(const Network& compiled, const DecodedFile& file, const PlannedNetwork& planned,
                const PlannedAddresses& addresses)
      : compiled_(compiled),
        file_(file),
        planned_(planned),
        config_(config_of(planned.target)),
        ops_(network_ops(planned.lowered, config_)),
        kernels_(compiled, file, ops_),
        addresses_(addresses.memories),
        arena_addresses_(addresses.regions),
        streams_(file.streams.size()) {
    kernels_.require_all();
  }

  PlannedStreams run() {
    work_ = build_work(planned_.lowered, ops_, planned_.plan, addresses_, planned_.target,
                       planned_.options);
    lay_out_constants();
    write_steps();
    PlannedStreams written;
    for (std::size_t s = 0; s < streams_.size(); ++s) written.payloads.push_back(payload(s));
    written.constants = image_.bytes();
    return written;
  }

 private:
  void lay_out_constants() {
    std::vector<ByteRange> unread;
    if (planned_.options.as_compiled) unread = kernels_.unread();
    const Bytes alignment = planned_.options.as_compiled ? least_alignment : burst_bytes;
    constants_ =
        PlannedConstants(constant_chunks(work_, kernels_, arena_addresses_), unread, alignment);
    image_ = ConstantsImage(constants_.bytes());
    const ByteView of_file = constants_of_file();
    for (std::size_t i = 0; i < unread.size(); ++i) {
      const std::uint8_t* const data = of_file.data;
      image_.write(constants_.unread()[i], {data + unread[i].begin, data + unread[i].end}, "");
    }
  }

  ByteView constants_of_file() const {
    const Operator& op = at(compiled_.operators, file_.streams.front().operator_index);
    const TensorIndex tensor = op.inputs[constants_region + 1];
    return tensor == no_tensor ? ByteView{} : at(compiled_.tensors, tensor).data;
  }

  RegionAddress region_address_of(const Place& place) const {
    if (const std::optional<Address> address = constants_.address_of(place)) {
      return {constants_region, *address};
    }
    return arena_addresses_.region_address_of(place);
  }

  void write_steps() {
    const std::vector<std::size_t> order = issue_order(work_);
    std::size_t next = 0;
    const auto issue_after = [&](std::int32_t step) {
      for (; next < order.size() && work_.transfers[order[next]].after == step; ++next) {
        add_transfer(work_.transfers[order[next]]);
      }
    };
    issue_after(before_all);
    for (std::size_t i = 0; i < work_.steps.size(); ++i) {
      if (!work_.steps[i].on_host) {
        for (const Step& link : links_of(work_.steps[i])) add_kernel(link);
      }
      issue_after(static_cast<std::int32_t>(i));
    }
  }

  std::size_t stream_of(std::int32_t step) const {
    const Step& of = at(work_.steps, step);
    return of.on_host ? current_ : kernels_.of(of).front().stream;
  }

  // Adds a transfer to the command stream of the kernel that waits for the transfer. If no kernel
  // waits for the transfer, adds it to the stream that holds the last kernel so far.
  void add_transfer(const StepTransfer& transfer) {
    const std::size_t stream = transfer.before == no_step ? current_ : stream_of(transfer.before);
    add(stream, transfer_step(transfer));
  }

  void add(std::size_t stream, RegisterStep step, const std::optional<Operation>& planned = {}) {
    if (stream < current_) throw_order();
    streams_[stream].steps.push_back(std::move(step));
    streams_[stream].planned.push_back(planned);
  }

  [[noreturn]] void throw_order() const {
    throw UserError(ExitCode::run_failed,
                    "the compiler runs the operators in another order than the planner");
  }

  RegisterStep transfer_step(const StepTransfer& transfer) {
    const DmaTransfer& dma = transfer.dma;
    const Place from{dma.source.memory, dma.source.address, dma.source.bytes()};
    if (dma.internal) return table_step(transfer, from);
    const Place to{dma.destination.memory, dma.destination.address, dma.destination.bytes()};
    return planned_transfer(region_address_of(from), region_address_of(to),
                            round_up(dma.source.bytes(), least_alignment));
  }

  RegisterStep table_step(const StepTransfer& transfer, const Place& from) {
    const Step& reader = at(work_.steps, transfer.before);
    const CompiledKernel& compiled = kernels_.of(reader).front();
    if (!compiled.table_load) {
      throw UserError(ExitCode::run_failed,
                      "the file has no table for '" + operator_name(reader.op) + "'");
    }
    write_constants(from, reader.op, compiled.table.bytes);
    return planned_table_load(*compiled.table_load, region_address_of(from));
  }

  const std::string& operator_name(OperatorIndex op) const {
    return at(planned_.lowered.operators, op).name;
  }

  // Writes `bytes`, the constants at `place`, into region 0. If `place` holds a copy of constants
  // while operator `op` runs, writes to the place from which these constants are copied.
  void write_constants(const Place& place, OperatorIndex op, const ConstantBytes& bytes) {
    const std::optional<Address> address =
        constants_.address_of(arena_addresses_.source_of(place, op + 1));
    if (!address) {
      throw UserError(ExitCode::run_failed,
                      "the plan has no place for the constants of '" + operator_name(op) + "'");
    }
    image_.write(*address, bytes, operator_name(op));
  }

  void add_kernel(const Step& step) {
    const std::vector<CompiledKernel>& kernels = kernels_.of(step);
    const CompiledKernel& compiled = kernels.front();
    if (compiled.stream < current_) throw_order();
    current_ = compiled.stream;
    const bool keeps_shape = has_other_shape(step);
    Operation operation = step.operation;
    if (keeps_shape) {
      operation.block = compiled.operation->block;
      operation.microblock = compiled.operation->microblock;
    }
    const WeightFormat format =
        reads_weights(operation) ? write_weights(step, operation) : WeightFormat{};
    write_map_constants(step, compiled, operation);
    to_region(operation.ifm);
    to_region(operation.ifm2);
    to_region(operation.ofm);
    std::optional<Operation> planned;
    if (!keeps_shape) planned = operation;
    add(current_, planned_kernel(config_, compiled, operation, keeps_shape, format), planned);
  }

  // Returns whether the file computes the whole operation of the step by a single kernel that has
  // another type or whose OFM has another shape. Throws UserError(run_failed) if there is such a
  // kernel and the plan divides the operation or chains it (passes its map on inside the
  // processor).
  bool has_other_shape(const Step& step) const {
    const MatchedOp& match = kernels_.match_of(step);
    const Operation& ours = match.op->operation;
    const Operation& theirs = *match.kernels.front().operation;
    const BlockShape shape = shape_of(ours.ofm);
    const bool same_shape = shape == shape_of(theirs.ofm) && ours.type == theirs.type;
    if (match.kernels.size() > 1 || same_shape) return false;
    if (!(shape_of(step.operation.ofm) == shape) || is_chained(ours)) {
      throw UserError(ExitCode::run_failed, "the plan cuts or chains '" + operator_name(step.op) +
                                                "', which the compiler gave another shape");
    }
    return true;
  }

  void write_map_constants(const Step& step, const CompiledKernel& compiled,
                           const Operation& operation) {
    const auto write = [&](bool read, const FeatureMap& map, const ConstantBytes& bytes) {
      if (read && !bytes.empty()) write_constants(place_of(map), step.op, bytes);
    };
    write(operation.reads_ifm, operation.ifm, compiled.ifm.bytes);
    write(operation.reads_ifm2, operation.ifm2, compiled.ifm2.bytes);
  }

  static Place place_of(const FeatureMap& map) { return {map.region, map.base[0], 0}; }

  void to_region(FeatureMap& map) const {
    if (map.tiling == Tiling::none) return;
    const std::uint8_t memory = map.region;
    for (Address& base : map.base) {
      const RegionAddress place = region_address_of({memory, base, 0});
      if (&base == &map.base[0]) map.region = place.region;
      base = place.address;
    }
  }

  // Gives the stripe the block of the whole operation, because the plan assumes weights that are
  // encoded for this block, with their size. The height is reduced to that of the stripe's own
  // block, so that the block fits the buffers.
  static void take_blocks_of_whole(const Operation& whole, Operation& stripe) {
    const std::int32_t rows = std::min(whole.block.height, stripe.block.height);
    stripe.block = whole.block;
    stripe.block.height = rows;
    stripe.part_kernel = whole.part_kernel;
    stripe.microblock = whole.microblock;
  }

  // Returns the encoded weights of the step's channels, and sets in `operation` the block for which
  // the weights are encoded: the block of the stripe or the block of the whole operation. All
  // encoders are tried for both blocks. Encoded weights of exactly the planned size are preferred,
  // because the plan was made for their block. Otherwise, smaller weights are taken. Throws
  // UserError(run_failed) if the weights are always larger than the plan says.
  EncodedSlice fitting_slice(const NpuOp& npu, const Step& step, Operation& operation) {
    const Bytes planned = step.constants.bytes();
    Operation with_whole_block = operation;
    take_blocks_of_whole(npu.operation, with_whole_block);
    std::optional<std::pair<EncodedSlice, Operation>> fitting;
    for (const Operation& tried : {operation, with_whole_block}) {
      for (const WeightEncoder encoder : weight_encoders(config_)) {
        EncodedSlice slice =
            encode_slice(config_, npu, tried, kernels_.of(step), step.first_channel, encoder);
        const auto bytes = static_cast<Bytes>(slice.bytes.size());
        if (bytes == planned) {
          operation = tried;
          return slice;
        }
        if (bytes < planned && !fitting) fitting.emplace(std::move(slice), tried);
      }
    }
    if (!fitting) {
      throw UserError(ExitCode::run_failed,
                      fmt::format("the weights of '{}' need more than the {} bytes of the plan",
                                  operator_name(step.op), planned));
    }
    operation = fitting->second;
    return std::move(fitting->first);
  }

  // Encodes the weights of the step's channels, writes them into region 0, and sets the addresses
  // of scales and weights in `operation`. Returns the format of the weights.
  WeightFormat write_weights(const Step& step, Operation& operation) {
    const NpuOp& npu = at(ops_, step.op)[step.part].npu;
    const EncodedSlice slice = fitting_slice(npu, step, operation);
    const Place source{step.constants.memory, step.constants.address, 0};
    write_constants(source, step.op, slice.bytes);
    operation.part_kernel = slice.part_kernel;
    RegionAddress at = region_address_of({operation.scales[0].region, operation.scales[0].base, 0});
    for (std::size_t i = 0; i < operation.weights.size(); ++i) {
      const EncodedStream streams = i < slice.streams.size() ? slice.streams[i] : EncodedStream{};
      operation.scales[i] = {at.address, streams.scales, at.region};
      at.address += static_cast<Address>(streams.scales);
      operation.weights[i] = {at.address, streams.weights, at.region};
      at.address += static_cast<Address>(streams.weights);
    }
    return slice.format;
  }

  // Returns the payload of a stream, with waits and block dependencies (how many blocks of the
  // previous kernel may be unfinished). Every command gets a value of PARALLEL_MODE (the number of
  // cores that work together), because this register must be set before the first command.
  // Transfers do not have this register themselves, but the first command can be a transfer.
  std::vector<std::uint8_t> payload(std::size_t number) {
    const DecodedStream& original = file_.streams[number];
    const Steps of_file = register_steps(original.payload.stream);
    Steps steps = streams_[number].steps;
    const auto cores = of_file.front().registers.find(key_of(Command0::parallel_mode));
    for (RegisterStep& step : steps) {
      const bool known = step.registers.count(key_of(Command0::parallel_mode)) > 0;
      if (!known && cores != of_file.front().registers.end()) step.registers.insert(*cores);
    }
    steps.push_back({Command0::stop, of_file.back().parameter, {}});
    RegionBytes regions = original.regions;
    regions[constants_region] = constants_.bytes();
    regions[arena_region] = std::max(arena_addresses_.arena_bytes(), regions[arena_region]);
    regions[fast_arena_region] =
        std::max(arena_addresses_.fast_bytes(), regions[fast_arena_region]);
    const std::vector<std::uint8_t> bare = rewritten_payload(original.payload, steps);
    const DecodedStream decoded = decoded_again(bare, regions, original.name);
    const DependencyRule rule =
        planned_.options.as_compiled ? DependencyRule::as_compiled : DependencyRule::by_coordinates;
    const std::vector<std::int32_t> dependencies =
        planned_dependencies(config_, original, decoded, streams_[number].planned, rule);
    for (std::size_t c = 0; c < dependencies.size(); ++c) {
      if (decoded.commands[c].kind != DecodedKind::operation) continue;
      steps[c].registers[key_of(Command0::blockdep)] = static_cast<std::uint64_t>(dependencies[c]);
    }
    return rewritten_payload(original.payload, with_waits(steps, decoded, most_in_flight(config_)));
  }

  // Decodes the new payload. Throws UserError(run_failed) if the decoder rejects the payload, for
  // example because the plan leads to a block that is too wide.
  DecodedStream decoded_again(const std::vector<std::uint8_t>& payload, const RegionBytes& regions,
                              const std::string& name) const {
    try {
      return decode_stream({payload.data(), payload.size()}, regions, {file_.name, name});
    } catch (const UserError& error) {
      throw UserError(ExitCode::run_failed,
                      std::string("the plan gives no valid command stream: ") + error.what());
    }
  }

  const Network& compiled_;
  const DecodedFile& file_;
  const PlannedNetwork& planned_;
  const Config& config_;
  const NetworkOps ops_;
  const CompiledKernels kernels_;
  const TensorAddresses& addresses_;
  const ArenaAddresses& arena_addresses_;
  PlannedConstants constants_;
  ConstantsImage image_{0};
  WorkList work_;
  std::vector<PlannedStream> streams_;
  std::size_t current_ = 0;  // index of the stream that holds the last kernel so far
};

}  // namespace

PlannedStreams planned_streams(const Network& compiled, const DecodedFile& file,
                               const PlannedNetwork& planned, const PlannedAddresses& addresses) {
  return StreamsWriter(compiled, file, planned, addresses).run();
}

}  // namespace spillway::ethosu
