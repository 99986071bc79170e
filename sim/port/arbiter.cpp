// SPDX-License-Identifier: Apache-2.0
#include "sim/port/arbiter.h"

#include <algorithm>
#include <tuple>

namespace spillway::sim {

void Arbiter::reset(Arbitration arbitration, bool whole_requests) {
  arbitration_ = arbitration;
  whole_requests_ = whole_requests;
  requests_.clear();
  last_window_ = 0;
}

void Arbiter::add(std::vector<Request*>& arrivals) {
  if (arrivals.size() > 1) {
    std::sort(arrivals.begin(), arrivals.end(), [](const Request* a, const Request* b) {
      return std::tie(a->master, a->window, a->lane) < std::tie(b->master, b->window, b->lane);
    });
  }
  for (Request* request : arrivals) {
    requests_.push_back(request);
    put_in_turn(requests_.size() - 1);
  }
  arrivals.clear();
}

// Moves the request at index `place` forward in the list, until all requests before it have the
// same or an earlier turn.
void Arbiter::put_in_turn(std::size_t place) {
  Request* const request = requests_[place];
  const std::int32_t turn = turn_of(*request);
  for (; place > 0 && turn < turn_of(*requests_[place - 1]); --place) {
    requests_[place] = requests_[place - 1];
  }
  requests_[place] = request;
}

void Arbiter::remove(const Request& request) {
  requests_.erase(std::find(requests_.begin(), requests_.end(), &request));
}

void Arbiter::forget_ready(Request& granted) const {
  granted.own_ready = -1;
  if (requests_.size() < 2) return;
  for (Request* request : requests_) {
    if (request->window == granted.window) request->own_ready = -1;
  }
}

bool Arbiter::window_has_several_requests() const {
  for (std::size_t i = 1; i < requests_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (requests_[i]->window == requests_[j]->window) return true;
    }
  }
  return false;
}

void Arbiter::link_ring() const {
  const std::size_t competing = whole_requests_ ? 1 : requests_.size();
  for (std::size_t i = 0; i < competing; ++i) {
    requests_[i]->next_in_turn = requests_[i + 1 < competing ? i + 1 : 0];
    requests_[i]->first_after = requests_[first_after(requests_[i]->window)];
  }
}

}  // namespace spillway::sim
