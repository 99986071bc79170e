// SPDX-License-Identifier: Apache-2.0
#include "traces/layers/layer_table.h"

#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/text.h"
#include "traces/csv/csv_reader.h"
#include "traces/layers/layers.h"
#include "traces/network_check.h"
#include "traces/network_names.h"
#include "traces/operator_attributes.h"

namespace spillway {
namespace {

constexpr std::int64_t largest_layer_extent = 1 << 16;
// The largest permitted extent in the column `shape`.
constexpr std::int64_t largest_shape_extent = 1 << 30;
constexpr std::int64_t largest_value = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t largest_rank = 8;
constexpr std::int64_t most_parts = 1024;

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
        activation_(csv_.find_column({"activation"})),
        dilation_(csv_.find_column({"dilation"})),
        shape_(csv_.find_column({"shape"})),
        values_(csv_.find_column({"values"})),
        axis_(csv_.find_column({"axis"})),
        parts_(csv_.find_column({"parts"})),
        element_(csv_.find_column({"element"})),
        bias_(csv_.find_column({"bias"})),
        attributes_(csv_.find_column({"attributes"})) {
    csv_.reject_unknown_columns();
    network_.name = std::filesystem::path(source).stem().string();
    network_.source = source;
  }

  Network read() {
    while (csv_.next_row()) read_row();
    if (network_.operators.empty()) csv_.reject_row("the table has no layers");
    finish_outputs(network_);
    contents_.give_to(network_);
    if (const std::string defect = find_defect(network_); !defect.empty()) {
      throw input_error({network_.source}, defect);
    }
    return std::move(network_);
  }

 private:
  void read_row() {
    const std::string& name = csv_.cell(layer_);
    if (name.empty()) csv_.reject(layer_, "expected a name");
    if (outputs_of_.count(name) != 0) csv_.reject(layer_, "another layer has this name");
    try {
      outputs_of_[name] = csv_.cell(type_) == "input"
                              ? std::vector<TensorIndex>{read_input()}
                              : add_layer(network_, read_layer(), contents_);
    } catch (const std::invalid_argument& problem) {
      csv_.reject_row(problem.what());
    }
    last_ = outputs_of_[name].front();
    if (!csv_.cell(attributes_).empty()) read_attributes();
  }

  // Sets the attributes of the operator that the row has added. The shapes of its operands do not
  // depend on them, because a table does not hold other attributes.
  void read_attributes() {
    if (csv_.cell(type_) == "input") csv_.reject(*attributes_, "an input has no attributes");
    Operator& op = network_.operators.back();
    const std::string problem = read_attribute_words(csv_.cell(attributes_), op);
    if (!problem.empty()) csv_.reject(*attributes_, problem);
    const std::string shaping = shaping_attribute(op);
    if (shaping.empty()) return;
    csv_.reject(*attributes_,
                fmt::format("a layer table cannot hold {}; a network CSV can", shaping));
  }

  TensorIndex read_input() {
    std::vector<std::int32_t> shape = whole_shape();
    if (shape.empty()) {
      // The cell `channels` gives the shape without the batch, which is 1.
      shape.push_back(1);
      for (const std::int32_t extent : extents(channels_)) shape.push_back(extent);
    }
    return add_network_input(network_, csv_.cell(layer_), shape,
                             element().value_or(DataType::int8));
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
    layer.shape = whole_shape();
    layer.values = value_lists();
    if (!csv_.cell(axis_).empty()) {
      layer.axis = static_cast<std::int32_t>(csv_.integer(*axis_, -largest_rank, largest_rank));
    }
    if (!csv_.cell(parts_).empty()) {
      layer.parts = static_cast<std::int32_t>(csv_.integer(*parts_, 1, most_parts));
    }
    layer.element = element();
    const std::string_view bias = csv_.cell(bias_);
    if (!bias.empty() && bias != "yes" && bias != "no") csv_.reject(*bias_, "expected yes or no");
    layer.bias = bias != "no";
    return layer;
  }

