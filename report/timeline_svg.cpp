// SPDX-License-Identifier: Apache-2.0
#include "report/timeline_svg.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "report/svg.h"
#include "sim/accounts/slice_log.h"

namespace spillway {
namespace {

constexpr double timeline_left = 110;
constexpr double timeline_width = 960;
constexpr double timeline_right = 40;
constexpr double lane_height = 22;
constexpr double band_height = 72;
constexpr double axis_height = 28;
constexpr int timeline_ticks = 8;
constexpr std::size_t slices_per_lane = 2000;
constexpr double narrowest = 0.4;  // of a slice; what is shorter could not be seen
constexpr double picoseconds_per_microsecond = 1e6;

struct Lane {
  std::string name;
  std::vector<TraceSlice> slices;
};

struct TimeScale {
  Picoseconds begin = 0;
  double per_picosecond = 1;

  double x(Picoseconds time) const {
    return timeline_left + static_cast<double>(time - begin) * per_picosecond;
  }
};

// All operators, then those of the CPU beside an accelerator, where there are any.
std::vector<Lane> lanes_of(const Timing& timing) {
  Lane operators{"operators", {}}, host{"CPU", {}};
  for (std::size_t op = 0; op < timing.operators.size(); ++op) {
    const OperatorTiming& done = timing.operators[op];
    const TraceSlice slice{0,
                           0,
                           static_cast<std::int32_t>(op),
                           timing.clock.to_time(done.start),
                           timing.clock.to_time(done.end),
                           0};
    operators.slices.push_back(slice);
    if (done.host > 0) host.slices.push_back(slice);
  }
  std::vector<Lane> lanes{std::move(operators)};
  if (!host.slices.empty()) lanes.push_back(std::move(host));
  sim::SliceLog coarse(slices_per_lane);
  for (const TraceSlice& slice : timing.slices) coarse.add(slice);
  std::map<std::pair<int, int>, std::size_t> numbers;
  for (const TraceSlice& slice : coarse.slices()) {
    const auto [entry, added] = numbers.try_emplace({slice.track, slice.lane}, lanes.size());
    if (added) {
      const std::string& engine = timing.engines[slice.track].name;
      lanes.push_back(
          {slice.lane == 0 ? engine : fmt::format("{} {}", engine, slice.lane + 1), {}});
    }
    lanes[entry->second].slices.push_back(slice);
  }
  return lanes;
}

// Neighbouring operators have alternating shades, so that their border shows.
std::string lane_paths(const Lane& lane, double top, const TimeScale& scale) {
  std::string paths[2];
  for (const TraceSlice& slice : lane.slices) {
    const double width = std::max(narrowest, scale.x(slice.end) - scale.x(slice.start));
    paths[slice.operator_index & 1] +=
        fmt::format("M{:.1f} {:.1f}h{:.1f}v{:.1f}h{:.1f}z", scale.x(slice.start), top + 2, width,
                    lane_height - 4, -width);
  }
  std::string svg = svg_text(timeline_left - 8, top + lane_height - 7, "end", lane.name);
  for (int shade = 0; shade < 2; ++shade) {
    if (paths[shade].empty()) continue;
    svg += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", shade == 0 ? "#0072B2" : "#56B4E9",
                       paths[shade]);
  }
  return svg;
}

std::string rate_text(double bytes_per_second) {
  return bytes_per_second >= 1e9 ? fmt::format("{:.2f} GB/s", bytes_per_second / 1e9)
                                 : fmt::format("{:.1f} MB/s", bytes_per_second / 1e6);
}

std::string band(const Timing& timing, const MemoryActivity& memory, std::int64_t peak, double top,
                 const TimeScale& scale) {
  const double seconds = static_cast<double>(timing.bucket) / 1e12;
  double highest = static_cast<double>(std::max<std::int64_t>(peak, 1));
  for (const Bytes bytes : memory.bytes_per_bucket) {
    highest = std::max(highest, static_cast<double>(bytes) / seconds);
  }
  const double bottom = top + band_height;
  const auto y = [&](double rate) { return bottom - (band_height - 20) * rate / highest; };
  const double end = timeline_left + timeline_width;
  std::string path = fmt::format("M{:.1f} {:.1f}", timeline_left, bottom);
  double right = timeline_left;
  for (std::size_t i = 0; i < memory.bytes_per_bucket.size(); ++i) {
    const auto until = static_cast<Picoseconds>(i + 1) * timing.bucket;
    if (until <= scale.begin) continue;
    right = std::min(end, scale.x(until));
    path += fmt::format("V{:.1f}H{:.1f}",
                        y(static_cast<double>(memory.bytes_per_bucket[i]) / seconds), right);
  }
  std::string svg = svg_text(timeline_left - 8, bottom - 20, "end", memory.name) +
                    svg_line(timeline_left, bottom, end, bottom, "grid") +
                    fmt::format("<path fill=\"#009E73\" d=\"{}V{:.1f}Z\"/>\n", path, bottom);
  if (peak > 0) {
    const double at = y(static_cast<double>(peak));
    svg += svg_line(timeline_left, at, end, at, "limit") +
           svg_text(end, at - 4, "end", "peak " + rate_text(static_cast<double>(peak)));
  }
  return svg;
}

std::string time_axis(const TimeScale& scale, Picoseconds end, double bottom) {
  const double first = static_cast<double>(scale.begin) / picoseconds_per_microsecond;
  const double last = static_cast<double>(end) / picoseconds_per_microsecond;
  std::string svg;
  for (const double time : round_values(first, last, timeline_ticks, 10)) {
    const double x = scale.x(static_cast<Picoseconds>(time * picoseconds_per_microsecond));
    svg += svg_line(x, 0, x, bottom, "grid") +
           svg_text(x, bottom + 16, "middle", fmt::format("{:g} µs", time));
  }
  return svg;
}

}  // namespace

std::string timeline_svg(const Timing& timing, const std::vector<std::int64_t>& peaks) {
  const std::vector<Lane> lanes = lanes_of(timing);
  std::vector<std::size_t> used;
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    if (timing.bucket > 0 && timing.memories[m].read_bytes + timing.memories[m].write_bytes > 0) {
      used.push_back(m);
    }
  }
  const Cycles first = timing.operators.empty() ? 0 : timing.operators.front().start;
  const Picoseconds begin = timing.clock.to_time(first);
  const Picoseconds end = timing.clock.to_time(first + std::max<Cycles>(timing.total, 1));
  const TimeScale scale{begin, timeline_width / static_cast<double>(end - begin)};
  const double bottom = static_cast<double>(lanes.size()) * lane_height +
                        static_cast<double>(used.size()) * band_height;
  std::string svg =
      svg_begin(timeline_left + timeline_width + timeline_right, bottom + axis_height) +
      time_axis(scale, end, bottom);
  double top = 0;
  for (const Lane& lane : lanes) {
    svg += lane_paths(lane, top, scale);
    top += lane_height;
  }
  for (const std::size_t m : used) {
    svg += band(timing, timing.memories[m], peaks[m], top, scale);
    top += band_height;
  }
  return svg + "</svg>\n";
}

}  // namespace spillway
