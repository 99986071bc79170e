// SPDX-License-Identifier: Apache-2.0
#include "experiments/rows/pareto.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "base/text.h"

namespace spillway {
namespace {

// A distance from the line between the ends of the front counts as 0 if it is smaller than this
// value. The axes are scaled to [0, 1].
constexpr double rounding = 1e-9;

double octave(Bytes bytes) { return std::log2(static_cast<double>(std::max<Bytes>(bytes, 1))); }

// Returns the fastest point of the Pareto front with at most `bytes`; null if all points have more
// bytes.
const ParetoPoint* best_within(const std::vector<ParetoPoint>& points,
                               const std::vector<std::size_t>& front, Bytes bytes) {
  const ParetoPoint* best = nullptr;
  for (const std::size_t i : front) {
    if (points[i].fast_bytes <= bytes) best = &points[i];
  }
  return best;
}

std::string point_text(const ParetoPoint& point) {
  return fmt::format("{} with {}, {:.3f} ms", format_size(point.fast_bytes), point.planner,
                     point.latency_us / 1e3);
}

double percent_of(double value, double reference) {
  return reference == 0 ? 100 : 100 * value / reference;
}

// Returns the end of a sentence that describes the largest increase of the latency from a smaller
// memory to a larger memory; empty if the latency never increases. For each size of the memory, the
// latency is that of the fastest planner.
std::string largest_rise_text(const std::vector<ParetoPoint>& points) {
  std::map<Bytes, double> fastest;
  for (const ParetoPoint& point : points) {
    double& latency = fastest.try_emplace(point.fast_bytes, point.latency_us).first->second;
    latency = std::min(latency, point.latency_us);
  }
  constexpr double least_rise = 0.005;  // in percent; a smaller increase would be printed as 0.00 %
  std::string text;
  double most = least_rise;
  auto best = fastest.begin();
  for (auto size = fastest.begin(); size != fastest.end(); ++size) {
    const double rise = percent_of(size->second, best->second) - 100;
    if (rise > most) {
      most = rise;
      text = fmt::format("; not monotone: {} is {:.2f} % slower than {}", format_size(size->first),
                         rise, format_size(best->first));
    }
    if (size->second < best->second) best = size;
  }
  return text;
}

}  // namespace

std::vector<std::size_t> pareto_front(const std::vector<ParetoPoint>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const ParetoPoint &p = points[a], &q = points[b];
    return p.fast_bytes != q.fast_bytes ? p.fast_bytes < q.fast_bytes : p.latency_us < q.latency_us;
  });
  std::vector<std::size_t> front;
  for (const std::size_t i : order) {
    const ParetoPoint* last = front.empty() ? nullptr : &points[front.back()];
    const bool equal = last != nullptr && points[i].latency_us == last->latency_us &&
                       points[i].fast_bytes == last->fast_bytes;
    if (last == nullptr || equal || points[i].latency_us < last->latency_us) front.push_back(i);
  }
  return front;
}

std::optional<std::size_t> find_knee(const std::vector<ParetoPoint>& points,
                                     const std::vector<std::size_t>& front) {
  if (front.empty()) return std::nullopt;
  const ParetoPoint& least = points[front.front()];
  const ParetoPoint& most = points[front.back()];
  const double octaves = octave(most.fast_bytes) - octave(least.fast_bytes);
  const double gain = least.latency_us - most.latency_us;
  if (octaves <= 0 || gain <= 0) return std::nullopt;
  std::optional<std::size_t> knee;
  double farthest = rounding;
  for (const std::size_t i : front) {
    const double along = (octave(points[i].fast_bytes) - octave(least.fast_bytes)) / octaves;
    const double below = (least.latency_us - points[i].latency_us) / gain - along;
    if (below <= farthest) continue;
    farthest = below;
    knee = i;
  }
  return knee;
}

std::string knee_text(const std::vector<ParetoPoint>& points,
                      const std::vector<std::size_t>& front) {
  if (front.empty()) return "";
  const std::string rise = largest_rise_text(points);
  const ParetoPoint& least = points[front.front()];
  const std::optional<std::size_t> found = find_knee(points, front);
  if (!found) {
    if (points[front.back()].fast_bytes == least.fast_bytes) {
      return fmt::format("no knee: nothing is faster than {}{}", point_text(least), rise);
    }
    return fmt::format("no knee: from {} to {}{}", point_text(least),
                       point_text(points[front.back()]), rise);
  }
  const ParetoPoint& knee = points[*found];
  const ParetoPoint* half = best_within(points, front, knee.fast_bytes / 2);
  const ParetoPoint* twice = best_within(points, front, knee.fast_bytes * 2);
  return fmt::format(
      "knee: {}; {}, twice gains {:.1f} %{}", point_text(knee),
      half == nullptr
          ? "nothing fits in half of it"
          : "half of it costs " + signed_percent(half->latency_us / knee.latency_us - 1, 1),
      100 - percent_of(twice->latency_us, knee.latency_us), rise);
}

}  // namespace spillway
