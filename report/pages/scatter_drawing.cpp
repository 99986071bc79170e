// SPDX-License-Identifier: Apache-2.0
#include "report/pages/scatter_drawing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "base/text.h"
#include "report/pages/axis.h"
#include "report/pages/svg.h"

namespace spillway {
namespace {

constexpr double scatter_top = 24;
constexpr double scatter_height = 384;
constexpr double scatter_bottom = scatter_top + scatter_height;
constexpr double plot_units = 1000;  // width and height of the plot in units
constexpr double first_unit = 20;    // the margin between the frame and the dots, in units
constexpr double last_unit = plot_units - first_unit;
constexpr std::size_t ticks_across = 8, ticks_up = 9;

bool is_size(const ScatterFigure& figure) { return ends_with(figure.column, "_bytes"); }

ValueAxis axis_of_figure(const ScatterFigure& figure) {
  std::vector<double> values;
  for (const std::optional<double>& value : figure.values) {
    if (value) values.push_back(*value);
  }
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return is_size(figure) ? size_axis(*low, *high) : ValueAxis{*low, *high};
}

std::vector<double> tick_values(const ScatterFigure& figure, const ValueAxis& axis,
                                std::size_t most) {
  return is_size(figure) ? axis_sizes(axis, most)
                         : round_values(axis.low, axis.high, static_cast<int>(most) - 2, 10);
}

std::string tick_label(const ScatterFigure& figure, double value) {
  if (is_size(figure)) return size_label(value);
  if (ends_with(figure.column, "_per_s")) return rate_label(value);
  const auto whole = static_cast<std::int64_t>(value);
  return static_cast<double>(whole) == value ? with_thousands(whole) : fmt::format("{:.6g}", value);
}

std::vector<std::string> tick_labels(const ScatterFigure& figure, std::vector<double> values) {
  if (figure.column == "latency_us") {
    for (double& value : values) value *= 1000;
    return axis_times(values);
  }
  std::vector<std::string> labels;
  labels.reserve(values.size());
  for (const double value : values) labels.push_back(tick_label(figure, value));
  return labels;
}

std::string spaced_name(const ScatterFigure& figure) {
  std::string name = figure.column;
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

// Returns the label of an axis. A linear axis has the words "not from 0" if it does not begin at
// zero. A logarithmic axis has no zero.
std::string axis_name(const ScatterFigure& figure, const ValueAxis& axis) {
  return spaced_name(figure) + (axis.low > 0 && !axis.logarithmic ? ", not from 0" : "");
}

/// The figures of a plot with their axes. The places of points are units of the plot.
class PlotAxes {
 public:
  explicit PlotAxes(const ScatterPlot& plot) : plot_(plot) {
    for (const ScatterFigure& figure : plot.figures) axes_.push_back(axis_of_figure(figure));
  }

  double place_across(std::size_t figure, double value) const {
    return first_unit + (last_unit - first_unit) * axes_[figure].share(value);
  }
  double place_up(std::size_t figure, double value) const {
    return last_unit - (last_unit - first_unit) * axes_[figure].share(value);
  }

  // Returns the grid lines and labels of a horizontal axis. On a narrow page, every second label is
  // hidden.
  std::string across(std::size_t number) const {
    const ScatterFigure& figure = plot_.figures[number];
    const std::vector<double> values = tick_values(figure, axes_[number], ticks_across);
    const std::vector<std::string> labels = tick_labels(figure, values);
    std::string lines, texts;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string x = svg_share(place_across(number, values[i]) / plot_units);
      lines += fmt::format("<line x1=\"{0}\" x2=\"{0}\" y1=\"{1}\" y2=\"{2}\"/>", x, scatter_top,
                           scatter_bottom);
      texts +=
          fmt::format("<text{} x=\"{}\" y=\"{}\">{}</text>", i % 2 == 0 ? "" : " class=\"second\"",
                      x, scatter_bottom + 18, xml_text(labels[i]));
    }
    return group("across", number, number == plot_.across, first_unit, last_unit) +
           fmt::format(
               "<g class=\"grid\">{}</g>\n<g class=\"muted\" text-anchor=\"middle\">{}</g>\n",
               lines, texts) +
           svg_text("50%", scatter_bottom + 36, "middle", axis_name(figure, axes_[number]),
                    "muted") +
           "</g>\n";
  }

  // Returns the grid lines and labels of a vertical axis.
  std::string up(std::size_t number) const {
    const ScatterFigure& figure = plot_.figures[number];
    const std::vector<double> values = tick_values(figure, axes_[number], ticks_up);
    const std::vector<std::string> labels = tick_labels(figure, values);
    std::string lines, texts;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double y = scatter_top + scatter_height * place_up(number, values[i]) / plot_units;
      lines += fmt::format("<line x2=\"100%\" y1=\"{0:.5g}\" y2=\"{0:.5g}\"/>", y);
      texts += fmt::format("<text x=\"-8\" y=\"{:.5g}\">{}</text>", y + 4, xml_text(labels[i]));
    }
    return group("up", number, number == plot_.up, last_unit, first_unit) +
           fmt::format("<g class=\"grid\">{}</g>\n<g class=\"muted\" text-anchor=\"end\">{}</g>\n",
                       lines, texts) +
           svg_text("-92", scatter_top - 10, "start", axis_name(figure, axes_[number]), "muted") +
           "</g>\n";
  }

