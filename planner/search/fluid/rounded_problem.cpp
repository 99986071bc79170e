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
      guests_(problem.compute_cycles.size()),
      shared_(problem.shared),
      shared_by_(problem.objects.size()) {
  reserve(problem);
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    for (const std::int32_t object : {shared_[i].operand, shared_[i].result}) {
      at(shared_by_, object).push_back(static_cast<std::int32_t>(i));
    }
  }
  for (std::size_t i = 0; i < problem.objects.size(); ++i) {
    first_way_.push_back(ways_.size());
    for (const Choice& choice : problem.objects[i].choices) {
      add(choice);
      find_guests(static_cast<std::int32_t>(i), choice);
    }
  }
}

void RoundedProblem::reserve(const FluidProblem& problem) {
  std::size_t ways = 0, accesses = 0, rooms = 0, transfers = 0;
  for (const Object& object : problem.objects) {
    ways += object.choices.size();
    for (const Choice& choice : object.choices) {
      accesses += choice.accesses.size();
      rooms += choice.rooms.size();
      transfers += choice.transfers.size();
    }
  }
  first_way_.reserve(problem.objects.size());
  ways_.reserve(ways);
  accesses_.reserve(accesses);
  rooms_.reserve(rooms);
  transfers_.reserve(transfers);
}

void RoundedProblem::add(const Choice& choice) {
  Way way{count(accesses_), 0, count(rooms_), 0, count(transfers_), 0};
  for (const Access& access : choice.accesses) accesses_.push_back(rounded(access));
  rooms_.insert(rooms_.end(), choice.rooms.begin(), choice.rooms.end());
  for (const Transfer& transfer : choice.transfers) {
    transfers_.push_back({transfer.first, transfer.last, nearest(transfer.bytes)});
  }
  way.last_access = count(accesses_);
  way.last_room = count(rooms_);
  way.last_transfer = count(transfers_);
  ways_.push_back(way);
}

void RoundedProblem::find_guests(std::int32_t object, const Choice& choice) {
  for (const Room& room : choice.rooms) {
    for (std::int32_t op = room.first; op <= room.last; ++op) {
      std::vector<std::int32_t>& here = at(guests_, op);
      if (here.empty() || here.back() != object) here.push_back(object);
    }
  }
}

}  // namespace spillway::search
