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
#include "base/files.h"
#include "base/input_guard.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "experiments/advice/compiler_runs.h"
#include "experiments/advice/milliseconds.h"
#include "experiments/advice/point_command.h"
#include "experiments/point/document.h"
#include "experiments/point/option_table.h"
#include "experiments/sweep/sweep_journal.h"
#include "experiments/sweep/sweep_table.h"
#include "experiments/workers/worker_pool.h"
#include "traces/csv_reader.h"
#include "traces/network_loader.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* journal_header = "compilation,file,estimate_us\n";

/// The compilations of a folder that are done, by compilation_hash().
class CompiledFiles {
 public:
  explicit CompiledFiles(const std::string& folder)
      : journal_((fs::path(folder) / "tune.csv").string(), journal_header) {
    journal_.for_each_row([&](std::uint64_t /*offset*/, std::string_view row) {
      const std::vector<std::string_view> cells = raw_cells(row);
      if (cells.size() == 3) rows_[std::string(cells[0])] = std::string(row);
    });
  }

  bool find(const std::string& hash, TunedFile& compilation) const {
    const auto found = rows_.find(hash);
    if (found == rows_.end()) return false;
    CsvReader reader(journal_header + found->second + "\n", "tune.csv");
    reader.next_row();
    const auto file = text_from_cell(reader.cell(1));
    if (!file || !fs::is_regular_file(*file)) return false;
    compilation.file = *file;
    if (!reader.cell(2).empty()) compilation.estimate_us = reader.number(2);
    return true;
  }

  void add(const std::string& hash, const TunedFile& compilation) {
    journal_.append(
        fmt::format("{},{},{}", hash, text_cell(compilation.file),
                    compilation.estimate_us ? fmt::format("{}", *compilation.estimate_us) : ""));
  }

 private:
  SweepJournal journal_;
  std::map<std::string, std::string> rows_;
};

Json compiled_json(const TunedFile& compilation) {
  return {
      {"file", compilation.file},
      {"message", compilation.result.message},
      {"estimate_us", compilation.estimate_us ? Json(*compilation.estimate_us) : Json(nullptr)}};
}

void read_compiled(const std::string& text, TunedFile& compilation) {
  const Json json = Json::parse(text, nullptr, false);
  compilation.result.status = "failed";
  if (!json.is_object()) {
    compilation.result.message = "two workers died at this compilation";
    return;
  }
  compilation.file = json["file"].get<std::string>();
  compilation.result.message = json["message"].get<std::string>();
  if (!json["estimate_us"].is_null()) compilation.estimate_us = json["estimate_us"].get<double>();
}

// Those that were not there yet; each as soon as it is done.
std::size_t compile_all(const TuneQuestion& question, std::vector<TunedFile>& files) {
  CompiledFiles done(question.folder);
  std::vector<std::string> hashes;
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < files.size(); ++i) {
    hashes.push_back(compilation_hash(question, files[i]));
    if (!done.find(hashes.back(), files[i])) left.push_back(i);
  }
  const PoolEnd end = run_in_workers(
      left, question.workers,
      [&](std::size_t i) {
        compile(question, files[i]);
        return compiled_json(files[i]).dump(-1, ' ', true, Json::error_handler_t::replace);
      },
      [&](std::size_t i, const std::optional<std::string>& output) {
        read_compiled(output.value_or(""), files[i]);
        if (!files[i].file.empty()) done.add(hashes[i], files[i]);
      });
  if (end == PoolEnd::interrupted) {
    throw UserError(ExitCode::interrupted,
                    "interrupted; the same command line goes on with " + question.folder);
  }
  return left.size();
}

// In a process of its own, as files of compilers may be anything.
TriedPoint replayed(const TuneQuestion& question, const TunedFile& compilation) {
  try {
    const Network network = load_network(compilation.file);
    const Target target = resolve_target(question.point);
    if (obstacle_of(find_point_option("planner"), {question.point, target, network}).empty()) {
      TriedPoint plain;
      plain.status = "failed";
      plain.message = compilation.file + " brings no plan: it is not compiled";
      return plain;
    }
    return try_points(network, {question.point}, 1).front();
  } catch (const UserError& error) {
    TriedPoint failed;
    failed.status = "failed";
    failed.message = error.what();
    return failed;
  }
}

void replay_all(const TuneQuestion& question, std::vector<TunedFile>& files) {
  for (TunedFile& compilation : files) {
    if (compilation.file.empty()) continue;
    compilation.result = replayed(question, compilation);
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
    text += (text.empty() ? "" : " ") + key + "=" + value;
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

// The difference in cycles between `other` and `best` by cause, the largest difference first.
std::string moved_text(const TriedPoint& best, const TriedPoint& other) {
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
  for (const auto& [name, change] : moved) {
    words.push_back(
        fmt::format("{} {}{}", name, change > 0 ? "+" : "-", with_thousands(std::abs(change))));
  }
  return words.empty() ? "no cycle moved" : fmt::format("{} cycles", fmt::join(words, ", "));
}

// Compares the fastest file of every other compiler with the fastest file of all.
std::string versions_text(const TuneAnswer& answer) {
  const TunedFile& best = answer.files.front();
  std::set<std::string> seen = {best.compiler};
  std::string text;
  for (const TunedFile& file : answer.files) {
    if (!file.result.is_ok() || !seen.insert(file.compiler).second) continue;
    text += fmt::format("{} is the fastest of {}: {:.3f} ms, {}\n", values_text(file),
                        file.compiler, milliseconds(file.result.latency_us),
                        signed_percent(file.result.latency_us / best.result.latency_us - 1));
    text += fmt::format("  {}\n", moved_text(best.result, file.result));
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
  require_no_input(best);
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

std::string tune_text(const TuneAnswer& answer) {
  std::string text = fmt::format("{:>12}{:>13}  {}\n", "latency ms", "estimate ms", "options");
  for (const TunedFile& file : answer.files) {
    if (!file.result.is_ok()) {
      text += fmt::format("{:>12}{:>13}  {}\n{:27}{}\n", file.result.status, "", values_text(file),
                          "", file.result.message);
      continue;
    }
    text +=
        fmt::format("{:>12.3f}{:>13}  {}\n", milliseconds(file.result.latency_us),
                    file.estimate_us ? fmt::format("{:.3f}", milliseconds(*file.estimate_us)) : "",
                    values_text(file));
  }
  if (!answer.best.empty()) text += conclusion(answer);
  return text +
         fmt::format("{} compilations, {} of them now\n", answer.files.size(), answer.compiled);
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