 private:
  // Returns the start tag of an axis. The page's script places dots by these data: the values `low`
  // and `high` lie at the places `from` and `to`.
  std::string group(const char* look, std::size_t number, bool shown, double from,
                    double to) const {
    const ValueAxis& axis = axes_[number];
    return fmt::format(
        "<g class=\"{}{}\" data-column=\"{}\" data-low=\"{}\" data-high=\"{}\" data-from=\"{}\" "
        "data-to=\"{}\"{}>\n",
        look, shown ? "" : " hidden", xml_text(plot_.figures[number].column), axis.low, axis.high,
        from, to, axis.logarithmic ? " data-log=\"1\"" : "");
  }

  const ScatterPlot& plot_;
  std::vector<ValueAxis> axes_;
};

std::int64_t number_of_points(const ScatterPlot& plot) {
  return static_cast<std::int64_t>(plot.figures.front().values.size());
}

std::int64_t points_with_both(const ScatterPlot& plot) {
  const auto& across = plot.figures[plot.across].values;
  const auto& up = plot.figures[plot.up].values;
  std::int64_t both = 0;
  for (std::size_t i = 0; i < across.size(); ++i) both += across[i] && up[i] ? 1 : 0;
  return both;
}

std::string dots_of_series(const ScatterPlot& plot, std::size_t number, const PlotAxes& axes,
                           bool many) {
  std::string dots, numbers;
  for (const std::size_t point : plot.series[number].points) {
    const std::optional<double>& x = plot.figures[plot.across].values[point];
    const std::optional<double>& y = plot.figures[plot.up].values[point];
    if (!x || !y) continue;
    dots += fmt::format("M{} {}h0", std::lround(axes.place_across(plot.across, *x)),
                        std::lround(axes.place_up(plot.up, *y)));
    numbers += (numbers.empty() ? "" : " ") + std::to_string(point);
  }
  return fmt::format("<g class=\"{}\"><path class=\"dots{}\" data-points=\"{}\" d=\"{}\"/></g>\n",
                     series_look(number), many ? " many" : "", numbers, dots);
}

}  // namespace

Drawing scatter_drawing(const ScatterPlot& plot) {
  constexpr std::int64_t many = 600;
  const PlotAxes axes(plot);
  Drawing drawing;
  drawing.title =
      spaced_name(plot.figures[plot.up]) + " against " + spaced_name(plot.figures[plot.across]);
  drawing.details = {fmt::format("{} of {} points have both figures.",
                                 with_thousands(points_with_both(plot)),
                                 with_thousands(number_of_points(plot)))};
  drawing.height = scatter_bottom + 44;
  drawing.marks = axes.across(plot.across) + axes.up(plot.up) +
                  svg_horizontal_line("axis", scatter_bottom) +
                  svg_vertical_line("axis", "0", scatter_top, scatter_bottom) +
                  plot_begin(0, plot_units, plot_units, scatter_top, scatter_height);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    drawing.marks += dots_of_series(plot, i, axes, number_of_points(plot) > many);
    drawing.legend.push_back({series_look(i), plot.series[i].name, LegendSample::dot});
  }
  drawing.marks += "</svg>\n";
  for (std::size_t i = 0; i < plot.figures.size(); ++i) {
    if (i != plot.across) drawing.page_marks += axes.across(i);
    if (i != plot.up) drawing.page_marks += axes.up(i);
  }
  return drawing;
}

}  // namespace spillway
