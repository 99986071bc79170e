// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/target_names.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "hwmodels/target/target.h"
#include "hwmodels/toml/builtin_targets.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {
namespace {

struct NamedBoard {
  std::vector<std::string> names;
  std::string is;
  std::vector<std::string> targets;
  // The target that the error message suggests if the board is not modelled, that is, if `targets`
  // is empty.
  std::string nearest;
};

NamedBoard read_board(TomlTable& table) {
  NamedBoard board;
  board.names = table.strings("names");
  board.is = table.string("is");
  if (table.has("targets")) board.targets = table.strings("targets");
  if (board.targets.empty()) board.nearest = table.string("nearest");
  table.finish();
  return board;
}

std::vector<NamedBoard> named_boards() {
  std::vector<NamedBoard> boards;
  for (const BuiltinTarget& file : builtin_boards()) {
    TomlTable root = TomlTable::parse(file.toml, file.name + ".toml");
    for (TomlTable& entry : root.tables("board")) boards.push_back(read_board(entry));
    root.finish();
  }
  return boards;
}

// Returns the word in lower case, without separators.
std::string plain(std::string_view word) {
  std::string result = lower_case(word);
  const auto separates = [](char c) { return c == '-' || c == '_' || c == '.' || c == ' '; };
  result.erase(std::remove_if(result.begin(), result.end(), separates), result.end());
  return result;
}

// Returns the positions at which the parts of a name begin: 0 and the position after each dash.
std::vector<std::size_t> parts_of(const std::string& name) {
  std::vector<std::size_t> begins = {0};
  for (std::size_t i = 1; i < name.size(); ++i) {
    if (name[i - 1] == '-') begins.push_back(i);
  }
  return begins;
}

bool ends_in(const std::string& name, const std::string& word) {
  const auto begins = parts_of(name);
  return std::any_of(begins.begin(), begins.end(), [&](std::size_t begin) {
    return plain(std::string_view(name).substr(begin)) == word;
  });
}

// Whether the word consists of consecutive parts of the name, without the dashes between them.
bool has_part(const std::string& name, const std::string& word) {
  for (const std::size_t begin : parts_of(name)) {
    for (std::size_t end = name.find('-', begin);; end = name.find('-', end + 1)) {
      if (plain(std::string_view(name).substr(begin, end - begin)) == word) return true;
      if (end == std::string::npos) break;
    }
  }
  return false;
}

template <typename Match>
std::vector<std::string> targets_that(const Match& match) {
  std::vector<std::string> found;
  for (const std::string& name : target_names()) {
    if (match(name)) found.push_back(name);
  }
  return found;
}

[[noreturn]] void reject(const std::string& message) { throw UserError(ExitCode::usage, message); }

std::string target_of_board(const std::string& word, const std::string& plain_word) {
  for (const NamedBoard& board : named_boards()) {
    const bool called = std::any_of(board.names.begin(), board.names.end(),
                                    [&](const auto& name) { return plain(name) == plain_word; });
    if (!called) continue;
    if (board.targets.size() == 1) return board.targets.front();
    if (board.targets.empty()) {
      reject(fmt::format("target '{}' is not modelled ({}); nearest: {}", word, board.is,
                         board.nearest));
    }
    reject(fmt::format("target '{}' is {}; choose one of: {}", word, board.is,
                       fmt::join(board.targets, ", ")));
  }
  reject(unknown_name_message("target", word, target_names()));
}

}  // namespace

std::string builtin_target_name(const std::string& word) {
  const auto& files = builtin_targets();
  const bool is_file = std::any_of(files.begin(), files.end(),
                                   [&](const BuiltinTarget& file) { return file.name == word; });
  if (is_file) return word;
  const std::string plain_word = plain(word);
  if (plain_word.empty()) reject(unknown_name_message("target", word, target_names()));
  const auto ending = targets_that([&](const auto& name) { return ends_in(name, plain_word); });
  if (ending.size() == 1) return ending.front();
  const auto having = targets_that([&](const auto& name) { return has_part(name, plain_word); });
  if (having.size() == 1) return having.front();
  if (having.size() > 1) {
    reject(fmt::format("target '{}' may be one of several: {}", word, fmt::join(having, ", ")));
  }
  return target_of_board(word, plain_word);
}

}  // namespace spillway
