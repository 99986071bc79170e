// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "hwmodels/ethosu/ops/constant_values.h"
#include "hwmodels/ethosu/ops/op_chain.h"
#include "hwmodels/ethosu/ops/reduced_axes.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t sum_bytes = 4;
constexpr std::int32_t largest_area = 4096;  // the largest number of taps of a depthwise kernel
constexpr std::int32_t largest_height = 64;

// The shapes of the input and of the sum, and the dimensions over which is summed: rows, columns,
// or both.
struct Reduction {
  BlockShape ifm;
  BlockShape sum;
  bool rows = false;
  bool columns = false;

  std::int32_t height() const { return rows ? ifm.height : 1; }
  std::int32_t width() const { return columns ? ifm.width : 1; }
};

// Returns the mean's reduction, expressed as a sum over rows, columns or both:
// - A mean over channels reads the channels as columns of a map with one channel. Either the height
//   or the width of the input must then be 1.
// - A map whose rows and columns are both summed is read as a single row if the map is higher than
//   the highest kernel and the row is not longer than the longest kernel.
Reduction reduction_of(const OperatorSite& site, const std::vector<std::int32_t>& shape) {
  std::vector<std::int32_t> dims(4 - std::min<std::size_t>(4, shape.size()), 1);
  dims.insert(dims.end(), shape.begin(), shape.end());
  std::vector<bool> reduced(4, false);
  for (const std::int32_t axis : reduced_axes(site.network, site.op(), shape.size())) {
    reduced[static_cast<std::size_t>(axis) + dims.size() - shape.size()] = true;
  }
  if (reduced[3] && dims[3] > 1) {
    const std::size_t gone = dims[2] == 1 ? 2 : 1;
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(gone));
    reduced.erase(reduced.begin() + static_cast<std::ptrdiff_t>(gone));
    dims.push_back(1);
    reduced.push_back(false);
  }
  Reduction result;
  result.rows = reduced[1];
  result.columns = reduced[2];
  result.ifm = {dims[0] * dims[1], dims[2], dims[3]};
  result.sum = {reduced[1] ? 1 : dims[1], reduced[2] ? 1 : dims[2], dims[3]};
  const std::int32_t area = result.height() * result.width();
  if (result.rows && result.columns && result.height() > largest_height && area <= largest_area) {
    result.ifm = {1, area, dims[3]};
  }
  return result;
}

}  // namespace

// Returns the operations of a mean. Depthwise convolutions whose weights are all 1 compute 32-bit
// sums. If the largest kernel cannot cover the map, several convolutions compute partial sums, and
// additions add up the partial sums. A multiplication divides the total by the number of elements.
std::vector<NpuOp> mean_ops(const OperatorSite& site) {
  const std::string& name = site.op().name;
  MappedOperand input = map_input(site.network, site.op(), 0);
  const std::vector<std::int32_t>& shape = input_shape(site.network, site.op(), 0);
  const Reduction reduction = reduction_of(site, shape);
  input = in_shape(input, reduction.ifm);
  OpChain chain(site);
  std::vector<MappedOperand> sums;
  const std::int32_t step =
      std::min({largest_area / reduction.width(), reduction.height(), largest_height});
  for (std::int32_t row = 0; row < reduction.height(); row += step) {
    Window window;
    window.kernel_h = std::min(step, reduction.height() - row);
    window.kernel_w = reduction.width();
    BlockShape part = reduction.ifm;
    if (reduction.rows) part.height = window.kernel_h;
    sums.push_back(chain.scratch(reduction.sum, sum_bytes, Layout::nhcwb16));
    chain.depthwise(fmt::format("{}{}_conv_{}", name, name, sums.size() - 1), window,
                    rows_of(input, row, part), sums.back());
  }
  MappedOperand sum = sums.back();
  for (std::size_t i = 1; i < sums.size(); ++i) {
    const MappedOperand& more = sums[sums.size() - 1 - i];
    sum = chain.elementwise(ElementwiseMode::add, fmt::format("{}_add_{}", name, i - 1),
                            i == 1 ? sum : more, i == 1 ? &more : &sum, sum_bytes);
  }
  const MappedOperand factor = made_up({1, 1, 1}, sum_bytes);
  const MappedOperand output = in_shape(map_output(site.network, site.op(), 0), reduction.sum);
  NpuOp& scale = chain.elementwise(ElementwiseMode::mul, name + "_mul", sum, &factor, output);
  apply_activation(site, scale);
  return chain.take();
}

}  // namespace spillway::ethosu
