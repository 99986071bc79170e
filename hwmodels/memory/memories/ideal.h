// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/memory/memories/in_order.h"

namespace spillway {

/// Serves every burst in no time.
class IdealMemory final : public InOrderMemory {
 public:
  void reset() override { reset_order(); }
  std::int64_t peak_bytes_per_second() const override { return 0; }

 protected:
  Completion serve(const Burst& burst) override {
    return {burst.tag, burst.arrival, burst.arrival};
  }
};

}  // namespace spillway
