// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/file_values.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/proof/channel_values.h"
#include "hwmodels/ethosu/proof/functional_registers.h"
#include "hwmodels/ethosu/proof/kernel_values.h"
#include "hwmodels/ethosu/proof/placed_tensors.h"
#include "hwmodels/ethosu/proof/proof_failure.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/ethosu/stream/register_maps.h"
#include "hwmodels/ethosu/stream/register_steps.h"

namespace spillway::ethosu::proof {
namespace {

constexpr std::size_t constants_region_number = 0;
constexpr std::size_t arena_region_number = 1;

/// Goes through the command streams of a file. Instead of a number, each byte has a value: a hash
/// of the computation that produced the byte.
class ProcessorValues {
 public:
  ProcessorValues(const Config& config, RegionValues& regions)
      : config_(config), regions_(regions), channels_(config) {}

  void run(const DecodedStream& stream) {
    tables_.clear();
    handed_.reset();
    const std::vector<RegisterStep> steps = register_steps(stream.payload.stream);
    for (std::size_t c = 0; c < stream.commands.size(); ++c) {
      const DecodedCommand& command = stream.commands[c];
      try {
        if (command.kind == DecodedKind::operation) {
          run_kernel(stream.operations[command.index], steps[c]);
        } else if (command.kind == DecodedKind::dma_start) {
          run_transfer(stream.transfers[command.index]);
        }
      } catch (const ProofFailure& failure) {
        throw ProofFailure(fmt::format("{}, command {}: {}", stream.name, c, failure.what()));
      }
    }
  }

 private:
  void run_transfer(const DmaCommand& dma) {
    if (dma.indexed) throw ProofFailure("this kind of transfer is not followed");
    ValueMemory& to = dma.internal ? tables_ : writable(dma.destination.memory);
    const std::vector<Value> moved = bytes_of(dma.source);
    std::size_t next = 0;
    for_each_byte(dma.destination, [&](Address address) {
      if (next < moved.size()) to.set(address, moved[next++]);
    });
    if (dma.internal) {
      const Address begin = dma.destination.address;
      table_ends_[begin] = begin + static_cast<Address>(dma.destination.bytes());
    }
  }

  ValueMemory& writable(std::uint8_t region) {
    if (region == constants_region_number) throw ProofFailure("writes to the constants");
    return at(regions_, region);
  }

  template <typename Visit>
  static void for_each_byte(const Access& access, const Visit& visit) {
    for (std::int32_t plane = 0; plane < access.planes; ++plane) {
      for (std::int32_t row = 0; row < access.rows; ++row) {
        const std::int64_t begin = static_cast<std::int64_t>(access.address) +
                                   plane * access.plane_stride + row * access.row_stride;
        for (std::int64_t i = 0; i < access.run; ++i) visit(static_cast<Address>(begin + i));
      }
    }
  }

  std::vector<Value> bytes_of(const Access& access) const {
    std::vector<Value> values;
    for_each_byte(access, [&](Address address) {
      values.push_back(at(regions_, access.memory).get(address));
    });
    return values;
  }

  // Throws ProofFailure if the map has more elements than the proof can handle one by one. The size
  // of a region (memory area with its own base address) does not limit the number of elements,
  // because a map with strides of 0 has many elements in few bytes.
  static void require_followable(const FeatureMap& map) {
    constexpr std::int64_t most_elements = std::int64_t{1} << 27;
    const std::int64_t pixels = std::int64_t{map.height} * map.width;
    if (pixels > most_elements || pixels * map.depth > most_elements) {
      throw ProofFailure("has a map with too many elements to be followed");
    }
  }

  void run_kernel(const Operation& op, const RegisterStep& step) {
    for (const FeatureMap* map : {&op.ifm, &op.ifm2, &op.ofm}) require_followable(*map);
    KernelInputs inputs;
    if (op.reads_ifm) inputs.ifm = read(op.ifm, "IFM");
    if (op.reads_ifm2) inputs.ifm2 = read(op.ifm2, "IFM2");
    inputs.function = combined(functional_value(step, op, config_.product), table_value(step, op));
    inputs.channels = channels_.of(op, regions_, format_of(step));
    MapValues results = kernel_values(op, inputs);
    if (op.ofm.tiling == Tiling::none) {
      handed_ = std::move(results);
    } else {
      write_results(writable(op.ofm.region), op, results);
      handed_.reset();
    }
    const bool small = config_.product != Product::u85 && config_.shram_kib <= small_shram_kib;
    if (small && op.activation != ActivationWork::table) tables_.clear();
  }

  // Returns the elements of an input. If the map does not lie in a memory, the elements are the
  // result that the previous kernel passed on inside the processor.
  MapValues read(const FeatureMap& map, const char* name) const {
    MapValues values;
    if (map.tiling != Tiling::none) {
      values = read_map(at(regions_, map.region), map);
    } else if (handed_) {
      values = *handed_;
    }
    if (values.elements.empty() || !is_written(values)) {
      throw ProofFailure(fmt::format("reads bytes as {} that nobody wrote", name));
    }
    return values;
  }

