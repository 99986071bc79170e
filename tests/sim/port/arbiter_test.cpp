// SPDX-License-Identifier: Apache-2.0
#include "sim/port/arbiter.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace spillway::sim {
namespace {

/// Three requests of a port, from the windows 1, 2 and 3 with the priorities 2, 1 and 0. They
/// arrive at the same time.
class ThreeRequests : public ::testing::Test {
 protected:
  ThreeRequests() { access_.run = 4096; }

  void arrive(Arbitration arbitration, bool whole_requests = false) {
    arbiter_.reset(arbitration, whole_requests);
    std::vector<Request*> arrivals;
    for (std::uint8_t window = 3; window >= 1; --window) {
      Request& request = requests_.at(window - 1U);
      request.window = window;
      request.priority = 3 - window;
      request.cursor = BurstCursor(access_, 2048);
      arrivals.push_back(&request);
    }
    arbiter_.add(arrivals);
  }

  /// Grants the next burst. A burst of the window `late` cannot be granted as early as the bursts
  /// of all other windows. Returns the window of the burst; 0 if no request has a burst left.
  int grant(std::uint8_t late = 0) {
    const Grant next = arbiter_.next(
        [late](const Request& request) -> Picoseconds { return request.window == late ? 1 : 0; });
    if (next.request == nullptr) return 0;
    arbiter_.granted(next.request->window);
    next.request->cursor.advance();
    return next.request->window;
  }

  Access access_;
  std::array<Request, 3> requests_;
  Arbiter arbiter_;
};

TEST_F(ThreeRequests, TakeTurnsInRoundRobinOrder) {
  arrive(Arbitration::round_robin);
  for (const int window : {1, 2, 3, 1, 2, 3, 0}) EXPECT_EQ(grant(), window);
}

TEST_F(ThreeRequests, AreGrantedByTimeBeforeTheirTurn) {
  arrive(Arbitration::round_robin);
  for (const int window : {2, 3, 2, 3, 1, 1, 0}) EXPECT_EQ(grant(1), window);
}

TEST_F(ThreeRequests, AreGrantedInTheOrderOfTheirPriorities) {
  arrive(Arbitration::priority);
  for (const int window : {3, 3, 2, 2, 1, 1, 0}) EXPECT_EQ(grant(), window);
}

TEST_F(ThreeRequests, AreGrantedWholeEvenIfAnotherRequestCouldBeGrantedEarlier) {
  arrive(Arbitration::fifo, true);
  for (const int window : {1, 1, 2, 2, 3, 3, 0}) EXPECT_EQ(grant(1), window);
}

TEST_F(ThreeRequests, OfTheSameWindowAreGrantedInTheOrderOfTheirArrival) {
  arrive(Arbitration::round_robin);
  Request second = requests_[0];
  std::vector<Request*> arrivals = {&second};
  arbiter_.add(arrivals);
  EXPECT_TRUE(arbiter_.window_has_several_requests());
  EXPECT_EQ(arbiter_.requests()[0], &requests_[0]);
  EXPECT_EQ(arbiter_.requests()[1], &second);
}

TEST_F(ThreeRequests, FormARingInTheOrderOfTheirTurns) {
  arrive(Arbitration::round_robin);
  arbiter_.link_ring();
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(requests_.at(i).next_in_turn, &requests_.at((i + 1) % 3));
    EXPECT_EQ(requests_.at(i).first_after, &requests_.at((i + 1) % 3));
  }
}

}  // namespace
}  // namespace spillway::sim
