// SPDX-License-Identifier: Apache-2.0
#include "report/trade_svg.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "report/svg.h"

namespace spillway {
namespace {

constexpr double left = 84;
constexpr double right = 84 + 760;
constexpr double top = 40;
constexpr double bottom = 40 + 380;
constexpr double inset = 12;  // points keep off the frame
constexpr double legend_row = 18;
constexpr double margin_below_axis = 48;
constexpr int axis_steps = 8;
constexpr double logarithmic_from = 8;  // greatest through least

struct Axis {
  double low = 0, high = 1;
  bool logarithmic = false;
  double from = 0, to = 1;  // in the picture

  double place(double value) const {
    const auto at = [&](double v) { return logarithmic ? std::log2(v) : v; };
    const double span = at(high) - at(low);
    return span == 0 ? (from + to) / 2 : from + (to - from) * (at(value) - at(low)) / span;
  }
  std::vector<double> ticks(int base) const {
    if (!logarithmic) return round_values(low, high, axis_steps, base);
    std::vector<double> powers;
    const int last = static_cast<int>(std::floor(std::log2(high)));
    for (int power = static_cast<int>(std::ceil(std::log2(low))); power <= last; ++power) {
      powers.push_back(std::exp2(power));
    }
    return powers;
  }
};

template <typename Value>
Axis axis_of(const TradeChart& chart, const Value& value) {
  Axis axis;
  bool first = true;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      axis.low = first ? value(point) : std::min(axis.low, value(point));
      axis.high = first ? value(point) : std::max(axis.high, value(point));
      first = false;
    }
  }
  return axis;
}

std::string time_text(double microseconds) {
  return microseconds >= 1000 ? fmt::format("{:g} ms", microseconds / 1000)
                              : fmt::format("{:g} µs", microseconds);
}

std::string frame(const Axis& x, const Axis& y, const std::string& memory) {
  std::string svg = svg_line(left, bottom, right, bottom, "axis") +
                    svg_line(left, top, left, bottom, "axis") +
                    svg_text((left + right) / 2, bottom + 38, "middle", memory);
  for (const double bytes : x.ticks(2)) {
    const double at = x.place(bytes);
    svg += svg_line(at, top, at, bottom, "grid") +
           svg_text(at, bottom + 18, "middle", svg_size(bytes));
  }
  for (const double latency : y.ticks(10)) {
    const double at = y.place(latency);
    svg += svg_line(left, at, right, at, "grid") +
           svg_text(left - 8, at + 4, "end", time_text(latency));
  }
  return svg;
}

std::string series_svg(const ChartSeries& series, std::size_t number, const Axis& x,
                       const Axis& y) {
  std::string line, dots;
  for (const ChartPoint& point : series.points) {
    const double at = x.place(static_cast<double>(point.bytes));
    const double height = y.place(point.latency_us);
    line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", at, height);
    dots += fmt::format("M{:.1f} {:.1f}h0", at, height);
  }
  const char* const colour = series_colour(number);
  return fmt::format(
      "<path fill=\"none\" stroke=\"{0}\" stroke-width=\"1.5\" d=\"{1}\"/>\n"
      "<path fill=\"none\" stroke=\"{0}\" stroke-width=\"6\" stroke-linecap=\"round\" "
      "d=\"{2}\"/>\n",
      colour, line, dots);
}

std::string front_svg(const TradeChart& chart, const Axis& x, const Axis& y) {
  std::string path;
  for (const ChartPoint& point : chart.front) {
    const double at = x.place(static_cast<double>(point.bytes));
    path += path.empty() ? fmt::format("M{:.1f} {:.1f}", at, y.place(point.latency_us))
                         : fmt::format("H{:.1f}V{:.1f}", at, y.place(point.latency_us));
  }
  std::string svg = fmt::format("<path class=\"front\" d=\"{}\"/>\n", path);
  if (chart.knee) {
    const double at = x.place(static_cast<double>(chart.knee->bytes));
    const double height = y.place(chart.knee->latency_us);
    svg +=
        fmt::format("<circle class=\"front\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"8\"/>\n", at, height) +
        svg_text(at + 12, height - 10, "start",
                 "knee " + svg_size(static_cast<double>(chart.knee->bytes)));
  }
  return svg;
}

