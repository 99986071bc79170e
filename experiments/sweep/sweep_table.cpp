// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_table.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/hash.h"
#include "base/text.h"
#include "experiments/point/input_hashes.h"
#include "experiments/point/option_table.h"
#include "experiments/point/plans/capacity_error.h"
#include "experiments/point/tile_options.h"
#include "experiments/sweep/skip_points.h"
#include "experiments/sweep/sweep_figures.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

std::string text_as_cell(const std::string& text) { return text_cell(text); }

std::uint64_t hash_of(std::string_view identity) {
  Hash hash;
  hash.add(identity);
  return hash.value();
}

// Returns the planner's name; with the hash of its file if the planner is a program of the user.
// Empty if the point has no use for a planner.
std::string planner_text(const OptionUse& use) {
  const PointOption& option = find_point_option("planner");
  if (!option.obstacle(use).empty()) return "";
  return use.point.planner.empty() ? planner_of(use.point, use.target)
                                   : canonical_value(option, use.point);
}

std::string parts_text(const DesignPoint& point) {
  return fmt::format("{}", fmt::join(canonical_items(find_point_option("part"), point), " "));
}

std::string capacities_text(const DesignPoint& point) {
  std::string text;
  for (const auto& [memory, size] : point.target_options.capacities) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", memory, size);
  }
  return text;
}

}  // namespace

SweepTable::SweepTable(const SweepSpec& spec) : spec_(spec), points_(expand(spec, cache_)) {
  cache_.expect_many();
  for (const Network& network : spec.networks) hashes_.push_back(network_hash(network));
  drop_repeated(drop_skipped());
  if (points_.empty()) throw usage_error("the skip conditions leave no point");
}

// Drops the points for which a skip condition holds. Returns a hash for each remaining point: the
// hash of the cells that identify the point.
std::vector<std::uint64_t> SweepTable::drop_skipped() {
  SkippedPoints skipped(spec_);
  std::vector<std::uint64_t> hashes;
  hashes.reserve(points_.size());
  std::vector<bool> kept;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const SweepPoint point = points_[i];
    const Target target = cache_.target(point.point);
    note_memories(target);
    const std::string identity = this->identity(point);
    kept.push_back(!skipped.skips(point, identity, target));
    if (kept.back()) hashes.push_back(hash_of(identity));
  }
  skipped.require_use(spec_);
  points_.keep(kept);
  return hashes;
}

void SweepTable::drop_repeated(std::vector<std::uint64_t> hashes) {
  identities_ = Fingerprints(hashes);
  const std::vector<std::size_t> repeated =
      identities_.repeats([this](std::size_t point) { return identity(point); });
  if (repeated.empty()) return;
  std::vector<bool> kept(points_.size(), true);
  for (const std::size_t point : repeated) kept[point] = false;
  points_.keep(kept);
  std::size_t place = 0;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (kept[i]) hashes[place++] = hashes[i];
  }
  hashes.resize(place);
  identities_ = Fingerprints(hashes);
}

void SweepTable::note_memories(const Target& target) {
  for (const MemorySpec& memory : target.memories) {
    if (std::find(memories_.begin(), memories_.end(), memory.name) == memories_.end()) {
      memories_.push_back(memory.name);
    }
  }
}

std::optional<std::size_t> SweepTable::find(std::string_view identity) {
  return identities_.find(hash_of(identity), identity,
                          [this](std::size_t point) { return this->identity(point); });
}

std::string SweepTable::header() const {
  std::string text = fmt::format("{},status,message,excess_bytes", sweep_identity_columns);
  for_each_column(sweep_figures(), memories_.size(),
                  [&](const SweepFigure& figure, std::size_t memory) {
                    const bool named = memory < memories_.size();
                    text += "," + figure_name(figure.name, named ? memories_[memory] : "");
                  });
  return text + ",pareto\n";
}

std::string SweepTable::identity(const SweepPoint& point) {
  const Target& target = cache_.target_without_limits(point.point);
  return fmt::format(
      "{},{},{},{},{},{},{},{},{},{},{},{},{}", text_as_cell(spec_.networks[point.network].name),
      hashes_[point.network], text_as_cell(target.name), target_hash(point.point),
      text_as_cell(target.system_config), text_as_cell(target.mode.name),
      capacities_text(point.point), text_as_cell(parts_text(point.point)),
      text_as_cell(planner_text({point.point, target, spec_.networks[point.network]})),
      point.point.planner_options.allocator, threads_of(point.point),
      weight_ratio_text(point.point, spec_.networks[point.network], target),
      text_as_cell(point.options));
}

std::string SweepTable::row(const SweepPoint& point) {
  const std::string start = identity(point) + ",";
  mistake_.reset();
  try {
    return start + figures(run_point(spec_.networks[point.network], point.point, cache_));
  } catch (const CapacityError& error) {
    return start + no_figures(error.status(), error.what(), error.excess());
  } catch (const UserError& error) {
    if (error.code() != ExitCode::run_failed) mistake_ = error;
    return failed_row(point, error.what());
  }
}

std::string SweepTable::failed_row(const SweepPoint& point, const std::string& message) {
  return identity(point) + "," + no_figures("failed", message, 0);
}

std::string SweepTable::figures(const PointResult& result) const {
  const auto& present = result.timing.memories;
  const std::vector<std::string>& warnings = result.program.warnings;
  std::string text =
      fmt::format("ok,{},0", text_as_cell(fmt::format("{}", fmt::join(warnings, "; "))));
  for_each_column(
      sweep_figures(), memories_.size(), [&](const SweepFigure& figure, std::size_t column) {
        text += ",";
        if (!is_per_memory(figure.name)) {
          text += cell_of(figure.value(result, 0));
          return;
        }
        const auto memory = std::find_if(
            present.begin(), present.end(),
            [&](const MemoryActivity& activity) { return activity.name == memories_[column]; });
        if (memory == present.end()) return;
        text += cell_of(figure.value(result, static_cast<std::size_t>(memory - present.begin())));
      });
  return text + ",";  // cell `pareto`, filled in when all rows are known
}

std::string SweepTable::no_figures(const std::string& status, const std::string& message,
                                   Bytes excess) const {
  std::string text = fmt::format("{},{},{}", status, text_as_cell(message), excess);
  for_each_column(sweep_figures(), memories_.size(),
                  [&](const SweepFigure& /*figure*/, std::size_t /*memory*/) { text += ","; });
  return text + ",";
}

}  // namespace spillway
