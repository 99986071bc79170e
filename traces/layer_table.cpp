// SPDX-License-Identifier: Apache-2.0
#include "traces/layer_table.h"

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "traces/csv_reader.h"
#include "traces/layers.h"
#include "traces/network_check.h"
#include "traces/network_names.h"

namespace spillway {
namespace {

constexpr std::int64_t largest_layer_extent = 1 << 16;

class LayerTable {
 public:
  LayerTable(const std::string& text, const std::string& source)
      : csv_(text, source),
        layer_(csv_.require_column({"layer"})),
        type_(csv_.require_column({"type"})),
        inputs_(csv_.find_column({"inputs", "input"})),
        channels_(csv_.require_column({"channels"})),
        kernel_(csv_.find_column({"kernel"})),
        stride_(csv_.find_column({"stride"})),
        padding_(csv_.find_column({"padding"})),
        activation_(csv_.find_column({"activation"})) {
    csv_.reject_unknown_columns();
    network_.name = std::filesystem::path(source).stem().string();
    network_.source = source;
  }

  Network read() {
    while (csv_.next_row()) read_row();
    if (network_.operators.empty()) csv_.reject_row("the table has no layers");
    finish_outputs(network_);
    if (const std::string defect = find_defect(network_); !defect.empty()) {
      throw UserError(ExitCode::input_file, {network_.source}, defect);
    }
    return std::move(network_);
  }

 private:
  void read_row() {
    const std::string& name = csv_.cell(layer_);
    if (name.empty()) csv_.reject(layer_, "expected a name");
    if (by_name_.count(name) != 0) csv_.reject(layer_, "another layer has this name");
    try {
      last_ = csv_.cell(type_) == "input" ? read_input() : add_layer(network_, read_layer());
    } catch (const std::invalid_argument& problem) {
      csv_.reject_row(problem.what());
    }
    by_name_[name] = last_;
  }

  TensorIndex read_input() {
    std::vector<std::int32_t> shape{1};  // the batch
    for (const std::int32_t extent : extents(channels_)) shape.push_back(extent);
    return add_network_input(network_, csv_.cell(layer_), shape);
  }

  Layer read_layer() const {
    Layer layer;
    layer.name = csv_.cell(layer_);
    layer.type = layer_type();
    layer.inputs = operands();
    layer.activation = activation();
    if (!csv_.cell(channels_).empty()) {
      layer.channels = static_cast<std::int32_t>(csv_.integer(channels_, 1, largest_layer_extent));
    }
    read_window(layer);
    return layer;
  }

  OpType layer_type() const {
    const std::optional<OpType> type = op_type_from_name(csv_.cell(type_));
    if (type && is_layer_type(*type)) return *type;
    std::vector<std::string> names{"input"};
    for (const std::string& name : op_type_names()) {
      if (is_layer_type(*op_type_from_name(name))) names.push_back(name);
    }
    csv_.reject(type_, unknown_name_message("layer type", csv_.cell(type_), names));
  }

  Activation activation() const {
    const std::string_view name = csv_.cell(activation_);
    if (name.empty()) return Activation::none;
    const std::optional<Activation> activation = activation_from_name(name);
    if (!activation) {
      csv_.reject(*activation_, unknown_name_message("activation", name, activation_names()));
    }
    return *activation;
  }

  // In a table without names, a layer reads the row above it.
  std::vector<TensorIndex> operands() const {
    std::vector<TensorIndex> result;
    for (const std::string& name : split(csv_.cell(inputs_), ' ')) {
      if (name.empty()) continue;
      const auto found = by_name_.find(name);
      if (found == by_name_.end()) {
        csv_.reject(*inputs_, fmt::format("no layer above is named '{}'", name));
      }
      result.push_back(found->second);
    }
    if (!result.empty()) return result;
    if (last_ == no_tensor) csv_.reject_row("the first row must be of type input");
    return {last_};
  }

  void read_window(Layer& layer) const {
    if (csv_.cell(kernel_) == "global") {
      layer.global_kernel = true;
    } else if (!csv_.cell(kernel_).empty()) {
      std::tie(layer.window.kernel_h, layer.window.kernel_w) = pair_of(*kernel_);
    }
    if (!csv_.cell(stride_).empty()) {
      std::tie(layer.window.stride_h, layer.window.stride_w) = pair_of(*stride_);
    }
    const std::string_view padding = csv_.cell(padding_);
    if (padding == "same") {
      layer.window.scheme = PaddingScheme::same;
    } else if (!padding.empty() && padding != "valid") {
      csv_.reject(*padding_, "expected same or valid");
    }
  }

  std::vector<std::int32_t> extents(CsvReader::Column column) const {
    std::vector<std::int32_t> result;
    for (const std::string& part : split(csv_.cell(column), 'x')) {
      const std::optional<std::int64_t> extent = parse_integer(part);
      if (!extent || *extent < 1 || *extent > largest_layer_extent) {
        csv_.reject(column, "expected whole numbers from 1 to 65536, such as 96x96x3");
      }
      result.push_back(static_cast<std::int32_t>(*extent));
    }
    if (result.size() > 3) csv_.reject(column, "expected at most three extents");
    return result;
  }

  // "3x1" is height and width, "3" both.
  std::pair<std::int32_t, std::int32_t> pair_of(CsvReader::Column column) const {
    const std::vector<std::int32_t> values = extents(column);
    if (values.size() > 2) csv_.reject(column, "expected a height and a width");
    return {values.front(), values.back()};
  }

  CsvReader csv_;
  CsvReader::Column layer_, type_;
  std::optional<CsvReader::Column> inputs_;
  CsvReader::Column channels_;
  std::optional<CsvReader::Column> kernel_, stride_, padding_, activation_;
  Network network_;
  std::map<std::string, TensorIndex> by_name_;  // outputs of the rows above
  TensorIndex last_ = no_tensor;                // ... and of the last of them
};

}  // namespace

Network parse_layer_table(const std::string& text, const std::string& source) {
  return LayerTable(text, source).read();
}

}  // namespace spillway
