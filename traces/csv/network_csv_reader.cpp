// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "traces/csv/csv_reader.h"
#include "traces/csv/network_csv.h"
#include "traces/csv/quantization_words.h"
#include "traces/macs.h"
#include "traces/network_check.h"
#include "traces/network_names.h"
#include "traces/operator_attributes.h"
#include "traces/operator_order.h"
#include "traces/shape.h"
#include "traces/tflite/codes.h"

namespace spillway {
namespace {

constexpr Bytes largest_element = 16;  // bytes of an element of type complex128
constexpr std::int64_t largest_int32 = std::numeric_limits<std::int32_t>::max();

class NetworkCsv {
  using Column = std::optional<CsvReader::Column>;
  // Owns the bytes to which the tensors and operators of the network point.
  struct Store {
    FileBytes contents;
    std::vector<std::vector<std::int64_t>> zero_points;
  };

 public:
  NetworkCsv(const std::string& text, const std::string& source)
      : source_(source), csv_(text, source), store_(std::make_shared<Store>()) {
    csv_.reject_unknown_columns();
    // Reserves memory for the contents of all constants. Two hexadecimal digits of the text become
    // one byte. The bytes must not move later, because tensors point to them.
    store_->contents.reserve(text.size() / 2);
    network_.source = source;
  }

  Network read() {
    while (csv_.next_row()) read_row();
    if (network_.operators.empty()) csv_.reject_row("the network has no operators");
    order_operators(network_);
    if (const std::string defect = find_defect(network_); !defect.empty()) {
      throw input_error({source_}, defect);
    }
    network_.file = std::shared_ptr<const FileBytes>(store_, &store_->contents);
    return std::move(network_);
  }

 private:
  void read_row() {
    const std::string& record = csv_.cell(record_);
    if (record == "network") {
      network_.name = text(name_);
      network_.inputs = tensor_list(inputs_);
      network_.outputs = tensor_list(outputs_);
    } else if (record == "tensor") {
      check_index(network_.tensors.size());
      read_tensor();
    } else if (record == "operator") {
      check_index(network_.operators.size());
      read_operator();
    } else if (record == "metadata") {
      network_.metadata.push_back({text(name_), contents()});
    } else if (record == "warning") {
      network_.warnings.push_back(text(name_));
    } else {
      csv_.reject(record_, "expected network, tensor, operator, metadata or warning");
    }
  }

  // Checks the number in the cell `index` of a row. The cell may be empty, because the number is
  // only for human readers. A number that differs from `expected` is an error.
  void check_index(std::size_t expected) const {
    if (csv_.cell(index_).empty()) return;
    const auto number = static_cast<std::int64_t>(expected);
    csv_.integer(*index_, number, number);
  }

  void read_tensor() {
    Tensor tensor;
    tensor.name = text(name_);
    tensor.type =
        *named(type_, "tensor type", data_type_from_name, data_type_names, DataType::int8);
    tensor.kind =
        *named(kind_, "kind", tensor_kind_from_name, tensor_kind_names, TensorKind::activation);
    tensor.layout = *named(layout_, "layout", layout_from_name, layout_names, TensorLayout::nhwc);
    if (csv_.cell(shape_) != "scalar") tensor.shape = extents(shape_, csv_.cell(shape_));
    tensor.bytes = tensor_bytes(tensor);
    tensor.data = contents();
    read_quantization(tensor);
    network_.tensors.push_back(std::move(tensor));
  }

  void read_quantization(Tensor& tensor) {
    std::vector<std::int64_t> zeros;
    const std::string problem = read_quantization_words(csv_.cell(attributes_), tensor, zeros);
    if (!problem.empty()) csv_.reject(*attributes_, problem);
    if (zeros.empty()) return;
    store_->zero_points.push_back(std::move(zeros));
    const std::vector<std::int64_t>& kept = store_->zero_points.back();
    tensor.zero_points = {reinterpret_cast<const std::uint8_t*>(kept.data()),
                          kept.size() * sizeof(std::int64_t)};
  }

