// SPDX-License-Identifier: Apache-2.0
#include "experiments/ci/ci_run.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/text.h"
#include "experiments/pages/documents.h"
#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

CiFigures figures_of(const Timing& timing) {
  CiFigures figures;
  figures.clock_khz = timing.clock.khz;
  figures.total_cycles = timing.total;
  figures.latency_us = timing.latency_us();
  for (const MemoryActivity& memory : timing.memories) {
    figures.peaks.emplace_back(memory.name, memory.peak);
  }
  for (const OperatorTiming& op : timing.operators) {
    figures.operators.push_back({op.name, op.type, op.total()});
  }
  return figures;
}

std::map<std::string, CiFigures> read_baseline(const CiFile& file) {
  const std::string& path = file.baseline;
  std::map<std::string, CiFigures> baseline;
  if (path.empty()) return baseline;
  try {
    const ReportJson json =
        ReportJson::parse(file.updates_baseline ? read_own_output(path) : read_text(path));
    if (json.at("document") != "ci") throw std::invalid_argument("another document");
    for (const ReportJson& check : json.at("checks")) {
      if (check.at("status") == "failed") continue;
      CiFigures figures;
      check.at("clock_khz").get_to(figures.clock_khz);
      check.at("total_cycles").get_to(figures.total_cycles);
      check.at("latency_us").get_to(figures.latency_us);
      for (const auto& [memory, bytes] : check.at("peak_bytes").items()) {
        figures.peaks.emplace_back(memory, bytes.get<Bytes>());
      }
      for (const ReportJson& op : check.at("operators")) {
        figures.operators.push_back({op.at("name"), op.at("type"), op.at("total_cycles")});
      }
      baseline[check.at("name")] = std::move(figures);
    }
  } catch (const UserError&) {
    throw;
  } catch (const std::exception&) {
    throw input_error({path}, "is no baseline; expected what 'spillway ci --json' writes");
  }
  return baseline;
}

void check_budgets(const CiCheck& check, const CiFile& file, CiResult& result) {
  const std::optional<double>& slower = file.slower;
  const CiFigures& now = result.now;
  if (check.latency_us && now.latency_us > *check.latency_us) {
    result.missed.push_back(fmt::format("latency {:.3f} ms exceeds {:.3f} ms", now.latency_us / 1e3,
                                        *check.latency_us / 1e3));
  }
  for (const auto& [memory, budget] : check.budgets) {
    for (const auto& [name, peak] : now.peaks) {
      if (name != memory || peak <= budget) continue;
      result.missed.push_back(
          fmt::format("{} {} bytes exceed {}", name, with_thousands(peak), with_thousands(budget)));
    }
  }
  if (!slower || file.updates_baseline) return;
  if (!result.before || result.before->latency_us <= 0) return;
  const double growth = now.latency_us / result.before->latency_us - 1;
  if (growth > *slower) {
    result.missed.push_back(fmt::format("{} latency over the baseline exceeds {:.2f} %",
                                        signed_percent(growth), 100 * *slower));
  }
}

CiResult run_check(const CiCheck& check, const CiFile& file,
                   const std::map<std::string, CiFigures>& baseline) {
  CiResult result;
  result.name = check.name;
  result.network = check.network.name;
  result.target = check.point.target;
  result.compiler = compiler_of(check.network);
  result.latency_budget_us = check.latency_us;
  if (const auto before = baseline.find(check.name); before != baseline.end()) {
    result.before = before->second;
  }
  result.failure = check.failure;
  if (!result.failure.empty()) return result;
  try {
    result.now = figures_of(run_point(check.network, check.point).timing);
    check_budgets(check, file, result);
  } catch (const UserError& error) {
    result.failure = error.what();
  }
  return result;
}

using OperatorKey = std::pair<std::string, std::string>;

std::map<OperatorKey, std::vector<std::size_t>> places_of(const CiFigures& figures) {
  std::map<OperatorKey, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < figures.operators.size(); ++i) {
    places[{figures.operators[i].name, figures.operators[i].type}].push_back(i);
  }
  return places;
}

Cycles size_of(const CiChange& change) {
  return std::abs(change.now.value_or(0) - change.before.value_or(0));
}

const char* status_of(const CiResult& result) {
  if (!result.failure.empty()) return "failed";
  return result.missed.empty() ? "ok" : "missed";
}

}  // namespace

std::vector<CiResult> run_ci(const CiFile& file) {
  std::vector<CiResult> results;
  std::map<std::string, CiFigures> baseline;
  std::error_code ignored;
  if (file.baseline.empty() || std::filesystem::exists(file.baseline, ignored)) {
    baseline = read_baseline(file);
  } else if (!file.updates_baseline) {
    CiResult missing;
    missing.name = "baseline";
    missing.failure =
        file.baseline + ": there is none yet; 'spillway ci --update' writes the first";
    results.push_back(missing);
  }
  for (const CiCheck& check : file.checks) {
    const auto start = std::chrono::steady_clock::now();
    results.push_back(run_check(check, file, baseline));
    results.back().seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  return results;
}

std::vector<CiChange> changes_of(const CiResult& result) {
  std::vector<CiChange> changes;
  if (!result.before || !result.failure.empty()) return changes;
  auto before = places_of(*result.before);
  for (std::size_t i = 0; i < result.now.operators.size(); ++i) {
    const CiFigures::Op& op = result.now.operators[i];
    CiChange change{i, op.name, op.type, std::nullopt, op.cycles};
    std::vector<std::size_t>& same = before[{op.name, op.type}];
    if (!same.empty()) {
      change.before = result.before->operators[same.front()].cycles;
      same.erase(same.begin());
    }
    if (change.before != change.now) changes.push_back(change);
  }
  for (const auto& [key, places] : before) {
    for (const std::size_t i : places) {
      changes.push_back({i, key.first, key.second, result.before->operators[i].cycles, {}});
    }
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const CiChange& a, const CiChange& b) { return size_of(a) > size_of(b); });
  return changes;
}

ExitCode exit_code_of(const std::vector<CiResult>& results) {
  ExitCode code = ExitCode::ok;
  for (const CiResult& result : results) {
    if (!result.failure.empty()) return ExitCode::run_failed;
    if (!result.missed.empty()) code = ExitCode::check_missed;
  }
  return code;
}

std::string ci_document(const std::vector<CiResult>& results) {
  ReportJson json = document_head("ci");
  json["checks"] = ReportJson::array();
  for (const CiResult& result : results) {
    ReportJson check = {{"name", result.name},       {"network", result.network},
                        {"target", result.target},   {"status", status_of(result)},
                        {"message", result.failure}, {"missed", result.missed}};
    if (!result.compiler.empty()) check["compiled_by"] = result.compiler;
    if (result.failure.empty()) {
      check["clock_khz"] = result.now.clock_khz;
      check["total_cycles"] = result.now.total_cycles;
      check["latency_us"] = result.now.latency_us;
      check["peak_bytes"] = ReportJson::object();
      for (const auto& [memory, bytes] : result.now.peaks) check["peak_bytes"][memory] = bytes;
      check["operators"] = ReportJson::array();
      for (const CiFigures::Op& op : result.now.operators) {
        check["operators"].push_back(
            {{"name", op.name}, {"type", op.type}, {"total_cycles", op.cycles}});
      }
    }
    json["checks"].push_back(std::move(check));
  }
  return document_text(json);
}

}  // namespace spillway
