// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_meta.h"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/build_id.h"
#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/text.h"
#include "base/version.h"
#include "experiments/point/input_hashes.h"
#include "experiments/point/option_table.h"
#include "experiments/sweep/sweep_size.h"
#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

using MetaJson = nlohmann::ordered_json;

constexpr int meta_version = 1;

MetaJson target_json(const Target& target, const TargetOptions& options) {
  MetaJson memories = MetaJson::array();
  for (const MemorySpec& memory : target.memories) {
    memories.push_back({{"name", memory.name},
                        {"capacity_bytes", memory.capacity},
                        {"port", at(target.ports, memory.port).name},
                        {"read_only", memory.read_only}});
  }
  MetaJson parts = MetaJson::object();
  for (const auto& [memory, part] : options.parts) parts[memory] = part;
  return {{"name", target.name},
          {"vela_ini", options.vela_ini},
          {"system_config", target.system_config},
          {"memory_mode", target.mode.name},
          {"clock_khz", target.clock_khz},
          {"memories", memories},
          {"parts", parts}};
}

// Returns every target of the sweep once, with its own memory sizes instead of the sizes that
// points set.
MetaJson targets_json(SweepTable& table) {
  std::map<std::string, MetaJson> targets;
  for (std::size_t i = 0; i < table.points().size(); ++i) {
    DesignPoint unlimited_point = table.points()[i].point;
    unlimited_point.target_options.capacities.clear();
    const Target& target = table.cache().target_without_limits(unlimited_point);
    std::string key =
        fmt::format("{}\n{}\n{}\n{}", target.name, unlimited_point.target_options.vela_ini,
                    target.system_config, target.mode.name);
    for (const auto& [memory, part] : unlimited_point.target_options.parts) key += "\n" + part;
    if (targets.count(key) == 0) {
      targets[key] =
          target_json(table.cache().target(unlimited_point), unlimited_point.target_options);
    }
  }
  MetaJson list = MetaJson::array();
  for (const auto& [key, target] : targets) list.push_back(target);
  return list;
}

MetaJson networks_json(const SweepTable& table) {
  MetaJson networks = MetaJson::array();
  for (std::size_t i = 0; i < table.spec().networks.size(); ++i) {
    const Network& network = table.spec().networks[i];
    MetaJson entry = {
        {"name", network.name}, {"source", network.source}, {"hash", table.network_hashes()[i]}};
    const std::string compiler = compiler_of(network);
    if (!compiler.empty()) entry["compiled_by"] = compiler;
    networks.push_back(std::move(entry));
  }
  return networks;
}

[[noreturn]] void reject(const std::string& path, const std::string& reason) {
  throw input_error({path}, "not the description of a sweep: {}", reason);
}

// Parses ranges of point numbers, such as `0-41 50`. Throws UserError(input_file) unless the
// numbers are ascending and below `total`.
std::vector<std::size_t> parse_ranges(const std::string& text, std::size_t total,
                                      const std::string& path) {
  std::vector<std::size_t> numbers;
  std::int64_t least = 0;
  for (const std::string& word : split(text, ' ')) {
    if (word.empty()) continue;
    const std::vector<std::string> ends = split(word, '-');
    const auto first = parse_integer(ends.front());
    const auto last = parse_integer(ends.back());
    if (ends.size() > 2 || !first || !last || *first < 0 || *last < *first) {
      reject(path, fmt::format("'{}' is no range of points", word));
    }
    if (*first < least) reject(path, fmt::format("points {} are not in ascending order", word));
    if (*last >= static_cast<std::int64_t>(total)) {
      reject(path, fmt::format("points {} are beyond the {} that there are", word, total));
    }
    least = *last + 1;
    for (std::int64_t i = *first; i <= *last; ++i) numbers.push_back(static_cast<std::size_t>(i));
  }
  return numbers;
}

std::size_t count_in(const MetaJson& json, const char* key, std::int64_t least, std::int64_t most,
                     const std::string& path) {
  const MetaJson& value = json.at(key);
  const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() <= INT64_MAX;
  const std::int64_t count = fits ? value.get<std::int64_t>() : -1;
  if (count < least || count > most) {
    reject(path, fmt::format("{} is {}, expected {} to {}", key, value.dump(), least, most));
  }
  return static_cast<std::size_t>(count);
}

}  // namespace

std::string meta_path(const std::string& csv_path) {
  return resolved_link(csv_path) + ".meta.json";
}

