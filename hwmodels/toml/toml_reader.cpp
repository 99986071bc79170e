// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/toml/toml_reader.h"

#include <algorithm>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "base/terminal_text.h"
#include "hwmodels/toml/toml_depth.h"

namespace spillway {

struct TomlTable::Data {
  std::shared_ptr<const toml::table> document;  // keeps `table` alive
  const toml::table* table = nullptr;
  std::string file;
  std::vector<std::string> requested;
  std::vector<std::string> announced;

  void ask(const std::string& key) {
    if (std::find(requested.begin(), requested.end(), key) == requested.end()) {
      requested.push_back(key);
    }
  }
  bool was_requested(std::string_view key) const {
    return std::find(requested.begin(), requested.end(), key) != requested.end();
  }
  bool is_expected(std::string_view key) const {
    return was_requested(key) ||
           std::find(announced.begin(), announced.end(), key) != announced.end();
  }
  SourceLocation locate(const toml::source_region& source) const {
    return {file, static_cast<int>(source.begin.line), static_cast<int>(source.begin.column)};
  }
  [[noreturn]] void reject_unknown(const toml::key& key,
                                   const std::vector<std::string>& expected) const {
    throw UserError(ExitCode::input_file, locate(key.source()),
                    unknown_name_message("key", key.str(), expected));
  }

  const toml::node& required(const std::string& key) {
    ask(key);
    if (const toml::node* node = table->get(key)) return *node;
    for (const auto& [present, node] : *table) {
      if (!is_expected(present.str()) && !nearest_name(present.str(), {key}).empty()) {
        reject_unknown(present, {key});
      }
    }
    throw UserError(ExitCode::input_file, locate(table->source()),
                    fmt::format("missing key '{}'", key));
  }

