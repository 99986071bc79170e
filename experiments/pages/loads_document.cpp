// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/loads_document.h"

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/pages/relink_document.h"
#include "experiments/pages/report_parts.h"
#include "experiments/point/document.h"

namespace spillway {
namespace {

Bytes bytes_moved(const MemoryActivity& memory) { return memory.read_bytes + memory.write_bytes; }

std::string time_of(const LoadsFile& file) {
  if (!file.original) {
    return fmt::format("time      {} cycles; the original does not fit: {}\n",
                       with_thousands(file.emitted.total), file.does_not_fit);
  }
  const auto before = static_cast<double>(file.original->total);
  const auto after = static_cast<double>(file.emitted.total);
  return fmt::format("time      {} cycles before, {} after ({})\n",
                     with_thousands(file.original->total), with_thousands(file.emitted.total),
                     signed_percent(after / before - 1, 1));
}

std::string memories_of_run(const LoadsFile& file) {
  std::string lines;
  for (std::size_t m = 0; m < file.emitted.memories.size(); ++m) {
    const MemoryActivity& memory = file.emitted.memories[m];
    const std::string before =
        file.original ? fmt::format("{} bytes moved before, ",
                                    with_thousands(bytes_moved(file.original->memories.at(m))))
                      : "";
    lines +=
        fmt::format("{:<9} {}{} after\n", memory.name, before, with_thousands(bytes_moved(memory)));
  }
  return lines;
}

std::string changes_of(const LoadChanges& changes) {
  struct Change {
    int count;
    const char* one;
    const char* many;
  };
  std::string line;
  for (const auto& [count, one, many] :
       {Change{changes.loads_later, "load later", "loads later"},
        Change{changes.loads_earlier, "load earlier", "loads earlier"},
        Change{changes.waits_moved, "wait moved", "waits moved"},
        Change{changes.maps_moved, "map at another offset", "maps at other offsets"},
        Change{changes.weights_moved, "loaded constant at another offset",
               "loaded constants at other offsets"}}) {
    if (count == 0) continue;
    line +=
        fmt::format("{}{} {}", line.empty() ? "" : ",\n          ", count, count == 1 ? one : many);
  }
  return "changed   " + line + "\n";
}

ReportJson run_memories_json(const LoadsFile& file) {
  ReportJson rows = ReportJson::array();
  for (std::size_t m = 0; m < file.emitted.memories.size(); ++m) {
    ReportJson before;
    if (file.original) before = bytes_moved(file.original->memories.at(m));
    rows.push_back({{"name", file.emitted.memories[m].name},
                    {"bytes_before", before},
                    {"bytes_after", bytes_moved(file.emitted.memories[m])}});
  }
  return rows;
}

}  // namespace

std::string relink_summary(const Network& compiled, const Target& target, const LoadsFile& file) {
  std::string text =
      fmt::format("{} on {}, {}, {} {} simulated\n", compiled.name, target.name, file.planner,
                  file.simulated, file.simulated == 1 ? "file" : "files");
  text += time_of(file) + memories_of_run(file);
  text += fmt::format("arena     {} bytes before, {} after\n", with_thousands(file.arena_before),
                      with_thousands(file.arena_after));
  if (!file.kept_because.empty()) {
    return text + "kept      the original: " + file.kept_because + "\n";
  }
  text += changes_of(file.changes);
  if (file.arena_after != file.arena_before) {
    text += fmt::format(
        "firmware  must provide {} bytes for tensors, and what it has for the data "
        "of operators\n",
        with_thousands(file.arena_after));
  }
  text += std::string("proof     computes the same as the original; ") + not_run_by_us + "\n";
  return text +
         "check     both files give the same outputs for the same inputs on the chip; weights "
         "stay\n"
         "          as they are in flash, and a .cpp made from the original is to be made again\n";
}

std::string relink_document(const Network& compiled, const DesignPoint& point, const Target& target,
                            const LoadsFile& file) {
  ReportJson json = document_head("relink");
  json["network"] = compiled.name;
  json["inputs"] = inputs_json(compiled, point);
  json["target"] = target.name;
  json["memory_mode"] = target.mode.name;
  json["planner"] = file.planner;
  json["files_simulated"] = file.simulated;
  json["cycles_before"] = file.original ? ReportJson(file.original->total) : ReportJson();
  json["cycles_after"] = file.emitted.total;
  json["memories"] = run_memories_json(file);
  json["before"] = {{"arena_bytes", file.arena_before}, {"fast_bytes", 0}};
  json["after"] = {{"arena_bytes", file.arena_after}, {"fast_bytes", 0}};
  json["changes"] = {{"maps_to_fast", 0},
                     {"maps_to_arena", 0},
                     {"maps_moved", file.changes.maps_moved},
                     {"weights_to_fast", 0},
                     {"weights_to_arena", 0},
                     {"weights_moved", file.changes.weights_moved}};
  json["commands"] = nullptr;
  json["loads"] = {{"later", file.changes.loads_later},
                   {"earlier", file.changes.loads_earlier},
                   {"waits_moved", file.changes.waits_moved}};
  json["kept_because"] = file.kept_because.empty() ? ReportJson() : ReportJson(file.kept_because);
  for (const char* of_plan : {"not_planned", "model_error_percent"}) json[of_plan] = nullptr;
  json["proof"] = "dataflow";
  json["note"] = not_run_by_us;
  return document_text(json);
}

}  // namespace spillway
