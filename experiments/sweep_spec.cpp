// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep_spec.h"

#include <fmt/format.h>

#include "base/text.h"

namespace spillway {
namespace {

constexpr std::size_t most_sizes = 100'000;

[[noreturn]] void bad_range(const std::string& text) {
  throw UserError(ExitCode::usage,
                  fmt::format("--memory: '{}' is not NAME=SIZE, NAME=FIRST:LAST:STEP or "
                              "NAME=SIZE+SIZE, like sram=64K:512K:64K",
                              text));
}

Bytes size_of(const std::string& word, const std::string& text) {
  const std::optional<Bytes> size = parse_size(word);
  if (!size) bad_range(text);
  return *size;
}

std::vector<Bytes> range_sizes(const std::vector<std::string>& bounds, const std::string& text) {
  const Bytes first = size_of(bounds[0], text);
  const Bytes last = size_of(bounds[1], text);
  const Bytes step = size_of(bounds[2], text);
  if (step <= 0 || last < first || static_cast<std::size_t>((last - first) / step) >= most_sizes) {
    bad_range(text);
  }
  std::vector<Bytes> sizes;
  for (Bytes size = first; size <= last; size += step) sizes.push_back(size);
  return sizes;
}

// One point becomes one per value, each with the value put in by `apply`.
template <typename Value, typename Apply>
void multiply(std::vector<SweepPoint>& points, const std::vector<Value>& values,
              const Apply& apply) {
  if (values.empty()) return;
  std::vector<SweepPoint> product;
  product.reserve(points.size() * values.size());
  for (const SweepPoint& point : points) {
    for (const Value& value : values) {
      product.push_back(point);
      apply(product.back().point, value);
    }
  }
  points = std::move(product);
}

}  // namespace

MemoryRange parse_memory_range(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) bad_range(text);
  MemoryRange range;
  range.memory = text.substr(0, equals);
  for (const std::string& part : split(text.substr(equals + 1), '+')) {
    const std::vector<std::string> bounds = split(part, ':');
    if (bounds.size() == 1) {
      range.sizes.push_back(size_of(bounds[0], text));
    } else if (bounds.size() == 3) {
      for (const Bytes size : range_sizes(bounds, text)) range.sizes.push_back(size);
    } else {
      bad_range(text);
    }
  }
  return range;
}

std::vector<SweepPoint> expand(const SweepSpec& spec) {
  std::vector<SweepPoint> points;
  for (std::size_t n = 0; n < spec.networks.size(); ++n) points.push_back({n, spec.base});
  multiply(points, spec.targets,
           [](DesignPoint& point, const std::string& target) { point.target = target; });
  multiply(points, spec.system_configs, [](DesignPoint& point, const std::string& config) {
    point.target_options.system_config = config;
  });
  multiply(points, spec.memory_modes, [](DesignPoint& point, const std::string& mode) {
    point.target_options.memory_mode = mode;
  });
  for (const MemoryRange& range : spec.memories) {
    multiply(points, range.sizes, [&](DesignPoint& point, Bytes size) {
      point.target_options.capacities.emplace_back(range.memory, size);
    });
  }
  multiply(points, spec.planners,
           [](DesignPoint& point, const std::string& planner) { point.planner = planner; });
  multiply(points, spec.allocators, [](DesignPoint& point, const std::string& allocator) {
    point.planner_options.allocator = allocator;
  });
  return points;
}

}  // namespace spillway