  Bytes tensor_bytes(const Tensor& tensor) const {
    const std::optional<std::int64_t> elements = checked_elements(tensor.shape);
    if (!elements) csv_.reject(shape_, "expected at most 2^40 elements");
    const Bytes stored = storage_bytes(tensor.type, *elements);
    if (csv_.cell(bytes_).empty()) return std::max<Bytes>(stored, 0);
    const Bytes bytes = csv_.integer(*bytes_, 0, largest_tensor_elements * largest_element);
    const bool has_own_size =
        tensor.kind == TensorKind::scratch || tensor.kind == TensorKind::operator_data;
    if (stored < 0 || has_own_size) return bytes;
    if (tensor.layout == TensorLayout::nhwc && bytes != stored) {
      csv_.reject(*bytes_, fmt::format("{} of type {} takes {} bytes",
                                       tensor.shape.empty() ? "a scalar" : csv_.cell(shape_),
                                       data_type_name(tensor.type), stored));
    }
    if (stored > bytes) {
      csv_.reject(*bytes_, fmt::format("{} takes {} bytes at least", csv_.cell(shape_), stored));
    }
    return bytes;
  }

  // Returns the name that operators of this type have in a .tflite. An operator whose row has no
  // cell `code` gets this name as its type name.
  static std::string usual_name(OpType type) {
    const std::optional<int> code = builtin_code_of(type);
    return code ? builtin_operator_name(*code) : op_type_name(type);
  }

  void read_operator() {
    Operator op;
    op.type = *named(type_, "operator type", op_type_from_name, op_type_names, OpType::unknown);
    op.type_name = text(code_);
    if (op.type_name.empty()) op.type_name = usual_name(op.type);
    op.name = text(name_);
    op.inputs = tensor_list(inputs_);
    op.outputs = tensor_list(outputs_);
    read_window(op.window);
    op.activation =
        *named(activation_, "activation", activation_from_name, activation_names, Activation::none);
    op.axis = static_cast<std::int32_t>(integer(axis_, 0, -largest_int32, largest_int32));
    read_attributes(op);
    op.on_host = integer(host_, 0, 0, 1) == 1;
    op.input_views = view_list(input_views_, op.inputs.size());
    op.output_views = view_list(output_views_, op.outputs.size());
    op.options = contents();
    op.macs = integer(macs_, 0, 0, std::numeric_limits<std::int64_t>::max());
    network_.operators.push_back(std::move(op));
  }

  void read_attributes(Operator& op) const {
    const std::string problem = read_attribute_words(csv_.cell(attributes_), op);
    if (!problem.empty()) csv_.reject(*attributes_, problem);
  }

  void read_window(Window& window) const {
    constexpr const char* pair = "a height and a width of at least 1, such as 3x3";
    read_extents(kernel_, 1, pair, {&window.kernel_h, &window.kernel_w});
    read_extents(stride_, 1, pair, {&window.stride_h, &window.stride_w});
    read_extents(dilation_, 1, pair, {&window.dilation_h, &window.dilation_w});
    read_extents(pad_, 0, "top, bottom, left and right, such as 0x1x0x1",
                 {&window.pad_top, &window.pad_bottom, &window.pad_left, &window.pad_right});
    window.scheme =
        *named(padding_, "padding", padding_from_name, padding_names, PaddingScheme::valid);
  }

  void read_extents(Column column, std::int32_t least, const char* expected,
                    const std::vector<std::int32_t*>& values) const {
    if (csv_.cell(column).empty()) return;
    const std::vector<std::int32_t> given = extents(*column, csv_.cell(column));
    const bool in_range = given.size() == values.size() && !given.empty() &&
                          *std::min_element(given.begin(), given.end()) >= least;
    if (!in_range) csv_.reject(*column, fmt::format("expected {}", expected));
    for (std::size_t i = 0; i < given.size(); ++i) *values[i] = given[i];
  }

  template <typename Parse, typename Names, typename Value>
  std::optional<Value> named(Column column, const char* what, Parse parse, Names names,
                             Value absent) const {
    const std::string_view name = csv_.cell(column);
    if (name.empty()) return absent;
    const std::optional<Value> value = parse(name);
    if (!value) csv_.reject(*column, unknown_name_message(what, name, names()));
    return value;
  }

  std::int64_t integer(Column column, std::int64_t absent, std::int64_t least,
                       std::int64_t greatest) const {
    return csv_.cell(column).empty() ? absent : csv_.integer(*column, least, greatest);
  }

  std::string text(Column column) const {
    const std::optional<std::string> text = text_from_cell(csv_.cell(column));
    if (!text) csv_.reject(*column, "has a malformed backslash escape");
    return *text;
  }

