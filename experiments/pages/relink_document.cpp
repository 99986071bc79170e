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

// Returns a table of times and moved bytes before and after. `original` is nullopt if the original
// cannot be simulated.
PrintedTable run_figures(const std::optional<Timing>& original, const Timing& emitted) {
  PrintedTable table = figures_before_and_after();
  std::optional<Cycles> time;
  if (original) time = original->total;
  add_figure("time", "cycles", time, emitted.total, table);
  for (std::size_t m = 0; m < emitted.memories.size(); ++m) {
    std::optional<Bytes> before;
    if (original) before = moved_bytes(*original, m);
    add_figure(emitted.memories[m].name, "bytes moved", before, moved_bytes(emitted, m), table);
  }
  return table;
}

PrintedTable figures_of(const RelinkedFile& relinked) {
  PrintedTable table = run_figures(relinked.original, relinked.emitted);
  const MovableBuffers &before = relinked.before, &after = relinked.after;
  if (before.arena_bytes > 0 || after.arena_bytes > 0) {
    add_figure("arena", "bytes", before.arena_bytes, after.arena_bytes, table);
  }
  if (before.fast_bytes > 0 || after.fast_bytes > 0) {
    add_figure("fast", "bytes", before.fast_bytes, after.fast_bytes, table);
  }
  return table;
}

struct CountedChange {
  int count;
  const char* one;
  const char* many;
};

// Returns a text that begins with "changed" and lists the changes whose count is not 0.
std::string change_lines(const std::vector<CountedChange>& changes) {
  std::string lines;
  for (const auto& [count, one, many] : changes) {
    if (count == 0) continue;
    lines += fmt::format("{}{} {}", lines.empty() ? "" : ",\n          ", count,
                         count == 1 ? one : many);
  }
  return "changed   " + (lines.empty() ? std::string("nothing") : lines) + "\n";
}

std::string moves_of(const RelinkChanges& changes) {
  return change_lines(
      {{changes.maps_to_fast, "map into the fast arena", "maps into the fast arena"},
       {changes.maps_to_arena, "map into the arena", "maps into the arena"},
       {changes.maps_moved, "map at other addresses", "maps at other addresses"},
       {changes.weights_to_fast, "buffer of weights into the fast arena",
        "buffers of weights into the fast arena"},
       {changes.weights_to_arena, "buffer of weights into the arena",
        "buffers of weights into the arena"},
       {changes.weights_moved, "buffer of weights at other addresses",
        "buffers of weights at other addresses"}});
}

std::string moves_of(const LoadChanges& changes) {
  return change_lines({{changes.loads_later, "load later", "loads later"},
                       {changes.loads_earlier, "load earlier", "loads earlier"},
                       {changes.waits_moved, "wait moved", "waits moved"},
                       {changes.maps_moved, "map at another offset", "maps at other offsets"},
                       {changes.weights_moved, "loaded constant at another offset",
                        "loaded constants at other offsets"}});
}

// Returns lines about a file that was rewritten for a new plan: the numbers of kernels and
// transfers in the original and in the rewritten file, and the cycles of a simulation of the plan
// itself (not of the rewritten file). If some kernels of the rewritten file have smaller blocks
// than the plan, the lines also have two more numbers: how many kernels these are, and the cycles
// of the file with the planned blocks.
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

ReportJson memories_json(const std::optional<Timing>& original, const Timing& emitted) {
  ReportJson rows = ReportJson::array();
  for (std::size_t m = 0; m < emitted.memories.size(); ++m) {
    rows.push_back(
        {{"name", emitted.memories[m].name},
         {"bytes_before", original ? ReportJson(moved_bytes(*original, m)) : ReportJson()},
         {"bytes_after", moved_bytes(emitted, m)}});
  }
  return rows;
}

ReportJson text_or_null(const std::string& text) {
  return text.empty() ? ReportJson() : ReportJson(text);
}

// Returns a document with all fields in their order. Fields that depend on the kind of the file are
// null.
ReportJson empty_document(const Network& network, const DesignPoint& point) {
  ReportJson json = document_head("relink");
  json["network"] = network.name;
  json["inputs"] = inputs_json(network, point);
  for (const char* field : {"target", "memory_mode", "planner", "files_simulated", "cycles_before",
                            "cycles_after", "memories", "before", "after", "changes", "commands",
                            "loads", "kept_because", "not_planned", "model_error_percent"}) {
    json[field] = nullptr;
  }
  json["proof"] = "dataflow";
  json["note"] = not_run_by_us;
  return json;
}

