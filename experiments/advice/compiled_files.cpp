// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/compiled_files.h"

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/files/file_exists.h"
#include "base/text.h"
#include "experiments/advice/compiler_runs.h"
#include "experiments/sweep/sweep_journal.h"
#include "experiments/sweep/sweep_table.h"
#include "experiments/workers/worker_pool.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

using CompiledJson = nlohmann::ordered_json;

constexpr const char* journal_header = "compilation,file,estimate_us\n";

/// The compilations that earlier runs have finished, as recorded in a folder. The key of a
/// compilation is its compilation_hash().
class CompiledFiles {
 public:
  explicit CompiledFiles(const std::string& folder)
      : journal_((std::filesystem::path(folder) / "tune.csv").string(), journal_header) {
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
    if (!file || !is_regular_file(*file)) return false;
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

CompiledJson compiled_json(const TunedFile& compilation) {
  return {{"file", compilation.file},
          {"message", compilation.result.message},
          {"estimate_us", compilation.estimate_us ? CompiledJson(*compilation.estimate_us)
                                                  : CompiledJson(nullptr)}};
}

void read_compiled(const std::string& text, TunedFile& compilation) {
  const CompiledJson json = CompiledJson::parse(text, nullptr, false);
  compilation.result.status = "failed";
  if (!json.is_object()) {
    compilation.result.message = "two workers died at this compilation";
    return;
  }
  compilation.file = json["file"].get<std::string>();
  compilation.result.message = json["message"].get<std::string>();
  if (!json["estimate_us"].is_null()) compilation.estimate_us = json["estimate_us"].get<double>();
}

}  // namespace

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
        return compiled_json(files[i]).dump(-1, ' ', true, CompiledJson::error_handler_t::replace);
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

}  // namespace spillway
