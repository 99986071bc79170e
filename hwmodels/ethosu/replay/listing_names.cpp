// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string_view>

#include "hwmodels/ethosu/block/mode_names.h"
#include "hwmodels/ethosu/replay/operator_names.h"

namespace spillway::ethosu {
namespace {

struct ElementwiseRow {
  std::string_view name;
  ElementwiseMode mode;
};

// The names of elementwise operations in Vela's listing.
constexpr ElementwiseRow elementwise_rows[] = {
    {"Add", ElementwiseMode::add},        {"Sub", ElementwiseMode::sub},
    {"Mul", ElementwiseMode::mul},        {"Minimum", ElementwiseMode::min},
    {"Maximum", ElementwiseMode::max},    {"LeakyRelu", ElementwiseMode::lrelu},
    {"LRelu", ElementwiseMode::lrelu},    {"Abs", ElementwiseMode::abs},
    {"CLZ", ElementwiseMode::clz},        {"SHR", ElementwiseMode::shr},
    {"SHL", ElementwiseMode::shl},        {"RescaleAdd", ElementwiseMode::add},
    {"RescaleMul", ElementwiseMode::mul},
};

bool begins_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

bool is_row_of(std::string_view type, const Operation& op) {
  for (const ElementwiseRow& row : elementwise_rows) {
    if (type != row.name) continue;
    return op.type == OperationType::elementwise && op.elementwise == row.mode;
  }
  switch (op.type) {
    case OperationType::conv:
      return begins_with(type, "Conv2D") || begins_with(type, "FullyConnected");
    case OperationType::depthwise:
      return begins_with(type, "DepthwiseConv2D");
    case OperationType::pool:
      if (op.pool == PoolMode::max) return type == "MaxPool";
      if (op.pool == PoolMode::reduce_sum) return type == "ReduceSum";
      // All other pools of a listing are average pools. Vela also computes copies, concatenations
      // and resizes as average pools.
      return type == "AvgPool" || begins_with(type, "Resize") || type == "Quantize" ||
             type == "Concat" || begins_with(type, "Transpose") || type == "Identity";
    case OperationType::elementwise:
    case OperationType::resize:
      return begins_with(type, "Resize");
  }
  return false;
}

bool has_commands(const VelaLayer& layer) {
  return layer.nng_operator != "Memcpy" && layer.op_cycles > 0;
}

/// A row of Vela's listing, and the state of the search for the kernels of the row.
struct Row {
  const VelaLayer* layer = nullptr;
  const Operation* last = nullptr;  // last kernel of the row so far; null = no kernel yet
  std::int64_t macs_left = 0;
};

bool same_rows_and_columns(const FeatureMap& a, const FeatureMap& b) {
  return a.height == b.height && a.width == b.width;
}

// Whether `kernel` can continue the operation of the kernel `before`: with the next slice of output
// channels, or with another stripe of rows that reads the same weights.
bool goes_on(const Operation& kernel, const Operation& before) {
  if (kernel.type != before.type || kernel.window.kernel_h != before.window.kernel_h ||
      kernel.window.kernel_w != before.window.kernel_w || kernel.ofm.width != before.ofm.width) {
    return false;
  }
  const bool same_weights = reads_weights(kernel) && kernel.ofm.depth == before.ofm.depth &&
                            kernel.weights[0].base == before.weights[0].base;
  if (same_weights) return true;
  const std::int64_t slice = before.ofm.layout == Layout::nhcwb16
                                 ? before.ofm.depth / brick_channels * before.ofm.stride_c
                                 : std::int64_t{before.ofm.depth} * before.ofm.element_bytes;
  return same_rows_and_columns(kernel.ofm, before.ofm) &&
         kernel.ofm.base[0] == before.ofm.base[0] + static_cast<Address>(slice);
}

class ListingMatcher {
 public:
  explicit ListingMatcher(const std::vector<VelaLayer>& layers) {
    for (const VelaLayer& layer : layers) {
      if (has_commands(layer)) rows_.push_back({&layer, nullptr, layer.macs});
    }
  }

  const VelaLayer* take(const Operation& kernel) {
    Row* row = find(kernel);
    if (row == nullptr) return nullptr;
    row->last = &kernel;
    row->macs_left -= macs(kernel);
    return row->layer;
  }

 private:
  Row* find(const Operation& kernel) {
    if (Row* open = last_of(kernel, true)) return open;
    if (next_ < rows_.size() && is_row_of(rows_[next_].layer->nng_operator, kernel)) {
      return &rows_[next_++];
    }
    return last_of(kernel, false);
  }

  // Searches the rows that already have a kernel, from the last to the first. Returns the first row
  // found to which `kernel` can belong; null if there is none. If `sure`, the kernels so far must
  // compute fewer MACs than the row has, and `kernel` must continue the row's last kernel.
  // Otherwise, it is enough that the outputs of both kernels have the same width and depth.
  Row* last_of(const Operation& kernel, bool sure) {
    for (std::size_t i = next_; i-- > 0;) {
      Row& row = rows_[i];
      if (!is_row_of(row.layer->nng_operator, kernel)) continue;
      if (sure ? row.macs_left > 0 && goes_on(kernel, *row.last)
               : kernel.ofm.width == row.last->ofm.width &&
                     kernel.ofm.depth == row.last->ofm.depth) {
        return &row;
      }
    }
    return nullptr;
  }

  std::vector<Row> rows_;
  std::size_t next_ = 0;  // first row without a kernel
};

}  // namespace

CommandNames names_from_listing(const DecodedFile& file, const std::vector<VelaLayer>& layers,
                                const std::string& listing) {
  ListingMatcher matcher(layers);
  CommandNames names;
  for (std::size_t s = 0; s < file.streams.size(); ++s) {
    const DecodedStream& stream = file.streams[s];
    for (const DecodedCommand& command : stream.commands) {
      if (command.kind != DecodedKind::operation) continue;
      const Operation& operation = stream.operations[command.index];
      const VelaLayer* const layer = matcher.take(operation);
      if (layer == nullptr) {
        throw StreamPlace{file.name, stream.name}.error(
            command.word, full_name(operation) + " is no row of " + listing +
                              ": it lists another compilation or another network");
      }
      names[{s, command.word}] = layer->name;
    }
  }
  return names;
}

}  // namespace spillway::ethosu
