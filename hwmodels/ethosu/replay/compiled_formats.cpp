// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/compiled_formats.h"

#include <algorithm>
#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/replay/command_stream_match.h"

namespace spillway::ethosu {
namespace {

/// Counts how operations store the maps of a network.
class StoredFormats {
 public:
  explicit StoredFormats(const Network& network)
      : rows_(network.tensors.size(), 0), others_(network.tensors.size(), 0) {}

  void look_at(const MatchedOp& matched) {
    if (matched.kernels.empty()) {
      // The compiler cut the network differently here, and nothing is known of its maps.
      for (const Operand* operand : {&matched.op->ifm, &matched.op->ifm2, &matched.op->ofm}) {
        count(*operand, others_);
      }
    }
    for (const MatchedKernel& kernel : matched.kernels) {
      const Operation& operation = *kernel.operation;
      if (operation.reads_ifm) look_at(matched.op->ifm, operation.ifm);
      if (operation.reads_ifm2) look_at(matched.op->ifm2, operation.ifm2);
      look_at(matched.op->ofm, operation.ofm);
    }
  }

  bool are_rows(std::size_t tensor) const { return rows_[tensor] > 0 && others_[tensor] == 0; }

 private:
  void look_at(const Operand& operand, const FeatureMap& map) {
    const bool rows = map.tiling != Tiling::none && map.layout == Layout::nhwc;
    count(operand, rows ? rows_ : others_);
  }

  static void count(const Operand& operand, std::vector<int>& in) {
    if (operand.tensor >= 0) ++at(in, operand.tensor);
  }

  std::vector<int> rows_;
  std::vector<int> others_;
};

}  // namespace

void adopt_formats(Network& lowered, const DecodedFile& file, const Target& target) {
  StoredFormats formats(lowered);
  const NetworkOps ops = network_ops(lowered, config_of(target));
  for (const MatchedOp& matched : match_stream(ops, file)) formats.look_at(matched);
  for (std::size_t i = 0; i < lowered.tensors.size(); ++i) {
    Tensor& tensor = lowered.tensors[i];
    if (tensor.layout != TensorLayout::nhcwb16 || !formats.are_rows(i)) continue;
    tensor.layout = TensorLayout::nhwc;
    tensor.bytes = storage_bytes(tensor.type, element_count(tensor));
  }
}

}  // namespace spillway::ethosu
