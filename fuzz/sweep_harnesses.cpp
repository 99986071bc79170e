// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "base/files/files.h"
#include "base/text.h"
#include "experiments/rows/sweep_rows.h"
#include "experiments/sweep/merge_sweeps.h"
#include "experiments/sweep/row_check.h"
#include "experiments/sweep/skip_condition.h"
#include "experiments/sweep/sweep_file.h"
#include "experiments/sweep/sweep_journal.h"
#include "experiments/sweep/sweep_meta.h"
#include "experiments/sweep/sweep_table.h"
#include "experiments/validation/fvp_experiment.h"
#include "experiments/validation/invoke_experiment.h"
#include "experiments/validation/vela_experiment.h"
#include "fuzz/harness.h"
#include "fuzz/small_network.h"

namespace spillway::fuzz {
namespace {

// Returns the path of a temporary file in a file system that lies in memory.
std::string scratch_file(const std::string& name) {
  static const std::string folder = [] {
    std::string path = "/dev/shm/spillway_fuzz" + std::to_string(::getpid());
    std::filesystem::create_directories(path);
    return path;
  }();
  return folder + "/" + name;
}

void put(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

void run_sweep_toml(ByteView input) {
  catch_user_error([&] { parse_sweep_file(text_of(input), "fuzz.toml"); });
}

std::vector<std::string> sweep_toml_seeds() {
  return {
      "kind = \"sweep\"\ndescription = \"x\"\nnetworks = [\"ds_cnn\"]\ntargets = "
      "[\"ethos-u65-256\"]\n"
      "memory_modes = [\"Dedicated_Sram\"]\npart.dram = [\"ideal\", \"LPDDR4-3200-x16\"]\n"
      "memory.sram = [\"32K:64K:16K\", \"50%\", \"auto\"]\nplanners = [\"cadence-greedy\"]\n"
      "skip = [\"part.dram=ideal and not (planner=vela-spill or threads>=2)\"]\noutput = "
      "\"a.csv\"\n"
      "[options]\nweight-ratio = [\"1\", \"0.6\"]\n[summary]\nrows = \"planner\"\ncolumns = "
      "\"parts\"\n"};
}

void run_experiment_toml(ByteView input) {
  const std::string text = text_of(input);
  catch_user_error([&] { parse_vela_experiment(text, "fuzz.toml"); });
  catch_user_error([&] { parse_invoke_experiment(text, "fuzz.toml"); });
  catch_user_error([&] { parse_fvp_experiment(text, "fuzz.toml"); });
}

std::vector<std::string> experiment_toml_seeds() {
  return {"kind = \"vela_tables\"\ndescription = \"x\"\n",
          "kind = \"fvp_tables\"\ndescription = \"x\"\n",
          "kind = \"invoke_tables\"\ndescription = \"x\"\nnetwork = \"split-arena-replica\"\n"
          "target = \"xcore.ai\"\nreference = \"t.csv\"\n"};
}

void run_skip_condition(ByteView input) {
  static const std::vector<std::string> names = {"planner", "threads", "memory.sram", "parts"};
  catch_user_error([&] {
    const SkipCondition condition(text_of(input), names);
    condition.holds({{"planner", "exact"}, {"threads", "2"}, {"memory.sram", "65536"}});
  });
}

std::vector<std::string> skip_condition_seeds() {
  return {"planner = exact and memory.sram > 512K", "not (parts = \"a b\" or threads >= 3)"};
}

void run_memory_range(ByteView input) {
  catch_user_error([&] { parse_memory_range(text_of(input)); });
  parse_size(text_of(input));
}

std::vector<std::string> memory_range_seeds() { return {"sram=64K:512K:64K", "dram=50%+auto+1M"}; }

void run_meta_json(ByteView input) {
  const std::string path = scratch_file("a.csv.meta.json");
  put(path, text_of(input));
  catch_user_error([&] {
    const SweepMeta meta = read_meta(path);
    for (const std::size_t point : meta.points) {
      if (point >= meta.total_points) report_finding("a point beyond the last");
    }
    ranges_text(meta.points);
  });
}

std::string small_meta() {
  return "{\n\"schema_version\": 1,\n\"tool\": \"spillway\",\n\"tool_version\": \"0.1.0\",\n"
         "\"build\": \"00\",\n\"command\": \"spillway sweep\",\n\"sweep_hash\": \"00\",\n"
         "\"total_points\": 9,\n\"shard\": 1,\n\"shards\": 2,\n\"points\": \"0-3 5 7-8\",\n"
         "\"rows_hash\": \"00\",\n\"content_hash\": \"\"\n}\n";
}

std::vector<std::string> meta_json_seeds() { return {small_meta()}; }

// Merges one shard of a sweep. The input consists of the rows of the shard, a line of dashes, and
// the shard's metadata. The harness inserts correct checksums of the rows. Without them, the merge
// would reject every input before it executes other code. A second merge gets the rows as they are.
void run_merge(ByteView input) {
  const std::string text = text_of(input);
  const std::string separator = "\n----\n";
  const std::size_t end = text.find(separator);
  const std::string csv = text.substr(0, end);
  const std::string path = scratch_file("b.csv");
  put(path, with_row_checks(csv));
  put(path + ".meta.json", end == std::string::npos ? "" : text.substr(end + separator.size()));
  catch_user_error([&] { merge_sweeps({path}, "merge"); });
  put(path, csv);
  catch_user_error([&] { merge_sweeps({path, path}, "merge"); });
}

std::string small_csv() {
  SweepSpec spec;
  spec.networks = {small_network()};
  spec.targets = {"ethos-u65-256"};
  SweepTable table(spec);
  return table.header() + table.row(0);
}

std::vector<std::string> merge_seeds() { return {small_csv() + "\n----\n" + small_meta()}; }

void run_sweep_csv(ByteView input) {
  catch_user_error([&] { read_sweep_rows(text_of(input), "fuzz.csv"); });
}

std::vector<std::string> sweep_csv_seeds() { return {small_csv() + "\n"}; }

void run_journal(ByteView input) {
  const std::string path = scratch_file("journal.csv");
  put(path, text_of(input));
  catch_user_error([&] {
    SweepJournal journal(path, "a,b\n");
    std::size_t rows = 0;
    journal.for_each_row([&](std::uint64_t offset, std::string_view row) {
      ++rows;
      if (journal.text(offset, row.size()) != row) report_finding("another row at its place");
    });
    journal.append("1,2");
    std::size_t again = 0;
    journal.for_each_row([&](std::uint64_t, std::string_view) { ++again; });
    if (again != rows + 1) report_finding("rows came or went");
  });
}

std::vector<std::string> journal_seeds() { return {"a,b\n1,2\n3,4\n", "a,b\n1,2\n3", "a,"}; }

}  // namespace

std::vector<Harness> sweep_harnesses() {
  return {{"sweep_toml", Shape::text, run_sweep_toml, sweep_toml_seeds},
          {"experiment_toml", Shape::text, run_experiment_toml, experiment_toml_seeds},
          {"skip_condition", Shape::text, run_skip_condition, skip_condition_seeds},
          {"memory_range", Shape::text, run_memory_range, memory_range_seeds},
          {"meta_json", Shape::text, run_meta_json, meta_json_seeds},
          {"merge", Shape::text, run_merge, merge_seeds},
          {"sweep_csv", Shape::text, run_sweep_csv, sweep_csv_seeds},
          {"journal", Shape::text, run_journal, journal_seeds}};
}

}  // namespace spillway::fuzz