std::string times_path(const std::string& csv_path) {
  return resolved_link(csv_path) + ".times.csv";
}

std::map<std::string, std::string> target_words(const SweepTable& table) {
  std::map<std::string, std::string> words;
  for (const std::string& target : table.spec().targets) {
    DesignPoint point;
    set_option(find_point_option("target"), {target}, point);
    if (!point.inputs.empty()) words[target_hash(point)] = target;
  }
  return words;
}

SweepMeta describe_sweep(SweepTable& table, const Shard& shard, const std::string& command) {
  SweepMeta meta;
  meta.tool_version = version();
  meta.build = build_id();
  meta.command = command;
  Hash hash;
  hash.add(table.header());
  hash.add(targets_json(table).dump(-1, ' ', false, MetaJson::error_handler_t::replace));
  for (std::size_t i = 0; i < table.points().size(); ++i) hash.add(table.identity(i) + "\n");
  meta.sweep_hash = hash.text();
  meta.total_points = table.points().size();
  meta.shard = shard;
  meta.points = points_of_shard(table.spec(), table.points(), shard);
  Hash rows;
  for (const std::size_t point : meta.points) rows.add(table.identity(point) + "\n");
  meta.rows_hash = rows.text();
  return meta;
}

std::string write_meta(const SweepMeta& meta, SweepTable& table) {
  const MetaJson json = {{"schema_version", meta_version},
                         {"tool", "spillway"},
                         {"tool_version", meta.tool_version},
                         {"build", meta.build},
                         {"command", meta.command},
                         {"sweep_hash", meta.sweep_hash},
                         {"total_points", meta.total_points},
                         {"shard", meta.shard.index},
                         {"shards", meta.shard.count},
                         {"points", ranges_text(meta.points)},
                         {"rows_hash", meta.rows_hash},
                         {"content_hash", meta.content_hash},
                         {"networks", networks_json(table)},
                         {"targets", targets_json(table)},
                         {"target_words", target_words(table)}};
  return json.dump(2, ' ', false, MetaJson::error_handler_t::replace) + "\n";
}

SweepMeta read_meta(const std::string& path) {
  try {
    const MetaJson json = MetaJson::parse(read_own_output(path));
    SweepMeta meta;
    if (count_in(json, "schema_version", 0, most_points, path) != meta_version) {
      reject(path, "its schema_version is that of another version of Spillway");
    }
    meta.tool_version = json.at("tool_version").get<std::string>();
    meta.build = json.at("build").get<std::string>();
    meta.command = json.at("command").get<std::string>();
    meta.sweep_hash = json.at("sweep_hash").get<std::string>();
    meta.total_points = count_in(json, "total_points", 1, most_points, path);
    meta.shard.count = count_in(json, "shards", 1, most_shards, path);
    meta.shard.index =
        count_in(json, "shard", 1, static_cast<std::int64_t>(meta.shard.count), path);
    meta.rows_hash = json.at("rows_hash").get<std::string>();
    meta.content_hash = json.at("content_hash").get<std::string>();
    meta.points = parse_ranges(json.at("points").get<std::string>(), meta.total_points, path);
    return meta;
  } catch (const MetaJson::exception& error) {
    reject(path, error.what());
  }
}

std::string merged_meta(const std::string& path, const std::string& command,
                        const std::string& rows_hash, const std::string& content_hash) {
  const std::size_t total = read_meta(path).total_points;  // throws if the file is wrong
  MetaJson json = MetaJson::parse(read_text(path));
  json["command"] = command;
  json["shard"] = json["shards"] = 1;
  json["points"] = total == 1 ? "0" : fmt::format("0-{}", total - 1);
  json["rows_hash"] = rows_hash;
  json["content_hash"] = content_hash;
  return json.dump(2, ' ', false, MetaJson::error_handler_t::replace) + "\n";
}

std::vector<std::string> split_rows(const std::string& csv) {
  std::vector<std::string> rows = split(csv, '\n');
  rows.pop_back();  // removes the empty text after the last line feed
  if (!rows.empty()) rows.erase(rows.begin());
  return rows;
}

std::string rows_hash(const std::vector<std::string>& rows) {
  Hash hash;
  for (const std::string& row : rows) {
    hash.add(identity_of_row(row));
    hash.add("\n");
  }
  return hash.text();
}

std::string ranges_text(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : " ", numbers[i]);
    if (last > i) text += fmt::format("-{}", numbers[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace spillway
