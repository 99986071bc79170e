// SPDX-License-Identifier: Apache-2.0
#include "report/pages/timeline_drawing.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "report/pages/axis.h"
#include "report/pages/svg.h"
#include "sim/accounts/slice_log.h"

namespace spillway {
namespace {

constexpr double lane_height = 22;
constexpr double band_height = 72;
constexpr double band_gap = 18;  // space above the highest rate, in pixels
constexpr double axis_height = 24;
constexpr int timeline_ticks = 8;
constexpr std::size_t longest_label = 14;  // maximum length of a row's name, in characters

// Converts a time to nanoseconds, the unit of times in the page's data.
std::int64_t nanoseconds(Picoseconds time) { return time / 1000; }

// Returns the rows of the timeline. The first row has all operators. If the CPU runs some
// operators, the second row has the operators on the CPU. The rows of engines and ports follow.
std::vector<TimelineLane> lanes_of(const Timing& timing) {
  TimelineLane operators{"operators", {}}, host{"CPU", {}};
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
  std::vector<TimelineLane> lanes{std::move(operators)};
  if (!host.slices.empty()) lanes.push_back(std::move(host));
  for (TimelineLane& lane : engine_lanes(timing)) lanes.push_back(std::move(lane));
  return lanes;
}

// Returns SVG code of the slices of a row. Each slice is a line that is as thick as the row.
// Operators alternate between two shades of a colour, so that the border between two operators is
// visible.
std::string lane_paths(const TimelineLane& lane, double middle) {
  std::string paths[2];
  for (const TraceSlice& slice : lane.slices) {
    paths[slice.operator_index & 1] +=
        fmt::format("M{} {}h{}", nanoseconds(slice.start), middle,
                    nanoseconds(slice.end) - nanoseconds(slice.start));
  }
  std::string svg;
  for (int shade = 0; shade < 2; ++shade) {
    if (paths[shade].empty()) continue;
    svg += fmt::format("<path class=\"slices {}\" d=\"{}\"/>\n", shade == 0 ? "even" : "odd",
                       paths[shade]);
  }
  return svg;
}

struct Band {
  const MemoryActivity* memory = nullptr;
  double peak = 0;     // peak rate in bytes per second; 0 = no limit
  double highest = 1;  // rate in bytes per second at the upper edge
  double bottom = 0;

  double y(double rate) const { return bottom - (band_height - band_gap) * rate / highest; }
};

std::vector<double> rates_of(const Timing& timing, const MemoryActivity& memory) {
  std::vector<double> rates;
  for (const Bytes bytes : memory.bytes_per_bucket) {
    rates.push_back(static_cast<double>(bytes) * 1e12 / static_cast<double>(timing.bucket));
  }
  return rates;
}

std::vector<Band> bands_of(const Timing& timing, const std::vector<std::int64_t>& peaks,
                           double top) {
  std::vector<Band> bands;
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    const MemoryActivity& memory = timing.memories[m];
    if (timing.bucket == 0 || memory.read_bytes + memory.write_bytes == 0) continue;
    Band band{&memory, static_cast<double>(peaks[m]), 1, top + band_height};
    band.highest = std::max(band.highest, band.peak);
    for (const double rate : rates_of(timing, memory)) band.highest = std::max(band.highest, rate);
    bands.push_back(band);
    top += band_height;
  }
  return bands;
}

std::string band_path(const Timing& timing, const Band& band) {
  std::string path = fmt::format("M0 {:.0f}", band.bottom);
  std::int64_t number = 0;
  for (const double rate : rates_of(timing, *band.memory)) {
    path += fmt::format("V{:.1f}H{}", band.y(rate), nanoseconds(++number * timing.bucket));
  }
  return fmt::format("<path class=\"rate\" d=\"{}V{:.0f}\"/>\n", path, band.bottom);
}

std::string band_labels(const Band& band) {
  std::string svg =
      svg_text("-8", band.bottom - 20, "end", short_text(band.memory->name, longest_label)) +
      svg_horizontal_line("grid", band.bottom);
  if (band.peak <= 0) return svg;
  const double y = band.y(band.peak);
  return svg + svg_horizontal_line("limit", y) +
         svg_text("100%", y - 4, "end", "peak " + rate_label(band.peak));
}

// Returns SVG code of the time axis. Every second label has the CSS class `second`, which is hidden
// on a narrow page.
std::string time_axis(double begin, double span, double bottom) {
  const std::vector<double> times = round_values(begin, begin + span, timeline_ticks, 10);
  const std::vector<std::string> texts = axis_times(times);
  std::string svg = "<g class=\"ticks\">\n";
  for (std::size_t i = 0; i < times.size(); ++i) {
    const std::string x = svg_share((times[i] - begin) / span);
    svg += svg_vertical_line("grid", x, 0, bottom) +
           svg_text(x, bottom + 16, "middle", texts[i], i % 2 == 0 ? "muted" : "muted second");
  }
  return svg + "</g>\n";
}

}  // namespace

std::vector<TimelineLane> engine_lanes(const Timing& timing) {
  // Maximum number of slices per lane: more slices would be narrower than pixels.
  constexpr std::size_t slices_per_lane = 2000;
  std::vector<TimelineLane> lanes;
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

Drawing timeline_drawing(const Timing& timing, const std::vector<std::int64_t>& peaks) {
  const std::vector<TimelineLane> lanes = lanes_of(timing);
  const double top = static_cast<double>(lanes.size()) * lane_height;
  const std::vector<Band> bands = bands_of(timing, peaks, top);
  const Cycles first = timing.operators.empty() ? 0 : timing.operators.front().start;
  const auto begin = static_cast<double>(nanoseconds(timing.clock.to_time(first)));
  const double span = std::max(
      1.0, static_cast<double>(nanoseconds(timing.clock.to_time(first + timing.total))) - begin);
  const double bottom = top + static_cast<double>(bands.size()) * band_height;
  Drawing drawing;
  drawing.kind = drawing.name = "timeline";
  drawing.title = "Engines and bandwidth";
  drawing.height = bottom + axis_height;
  drawing.marks = time_axis(begin, span, bottom);
  std::string plot, labels;
  double middle = lane_height / 2;
  for (const TimelineLane& lane : lanes) {
    plot += lane_paths(lane, middle);
    labels += svg_text("-8", middle + 4, "end", short_text(lane.name, longest_label));
    middle += lane_height;
  }
  for (const Band& band : bands) {
    plot += band_path(timing, band);
    labels += band_labels(band);
  }
  drawing.marks += plot_begin(begin, span, bottom, 0, bottom) + plot + "</svg>\n" + labels;
  return drawing;
}

}  // namespace spillway
