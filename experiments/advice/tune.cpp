// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/tune.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "base/files/input_guard.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "experiments/advice/compiled_files.h"
#include "experiments/advice/compiler_runs.h"
#include "experiments/advice/milliseconds.h"
#include "experiments/advice/point_command.h"
#include "experiments/point/document.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

void replay_all(const TuneQuestion& question, std::vector<TunedFile>& files) {
  std::vector<std::string> paths;
  for (const TunedFile& compilation : files) {
    if (!compilation.file.empty()) paths.push_back(compilation.file);
  }
  const std::vector<TriedPoint> results =
      try_compiled_files(paths, question.point, question.workers);
  auto result = results.begin();
  for (TunedFile& compilation : files) {
    if (compilation.file.empty()) continue;
    compilation.result = *result++;
    compilation.command = command_of(compilation.file, question.point);
  }
  std::stable_sort(files.begin(), files.end(), [](const TunedFile& a, const TunedFile& b) {
    if (a.result.is_ok() != b.result.is_ok()) return a.result.is_ok();
    return a.result.is_ok() && a.result.latency_us < b.result.latency_us;
  });
}

std::string values_text(const TunedFile& compilation) {
  std::string text;
  for (const auto& [key, value] : compilation.values) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, value);
  }
  if (text.empty()) text = "(the compiler's own defaults)";
  return compilation.compiler.empty() ? text : compilation.compiler + " " + text;
}

const TunedFile* default_of(const TuneAnswer& answer, const std::string& compiler) {
  const auto found =
      std::find_if(answer.files.begin(), answer.files.end(), [&](const TunedFile& file) {
        return file.is_default() && file.compiler == compiler && file.result.is_ok();
      });
  return found == answer.files.end() ? nullptr : &*found;
}

// Returns a text with the cycles by which `other` and `best` differ, for each cause of time such as
// compute or memory stalls, the largest difference first.
std::string difference_text(const TriedPoint& best, const TriedPoint& other) {
  std::vector<std::pair<std::string, Cycles>> moved;
  for (const auto& [name, cycles] : other.parts) {
    Cycles change = cycles;
    for (const auto& [same, before] : best.parts) {
      if (same == name) change -= before;
    }
    if (change != 0) moved.emplace_back(name, change);
  }
  std::stable_sort(moved.begin(), moved.end(), [](const auto& a, const auto& b) {
    return std::abs(a.second) > std::abs(b.second);
  });
  std::vector<std::string> words;
  words.reserve(moved.size());
  for (const auto& [name, change] : moved) {
    words.push_back(
        fmt::format("{} {}{}", name, change > 0 ? "+" : "-", with_thousands(std::abs(change))));
  }
  return words.empty() ? "no cycle moved" : fmt::format("{} cycles", fmt::join(words, ", "));
}

// Returns lines that compare the fastest file with the fastest file of each other compiler.
std::string versions_text(const TuneAnswer& answer) {
  const TunedFile& best = answer.files.front();
  std::set<std::string> seen = {best.compiler};
  std::string text;
  for (const TunedFile& file : answer.files) {
    if (!file.result.is_ok() || !seen.insert(file.compiler).second) continue;
    text += fmt::format("{} is the fastest of {}: {:.3f} ms, {}\n", values_text(file),
                        file.compiler, milliseconds(file.result.latency_us),
                        signed_percent(file.result.latency_us / best.result.latency_us - 1));
    text += fmt::format("  {}\n", difference_text(best.result, file.result));
  }
  return text;
}

std::string conclusion(const TuneAnswer& answer) {
  const TunedFile& best = answer.files.front();
  std::string text =
      fmt::format("best: {}, {:.3f} ms", values_text(best), milliseconds(best.result.latency_us));
  if (const TunedFile* const own = default_of(answer, best.compiler)) {
    text += fmt::format(", {:.1f} % less than the compiler's own defaults",
                        100 * (1 - best.result.latency_us / own->result.latency_us));
  }
  if (best.estimate_us) {
    text += fmt::format("; the compiler estimates {:.3f} ms", milliseconds(*best.estimate_us));
  }
  return text + fmt::format("\nkept as {}\n  {}\n", answer.best, best.command) +
         versions_text(answer);
}

}  // namespace

TuneAnswer tune(const TuneQuestion& question) {
  TuneAnswer answer;
  const std::string best = (fs::path(question.folder) / "best.tflite").string();
  require_not_an_input(best);
  answer.files = planned_compilations(question);
  std::error_code error;
  fs::create_directories(question.folder, error);
  if (error) throw UserError(ExitCode::run_failed, {question.folder}, error.message());
  answer.compiled = compile_all(question, answer.files);
  replay_all(question, answer.files);
  if (answer.files.front().result.is_ok()) {
    answer.best = best;
    write_file(answer.best, read_own_output(answer.files.front().file));
  }
  return answer;
}

Printout tune_printout(const TuneAnswer& answer) {
  constexpr std::size_t indent = 27;
  PrintedTable table{"files", ""};
  table.columns = {text_column("status").only_in_documents(),
                   number_column("latency ms").at_least(12),
                   number_column("estimate ms").at_least(13).gap_before(0),
                   {"options"},
                   text_column("message").at_least(indent).below_rows(),
                   text_column("file").only_in_documents()};
  for (const TunedFile& file : answer.files) {
    const bool ok = file.result.is_ok();
    table.add(
        {file.result.status,
         ok ? fmt::format("{:.3f}", milliseconds(file.result.latency_us)) : file.result.status,
         file.estimate_us && ok ? fmt::format("{:.3f}", milliseconds(*file.estimate_us)) : "",
         values_text(file), ok ? "" : file.result.message, file.file});
  }
  Printout printout;
  printout << std::move(table) << (answer.best.empty() ? "" : conclusion(answer));
  return printout << fmt::format("{} compilations, {} of them now\n", answer.files.size(),
                                 answer.compiled);
}

std::string tune_json(const TuneAnswer& answer) {
  Json files = Json::array();
  for (const TunedFile& file : answer.files) {
    Json values = Json::object();
    for (const auto& [key, value] : file.values) values[key] = value;
    const bool ok = file.result.is_ok();
    Json parts = Json::object();
    for (const auto& [name, cycles] : file.result.parts) parts[name] = cycles;
    files.push_back({{"compiler_name", file.compiler},
                     {"values", values},
                     {"default", file.is_default()},
                     {"compiler", file.words},
                     {"status", file.result.status},
                     {"message", file.result.message},
                     {"file", file.file},
                     {"estimate_us", file.estimate_us ? Json(*file.estimate_us) : Json(nullptr)},
                     {"total_cycles", ok ? Json(file.result.cycles) : Json(nullptr)},
                     {"latency_us", ok ? Json(file.result.latency_us) : Json(nullptr)},
                     {"parts", parts},
                     {"command", file.command}});
  }
  Json document = document_head("tune");
  const Json fields = {{"best", answer.best}, {"compiled", answer.compiled}, {"files", files}};
  document.update(fields);
  return document_text(document);
}

}  // namespace spillway
