// SPDX-License-Identifier: Apache-2.0
#include "report/pages/trade_drawing.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "report/pages/axis.h"
#include "report/pages/svg.h"

namespace spillway {
namespace {

constexpr double top = 24;
constexpr double bottom = top + 384;
constexpr double chart_units = 10'000;  // horizontal units of the plot's coordinate system
constexpr double inset = 0.015;  // margin between frame and points, as a share of the plot's width
// Assumed widths of the plot in pixels, for which the labels of points are placed: `usual_plot` for
// usual pages, `narrow_plot` for narrow pages and paper. In a wider plot, the labels fit, too.
constexpr double usual_plot = 1040;
constexpr double narrow_plot = 254;
constexpr int latency_steps = 8;
constexpr std::size_t most_sizes = 10;

/// The vertical axis, which converts latencies in microseconds into pixels.
struct LatencyAxis {
  double low = 0, high = 1;

  double y(double value) const {
    constexpr double gap = 12;
    const double span = high > low ? high - low : 1;
    return bottom - (bottom - top - gap) * (value - low) / span;
  }
};

struct ChartAxes {
  ValueAxis x;
  LatencyAxis y;

  std::string place(const ChartPoint& point) const {
    return fmt::format("{:.0f} {:.1f}", chart_units * across(point), up(point));
  }
  double across(const ChartPoint& point) const { return across(static_cast<double>(point.bytes)); }
  // Returns the position of a size as a share of the plot's width.
  double across(double bytes) const { return inset + (1 - 2 * inset) * x.share(bytes); }
  double up(const ChartPoint& point) const { return y.y(point.latency_us); }
};

bool is_near(const std::optional<double>& goal, double most) { return goal && *goal <= 2 * most; }

ChartAxes axes_of(const TradeChart& chart) {
  std::vector<double> sizes, latencies;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      sizes.push_back(static_cast<double>(point.bytes));
      latencies.push_back(point.latency_us);
    }
  }
  if (sizes.empty()) return {};
  const double highest = *std::max_element(latencies.begin(), latencies.end());
  if (is_near(chart.goal_us, highest)) latencies.push_back(*chart.goal_us);
  const auto [small, large] = std::minmax_element(sizes.begin(), sizes.end());
  const auto [least, most] = std::minmax_element(latencies.begin(), latencies.end());
  ChartAxes axes{size_axis(*small, *large), {0, *most}};
  if (*least >= 0.6 * *most) axes.y.low = std::min(*least - 0.1 * (*most - *least), 0.9 * *most);
  return axes;
}

// Returns two slanted strokes, which show that an axis does not begin at zero.
std::string axis_break() {
  return fmt::format("<path class=\"break\" d=\"M-6 {0}l12 -5M-6 {1}l12 -5\"/>\n", bottom - 3,
                     bottom - 8);
}

std::string frame(const TradeChart& chart, const ChartAxes& axes) {
  std::string svg = svg_horizontal_line("axis", bottom) +
                    svg_vertical_line("axis", "0", top, bottom) +
                    svg_text("50%", bottom + 36, "middle", chart.memory_label, "muted");
  bool second = false;
  for (const double bytes : axis_sizes(axes.x, most_sizes)) {
    const std::string at = svg_share(axes.across(bytes));
    svg +=
        svg_vertical_line("grid", at, top, bottom) +
        svg_text(at, bottom + 18, "middle", size_label(bytes), second ? "muted second" : "muted");
    second = !second;
  }
  std::vector<double> times = round_values(axes.y.low, axes.y.high, latency_steps, 10);
  for (double& time : times) time *= 1000;
  const std::vector<std::string> texts = axis_times(times);
  const bool broken = axes.y.low > 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    constexpr double break_height = 14;
    const double y = axes.y.y(times[i] / 1000);
    // Leaves out a label that the strokes of axis_break() would cross.
    if (broken && y > bottom - break_height) continue;
    svg += svg_horizontal_line("grid", y) + svg_text("-8", y + 4, "end", texts[i], "muted");
  }
  return svg + (broken ? axis_break() : "") +
         svg_text("-92", top - 10, "start", broken ? "latency, not from 0" : "latency", "muted");
}

std::string series_marks(const TradeChart& chart, std::size_t number, const ChartAxes& axes,
                         bool many) {
  std::string line, dots, numbers;
  for (const ChartPoint& point : chart.series[number].points) {
    const std::string place = axes.place(point);
    if (chart.stepped && !line.empty()) {
      line += fmt::format("H{:.0f}V{:.1f}", chart_units * axes.across(point), axes.up(point));
    } else {
      line += (line.empty() ? "M" : "L") + place;
    }
    dots += "M" + place + "h0";
    numbers += (numbers.empty() ? "" : " ") + std::to_string(point.number);
  }
  return fmt::format(
      "<g class=\"{}\">\n<path d=\"{}\"/>\n<path class=\"dots{}\" data-points=\"{}\" "
      "d=\"{}\"/>\n</g>\n",
      series_look(number), line, many ? " many" : "", numbers, dots);
}

std::string front_path(const TradeChart& chart, const ChartAxes& axes) {
  std::string path;
  for (const ChartPoint& point : chart.front) {
    path += path.empty()
                ? "M" + axes.place(point)
                : fmt::format("H{:.0f}V{:.1f}", chart_units * axes.across(point), axes.up(point));
  }
  return path.empty() ? "" : fmt::format("<path class=\"front\" d=\"{}\"/>\n", path);
}

