// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/relink_document.h"

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "experiments/pages/report_parts.h"
#include "experiments/point/document.h"

namespace spillway {
namespace {

Bytes moved_bytes(const Timing& timing, std::size_t memory) {
  const MemoryActivity& activity = timing.memories.at(memory);
  return activity.read_bytes + activity.write_bytes;
}

PrintedTable figures_of(const RelinkedFile& relinked) {
  PrintedTable table = figures_before_and_after();
  const bool runs = relinked.original.has_value();
  add_figure("time", "cycles",
             runs ? std::optional<Cycles>(relinked.original->total) : std::nullopt,
             relinked.emitted.total, table);
  for (std::size_t m = 0; m < relinked.emitted.memories.size(); ++m) {
    std::optional<Bytes> before;
    if (runs) before = moved_bytes(*relinked.original, m);
    add_figure(relinked.emitted.memories[m].name, "bytes moved", before,
               moved_bytes(relinked.emitted, m), table);
  }
  if (relinked.before.arena_bytes > 0 || relinked.after.arena_bytes > 0) {
    add_figure("arena", "bytes", relinked.before.arena_bytes, relinked.after.arena_bytes, table);
  }
  if (relinked.before.fast_bytes > 0 || relinked.after.fast_bytes > 0) {
    add_figure("fast", "bytes", relinked.before.fast_bytes, relinked.after.fast_bytes, table);
  }
  return table;
}

std::string counted(int count, bool weights, const char* where) {
  const char* const what = weights ? (count == 1 ? "buffer of weights" : "buffers of weights")
                                   : (count == 1 ? "map" : "maps");
  return fmt::format("{} {} {}", count, what, where);
}

std::string change_line(const RelinkChanges& changes) {
  struct Change {
    int count;
    bool weights;
    const char* where;
  };
  std::string line;
  for (const auto& [count, weights, where] :
       {Change{changes.maps_to_fast, false, "into the fast arena"},
        Change{changes.maps_to_arena, false, "into the arena"},
        Change{changes.maps_moved, false, "at other addresses"},
        Change{changes.weights_to_fast, true, "into the fast arena"},
        Change{changes.weights_to_arena, true, "into the arena"},
        Change{changes.weights_moved, true, "at other addresses"}}) {
    if (count > 0) line += (line.empty() ? "" : ",\n          ") + counted(count, weights, where);
  }
  return "changed   " + (line.empty() ? std::string("nothing") : line) + "\n";
}

// Returns lines about a file that was rewritten for a new plan: the numbers of kernels and
// transfers in the original and in the rewritten file, and the cycles of the plan in the
// simulation.
std::string rewritten_line(const RelinkedFile& relinked) {
  const StreamCounts& before = relinked.counts_before;
  const StreamCounts& after = relinked.counts_after;
  std::string text =
      fmt::format("changed   {} kernels before, {} after; {} transfers before, {} after\n",
                  before.kernels, after.kernels, before.transfers, after.transfers);
  if (relinked.smaller_blocks > 0) {
    text +=
        fmt::format("          smaller blocks than planned in {} {}, {} cycles without\n",
                    relinked.smaller_blocks, relinked.smaller_blocks == 1 ? "kernel" : "kernels",
                    with_thousands(relinked.with_planned_blocks));
  }
  return text + fmt::format("plan      {} cycles when it was simulated itself\n",
                            with_thousands(*relinked.planned));
}

// Returns a line with the arena sizes that the firmware must provide for the new file; empty if the
// original file needs the same sizes.
std::string firmware_line(const RelinkedFile& relinked) {
  const bool fast = relinked.after.fast_bytes != relinked.before.fast_bytes;
  if (!fast && relinked.after.arena_bytes == relinked.before.arena_bytes) return "";
  std::string line = fmt::format("firmware  must provide an arena of {} bytes",
                                 with_thousands(relinked.after.arena_bytes));
  if (relinked.after.fast_bytes > 0) {
    line += fmt::format(" and {} bytes of fast memory", with_thousands(relinked.after.fast_bytes));
  }
  return line + "\n";
}

/// Returns the time that the new file saves, in percent of the original's time.
double gain_percent(const RelinkedFile& relinked) {
  const auto before = static_cast<double>(relinked.original->total);
  return 100 * (1 - static_cast<double>(relinked.emitted.total) / before);
}

std::string trust_lines(const RelinkedFile& relinked) {
  const double error = relinked.before.model_error_percent;
  std::string lines;
  if (relinked.original && error > 0) {
    lines = fmt::format(
        "model     times of whole networks are within {:.1f} % of Arm's FVP: {}\n", error,
        gain_percent(relinked) > error ? "the gain is larger"
                                       : "the gain lies within that, so measure it on the chip");
  }
  return lines +
         "check     both files give the same outputs for the same inputs on the chip;\n"
         "          'spillway run FILE --counters' gives the beats that its counters show\n";
}

ReportJson bytes_json(const MovableBuffers& movable) {
  return {{"arena_bytes", movable.arena_bytes}, {"fast_bytes", movable.fast_bytes}};
}

ReportJson memories_json(const RelinkedFile& relinked) {
  ReportJson rows = ReportJson::array();
  for (std::size_t m = 0; m < relinked.emitted.memories.size(); ++m) {
    rows.push_back(
        {{"name", relinked.emitted.memories[m].name},
         {"bytes_before",
          relinked.original ? ReportJson(moved_bytes(*relinked.original, m)) : ReportJson()},
         {"bytes_after", moved_bytes(relinked.emitted, m)}});
  }
  return rows;
}

ReportJson commands_json(const RelinkedFile& relinked) {
  if (!relinked.rewritten) return {};
  return {{"kernels_before", relinked.counts_before.kernels},
          {"kernels_after", relinked.counts_after.kernels},
          {"transfers_before", relinked.counts_before.transfers},
          {"transfers_after", relinked.counts_after.transfers},
          {"smaller_blocks", relinked.smaller_blocks},
          {"cycles_with_planned_blocks", relinked.with_planned_blocks},
          {"cycles_of_plan", *relinked.planned}};
}

ReportJson changes_json(const RelinkChanges& changes) {
  return {{"maps_to_fast", changes.maps_to_fast},
          {"maps_to_arena", changes.maps_to_arena},
          {"maps_moved", changes.maps_moved},
          {"weights_to_fast", changes.weights_to_fast},
          {"weights_to_arena", changes.weights_to_arena},
          {"weights_moved", changes.weights_moved}};
}

}  // namespace

PrintedTable figures_before_and_after() {
  PrintedTable table{"figures", ""};
  table.columns = {text_column("figure").shown_as("").at_least(8).shortened_if_narrow(),
                   number_column("before").at_least(12),
                   number_column("after").at_least(12),
                   number_column("change %").shown_as("change").at_least(9),
                   {"unit", ""}};
  return table;
}

void add_figure(const std::string& name, const std::string& unit,
                const std::optional<std::int64_t>& before, std::int64_t after,
                PrintedTable& table) {
  const bool has_change = before && *before > 0;
  table.add({name, before ? with_thousands(*before) : "", with_thousands(after),
             has_change
                 ? signed_percent(static_cast<double>(after) / static_cast<double>(*before) - 1, 1)
                 : "",
             unit});
}

RelinkChanges relink_changes(const MovableBuffers& before, const MovableBuffers& after) {
  RelinkChanges changes;
  for (std::size_t i = 0; i < before.buffers.size(); ++i) {
    const BufferHome& from = before.buffers[i].home;
    const BufferHome& to = after.buffers.at(i).home;
    const bool weights = before.buffers[i].is_weights;
    if (from.fast != to.fast) {
      ++(weights ? (to.fast ? changes.weights_to_fast : changes.weights_to_arena)
                 : (to.fast ? changes.maps_to_fast : changes.maps_to_arena));
    } else if (from.offset != to.offset) {
      ++(weights ? changes.weights_moved : changes.maps_moved);
    }
  }
  return changes;
}

Printout relink_summary(const Network& compiled, const Target& target,
                        const RelinkedFile& relinked) {
  std::string text = fmt::format("{} on {} ({}), {}, {} {} simulated\n", compiled.name, target.name,
                                 target.mode.name, relinked.planner, relinked.simulated,
                                 relinked.simulated == 1 ? "file" : "files");
  if (!relinked.not_planned.empty()) {
    text += "network   its plan was not written: " + relinked.not_planned + "\n";
  }
  if (!relinked.original) text += "original  does not fit: " + relinked.does_not_fit + "\n";
  Printout printout;
  printout << text << figures_of(relinked);
  if (!relinked.kept_because.empty()) {
    return printout << "kept      the original: " + relinked.kept_because + "\n";
  }
  text = relinked.rewritten ? rewritten_line(relinked)
                            : change_line(relink_changes(relinked.before, relinked.after));
  text += firmware_line(relinked);
  text += std::string("proof     computes the same as the original; ") + not_run_by_us + "\n";
  return printout << text + trust_lines(relinked);
}

std::string relink_document(const Network& compiled, const DesignPoint& point, const Target& target,
                            const RelinkedFile& relinked) {
  ReportJson json = document_head("relink");
  json["network"] = compiled.name;
  json["inputs"] = inputs_json(compiled, point);
  json["target"] = target.name;
  json["memory_mode"] = target.mode.name;
  json["planner"] = relinked.planner;
  json["files_simulated"] = relinked.simulated;
  json["cycles_before"] = relinked.original ? ReportJson(relinked.original->total) : ReportJson();
  json["cycles_after"] = relinked.emitted.total;
  json["memories"] = memories_json(relinked);
  json["before"] = bytes_json(relinked.before);
  json["after"] = bytes_json(relinked.after);
  json["changes"] = relinked.rewritten
                        ? ReportJson()
                        : changes_json(relink_changes(relinked.before, relinked.after));
  json["commands"] = commands_json(relinked);
  json["loads"] = nullptr;
  json["kept_because"] =
      relinked.kept_because.empty() ? ReportJson() : ReportJson(relinked.kept_because);
  json["not_planned"] =
      relinked.not_planned.empty() ? ReportJson() : ReportJson(relinked.not_planned);
  json["model_error_percent"] = relinked.before.model_error_percent;
  json["proof"] = "dataflow";
  json["note"] = not_run_by_us;
  return document_text(json);
}

std::string relink_document(const Network& network, const ArenaFile& file) {
  ReportJson json = document_head("relink");
  json["network"] = network.name;
  json["inputs"] = inputs_json(network, {});
  for (const char* of_chip : {"target", "memory_mode"}) json[of_chip] = nullptr;
  json["planner"] = file.planner;
  json["files_simulated"] = 0;
  for (const char* of_run : {"cycles_before", "cycles_after"}) json[of_run] = nullptr;
  json["memories"] = ReportJson::array();
  json["before"] = {{"arena_bytes", file.before}, {"fast_bytes", 0}};
  json["after"] = {{"arena_bytes", file.after}, {"fast_bytes", 0}};
  for (const char* of_commands : {"changes", "commands", "loads"}) json[of_commands] = nullptr;
  json["kept_because"] = file.kept_because.empty() ? ReportJson() : ReportJson(file.kept_because);
  for (const char* of_plan : {"not_planned", "model_error_percent"}) json[of_plan] = nullptr;
  json["proof"] = "planner of the runtime";
  json["note"] = not_run_by_us;
  return document_text(json);
}

}  // namespace spillway
