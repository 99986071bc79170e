// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/vela_ratios.h"

#include <algorithm>

#include "base/index.h"
#include "hwmodels/target/select_target.h"

namespace spillway {
namespace {

struct Share {
  double elements = 0;
  double ratio = 0;
  // Whether a column of Vela's listing counts the bytes of these weights. Weights that the DMA
  // moves are counted in no column.
  bool listed = true;
};

using Shares = std::map<std::string, Share>;

Shares shares_of(const ethosu::NetworkOps& ops, double ratio) {
  Shares shares;
  for (const auto& operations : ops) {
    for (const ethosu::BlockedOp& op : operations) {
      if (op.npu.weights == no_tensor) continue;
      Share& share = shares[op.npu.name];
      share.elements += static_cast<double>(op.npu.weight_elements);
      share.ratio = ratio;
    }
  }
  return shares;
}

// Gives all weights that are not in Vela's listing (the DMA moves them) a common ratio. Their
// encoded bytes are the encoded bytes of all weights (by `ratio`) minus those of the weights in the
// listing.
void share_out_rest(double ratio, Shares& shares) {
  double rest = 0;
  double elements = 0;
  for (const auto& [name, share] : shares) {
    rest += ratio * share.elements - (share.listed ? share.ratio * share.elements : 0);
    elements += share.listed ? 0 : share.elements;
  }
  for (auto& [name, share] : shares) {
    if (!share.listed) share.ratio = std::max(0.0, rest / elements);
  }
}

}  // namespace

std::map<std::string, double> listed_ratios(const VelaCheck& check, const ethosu::NetworkOps& ops,
                                            const Plan& plan) {
  const MemoryMode& mode = check.target.mode;
  if (mode.constants == mode.arena || mode.constants == mode.cache) return {};
  const std::size_t memory = memory_index(check.target, mode.constants);
  const double bytes_per_cycle =
      vela_memory(check.target, check.target.memories[memory]).bytes_per_cycle;
  const auto estimate = [&](double ratio) {
    ethosu::ScheduleOptions options = check.options;
    options.weight_ratio = ratio;
    return VelaCheck{check.network, check.target, options, check.layers}.estimate(ops, plan);
  };
  const double all = check.options.weight_ratio;
  const std::vector<ethosu::VelaRow> rows = estimate(all);
  const std::vector<ethosu::VelaRow> doubled = estimate(2 * all);
  const std::vector<std::int32_t> matches = match_layers(rows, check.layers);
  Shares shares = shares_of(ops, all);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double read = rows[i].bytes[memory].weight_read;
    const double slope = doubled[i].bytes[memory].weight_read - read;
    const auto share = shares.find(rows[i].name);
    if (share == shares.end()) continue;
    if (rows[i].buffered) share->second.listed = false;
    if (matches[i] == no_layer || rows[i].buffered || slope <= 0) continue;
    const VelaLayer& layer = at(check.layers, matches[i]);
    const double listed = layer_access_cycles(layer, mode.constants) * bytes_per_cycle -
                          rows[i].bytes[memory].other_read;
    share->second.ratio = std::max(0.0, all + (listed - read) / slope * all);
  }
  share_out_rest(all, shares);
  std::map<std::string, double> ratios;
  for (const auto& [name, share] : shares) ratios[name] = share.ratio;
  return ratios;
}

}  // namespace spillway
