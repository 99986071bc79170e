// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/lower/operator_split.h"

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/kernels/work_split.h"
#include "hwmodels/xcore/lower/row_chain.h"

namespace spillway::xcore {
namespace {

/// One strip (range of output rows) of a chain of operators that is split over rows, with the rows
/// that every operator of the chain computes for this strip.
class Strip {
 public:
  Strip(const RowChain& chain, SplitNetwork& result, Span rows, std::size_t number)
      : chain_(chain), result_(result), suffix_(fmt::format("/strip{}", number)) {
    rows_[chain.bottom()] = rows;
    for (auto op = chain.operators().rbegin(); op != chain.operators().rend(); ++op) need(*op);
  }

  /// Appends the operators of the strip. Returns the tensor with the strip's rows of the bottom
  /// operator's output.
  TensorIndex emit() {
    for (const std::int32_t op : chain_.operators()) copy(op);
    return made_.at(chain_.bottom());
  }

 private:
  /// Operator `op` reads rows of the outputs of other operators of the chain. Adds these rows to
  /// rows_, so that the other operators compute them.
  void need(std::int32_t op) {
    for (const std::size_t number : chain_.images(op)) {
      const InputRows needed = rows_for(op, number);
      if (needed.begin >= needed.end) {
        throw UserError(ExitCode::usage,
                        fmt::format("--op-split: with {} strips, one of '{}' is padding alone",
                                    chain_.strips(), chain_.op(op).name));
      }
      const std::int32_t maker = chain_.maker(op, number);
      if (maker == new_operator) continue;
      const auto [known, added] = rows_.try_emplace(maker, Span{needed.begin, needed.end});
      known->second.begin = std::min(known->second.begin, needed.begin);
      known->second.end = std::max(known->second.end, needed.end);
    }
  }

  InputRows rows_for(std::int32_t op, std::size_t number) const {
    const Span rows = rows_.at(op);
    return input_rows(chain_.window(op), rows.begin, rows.end, chain_.output_rows(op),
                      chain_.input_rows(op, number));
  }

  void copy(std::int32_t number) {
    const Operator& whole = chain_.op(number);
    Operator op = whole;
    op.name += suffix_;
    op.window = chain_.window(number);
    for (const std::size_t image : chain_.images(number)) {
      const InputRows rows = rows_for(number, image);
      op.inputs[image] = strip_of(number, image, {rows.begin, rows.end});
      op.window.pad_top = rows.pad_top;
      op.window.pad_bottom = rows.pad_bottom;
    }
    if (op.type == OpType::pad) op.inputs.resize(1);
    const Span rows = rows_.at(number);
    op.macs = whole.macs / chain_.output_rows(number) * rows.size();
    op.outputs = {add_tensor(whole.outputs[0], rows.size(), suffix_)};
    made_[number] = op.outputs[0];
    append(std::move(op), number);
  }

  /// Returns a tensor with only `rows` of an image; adds a slice if the producer of the image
  /// computes more rows.
  TensorIndex strip_of(std::int32_t op, std::size_t image, Span rows) {
    const std::int32_t maker = chain_.maker(op, image);
    const TensorIndex whole = chain_.op(op).inputs[image];
    const bool inside = maker != new_operator;
    const TensorIndex source = inside ? made_.at(maker) : whole;
    const Span held = inside ? rows_.at(maker) : Span{0, chain_.input_rows(op, image)};
    if (held.begin == rows.begin && held.end == rows.end) return source;
    Operator slice;
    slice.type = OpType::slice;
    slice.type_name = "SLICE";
    slice.inputs = {source};
    slice.input_views = {{{}, {0, rows.begin - held.begin, 0, 0}}};
    slice.outputs = {
        add_tensor(whole, rows.size(), fmt::format("{}/rows of {}", suffix_, chain_.op(op).name))};
    slice.name = at(result_.network.tensors, slice.outputs[0]).name;
    append(std::move(slice), new_operator);
    return result_.network.operators.back().outputs[0];
  }

  TensorIndex add_tensor(TensorIndex like, std::int32_t rows, const std::string& suffix) {
    Tensor tensor = at(result_.network.tensors, like);
    tensor.name += suffix;
    tensor.kind = TensorKind::activation;
    tensor.shape[1] = rows;
    tensor.bytes = storage_bytes(tensor.type, elements_of(tensor.shape));
    result_.network.tensors.push_back(std::move(tensor));
    return static_cast<TensorIndex>(result_.network.tensors.size()) - 1;
  }

  void append(Operator op, std::int32_t origin) {
    result_.network.operators.push_back(std::move(op));
    result_.origin.push_back(origin);
  }

  const RowChain& chain_;
  SplitNetwork& result_;
  std::string suffix_;
  std::map<std::int32_t, Span> rows_;  // per operator of the chain: the rows that it computes
  std::map<std::int32_t, TensorIndex> made_;  // per appended operator: the strip that it writes
};

/// Appends the operators of all strips, and a concatenation that joins the strips to the output of
/// the bottom operator.
void emit_strips(const RowChain& chain, SplitNetwork& result) {
  Operator joined;
  joined.type = OpType::concatenation;
  joined.type_name = "CONCATENATION";
  joined.name = chain.op(chain.bottom()).name;
  joined.axis = 1;
  joined.outputs = {chain.op(chain.bottom()).outputs[0]};
  const std::vector<Span> strips = share(chain.output_rows(chain.bottom()), chain.strips());
  for (std::size_t i = 0; i < strips.size(); ++i) {
    joined.inputs.push_back(Strip(chain, result, strips[i], i).emit());
  }
  result.network.operators.push_back(std::move(joined));
  result.origin.push_back(new_operator);
}

void require_disjoint(std::vector<RowSplit> splits) {
  std::sort(splits.begin(), splits.end());
  for (std::size_t i = 1; i < splits.size(); ++i) {
    if (splits[i].top > splits[i - 1].bottom) continue;
    throw UserError(ExitCode::usage, fmt::format("--op-split: ranges {} to {} and {} to {} overlap",
                                                 splits[i - 1].top, splits[i - 1].bottom,
                                                 splits[i].top, splits[i].bottom));
  }
}

}  // namespace

InputRows input_rows(const Window& window, std::int32_t begin, std::int32_t end,
                     std::int32_t output_rows, std::int32_t available) {
  const std::int32_t first = begin * window.stride_h - window.pad_top;
  const std::int32_t last = (end - 1) * window.stride_h + window.extent_h() - window.pad_top;
  InputRows rows{std::max(0, first), std::min(available, last), std::max(0, -first),
                 std::max(0, last - available)};
  // As in xformer, the last strip also gets the input rows at the bottom of the image that no
  // window reaches.
  if (end == output_rows && window.scheme == PaddingScheme::valid) rows.end = available;
  return rows;
}

SplitNetwork split_operators(const Network& network, const std::vector<RowSplit>& splits) {
  require_disjoint(splits);
  std::vector<RowChain> chains;
  chains.reserve(splits.size());
  for (const RowSplit& split : splits) chains.emplace_back(network, split);
  SplitNetwork result;
  result.network = network;
  result.network.operators.clear();
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const auto number = static_cast<std::int32_t>(i);
    const auto chain = std::find_if(chains.begin(), chains.end(), [&](const RowChain& candidate) {
      return candidate.contains(number);
    });
    if (chain == chains.end()) {
      result.network.operators.push_back(network.operators[i]);
      result.origin.push_back(number);
    } else if (number == chain->bottom()) {
      emit_strips(*chain, result);
    }
  }
  return result;
}

}  // namespace spillway::xcore