/// The first name of a list of them, and how many follow.
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

/// Places texts beside points. If a text would cover another one or leave the frame, the other
/// sides of its point are tried. If no side is free, the text is left out, because the legend has
/// it, too.
class PointLabels {
 public:
  std::string at(double x, double y, const std::string& name) {
    constexpr double letter = 6.6, gap = 9, line = 14;
    const std::string text = short_label(name);
    const double length = letter * static_cast<double>(text.size());
    for (const double height : {0.0, -line, line}) {
      for (const bool before : {false, true}) {
        const Box box{before ? x - gap - length : x + gap, y + height - line / 2, length, line};
        if (box.x < left || box.x + box.width > right || covers(box)) continue;
        taken_.push_back(box);
        return svg_text(before ? x - gap : x + gap, y + height + 4, before ? "end" : "start", text);
      }
    }
    return "";
  }

  /// Keeps texts off the line between two places, which may be the same.
  void keep_off(double x1, double y1, double x2, double y2) {
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

  std::vector<Box> taken_;
};

std::string point_labels(const TradeChart& chart, const Axis& x, const Axis& y) {
  PointLabels labels;
  const auto each_point = [&](const auto& action) {
    for (const ChartSeries& series : chart.series) {
      for (const ChartPoint& point : series.points) {
        action(series, x.place(static_cast<double>(point.bytes)), y.place(point.latency_us));
      }
    }
  };
  each_point([&](const ChartSeries&, double at, double height) {
    labels.keep_off(at, height, at, height);
  });
  for (std::size_t i = 1; i < chart.front.size(); ++i) {
    const double from = x.place(static_cast<double>(chart.front[i - 1].bytes));
    const double to = x.place(static_cast<double>(chart.front[i].bytes));
    const double before = y.place(chart.front[i - 1].latency_us);
    labels.keep_off(from, before, to, before);
    labels.keep_off(to, before, to, y.place(chart.front[i].latency_us));
  }
  std::string svg;
  for (const ChartSeries& series : chart.series) {  // all its points lie in one place
    const ChartPoint& point = series.points.front();
    svg += labels.at(x.place(static_cast<double>(point.bytes)), y.place(point.latency_us),
                     series.name);
  }
  return svg;
}

std::string legend(const TradeChart& chart) {
  std::string svg;
  double y = bottom + margin_below_axis + legend_row / 2;
  for (std::size_t i = 0; i < chart.series.size(); ++i, y += legend_row) {
    svg += fmt::format("<path stroke=\"{}\" stroke-width=\"3\" d=\"M{:.0f} {:.1f}h24\"/>\n",
                       series_colour(i), left, y) +
           svg_text(left + 32, y + 4, "start", chart.series[i].name);
  }
  return svg;
}

}  // namespace

std::string trade_svg(const TradeChart& chart) {
  Axis x = axis_of(chart, [](const ChartPoint& p) { return static_cast<double>(p.bytes); });
  Axis y = axis_of(chart, [](const ChartPoint& p) { return p.latency_us; });
  x.logarithmic = x.low > 0 && x.high / x.low >= logarithmic_from;
  x.from = left + inset;
  x.to = right - inset;
  y.from = bottom - inset;
  y.to = top + inset;
  const double height =
      bottom + margin_below_axis + legend_row * static_cast<double>(chart.series.size()) + 8;
  std::string svg = svg_begin(right + 24, height) + svg_text(left, top - 18, "start", chart.title) +
                    frame(x, y, chart.memory_label);
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    svg += series_svg(chart.series[i], i, x, y);
  }
  if (chart.label_points) svg += point_labels(chart, x, y);
  return svg + front_svg(chart, x, y) + legend(chart) + "</svg>\n";
}

}  // namespace spillway