  template <typename T>
  T value(const std::string& key, const char* expected) {
    const toml::node& node = required(key);
    if (const auto found = node.value_exact<T>()) return *found;
    throw UserError(ExitCode::input_file, locate(node.source()),
                    fmt::format("{}: expected {}", key, expected));
  }
};

TomlTable TomlTable::parse(std::string_view text, const std::string& file) {
  require_shallow_keys(text, file);
  try {
    auto data = std::make_shared<Data>();
    data->document = std::make_shared<const toml::table>(toml::parse(text, file));
    data->table = data->document.get();
    data->file = file;
    return TomlTable(std::move(data));
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    throw UserError(ExitCode::input_file,
                    {file, static_cast<int>(at.line), static_cast<int>(at.column)},
                    std::string(error.description()));
  }
}

void TomlTable::announce(const std::vector<std::string>& keys) { data_->announced = keys; }

bool TomlTable::has(const std::string& key) {
  data_->ask(key);
  return data_->table->contains(key);
}

bool TomlTable::is_table(const std::string& key) {
  data_->ask(key);
  const toml::node* node = data_->table->get(key);
  return node != nullptr && node->is_table();
}

std::int64_t TomlTable::integer(const std::string& key, std::int64_t min, std::int64_t max) {
  const auto value = data_->value<std::int64_t>(key, "an integer");
  if (value < min) fail(key, fmt::format("{} is below {}", value, min));
  if (value > max) fail(key, fmt::format("{} is above {}", value, max));
  return value;
}

std::int32_t TomlTable::integer32(const std::string& key, std::int32_t min, std::int32_t max) {
  return static_cast<std::int32_t>(integer(key, min, max));
}

double TomlTable::number(const std::string& key, double min, double max) {
  const toml::node& node = data_->required(key);
  if (!node.is_number()) fail(key, "expected a number");
  // Some integers cannot be represented as a double, but all integers within the limits can.
  const double value =
      node.is_integer() ? static_cast<double>(**node.as_integer()) : **node.as_floating_point();
  if (!(value >= min)) fail(key, fmt::format("{} is below {}", value, min));
  if (value > max) fail(key, fmt::format("{} is above {}", value, max));
  return value;
}

bool TomlTable::boolean(const std::string& key) { return data_->value<bool>(key, "true or false"); }

std::string TomlTable::string(const std::string& key) {
  std::string line = text(key);
  require_line(key, line);
  return line;
}

std::string TomlTable::text(const std::string& key) {
  return data_->value<std::string>(key, "a string");
}

void TomlTable::require_line(const std::string& key, std::string_view line) const {
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (std::none_of(line.begin(), line.end(), is_control)) return;
  fail(key, fmt::format("expected one line without control characters, not '{}'", name_text(line)));
}

std::vector<std::string> TomlTable::strings(const std::string& key) {
  const toml::array* array = data_->required(key).as_array();
  if (array == nullptr) fail(key, "expected an array of strings");
  std::vector<std::string> values;
  for (const toml::node& node : *array) {
    if (!node.is_string()) fail(key, "expected an array of strings");
    values.push_back(**node.as_string());
    require_line(key, values.back());
  }
  return values;
}

int TomlTable::choice(const std::string& key, const std::vector<std::string>& names) {
  const std::string chosen = string(key);
  const auto found = std::find(names.begin(), names.end(), chosen);
  if (found == names.end()) {
    fail(key, unknown_name_message("value", chosen, names));
  }
  return static_cast<int>(found - names.begin());
}

TomlTable TomlTable::table(const std::string& key) {
  const toml::table* inner = data_->required(key).as_table();
  if (inner == nullptr) fail(key, "expected a table");
  auto data = std::make_shared<Data>(*data_);
  data->table = inner;
  data->requested.clear();
  data->announced.clear();
  return TomlTable(std::move(data));
}

std::vector<TomlTable> TomlTable::tables(const std::string& key) {
  const toml::array* array = data_->required(key).as_array();
  if (array == nullptr) fail(key, fmt::format("expected tables [[{}]]", key));
  std::vector<TomlTable> found;
  for (const toml::node& node : *array) {
    if (!node.is_table()) fail(key, fmt::format("expected tables [[{}]]", key));
    auto data = std::make_shared<Data>(*data_);
    data->table = node.as_table();
    data->requested.clear();
    data->announced.clear();
    found.push_back(TomlTable(std::move(data)));
  }
  return found;
}

std::vector<std::string> TomlTable::keys() const {
  std::vector<toml::key> ordered;
  for (const auto& [key, node] : *data_->table) ordered.push_back(key);
  std::sort(ordered.begin(), ordered.end(), [](const toml::key& a, const toml::key& b) {
    return a.source().begin < b.source().begin;
  });
  std::vector<std::string> names;
  names.reserve(ordered.size());
  for (const toml::key& key : ordered) names.emplace_back(key.str());
  return names;
}

void TomlTable::finish() const {
  const toml::key* first = nullptr;
  for (const auto& [key, node] : *data_->table) {
    if (data_->was_requested(key.str())) continue;
    if (first == nullptr || key.source().begin < first->source().begin) first = &key;
  }
  if (first != nullptr) data_->reject_unknown(*first, data_->requested);
}

SourceLocation TomlTable::where(const std::string& key) const {
  const toml::node* node = data_->table->get(key);
  return data_->locate(node != nullptr ? node->source() : data_->table->source());
}

SourceLocation TomlTable::where() const { return data_->locate(data_->table->source()); }

SourceLocation TomlTable::where(const std::string& key, std::size_t element) const {
  const toml::array* array = data_->table->get_as<toml::array>(key);
  const toml::node* node = array == nullptr ? nullptr : array->get(element);
  return node == nullptr ? where(key) : data_->locate(node->source());
}

void TomlTable::fail(const std::string& key, const std::string& message) const {
  throw UserError(ExitCode::input_file, where(key), fmt::format("{}: {}", key, message));
}

}  // namespace spillway
