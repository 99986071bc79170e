// SPDX-License-Identifier: Apache-2.0
#include "traces/operator_attributes.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/text.h"

namespace spillway {
namespace {

using Word = std::string_view;

std::string value_text(float value) { return fmt::format("{}", value); }
std::string value_text(bool value) { return value ? "1" : "0"; }
std::string value_text(std::int32_t value) { return std::to_string(value); }

// Returns whether the whole text is a value. If so, sets `value` to it.
bool parse_value(Word text, float& value) {
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return error == std::errc{} && end == last;
}

bool parse_value(Word text, bool& value) {
  value = text == "1";
  return value || text == "0";
}

bool parse_value(Word text, std::int32_t& value) {
  using Limits = std::numeric_limits<std::int32_t>;
  const std::optional<std::int64_t> number = parse_integer(text);
  if (!number || *number < Limits::min() || *number > Limits::max()) return false;
  value = static_cast<std::int32_t>(*number);
  return true;
}

const char* expected_value(float /*value*/) { return "a number"; }
const char* expected_value(bool /*value*/) { return "0 or 1"; }
const char* expected_value(std::int32_t /*value*/) { return "a whole number of 32 bits"; }

template <auto member>
using ValueOf = std::decay_t<decltype(std::declval<Operator>().*member)>;

struct Attribute {
  const char* name;
  bool (*belongs_to)(OpType);
  bool shapes;  // whether the shapes of operands depend on the attribute
  // The value as text; empty if it is 0.
  std::string (*text)(const Operator&);
  bool (*parse)(Word, Operator&);
  const char* expected;
};

template <auto member>
Attribute attribute(const char* name, bool (*belongs_to)(OpType), bool shapes) {
  using Value = ValueOf<member>;
  return {name,
          belongs_to,
          shapes,
          [](const Operator& op) {
            return op.*member == Value{} ? std::string() : value_text(op.*member);
          },
          [](Word text, Operator& op) { return parse_value(text, op.*member); },
          expected_value(Value{})};
}

bool is_leaky_relu(OpType type) { return type == OpType::leaky_relu; }
bool is_lstm(OpType type) { return type == OpType::lstm; }
bool is_strided_slice(OpType type) { return type == OpType::strided_slice; }
bool is_resizing(OpType type) {
  return type == OpType::resize_bilinear || type == OpType::resize_nearest_neighbor;
}

const std::vector<Attribute>& attributes() {
  static const std::vector<Attribute> all = {
      attribute<&Operator::alpha>("alpha", is_leaky_relu, false),
      attribute<&Operator::cell_clip>("cell_clip", is_lstm, false),
      attribute<&Operator::time_major>("time_major", is_lstm, true),
      attribute<&Operator::align_corners>("align_corners", is_resizing, false),
      attribute<&Operator::half_pixel_centers>("half_pixel_centers", is_resizing, false),
      attribute<&Operator::begin_mask>("begin_mask", is_strided_slice, true),
      attribute<&Operator::ellipsis_mask>("ellipsis_mask", is_strided_slice, true),
      attribute<&Operator::new_axis_mask>("new_axis_mask", is_strided_slice, true),
      attribute<&Operator::shrink_axis_mask>("shrink_axis_mask", is_strided_slice, true),
  };
  return all;
}

const Attribute* find_attribute(Word name) {
  for (const Attribute& attribute : attributes()) {
    if (name == attribute.name) return &attribute;
  }
  return nullptr;
}

std::string unknown_attribute(Word name) {
  std::vector<std::string> names;
  for (const Attribute& attribute : attributes()) names.emplace_back(attribute.name);
  return unknown_name_message("attribute", name, names);
}

// Reads one word. Returns an empty text, or what was expected.
std::string read_word(Word word, Operator& op, std::set<const Attribute*>& given) {
  const std::size_t equals = word.find('=');
  if (equals == Word::npos) return "expected words NAME=VALUE, such as alpha=0.1";
  const Word name = word.substr(0, equals), value = word.substr(equals + 1);
  const Attribute* const attribute = find_attribute(name);
  if (attribute == nullptr) return unknown_attribute(name);
  if (!attribute->belongs_to(op.type)) {
    return fmt::format("{} is no attribute of {}", name, op_type_name(op.type));
  }
  if (!given.insert(attribute).second) return fmt::format("{} is there twice", name);
  if (attribute->parse(value, op)) return {};
  return fmt::format("expected {} after {}=", attribute->expected, name);
}

}  // namespace

std::string attribute_words(const Operator& op) {
  std::string words;
  for (const Attribute& attribute : attributes()) {
    const std::string value = attribute.text(op);
    if (value.empty()) continue;
    if (!words.empty()) words += ' ';
    words += fmt::format("{}={}", attribute.name, value);
  }
  return words;
}

std::string read_attribute_words(std::string_view words, Operator& op) {
  std::set<const Attribute*> given;
  for (const std::string& word : split(words, ' ')) {
    if (word.empty()) continue;
    if (std::string expected = read_word(word, op, given); !expected.empty()) return expected;
  }
  return {};
}

std::string shaping_attribute(const Operator& op) {
  for (const Attribute& attribute : attributes()) {
    if (attribute.shapes && !attribute.text(op).empty()) return attribute.name;
  }
  return {};
}

}  // namespace spillway
