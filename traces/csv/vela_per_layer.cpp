// SPDX-License-Identifier: Apache-2.0
#include "traces/csv/vela_per_layer.h"

#include <utility>

#include "base/index.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

bool begins_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

bool is_piece_of(const std::string& row, const std::string& name) {
  if (!begins_with(row, name)) return false;
  const std::string rest = row.substr(name.size());
  return begins_with(rest, "_") || begins_with(rest, name + "_");
}

class OwnerSearch {
 public:
  explicit OwnerSearch(const std::vector<LayerOwner>& operators)
      : operators_(operators), has_row_(operators.size(), false) {}

  std::int32_t owner_of(const VelaLayer& layer) {
    const std::int32_t whole = find_whole(layer);
    return whole != no_owner ? whole : find_piece(layer);
  }

 private:
  std::int32_t find_whole(const VelaLayer& layer) {
    std::int32_t found = no_owner;
    for (std::size_t i = 0; i < operators_.size(); ++i) {
      const LayerOwner& op = operators_[i];
      if (op.type != layer.tflite_operator || op.name != layer.name) continue;
      found = static_cast<std::int32_t>(i);
      if (!has_row_[i]) break;
    }
    if (found != no_owner) at(has_row_, found) = true;
    return found;
  }

  std::int32_t find_piece(const VelaLayer& layer) const {
    std::int32_t found = no_owner;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < operators_.size(); ++i) {
      const LayerOwner& op = operators_[i];
      if (op.type != layer.tflite_operator || op.name.size() <= longest) continue;
      if (!is_piece_of(layer.name, op.name)) continue;
      found = static_cast<std::int32_t>(i);
      longest = op.name.size();
    }
    return found;
  }

  const std::vector<LayerOwner>& operators_;
  // For each operator: whether a row whose name equals the operator's name was assigned to it.
  std::vector<bool> has_row_;
};

}  // namespace

std::vector<std::int32_t> owners_of_layers(const std::vector<VelaLayer>& layers,
                                           const std::vector<LayerOwner>& operators) {
  OwnerSearch search(operators);
  std::vector<std::int32_t> owners;
  owners.reserve(layers.size());
  for (const VelaLayer& layer : layers) owners.push_back(search.owner_of(layer));
  return owners;
}

std::vector<VelaLayer> parse_vela_per_layer(const std::string& text, const std::string& source) {
  CsvReader csv(text, source);
  const CsvReader::Column tflite_operator = csv.require_column({"TFLite_operator"});
  const CsvReader::Column nng_operator = csv.require_column({"NNG Operator"});
  const CsvReader::Column sram_usage = csv.require_column({"SRAM Usage"});
  const CsvReader::Column op_cycles = csv.require_column({"Op Cycles"});
  const CsvReader::Column npu_cycles = csv.require_column({"NPU"});
  const CsvReader::Column sram_cycles = csv.require_column({"SRAM AC"});
  const CsvReader::Column dram_cycles = csv.require_column({"DRAM AC"});
  const CsvReader::Column on_chip_flash = csv.require_column({"OnFlash AC"});
  const CsvReader::Column off_chip_flash = csv.require_column({"OffFlash AC"});
  const CsvReader::Column macs = csv.require_column({"MAC Count"});
  const CsvReader::Column name = csv.require_column({"Name"});
  std::vector<VelaLayer> layers;
  while (csv.next_row()) {
    // The file has one table for each part of the network that runs on the NPU, and each table
    // repeats the header. These header rows are skipped here.
    if (csv.cell(tflite_operator) == csv.header()[tflite_operator]) continue;
    VelaLayer layer;
    layer.tflite_operator = csv.cell(tflite_operator);
    layer.nng_operator = csv.cell(nng_operator);
    layer.name = csv.cell(name);
    layer.sram_usage = csv.integer(sram_usage);
    layer.op_cycles = csv.number(op_cycles);
    layer.npu_cycles = csv.number(npu_cycles);
    layer.sram_cycles = csv.number(sram_cycles);
    layer.dram_cycles = csv.number(dram_cycles);
    layer.on_chip_flash_cycles = csv.number(on_chip_flash);
    layer.off_chip_flash_cycles = csv.number(off_chip_flash);
    layer.macs = csv.integer(macs);
    layers.push_back(std::move(layer));
  }
  return layers;
}

}  // namespace spillway
