// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/emit/operand_ranges.h"

#include <utility>

namespace spillway::ethosu {
namespace {

void add_runs(const Access& access, std::vector<ByteRange>& ranges) {
  for (std::int32_t plane = 0; plane < access.planes; ++plane) {
    for (std::int32_t row = 0; row < access.rows; ++row) {
      const std::int64_t step = plane * access.plane_stride + row * access.row_stride;
      const Address begin = access.address + static_cast<Address>(step);
      ranges.push_back({begin, begin + static_cast<Address>(access.run)});
    }
  }
}

/// Collects the operands of one command.
class OperandList {
 public:
  explicit OperandList(OperandSite site) : site_(site) {}

  void add_map(OperandRole operand, const FeatureMap& map, bool write) {
    if (map.tiling == Tiling::none) return;
    std::vector<Access> accesses;
    append_read(map, {0, map.height, 0, map.width, 0, map.depth}, DataClass::ifm, accesses);
    std::vector<ByteRange> ranges;
    for (const Access& access : accesses) add_runs(access, ranges);
    add(operand, 0, map.region, write, std::move(ranges));
  }

  void add_constants(OperandRole operand, std::size_t part, const ConstantStream& constants) {
    if (constants.length == 0) return;
    const ByteRange range{constants.base, constants.base + static_cast<Address>(constants.length)};
    add(operand, part, constants.region, false, {range});
  }

  void add_access(OperandRole operand, const Access& access, bool write) {
    std::vector<ByteRange> ranges;
    add_runs(access, ranges);
    add(operand, 0, access.memory, write, std::move(ranges));
  }

  std::vector<OperandBytes> take() { return std::move(list_); }

 private:
  void add(OperandRole operand, std::size_t part, std::uint8_t region, bool write,
           std::vector<ByteRange> ranges) {
    OperandSite site = site_;
    site.operand = operand;
    site.part = part;
    list_.push_back({site, region, write, merged(std::move(ranges))});
  }

  OperandSite site_;
  std::vector<OperandBytes> list_;
};

void add_operation(const Operation& op, OperandList& list) {
  if (op.reads_ifm) list.add_map(OperandRole::ifm, op.ifm, false);
  if (op.reads_ifm2) list.add_map(OperandRole::ifm2, op.ifm2, false);
  for (std::size_t part = 0; part < op.weights.size(); ++part) {
    list.add_constants(OperandRole::weights, part, op.weights[part]);
    list.add_constants(OperandRole::scales, part, op.scales[part]);
  }
  list.add_map(OperandRole::ofm, stored_ofm(op), true);
}

}  // namespace

std::vector<ByteRange> merged(std::vector<ByteRange> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
  std::vector<ByteRange> all;
  for (const ByteRange& range : ranges) {
    if (!all.empty() && range.begin <= all.back().end) {
      all.back().end = std::max(all.back().end, range.end);
    } else {
      all.push_back(range);
    }
  }
  return all;
}

std::vector<OperandBytes> operand_bytes(const DecodedStream& stream, std::size_t number,
                                        std::size_t command) {
  const DecodedCommand& decoded = stream.commands[command];
  OperandList list({number, command, OperandRole::ifm, 0});
  if (decoded.kind == DecodedKind::operation) {
    add_operation(stream.operations[decoded.index], list);
  } else if (decoded.kind == DecodedKind::dma_start) {
    const DmaCommand& dma = stream.transfers[decoded.index];
    list.add_access(OperandRole::dma_source, dma.source, false);
    if (!dma.internal) list.add_access(OperandRole::dma_destination, dma.destination, true);
  }
  return list.take();
}

}  // namespace spillway::ethosu
