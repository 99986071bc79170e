// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/size_search.h"

#include <algorithm>

#include "base/rounding.h"
#include "base/text.h"
#include "experiments/advice/smallest_size.h"

namespace spillway {
namespace {

// Returns the step between sizes in bytes, a power of two. Begins with 1 KiB. Doubles the step
// while there are more than `most` sizes. Halves the step, down to 64 bytes, while there are fewer
// than 64 sizes (or fewer than `most`, if `most` is less than 64).
Bytes default_step(Bytes last, Bytes most) {
  constexpr Bytes least_step = 64, least_sizes = 64;
  Bytes step = 1024;
  while (ceil_div(last, step) > most) step *= 2;
  while (last / step < std::min(most, least_sizes) && step > least_step) step /= 2;
  return step;
}

void add_neighbours(SizeAnswer& answer) {
  for (const SizedPoint& point : answer.curve) {
    if (!answer.smallest) break;
    if (point.size < answer.smallest->size &&
        (!answer.cheaper || point.latency_us < answer.cheaper->latency_us)) {
      answer.cheaper = point;
    }
    if (point.size > answer.smallest->size && point.latency_us < answer.smallest->latency_us &&
        !answer.faster) {
      answer.faster = point;
    }
  }
  for (std::size_t i = 1; i < answer.curve.size(); ++i) {
    if (answer.curve[i].latency_us > answer.curve[i - 1].latency_us) {
      answer.slower.push_back(i);
    }
  }
}

}  // namespace

SizeAnswer smallest_for(const SizeQuestion& question, const SizedPoint& with_unlimited,
                        const SizeSearch& search) {
  SizeAnswer answer;
  answer.with_unlimited = with_unlimited;
  answer.goal_us = question.latency_us
                       ? *question.latency_us
                       : with_unlimited.latency_us * (1 + question.within.value_or(0));
  SizeTrials trials;
  trials.count = answer.sizes = search.sizes.size();
  trials.try_sizes = [&](const std::vector<std::size_t>& numbers) {
    std::vector<Bytes> wanted;
    wanted.reserve(numbers.size());
    for (const std::size_t number : numbers) wanted.push_back(search.sizes[number]);
    search.simulate(wanted);
  };
  trials.is_good = [&](std::size_t number) {
    const auto best = search.best(search.sizes[number]);
    return best && best->latency_us <= answer.goal_us;
  };
  const SmallestSize found = find_smallest_size(trials);
  for (const std::size_t number : found.tried) {
    const auto best = search.best(search.sizes[number]);
    if (best) {
      answer.curve.push_back(*best);
    } else {
      answer.too_small.push_back(search.sizes[number]);
    }
  }
  if (found.size) {
    answer.smallest = search.best(search.sizes[*found.size]);
    const auto below = std::lower_bound(found.tried.begin(), found.tried.end(), *found.size);
    answer.untried_below = *found.size - static_cast<std::size_t>(below - found.tried.begin());
  }
  add_neighbours(answer);
  return answer;
}

std::vector<Bytes> sizes_to_try(const SizeQuestion& question, Bytes peak, Bytes most,
                                SizeAnswers& answers) {
  const Bytes end = question.up_to.value_or(std::max<Bytes>(peak, 1));
  answers.step = question.step.value_or(default_step(end, most));
  // The largest size provides space for the whole plan, but does not exceed the limit that the user
  // gives.
  const Bytes count = question.up_to ? end / answers.step : (end + answers.step - 1) / answers.step;
  std::vector<Bytes> sizes;
  for (Bytes i = 1; i <= count; ++i) sizes.push_back(i * answers.step);
  if (sizes.empty()) {
    throw usage_error("no size up to {} is a multiple of {}", format_size(end),
                      format_size(answers.step));
  }
  answers.first = sizes.front();
  answers.last = sizes.back();
  return sizes;
}

}  // namespace spillway