  WeightFormat format_of(const RegisterStep& step) const {
    constexpr std::uint64_t fast = 1;
    constexpr std::uint64_t sparse = 1U << 4;
    if (config_.product != Product::u85) return {};
    const auto found = step.registers.find(key_of(Command0::weight_format));
    if (found == step.registers.end()) return {};
    if ((found->second & ~(fast | sparse)) != 0) {
      throw ProofFailure(fmt::format("has weights of format {:#x}", found->second));
    }
    return {(found->second & fast) != 0, (found->second & sparse) != 0};
  }

  // Returns a hash of the contents of the lookup table that a kernel reads; 0 if the kernel reads
  // no table. On U55 and U65, the table slots are the last two KiB of the internal buffer (SHRAM).
  // A U85 has a separate memory for tables.
  Value table_value(const RegisterStep& step, const Operation& op) const {
    const std::int32_t slot = table_slot(step, config_.product);
    if (slot < 0) return 0;
    const auto kib = static_cast<Address>(config_.shram_kib - table_kib);
    const Address base = config_.product == Product::u85 ? 0 : kib * 1024;
    const Address begin = base + static_cast<Address>(slot) * slot_bytes;
    const auto end = table_ends_.find(begin);
    const Address last = end == table_ends_.end() ? begin + slot_bytes : end->second;
    Value value = static_cast<Value>(op.ifm.element_bytes);
    for (Address address = begin; address < last; ++address) {
      const Value byte = tables_.get(address);
      if (byte == unwritten) throw ProofFailure("reads a table that nobody loaded");
      value = combined(value, byte);
    }
    return value;
  }

  // If the internal buffer (SHRAM) has at most this size, lookup tables and accumulators use the
  // same banks.
  static constexpr std::int32_t small_shram_kib = 16;
  static constexpr std::int32_t table_kib = 2;
  static constexpr Address slot_bytes = 256;

  const Config& config_;
  RegionValues& regions_;
  ChannelValues channels_;
  ValueMemory tables_;
  // For each lookup table that a transfer wrote: the address of its first byte, and the address
  // after its last byte.
  std::map<Address, Address> table_ends_;
  std::optional<MapValues> handed_;
};

class FileValues {
 public:
  explicit FileValues(const Network& network)
      : network_(network),
        file_(decode(network)),
        config_(find_config(file_.streams.at(0).payload.product, file_.streams[0].payload.macs)),
        processor_(config_, regions_),
        placed_(network) {}

  std::vector<Observation> run() {
    for (const TensorIndex tensor : network_.inputs) define(tensor, 0);
    for (std::size_t t = 0; t < network_.tensors.size(); ++t) {
      if (network_.tensors[t].kind == TensorKind::variable) define(static_cast<TensorIndex>(t), 0);
    }
    std::size_t number = 0;
    for (std::size_t i = 0; i < network_.operators.size(); ++i) {
      const Operator& op = network_.operators[i];
      if (is_npu_operator(op)) {
        run_stream(file_.streams[number++]);
      } else {
        run_on_host(op, i);
      }
    }
    for (const TensorIndex tensor : network_.outputs) observe(tensor, "the application");
    return std::move(seen_);
  }

 private:
  // Gives each byte of the tensor a new value. `origin` is a value that stands for all data from
  // which the contents of the tensor are computed.
  void define(TensorIndex tensor, Value origin) {
    if (!placed_.has(tensor)) return;
    const Value source = combined(combined(2, static_cast<Value>(tensor)), origin);
    const Run place = placed_.place_of(tensor);
    for (Bytes i = 0; i < place.bytes; ++i) {
      regions_[arena_region_number].set(place.begin + static_cast<Address>(i),
                                        combined(source, static_cast<Value>(i)));
    }
  }

  Value value_of(TensorIndex tensor) const {
    Value value = 3;
    const Run place = placed_.place_of(tensor);
    for (const Value byte : regions_[arena_region_number].read(place.begin, place.bytes)) {
      if (byte == unwritten) return unwritten;
      value = combined(value, byte);
    }
    return value;
  }

  void observe(TensorIndex tensor, const std::string& reader) {
    if (!placed_.has(tensor)) return;
    const Value value = value_of(tensor);
    if (value == unwritten) {
      throw ProofFailure(fmt::format("{} finds bytes in tensor {} that nobody wrote", reader,
                                     at(network_.tensors, tensor).name));
    }
    seen_.push_back({reader, tensor, value});
  }

  void run_on_host(const Operator& op, std::size_t index) {
    Value read = index + 1;
    for (const TensorIndex tensor : op.inputs) {
      observe(tensor, fmt::format("operator {} of the host", index));
      if (placed_.has(tensor)) read = combined(read, seen_.back().value);
    }
    for (const TensorIndex tensor : op.outputs) define(tensor, read);
  }

  void run_stream(const DecodedStream& stream) {
    const Operator& op = at(network_.operators, stream.operator_index);
    const TensorIndex tensor = op.inputs[constants_region_number + 1];
    if (tensor != no_tensor && tensor != constants_) {
      regions_[constants_region_number].place_constants(at(network_.tensors, tensor).data);
      constants_ = tensor;
    }
    processor_.run(stream);
  }

  const Network& network_;
  const DecodedFile file_;
  const Config& config_;
  RegionValues regions_;
  ProcessorValues processor_;
  PlacedTensors placed_;
  TensorIndex constants_ = no_tensor;
  std::vector<Observation> seen_;
};

}  // namespace

std::vector<Observation> observations(const Network& network) { return FileValues(network).run(); }

}  // namespace spillway::ethosu::proof
