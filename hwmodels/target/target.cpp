// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/target.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/text.h"
#include "hwmodels/target/read_target.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/target/target_names.h"
#include "hwmodels/toml/builtin_targets.h"

namespace spillway {
namespace {

bool is_path(std::string_view name) {
  constexpr std::string_view extension = ".toml";
  return name.size() > extension.size() && name.substr(name.size() - extension.size()) == extension;
}

/// Splits "ethos-u55-32" into "ethos-u55" and 32, so that numbers are sorted by value.
std::pair<std::string, std::int64_t> sort_key(const std::string& name) {
  const std::size_t dash = name.rfind('-');
  if (dash == std::string::npos) return {name, 0};
  const auto number = parse_integer(std::string_view(name).substr(dash + 1));
  if (!number) return {name, 0};
  return {name.substr(0, dash), *number};
}

const BuiltinTarget* find_builtin(const std::string& name) {
  for (const BuiltinTarget& target : builtin_targets()) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

std::string builtin_file(const BuiltinTarget& target) { return target.name + ".toml"; }

// Returns the text of an error: a list of the targets whose names begin with the name of a family's
// file.
std::string members_text(const std::string& file) {
  const std::string family = std::filesystem::path(file).stem().string() + "-";
  std::string text;
  for (const std::string& name : target_names()) {
    if (name.rfind(family, 0) == 0) text += (text.empty() ? "; its members: " : ", ") + name;
  }
  return text;
}

Target with_defaults(TargetDraft draft, const std::string& file) {
  if (draft.family) {
    throw UserError(ExitCode::usage, {file, 0, 0},
                    "is a family, not a target" + members_text(file));
  }
  const std::string config = draft.default_system_config;
  return select_system_config(std::move(draft.target), config);
}

/// A target file can be based on another file, and so on. Counts how many files of such a chain are
/// being read. Throws UserError(input_file) if there are too many, for example in a circle of
/// bases.
class BaseDepth {
 public:
  explicit BaseDepth(const std::string& name) {
    if (++depth == most_bases) {
      --depth;
      throw UserError(ExitCode::input_file, {name},
                      fmt::format("base: {} files are based on each other, or each on the next; "
                                  "expected a file without `base` before that",
                                  most_bases));
    }
  }
  ~BaseDepth() { --depth; }
  BaseDepth(const BaseDepth&) = delete;
  BaseDepth& operator=(const BaseDepth&) = delete;

 private:
  static constexpr int most_bases = 16;
  static inline int depth = 0;
};

}  // namespace

TargetDraft load_draft(const std::string& name) {
  const BaseDepth depth(name);
  if (is_path(name)) return read_target(read_text(name), name);
  const BuiltinTarget* builtin = find_builtin(name);
  if (builtin == nullptr) {
    throw UserError(ExitCode::usage, unknown_name_message("target", name, target_names()));
  }
  return read_target(builtin->toml, builtin_file(*builtin));
}

Target parse_target(std::string_view toml, const std::string& file) {
  return with_defaults(read_target(toml, file), file);
}

Target load_target(const std::string& word) {
  if (is_path(word)) return with_defaults(load_draft(word), word);
  // Results are cached, because built-in files do not change and reading a file takes longer than
  // many simulations.
  thread_local std::map<std::string, Target> known;
  const auto found = known.find(word);
  if (found != known.end()) return found->second;
  const std::string name = builtin_target_name(word);
  return known.emplace(word, with_defaults(load_draft(name), name)).first->second;
}

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const BuiltinTarget& target : builtin_targets()) {
    if (!read_target(target.toml, builtin_file(target)).family) names.push_back(target.name);
  }
  std::sort(names.begin(), names.end(),
            [](const std::string& a, const std::string& b) { return sort_key(a) < sort_key(b); });
  return names;
}

}  // namespace spillway
