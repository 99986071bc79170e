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

PrintedTable load_figures(const LoadsFile& file) {
  PrintedTable table = figures_before_and_after();
  std::optional<Cycles> time;
  if (file.original) time = file.original->total;
  add_figure("time", "cycles", time, file.emitted.total, table);
  for (std::size_t m = 0; m < file.emitted.memories.size(); ++m) {
    const MemoryActivity& memory = file.emitted.memories[m];
    std::optional<Bytes> before;
    if (file.original) before = bytes_moved(file.original->memories.at(m));
    add_figure(memory.name, "bytes moved", before, bytes_moved(memory), table);
  }
  add_figure("arena", "bytes", file.arena_before, file.arena_after, table);
  return table;
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

Printout relink_summary(const Network& compiled, const Target& target, const LoadsFile& file) {
  std::string text =
      fmt::format("{} on {}, {}, {} {} simulated\n", compiled.name, target.name, file.planner,
                  file.simulated, file.simulated == 1 ? "file" : "files");
  if (!file.original) text += "original  does not fit: " + file.does_not_fit + "\n";
  Printout printout;
  printout << text << load_figures(file);
  if (!file.kept_because.empty()) {
    return printout << "kept      the original: " + file.kept_because + "\n";
  }
  text = changes_of(file.changes);
  if (file.arena_after != file.arena_before) {
    text += fmt::format(
        "firmware  must provide {} bytes for tensors, and what it has for the data "
        "of operators\n",
        with_thousands(file.arena_after));
  }
  text += std::string("proof     computes the same as the original; ") + not_run_by_us + "\n";
  return printout
         << text +
                "check     both files give the same outputs for the same inputs on the chip; "
                "weights stay\n"
                "          as they are in flash, and a .cpp made from the original is to be made "
                "again\n";
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
