// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/compiler_runs.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "base/hash.h"
#include "base/run_program.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "experiments/point/option_values.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;

std::string placeholder(const std::string& key) { return "{" + key + "}"; }

// Returns the names in braces in a word of the compiler's command, such as `out` in "{out}".
std::vector<std::string> placeholders_in(const std::string& word) {
  std::vector<std::string> keys;
  for (std::size_t begin = word.find('{'); begin != std::string::npos;
       begin = word.find('{', begin + 1)) {
    const std::size_t end = word.find('}', begin);
    if (end == std::string::npos) break;
    keys.push_back(word.substr(begin + 1, end - begin - 1));
  }
  return keys;
}

void require_placeholders(const TuneQuestion& question, const std::vector<std::string>& words) {
  std::vector<std::string> known = {"network", "out"};
  for (const TriedOption& option : question.options) known.push_back(option.key);
  std::set<std::string> used;
  for (const std::string& word : words) {
    for (const std::string& key : placeholders_in(word)) {
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        throw usage_error("--compiler: " + unknown_name_message("placeholder", key, known) +
                          "; --try " + key + "=... gives it values");
      }
      used.insert(key);
    }
  }
  for (const std::string& key : known) {
    if (used.count(key) > 0) continue;
    throw usage_error("--compiler: the command has no {{{}}}{}", key,
                      key == "out" ? ", the folder that it is to write into" : "");
  }
}

std::string replaced(std::string word, const std::string& key, const std::string& value) {
  const std::string mark = placeholder(key);
  for (std::size_t at = word.find(mark); at != std::string::npos;
       at = word.find(mark, at + value.size())) {
    word.replace(at, mark.size(), value);
  }
  return word;
}

// Returns the words of a command that leaves all tried options at the compiler's defaults. Leaves
// out the words that contain placeholders of tried options. If such a word begins with a brace and
// follows a word that begins with a hyphen, the preceding word is the name of the tried option, and
// is left out, too.
std::vector<std::string> default_words(const TuneQuestion& question,
                                       const std::vector<std::string>& words) {
  std::vector<std::string> kept;
  for (const std::string& word : words) {
    const bool tried = std::any_of(question.options.begin(), question.options.end(),
                                   [&](const TriedOption& option) {
                                     return word.find(placeholder(option.key)) != std::string::npos;
                                   });
    if (!tried) {
      kept.push_back(word);
    } else if (word.front() == '{' && !kept.empty() && kept.back().rfind('-', 0) == 0) {
      kept.pop_back();
    }
  }
  return kept;
}

void fill_in(const TuneQuestion& question, TunedFile& compilation) {
  for (std::string& word : compilation.words) {
    for (const auto& [key, value] : compilation.values) word = replaced(word, key, value);
    word = replaced(word, "network", question.network);
    word = replaced(word, "out", folder_of(question, compilation));
  }
}

std::vector<std::string> tflite_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
    if (entry.is_regular_file() && entry.path().extension() == ".tflite") {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Returns Vela's estimate of the latency in microseconds: the cell `inference_time` (in seconds) of
// the file NETWORK_summary_SYSTEM.csv. Returns nothing if the folder has no such file with a
// readable estimate.
std::optional<double> estimate_in(const std::string& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.find("_summary_") == std::string::npos || entry.path().extension() != ".csv") continue;
    try {
      CsvReader reader(read_text(entry.path().string()), name);
      const auto time = reader.find_column({"inference_time"});
      constexpr double us_per_s = 1e6;
      if (time && reader.next_row()) return reader.number(*time) * us_per_s;
    } catch (const UserError&) {
      return std::nullopt;  // the compiler's file has no readable estimate
    }
  }
  return std::nullopt;
}

}  // namespace

TriedOption parse_tried_option(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw usage_error(
        "--try: '{}' is not KEY=VALUE,... or KEY=FIRST:LAST:STEP, like sram=64K:384K:32K", text);
  }
  TriedOption option{text.substr(0, equals), {}};
  for (const std::string& value : split(text.substr(equals + 1), ',')) {
    const std::vector<std::string> bounds = split(value, ':');
    std::vector<Bytes> sizes;
    for (const std::string& bound : bounds) {
      if (const auto size = parse_size(bound)) sizes.push_back(*size);
    }
    if (bounds.size() == 3 && sizes.size() == 3) {
      constexpr Bytes most = 10'000;
      if (sizes[2] <= 0 || sizes[1] < sizes[0] || (sizes[1] - sizes[0]) / sizes[2] >= most) {
        throw usage_error("--try: '" + value + "' is no range FIRST:LAST:STEP");
      }
      for (Bytes size = sizes[0]; size <= sizes[1]; size += sizes[2]) {
        option.values.push_back(std::to_string(size));
      }
    } else if (bounds.size() == 1 && sizes.size() == 1 && std::isalpha(value.back()) != 0) {
      option.values.push_back(std::to_string(sizes[0]));
    } else {
      option.values.push_back(value);
    }
  }
  require_each_once("try", option.values);
  return option;
}

