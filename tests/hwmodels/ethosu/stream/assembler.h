// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/emit/stream_writer.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::test {

/// Builds a command stream, command by command, in the payload for the NPU's driver. Sets every
/// register. The positions of register fields come from the specification of the format and not
/// from the decoder, so the tests find mistakes of the decoder.
class Assembler {
 public:
  Assembler(ethosu::Product product, int macs) : product_(product), macs_(macs) {}

  Assembler& cmd0(ethosu::Command0 command, int parameter);
  Assembler& cmd1(ethosu::Command1 command, std::int64_t value);
  Assembler& word(std::uint32_t word);

  /// Writes all registers that `op` reads, then the command that starts `op`.
  Assembler& operation(const ethosu::Operation& op);
  Assembler& dma(int source_region, std::int64_t source, int destination_region,
                 std::int64_t destination, std::int64_t length);
  Assembler& stop();

  std::size_t words() const { return writer_.words().size(); }
  std::vector<std::uint8_t> payload() const;

  /// Decodes the assembled command stream. Every region has `region_bytes` bytes.
  ethosu::DecodedStream decode(Bytes region_bytes = Bytes{1} << 20) const;

 private:
  void output(const ethosu::Operation& op);
  void input(const ethosu::Operation& op);
  void second_input(const ethosu::Operation& op);
  void kernel(const ethosu::Operation& op);
  void constants(const ethosu::Operation& op);
  void map(const ethosu::FeatureMap& map, ethosu::Command0 width0, ethosu::Command1 base0);

  ethosu::Product product_;
  int macs_;
  ethosu::RegisterWriter writer_;
};

/// Returns a 1x1 convolution that is computed in four blocks.
inline ethosu::Operation small_convolution() {
  ethosu::Operation op;
  op.ifm = ethosu::dense_map(8, 8, 16, 1, ethosu::Layout::nhcwb16, 1, 0);
  op.ofm = ethosu::dense_map(8, 8, 32, 1, ethosu::Layout::nhcwb16, 1, 0x1000);
  op.block = {4, 8, 16};
  op.weights[0] = {0x100, 512, 0};
  op.scales[0] = {0, 160, 0};
  return op;
}

}  // namespace spillway::test
