// SPDX-License-Identifier: Apache-2.0
#include "planner/search/fluid/rounded_problem.h"

#include <cmath>

namespace spillway::search {
namespace {

double nearest(double bytes) { return std::round(bytes * 64) / 64; }

Access rounded(Access access) {
  access.fast_bytes = nearest(access.fast_bytes);
  access.slow_bytes = nearest(access.slow_bytes);
  access.stall_cycles = nearest(access.stall_cycles);
  access.map_stall = nearest(access.map_stall);
  access.weight_stall = nearest(access.weight_stall);
  access.again_bytes = nearest(access.again_bytes);
  return access;
}

template <typename Part>
std::uint32_t count(const std::vector<Part>& parts) {
  return static_cast<std::uint32_t>(parts.size());
}

}  // namespace

RoundedProblem::RoundedProblem(const FluidProblem& problem)
    : compute_cycles_(problem.compute_cycles),
      occupants_(problem.compute_cycles.size()),
      shared_(problem.shared),
      shared_by_(problem.objects.size()) {
  reserve(problem);
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    for (const std::int32_t object : {shared_[i].operand, shared_[i].result}) {
      at(shared_by_, object).push_back(static_cast<std::int32_t>(i));
    }
  }
  for (std::size_t i = 0; i < problem.objects.size(); ++i) {
    first_choice_.push_back(choices_.size());
    for (const Choice& choice : problem.objects[i].choices) {
      add(choice);
      find_occupants(static_cast<std::int32_t>(i), choice);
    }
  }
}

void RoundedProblem::reserve(const FluidProblem& problem) {
  std::size_t choices = 0, accesses = 0, occupancies = 0, transfers = 0;
  for (const Object& object : problem.objects) {
    choices += object.choices.size();
    for (const Choice& choice : object.choices) {
      accesses += choice.accesses.size();
      occupancies += choice.occupancies.size();
      transfers += choice.transfers.size();
    }
  }
  first_choice_.reserve(problem.objects.size());
  choices_.reserve(choices);
  accesses_.reserve(accesses);
  occupancies_.reserve(occupancies);
  transfers_.reserve(transfers);
}

void RoundedProblem::add(const Choice& choice) {
  IndexedChoice indexed{count(accesses_), 0, count(occupancies_), 0, count(transfers_), 0};
  for (const Access& access : choice.accesses) accesses_.push_back(rounded(access));
  occupancies_.insert(occupancies_.end(), choice.occupancies.begin(), choice.occupancies.end());
  for (const Transfer& transfer : choice.transfers) {
    transfers_.push_back({transfer.first, transfer.last, nearest(transfer.bytes)});
  }
  indexed.end_access = count(accesses_);
  indexed.end_occupancy = count(occupancies_);
  indexed.end_transfer = count(transfers_);
  choices_.push_back(indexed);
}

void RoundedProblem::find_occupants(std::int32_t object, const Choice& choice) {
  for (const Occupancy& occupancy : choice.occupancies) {
    for (std::int32_t op = occupancy.first; op <= occupancy.last; ++op) {
      std::vector<std::int32_t>& here = at(occupants_, op);
      if (here.empty() || here.back() != object) here.push_back(object);
    }
  }
}

}  // namespace spillway::search
