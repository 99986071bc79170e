// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/try_points.h"

#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "experiments/point/capacity_error.h"
#include "experiments/point/point_cache.h"
#include "experiments/workers/worker_pool.h"

namespace spillway {
namespace {

// Cells with tabs between, the message last.
std::string tried_text(const Network& network, const DesignPoint& point, PointCache& cache) {
  try {
    const Timing timing = run_point(network, point, cache).timing;
    constexpr double ps_per_us = 1e6;
    return fmt::format("ok\t0\t{}\t{}\t", timing.total,
                       static_cast<double>(timing.clock.to_time(timing.total)) / ps_per_us);
  } catch (const CapacityError& error) {
    return fmt::format("{}\t{}\t0\t0\t{}", error.status(), error.excess(), error.what());
  } catch (const UserError& error) {
    return fmt::format("failed\t0\t0\t0\t{}", error.what());
  }
}

TriedPoint read_tried(const std::string& text) {
  TriedPoint tried;
  const std::vector<std::string> cells = split(text, '\t');
  constexpr std::size_t cell_count = 5;
  if (cells.size() < cell_count) {
    tried.status = "failed";
    tried.message = "two workers died at this point";
    return tried;
  }
  tried.status = cells[0];
  tried.excess = std::stoll(cells[1]);
  tried.cycles = std::stoll(cells[2]);
  tried.latency_us = std::stod(cells[3]);
  tried.message = cells[4];
  return tried;
}

}  // namespace

std::vector<std::string> map_in_workers(std::size_t count, std::size_t workers,
                                        const std::function<std::string(std::size_t)>& work) {
  std::vector<std::size_t> jobs(count);
  std::iota(jobs.begin(), jobs.end(), 0);
  std::vector<std::string> results(count);
  const PoolEnd end = run_in_workers(
      jobs, workers, work, [&](std::size_t job, const std::optional<std::string>& output) {
        results[job] = output.value_or("");
      });
  if (end == PoolEnd::interrupted) throw UserError(ExitCode::interrupted, "interrupted");
  return results;
}

std::vector<TriedPoint> try_points(const Network& network, const std::vector<DesignPoint>& points,
                                   std::size_t workers) {
  PointCache cache;  // each worker goes on with a copy of its own
  std::vector<TriedPoint> tried;
  for (const std::string& text : map_in_workers(points.size(), workers, [&](std::size_t number) {
         return tried_text(network, points[number], cache);
       })) {
    tried.push_back(read_tried(text));
  }
  return tried;
}

}  // namespace spillway
