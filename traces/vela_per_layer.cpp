// SPDX-License-Identifier: Apache-2.0
#include "traces/vela_per_layer.h"

#include <utility>

#include "traces/csv_reader.h"

namespace spillway {

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
    // A network that goes back to the CPU has a table, with its header, per part for the NPU.
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