namespace {

// Returns all compilations with one compiler: one for every combination of the tried values. If the
// question tries options, the list begins with a further compilation, which uses the compiler's
// defaults.
std::vector<TunedFile> compilations_of(const TunedCompiler& compiler,
                                       const TuneQuestion& question) {
  const std::vector<std::string> words = shell_words(compiler.command);
  if (words.empty()) throw usage_error("--compiler: no command");
  require_placeholders(question, words);
  std::vector<TunedFile> grid(1);
  grid[0].words = words;
  grid[0].compiler = compiler.name;
  for (const TriedOption& option : question.options) {
    std::vector<TunedFile> more;
    for (const TunedFile& compilation : grid) {
      for (const std::string& value : option.values) {
        more.push_back(compilation);
        more.back().values.emplace_back(option.key, value);
      }
    }
    grid = std::move(more);
  }
  if (!question.options.empty()) {
    TunedFile defaults;
    defaults.compiler = compiler.name;
    defaults.words = default_words(question, words);
    grid.insert(grid.begin(), defaults);
  }
  return grid;
}

bool is_compiler_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
  });
}

}  // namespace

std::vector<TunedCompiler> parse_compilers(const std::vector<std::string>& texts) {
  std::vector<TunedCompiler> compilers;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const bool named = equals != std::string::npos && is_compiler_name(text.substr(0, equals));
    compilers.push_back(named ? TunedCompiler{text.substr(0, equals), text.substr(equals + 1)}
                              : TunedCompiler{"", text});
  }
  std::set<std::string> names;
  for (const TunedCompiler& compiler : compilers) {
    const bool distinct = names.insert(compiler.name).second;
    if (distinct && (!compiler.name.empty() || compilers.size() == 1)) continue;
    throw usage_error(
        "--compiler: several commands need different names: --compiler 'old=vela {network} ...' "
        "--compiler 'new=...'");
  }
  return compilers;
}

std::vector<TunedFile> planned_compilations(const TuneQuestion& question) {
  std::vector<TunedFile> all;
  for (const TunedCompiler& compiler : question.compilers) {
    for (TunedFile& compilation : compilations_of(compiler, question)) {
      all.push_back(std::move(compilation));
    }
  }
  for (TunedFile& compilation : all) fill_in(question, compilation);
  return all;
}

std::string folder_of(const TuneQuestion& question, const TunedFile& compilation) {
  std::string name;
  for (const auto& [key, value] : compilation.values) {
    name += fmt::format("{}{}={}", name.empty() ? "" : "+", key, value);
  }
  if (name.empty()) name = "default";
  if (!compilation.compiler.empty()) name = compilation.compiler + "+" + name;
  std::string safe;
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                       std::string_view("_-+=.").find(c) != std::string_view::npos;
    safe += plain ? c : '_';
  }
  constexpr std::size_t most = 100;
  if (safe != name || safe.size() > most) {
    Hash hash;
    hash.add(name);
    safe = safe.substr(0, most) + "-" + hash.text();
  }
  return (fs::path(question.folder) / safe).string();
}

std::string compilation_hash(const TuneQuestion& question, const TunedFile& compilation) {
  Hash hash;
  for (const std::string& word : compilation.words) hash.add(word + "\n");
  hash.add(read_text(question.network));
  const std::string program = program_file(compilation.words[0]);
  if (!program.empty()) hash.add(read_text(program));
  return hash.text();
}

void compile(const TuneQuestion& question, TunedFile& compilation) {
  const std::string folder = folder_of(question, compilation);
  const auto fail = [&](const std::string& reason) {
    compilation.result.status = "failed";
    compilation.result.message = reason;
  };
  std::error_code error;
  fs::remove_all(folder, error);  // removes outputs of an interrupted compilation
  fs::create_directories(folder, error);
  if (error) return fail(folder + ": " + error.message());
  const ProgramCall call{compilation.words, "", question.seconds};
  const ProgramResult result = run_program(call);
  if (!result.is_ok()) return fail("the compiler " + describe_end(call, result));
  const std::vector<std::string> files = tflite_files(folder);
  if (files.empty()) return fail("the compiler wrote no .tflite into " + folder);
  if (files.size() > 1) {
    return fail(fmt::format("the compiler wrote {} .tflite files, {} and {}", files.size(),
                            files[0], files[1]));
  }
  compilation.file = files[0];
  compilation.estimate_us = estimate_in(folder);
}

}  // namespace spillway
