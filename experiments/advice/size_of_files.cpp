// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/size_of_files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/shell_word.h"
#include "experiments/advice/compiled_files.h"
#include "experiments/advice/compiler_runs.h"
#include "experiments/advice/point_command.h"
#include "experiments/advice/size_search.h"
#include "experiments/advice/try_points.h"
#include "experiments/point/as_compiled.h"
#include "experiments/point/option_table.h"
#include "experiments/relinking/relink_network.h"
#include "experiments/workers/worker_pool.h"
#include "hwmodels/target/processor_family.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using SizeJson = nlohmann::ordered_json;

// If the user gives no step between sizes, the range has at most twice this number of memory sizes.
// There are few sizes, because making a file for each size takes seconds.
constexpr Bytes most_files = 64;

/// The result of making and simulating a file for one size.
struct SizedFile {
  // Result of the simulation; nothing = no file for this size could be made and simulated.
  std::optional<SizedPoint> point;
  std::string failure;
  ExitCode code = ExitCode::run_failed;  // exit code for the error `failure`
  // Highest end address of planned data in the memory in question.
  Bytes peak = 0;
};

DesignPoint point_with(DesignPoint point, const std::string& memory, Bytes size) {
  auto& capacities = point.target_options.capacities;
  capacities.erase(std::remove_if(capacities.begin(), capacities.end(),
                                  [&](const auto& given) { return given.first == memory; }),
                   capacities.end());
  capacities.emplace_back(memory, size);
  return point;
}

SizeJson file_json(const Timing& timing, const std::string& memory, const std::string& made_by) {
  SizeJson json = {{"cycles", timing.total}, {"us", timing.latency_us()}, {"made_by", made_by}};
  for (const MemoryActivity& activity : timing.memories) {
    if (activity.name == memory) json["peak"] = activity.peak;
  }
  SizeJson shares = SizeJson::object();
  for (const auto& [name, cycles] : time_parts(timing)) {
    const double share = static_cast<double>(cycles) / static_cast<double>(timing.total);
    if (cycles > 0) shares[name == "host" ? "CPU" : name] = share;
  }
  json["shares"] = shares;
  return json;
}

SizedFile read_file(const std::string& text, Bytes size, const std::string& command) {
  SizedFile file;
  const SizeJson json = SizeJson::parse(text, nullptr, false);
  if (!json.is_object() || json.contains("message")) {
    file.failure = json.is_object() ? json["message"].get<std::string>() : "a worker died";
    if (json.is_object()) file.code = static_cast<ExitCode>(json["code"].get<int>());
    return file;
  }
  SizedPoint point;
  point.size = size;
  point.planner = json["made_by"];
  point.cycles = json["cycles"];
  point.latency_us = json["us"];
  point.command = command;
  for (const auto& [name, share] : json["shares"].items()) {
    point.shares.emplace_back(name, share.get<double>());
  }
  std::stable_sort(point.shares.begin(), point.shares.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  file.peak = json.value("peak", Bytes{0});
  file.point = std::move(point);
  return file;
}

// Returns, as text, how `relink` made the file: with a new plan of a planner, with other addresses
// of the buffers, or without a change.
std::string made_by_relink(const RelinkedFile& relinked) {
  if (!relinked.kept_because.empty()) return "the file as it is";
  return relinked.rewritten ? relinked.planner : "other places";
}

/// Makes and simulates a file for each size on demand, and keeps the results.
class FilesBySize {
 public:
  FilesBySize(const SizeQuestion& question, DesignPoint point, std::size_t workers)
      : question_(question),
        network_(question.spec.networks.at(0)),
        point_(std::move(point)),
        workers_(workers) {}

  void make(const std::vector<Bytes>& sizes) {
    std::vector<Bytes> left;
    for (const Bytes size : sizes) {
      if (files_.count(size) == 0) left.push_back(size);
    }
    if (question_.compiler.empty()) {
      relink(left);
    } else {
      compile(left);
    }
  }

  const SizedFile& of(Bytes size) const { return files_.at(size); }
  std::size_t count() const { return files_.size(); }

 private:
  void relink(const std::vector<Bytes>& sizes) {
    const std::vector<std::string> texts = map_in_workers(
        sizes.size(), workers_,
        [&](std::size_t i) { return json_text_of([&] { return relinked(sizes[i]); }); });
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      files_[sizes[i]] = read_file(texts[i], sizes[i], relink_command(sizes[i]));
    }
  }

  // Runs `work` and returns its result as JSON text. If no file can be made for a size, `work`
  // throws. The text then has the error message, which is the result for this size and does not end
  // the search.
  template <typename Work>
  static std::string json_text_of(const Work& work) {
    SizeJson json;
    try {
      json = work();
    } catch (const UserError& error) {
      json = {{"message", error.what()}, {"code", static_cast<int>(error.code())}};
    }
    return json.dump(-1, ' ', false, SizeJson::error_handler_t::replace);
  }

  SizeJson relinked(Bytes size) const {
    NetworkRelinkRequest request;
    request.point = point_with(point_, question_.memory, size);
    request.planner = request.point.planner;
    request.planner_options = request.point.planner_options;
    request.point.planner.clear();
    request.point.planner_options = {};
    const RelinkedFile file = relink_network(network_, *question_.plain, request);
    return file_json(file.emitted, question_.memory, made_by_relink(file));
  }

  std::string relink_command(Bytes size) const {
    const std::string stem = std::filesystem::path(question_.network).stem().string();
    return command_of(question_.network, point_with(point_, question_.memory, size), "relink") +
           " --network " + quoted_for_shell(question_.plain_word) + " --output " +
           quoted_for_shell(fmt::format("{}_{}.tflite", stem, size));
  }

  void compile(const std::vector<Bytes>& sizes) {
    TuneQuestion tuned;
    tuned.network = question_.plain ? question_.plain_word : question_.network;
    tuned.compilers = {{"", question_.compiler}};
    tuned.folder = question_.files;
    tuned.seconds = question_.compiler_seconds;
    tuned.workers = workers_;
    tuned.options = {{question_.memory, {}}};
    for (const Bytes size : sizes) tuned.options[0].values.push_back(std::to_string(size));
    std::vector<TunedFile> compiled = planned_compilations(tuned);
    compiled.erase(compiled.begin());  // removes the compilation with the compiler's default size
    std::error_code error;
    std::filesystem::create_directories(tuned.folder, error);
    if (error) throw UserError(ExitCode::run_failed, {tuned.folder}, error.message());
    compile_all(tuned, compiled);
    const std::vector<std::string> texts =
        map_in_workers(sizes.size(), workers_, [&](std::size_t i) {
          return json_text_of([&] { return replayed(compiled[i], sizes[i]); });
        });
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const DesignPoint point = point_with(point_, question_.memory, sizes[i]);
      files_[sizes[i]] = read_file(texts[i], sizes[i], command_of(compiled[i].file, point));
    }
  }

  SizeJson replayed(const TunedFile& compiled, Bytes size) const {
    if (compiled.file.empty()) throw UserError(ExitCode::run_failed, compiled.result.message);
    const Network network = load_network(compiled.file);
    if (compiled_family(network) == nullptr) {
      throw UserError(ExitCode::run_failed, compiled.file + " brings no plan: it is not compiled");
    }
    const PointResult result = run_point(network, point_with(point_, question_.memory, size));
    return file_json(result.timing, question_.memory, "the compiler");
  }

  const SizeQuestion& question_;
  const Network& network_;
  DesignPoint point_;
  std::size_t workers_;
  std::map<Bytes, SizedFile> files_;
};