std::string ring(const char* look, const ChartPoint& point, const ChartAxes& axes) {
  return fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{:.1f}\" r=\"8\"/>\n", look,
                     svg_share(axes.across(point)), axes.up(point));
}

std::string special_points(const TradeChart& chart, const ChartAxes& axes) {
  std::string svg;
  if (chart.knee) {
    svg +=
        ring("knee", *chart.knee, axes) +
        fmt::format("<g transform=\"translate(12 -10)\">{}</g>\n",
                    svg_text(svg_share(axes.across(*chart.knee)), axes.up(*chart.knee), "start",
                             "knee " + size_label(static_cast<double>(chart.knee->bytes)), "halo"));
  }
  if (chart.answer) svg += ring("answer", *chart.answer, axes);
  const double y = chart.goal_us ? axes.y.y(*chart.goal_us) : 0;
  if (chart.goal_us && y >= top && y <= bottom) {
    svg += svg_horizontal_line("limit", y) +
           svg_text("8", y - 5, "start", "goal " + time_label(*chart.goal_us * 1000), "halo");
  }
  return svg;
}

/// Returns a list of names, shortened to the first name and the number of further names: "a +2" for
/// "a, b, c".
std::string short_label(const std::string& names) {
  constexpr std::size_t longest = 24;
  std::string label = names.substr(0, names.find(", "));
  if (label.size() > longest) label = label.substr(0, longest - 3) + "...";
  std::size_t more = 0;
  for (std::size_t at = names.find(", "); at != std::string::npos; at = names.find(", ", at + 1)) {
    ++more;
  }
  return more == 0 ? label : fmt::format("{} +{}", label, more);
}

/// Chooses a position for the label of each point. The first choice is on the right of the point.
/// If the label would cover another label or leave the frame at this position, other positions
/// around the point are tried. If no position is free, the label is left out, because the legend
/// has its text, too.
class PointLabels {
 public:
  PointLabels(double plot, const char* look) : plot_(plot), look_(look) {}

  std::string at(double x, double y, const std::string& name) {
    constexpr double letter = 6.6, gap = 9, line = 14;
    const std::string text = short_label(name);
    const double length = letter * static_cast<double>(text.size());
    for (const double height : {0.0, -line, line}) {
      for (const bool before : {false, true}) {
        const Box box{before ? x - gap - length : x + gap, y + height - line / 2, length, line};
        if (box.x < 0 || box.x + box.width > plot_ || covers(box)) continue;
        taken_.push_back(box);
        return fmt::format(
            "<g transform=\"translate({} {})\">{}</g>\n", before ? -gap : gap, height + 4,
            svg_text(svg_share(x / plot_), y, before ? "end" : "start", text, look_));
      }
    }
    return "";
  }

  /// Keeps labels away from the line between two positions, or from one position if the two
  /// positions are equal.
  void reserve_line(double x1, double y1, double x2, double y2) {
    constexpr double room = 4;
    taken_.push_back({std::min(x1, x2) - room, std::min(y1, y2) - room,
                      std::abs(x2 - x1) + 2 * room, std::abs(y2 - y1) + 2 * room});
  }

 private:
  struct Box {
    double x = 0, y = 0, width = 0, height = 0;
  };

  bool covers(const Box& box) const {
    return std::any_of(taken_.begin(), taken_.end(), [&](const Box& other) {
      return box.x < other.x + other.width && other.x < box.x + box.width &&
             box.y < other.y + other.height && other.y < box.y + box.height;
    });
  }

  double plot_;
  std::string look_;
  std::vector<Box> taken_;
};

std::string point_labels(const TradeChart& chart, const ChartAxes& axes, double plot,
                         const char* look) {
  PointLabels labels(plot, look);
  const auto x = [&](const ChartPoint& point) { return plot * axes.across(point); };
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      labels.reserve_line(x(point), axes.up(point), x(point), axes.up(point));
    }
  }
  for (std::size_t i = 1; i < chart.front.size(); ++i) {
    const ChartPoint &from = chart.front[i - 1], &to = chart.front[i];
    labels.reserve_line(x(from), axes.up(from), x(to), axes.up(from));
    labels.reserve_line(x(to), axes.up(from), x(to), axes.up(to));
  }
  std::string svg;
  for (const ChartSeries& series : chart.series) {  // all points of a series have the same position
    const ChartPoint& point = series.points.front();
    svg += labels.at(x(point), axes.up(point), series.name);
  }
  return svg;
}

}  // namespace

Drawing trade_drawing(const TradeChart& chart) {
  constexpr std::size_t many = 600;
  const ChartAxes axes = axes_of(chart);
  std::size_t points = 0;
  for (const ChartSeries& series : chart.series) points += series.points.size();
  Drawing drawing;
  drawing.title = chart.title;
  drawing.height = bottom + 44;
  drawing.marks = frame(chart, axes) + plot_begin(0, chart_units, bottom, 0, bottom);
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    drawing.marks += series_marks(chart, i, axes, points > many);
    drawing.legend.push_back({series_look(i), chart.series[i].name, LegendSample::line});
  }
  if (!chart.front.empty()) {
    drawing.legend.push_back({"front", "points that no other point beats", LegendSample::line});
  }
  drawing.marks += front_path(chart, axes) + "</svg>\n" + special_points(chart, axes);
  if (chart.label_points) {
    drawing.marks += point_labels(chart, axes, usual_plot, "wide halo");
    drawing.page_marks = point_labels(chart, axes, narrow_plot, "narrow halo");
  }
  return drawing;
}

}  // namespace spillway