// Returns a document with the fields about the simulations of a RelinkedFile or LoadsFile.
template <typename File>
ReportJson simulated_document(const Network& compiled, const DesignPoint& point,
                              const Target& target, const File& file) {
  ReportJson json = empty_document(compiled, point);
  json["target"] = target.name;
  json["memory_mode"] = target.mode.name;
  json["planner"] = file.planner;
  json["files_simulated"] = file.simulated;
  if (file.original) json["cycles_before"] = file.original->total;
  json["cycles_after"] = file.emitted.total;
  json["memories"] = memories_json(file.original, file.emitted);
  json["kept_because"] = text_or_null(file.kept_because);
  return json;
}

ReportJson arena_json(Bytes bytes) { return {{"arena_bytes", bytes}, {"fast_bytes", 0}}; }

std::string files_simulated(std::size_t count) {
  return fmt::format("{} {} simulated\n", count, count == 1 ? "file" : "files");
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
  std::string text =
      fmt::format("{} on {} ({}), {}, {}", compiled.name, target.name, target.mode.name,
                  relinked.planner, files_simulated(relinked.simulated));
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
                            : moves_of(relink_changes(relinked.before, relinked.after));
  text += firmware_line(relinked);
  text += std::string("proof     computes the same as the original; ") + not_run_by_us + "\n";
  return printout << text + trust_lines(relinked);
}

std::string relink_document(const Network& compiled, const DesignPoint& point, const Target& target,
                            const RelinkedFile& relinked) {
  ReportJson json = simulated_document(compiled, point, target, relinked);
  json["before"] = bytes_json(relinked.before);
  json["after"] = bytes_json(relinked.after);
  if (!relinked.rewritten) {
    json["changes"] = changes_json(relink_changes(relinked.before, relinked.after));
  }
  json["commands"] = commands_json(relinked);
  json["not_planned"] = text_or_null(relinked.not_planned);
  json["model_error_percent"] = relinked.before.model_error_percent;
  return document_text(json);
}

std::string relink_document(const Network& network, const ArenaFile& file) {
  ReportJson json = empty_document(network, {});
  json["planner"] = file.planner;
  json["files_simulated"] = 0;
  json["memories"] = ReportJson::array();
  json["before"] = arena_json(file.before);
  json["after"] = arena_json(file.after);
  json["kept_because"] = text_or_null(file.kept_because);
  json["proof"] = "planner of the runtime";
  return document_text(json);
}

Printout relink_summary(const Network& compiled, const Target& target, const LoadsFile& file) {
  std::string text = fmt::format("{} on {}, {}, {}", compiled.name, target.name, file.planner,
                                 files_simulated(file.simulated));
  if (!file.original) text += "original  does not fit: " + file.does_not_fit + "\n";
  Printout printout;
  PrintedTable figures = run_figures(file.original, file.emitted);
  add_figure("arena", "bytes", file.arena_before, file.arena_after, figures);
  printout << text << std::move(figures);
  if (!file.kept_because.empty()) {
    return printout << "kept      the original: " + file.kept_because + "\n";
  }
  text = moves_of(file.changes);
  if (file.arena_after != file.arena_before) {
    text += fmt::format(
        "firmware  must provide {} bytes for tensors, and what it has for the data of operators\n",
        with_thousands(file.arena_after));
  }
  text += std::string("proof     computes the same as the original; ") + not_run_by_us + "\n";
  return printout << text +
                         "check     both files give the same outputs for the same inputs on the "
                         "chip; weights stay\n"
                         "          as they are in flash, and a .cpp made from the original is to "
                         "be made again\n";
}

std::string relink_document(const Network& compiled, const DesignPoint& point, const Target& target,
                            const LoadsFile& file) {
  ReportJson json = simulated_document(compiled, point, target, file);
  json["before"] = arena_json(file.arena_before);
  json["after"] = arena_json(file.arena_after);
  RelinkChanges changes;
  changes.maps_moved = file.changes.maps_moved;
  changes.weights_moved = file.changes.weights_moved;
  json["changes"] = changes_json(changes);
  json["loads"] = {{"later", file.changes.loads_later},
                   {"earlier", file.changes.loads_earlier},
                   {"waits_moved", file.changes.waits_moved}};
  return document_text(json);
}

}  // namespace spillway