// Returns the design point of the question, with the options that as_compiled() sets.
DesignPoint point_of(const SizeQuestion& question) {
  const PointList points = expand(question.spec);
  if (points.size() != 1) {
    throw usage_error("size: a file is made for each size, so every other option takes one value");
  }
  DesignPoint point = as_compiled(question.spec.networks.at(0), points[0].point);
  for (const PointOption& option : point_options()) {
    const bool taken = is_option_of_relink(option) || option.name == std::string("planner");
    if (question.compiler.empty() && is_given(option, point) && !taken) {
      throw usage_error("--{} is no option of relink", option.name);
    }
  }
  return point;
}

// Returns the memory whose sizes are tried. If the question names no memory, returns the memory
// that the memory mode uses as a cache; if there is no cache, returns the fastest memory for
// feature maps.
std::string memory_of_files(const SizeQuestion& question, const DesignPoint& point) {
  const Target target = resolve_target(point);
  std::string own = target.mode.cache.empty()
                        ? at(target.memories, planning_request(point, target).arena.front()).name
                        : target.mode.cache;
  if (question.memory.empty()) return own;
  memory_index(target, question.memory);
  if (question.compiler.empty() && question.memory != own) {
    throw usage_error("--of: relink writes files for sizes of " + own + " alone");
  }
  return question.memory;
}

void require_plain(const SizeQuestion& question) {
  const Network& network = question.spec.networks.at(0);
  const bool compiled = compiled_family(network) != nullptr;
  if (question.compiler.empty() && !compiled) {
    throw usage_error("--network: " + network.name + " is not compiled; leave the option out");
  }
  if (!question.compiler.empty() && compiled && !question.plain) {
    throw usage_error(
        "--compiler: " + network.name +
        " is compiled already; give --network PLAIN, the network that it was compiled from");
  }
  if (question.plain) require_not_compiled(*question.plain);
}

}  // namespace

SizeAnswers answer_file_size(const SizeQuestion& asked, std::size_t workers) {
  require_plain(asked);
  SizeQuestion question = asked;
  const DesignPoint point = point_of(question);
  question.memory = memory_of_files(question, point);
  FilesBySize files(question, point, workers);
  files.make({unlimited_bytes});
  const SizedFile with_unlimited = files.of(unlimited_bytes);
  if (!with_unlimited.point) throw UserError(with_unlimited.code, with_unlimited.failure);
  SizeAnswers answers;
  answers.network = question.spec.networks.at(0).name;
  answers.memory = question.memory;
  answers.files_by = question.compiler.empty() ? "relink" : "compiler";
  SizeSearch search;
  search.sizes = sizes_to_try(question, with_unlimited.peak, most_files, answers);
  search.simulate = [&](const std::vector<Bytes>& sizes) { files.make(sizes); };
  search.best = [&](Bytes size) { return files.of(size).point; };
  answers.answers.push_back(smallest_for(question, *with_unlimited.point, search));
  std::set<std::string> makers;
  for (const SizedPoint& sized : answers.answers[0].curve) makers.insert(sized.planner);
  answers.planners.assign(makers.begin(), makers.end());
  answers.simulated = files.count() - 1;
  answers.points = search.sizes.size();
  return answers;
}

}  // namespace spillway