  // Converts text such as "8x8x16" into extents. Empty text gives an empty vector.
  std::vector<std::int32_t> extents(CsvReader::Column column, std::string_view text) const {
    std::vector<std::int32_t> result;
    if (text.empty()) return result;
    for (const std::string& part : split(text, 'x')) {
      const std::optional<std::int64_t> extent = parse_integer(part);
      if (!extent || *extent < 0 || *extent > largest_int32) {
        csv_.reject(column, "expected whole numbers joined by x, such as 1x8x8x16");
      }
      result.push_back(static_cast<std::int32_t>(*extent));
    }
    return result;
  }

  std::vector<TensorIndex> tensor_list(CsvReader::Column column) const {
    std::vector<TensorIndex> result;
    for (const std::string& part : split(csv_.cell(column), ' ')) {
      if (part.empty()) continue;
      const std::optional<std::int64_t> index = part == "_" ? no_tensor : parse_integer(part);
      if (!index || *index < no_tensor || *index > largest_int32) {
        csv_.reject(column, "expected numbers of tensors, or _ for an absent one");
      }
      result.push_back(static_cast<TensorIndex>(*index));
    }
    return result;
  }

  std::vector<OperandView> view_list(Column column, std::size_t operands) const {
    std::vector<OperandView> result;
    if (csv_.cell(column).empty()) return result;
    for (const std::string& part : split(csv_.cell(column), ' ')) {
      if (part == "_") {
        result.emplace_back();
        continue;
      }
      const std::vector<std::string> halves = split(part, '@');
      if (halves.size() != 2) {
        csv_.reject(*column, "expected SHAPE@OFFSET, or _ for a whole tensor");
      }
      result.push_back({extents(*column, halves[0]), extents(*column, halves[1])});
    }
    if (result.size() != operands) {
      csv_.reject(*column, fmt::format("expected one view for each of {} operands", operands));
    }
    return result;
  }

  ByteView contents() {
    const std::string_view digits = csv_.cell(data_);
    if (digits.empty()) return {};
    FileBytes& bytes = store_->contents;
    const std::size_t begin = bytes.size();
    for (std::size_t i = 0; i < digits.size(); i += 2) {
      std::uint8_t byte = 0;
      const char* last = digits.data() + std::min(i + 2, digits.size());
      const auto [end, error] = std::from_chars(digits.data() + i, last, byte, 16);
      if (error != std::errc{} || end != digits.data() + i + 2) {
        csv_.reject(*data_, "expected pairs of hexadecimal digits");
      }
      bytes.push_back(byte);
    }
    return {bytes.data() + begin, bytes.size() - begin};
  }

  std::string source_;
  CsvReader csv_;
  CsvReader::Column record_ = csv_.require_column({"record"});
  Column index_ = csv_.find_column({"index", "id"});
  CsvReader::Column name_ = csv_.require_column({"name", "tensor"});
  CsvReader::Column type_ = csv_.require_column({"type"});
  Column code_ = csv_.find_column({"code"});
  Column kind_ = csv_.find_column({"kind"});
  CsvReader::Column shape_ = csv_.require_column({"shape"});
  Column bytes_ = csv_.find_column({"bytes", "size"});
  Column layout_ = csv_.find_column({"layout"});
  CsvReader::Column inputs_ = csv_.require_column({"inputs"});
  CsvReader::Column outputs_ = csv_.require_column({"outputs"});
  Column kernel_ = csv_.find_column({"kernel"});
  Column stride_ = csv_.find_column({"stride", "strides"});
  Column dilation_ = csv_.find_column({"dilation"});
  Column padding_ = csv_.find_column({"padding"});
  Column pad_ = csv_.find_column({"pad", "pads"});
  Column activation_ = csv_.find_column({"activation"});
  Column macs_ = csv_.find_column({"macs", "mac_count"});
  Column axis_ = csv_.find_column({"axis"});
  Column host_ = csv_.find_column({"host"});
  Column input_views_ = csv_.find_column({"input_views"});
  Column output_views_ = csv_.find_column({"output_views"});
  Column data_ = csv_.find_column({"data"});
  Column attributes_ = csv_.find_column({"attributes"});
  Network network_;
  std::shared_ptr<Store> store_;
};

}  // namespace

Network parse_network_csv(const std::string& text, const std::string& source) {
  return NetworkCsv(text, source).read();
}

}  // namespace spillway
