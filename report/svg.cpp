// SPDX-License-Identifier: Apache-2.0
#include "report/svg.h"

#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace spillway {
namespace {

constexpr std::array<const char*, 8> series_colours = {"#0072B2", "#E69F00", "#009E73", "#D55E00",
                                                       "#CC79A7", "#56B4E9", "#8C939B", "#D9C400"};

// Greys with enough contrast to white and to black alike.
constexpr const char* styles =
    "<style>text{fill:#747a81;font:12px sans-serif}.grid{stroke:#8c939b;stroke-opacity:.3}"
    ".axis{stroke:#747a81}.inside{fill:#1a1d21;font-size:11px}.limit{stroke:#d55e00;stroke-width:1."
    "5;stroke-dasharray:6 4}"
    ".block{stroke:#747a81;stroke-width:.5;fill-opacity:.8}"
    ".front{fill:none;stroke:#747a81;stroke-width:2}</style>\n";

}  // namespace

std::string svg_begin(double width, double height) {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
             "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n",
             width, height) +
         styles;
}

std::string svg_text(double x, double y, const char* anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     xml_text(text));
}

std::string svg_line(double x1, double y1, double x2, double y2, const char* style) {
  return fmt::format(
      "<line class=\"{}\" x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\"/>\n", style, x1,
      y1, x2, y2);
}

std::string svg_size(double bytes) {
  if (bytes >= 1 << 20) return fmt::format("{:.3g} MiB", bytes / (1 << 20));
  return bytes >= 1 << 10 ? fmt::format("{:.4g} KiB", bytes / (1 << 10))
                          : fmt::format("{:.0f} B", bytes);
}

std::vector<double> round_values(double low, double high, int wanted, int base) {
  const double raw = (high - low) / wanted;
  if (!(raw > 0)) return {low};
  double step = std::pow(base, std::floor(std::log(raw) / std::log(base)));
  if (base == 10) {
    const double unit = step;
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
      step = unit * factor;
      if (step >= raw) break;
    }
  } else if (step < raw) {
    step *= base;
  }
  std::vector<double> values;
  const auto last = static_cast<std::int64_t>(std::floor(high / step));
  for (auto i = static_cast<std::int64_t>(std::ceil(low / step)); i <= last; ++i) {
    values.push_back(static_cast<double>(i) * step);
  }
  return values;
}

const char* series_colour(std::size_t n) { return series_colours[n % series_colours.size()]; }

}  // namespace spillway