  std::optional<DataType> element() const {
    const std::string_view name = csv_.cell(element_);
    if (name.empty()) return std::nullopt;
    const std::optional<DataType> type = data_type_from_name(name);
    if (!type || storage_bytes(*type, 1) < 0) {
      csv_.reject(*element_, unknown_name_message("tensor type", name, data_type_names()));
    }
    return type;
  }

  std::vector<std::int32_t> whole_shape() const {
    if (csv_.cell(shape_).empty()) return {};
    return numbers(*shape_, csv_.cell(shape_), 1, largest_shape_extent);
  }

  std::vector<std::vector<std::int32_t>> value_lists() const {
    std::vector<std::vector<std::int32_t>> lists;
    for (const std::string& list : split(csv_.cell(values_), ' ')) {
      if (!list.empty()) lists.push_back(numbers(*values_, list, -largest_value, largest_value));
    }
    return lists;
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

  // Returns the tensors that a layer reads. A layer whose cell `inputs` is empty reads the output
  // of the row above.
  std::vector<TensorIndex> operands() const {
    std::vector<TensorIndex> result;
    for (const std::string& name : split(csv_.cell(inputs_), ' ')) {
      if (name.empty()) continue;
      result.push_back(output_named(name));
    }
    if (!result.empty()) return result;
    if (last_ == no_tensor) csv_.reject_row("the first row must be of type input");
    return {last_};
  }

  // Returns the tensor with this name: "split" is the first output of layer `split`, "split:1" is
  // its second output.
  TensorIndex output_named(const std::string& name) const {
    const auto found = outputs_of_.find(name);
    if (found != outputs_of_.end()) return found->second.front();
    const std::size_t colon = name.rfind(':');
    const auto layer = outputs_of_.find(name.substr(0, colon));
    const auto part =
        colon == std::string::npos ? std::nullopt : parse_integer(name.substr(colon + 1));
    const bool known = layer != outputs_of_.end() && part && *part >= 0 &&
                       *part < static_cast<std::int64_t>(layer->second.size());
    if (!known) csv_.reject(*inputs_, fmt::format("no layer above is named '{}'", name));
    return at(layer->second, *part);
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
    if (!csv_.cell(dilation_).empty()) {
      std::tie(layer.window.dilation_h, layer.window.dilation_w) = pair_of(*dilation_);
    }
    const std::string_view padding = csv_.cell(padding_);
    if (padding == "same") {
      layer.window.scheme = PaddingScheme::same;
    } else if (!padding.empty() && padding != "valid") {
      csv_.reject(*padding_, "expected same or valid");
    }
  }

  std::vector<std::int32_t> numbers(CsvReader::Column column, std::string_view text,
                                    std::int64_t least, std::int64_t greatest) const {
    std::vector<std::int32_t> result;
    for (const std::string& part : split(text, 'x')) {
      const std::optional<std::int64_t> number = parse_integer(part);
      if (!number || *number < least || *number > greatest) {
        csv_.reject(
            column,
            fmt::format("expected whole numbers from {} to {}, joined by x, such as 96x96x3", least,
                        greatest));
      }
      result.push_back(static_cast<std::int32_t>(*number));
    }
    return result;
  }

  std::vector<std::int32_t> extents(CsvReader::Column column) const {
    std::vector<std::int32_t> result = numbers(column, csv_.cell(column), 1, largest_layer_extent);
    if (result.size() > 3) csv_.reject(column, "expected at most three extents");
    return result;
  }

  // Reads a height and a width from a cell. "3x1" is height 3 and width 1; "3" is height 3 and
  // width 3.
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
  std::optional<CsvReader::Column> dilation_, shape_, values_, axis_, parts_, element_, bias_,
      attributes_;
  Network network_;
  ConstantContents contents_;
  // The outputs of the layers in the rows above, by the name of the layer.
  std::map<std::string, std::vector<TensorIndex>> outputs_of_;
  // The first output of the layer in the row above.
  TensorIndex last_ = no_tensor;
};

}  // namespace

Network parse_layer_table(const std::string& text, const std::string& source) {
  return LayerTable(text, source).read();
}

}  // namespace spillway
