// SPDX-License-Identifier: Apache-2.0
#include "report/pages/axis.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace spillway {
namespace {

struct Units {
  double step;
  std::vector<const char*> names;
};

const Units size_units{1024, {"B", "KiB", "MiB", "GiB"}};
const Units time_units{1000, {"ns", "µs", "ms", "s"}};
const Units rate_units{1000, {"B/s", "kB/s", "MB/s", "GB/s"}};

// Returns the index of the largest unit in which `value` is at least 1; 0 if there is no such unit.
std::size_t unit_of(double value, const Units& units) {
  std::size_t unit = 0;
  double next = units.step;
  while (unit + 1 < units.names.size() && std::abs(value) >= next) {
    next *= units.step;
    ++unit;
  }
  return unit;
}

double in_unit(double value, std::size_t unit, const Units& units) {
  return value / std::pow(units.step, static_cast<double>(unit));
}

// Returns the value as text with at most `digits` decimals, without trailing zeros.
std::string shortest(double value, int digits) {
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (digits > 0) text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string scaled(double value, const Units& units) {
  const std::size_t unit = unit_of(value, units);
  const double shown = in_unit(value, unit, units);
  const int digits = std::abs(shown) >= 100 ? 0 : std::abs(shown) >= 10 ? 1 : 2;
  return shortest(shown, digits) + " " + units.names[unit];
}

}  // namespace

std::string size_label(double bytes) {
  const std::size_t unit = unit_of(bytes, size_units);
  const double shown = in_unit(bytes, unit, size_units);
  if (shown * 100 != std::round(shown * 100)) return scaled(bytes, size_units);
  return shortest(shown, 2) + " " + size_units.names[unit];
}

std::string time_label(double nanoseconds) { return scaled(nanoseconds, time_units); }

std::string rate_label(double bytes_per_second) { return scaled(bytes_per_second, rate_units); }

std::vector<std::string> axis_times(const std::vector<double>& nanoseconds) {
  double most = 0;
  for (const double value : nanoseconds) most = std::max(most, std::abs(value));
  const std::size_t unit = unit_of(most, time_units);
  std::vector<double> shown;
  shown.reserve(nanoseconds.size());
  for (const double value : nanoseconds) shown.push_back(in_unit(value, unit, time_units));
  const double step = shown.size() > 1 ? std::abs(shown[1] - shown[0]) : most;
  constexpr int most_digits = 9;
  int digits = 0;
  const auto differs = [&](double value) {
    const double power = std::pow(10, digits);
    return std::abs(value - std::round(value * power) / power) > step / 1000;
  };
  while (digits < most_digits && std::any_of(shown.begin(), shown.end(), differs)) ++digits;
  std::vector<std::string> texts;
  texts.reserve(shown.size());
  for (const double value : shown) {
    texts.push_back(fmt::format("{:.{}f} {}", value, digits, time_units.names[unit]));
  }
  return texts;
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

double ValueAxis::share(double value) const {
  const auto at = [&](double v) { return logarithmic ? std::log2(v) : v; };
  const double span = at(high) - at(low);
  return span == 0 ? 0.5 : (at(value) - at(low)) / span;
}

ValueAxis size_axis(double low, double high) {
  constexpr double logarithmic_from = 8;
  return {low, high, low > 0 && high / low >= logarithmic_from};
}

std::vector<double> axis_sizes(const ValueAxis& axis, std::size_t most) {
  if (!axis.logarithmic) return round_values(axis.low, axis.high, static_cast<int>(most) - 2, 2);
  std::vector<double> powers, kept;
  const int last = static_cast<int>(std::floor(std::log2(axis.high)));
  for (int power = static_cast<int>(std::ceil(std::log2(axis.low))); power <= last; ++power) {
    powers.push_back(std::exp2(power));
  }
  const std::size_t every = powers.size() / (most + 1) + 1;
  for (std::size_t i = 0; i < powers.size(); i += every) kept.push_back(powers[i]);
  return kept;
}

}  // namespace spillway
