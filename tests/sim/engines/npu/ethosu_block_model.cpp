// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/engines/npu/ethosu_block_model.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "hwmodels/ethosu/block/feature_map.h"

namespace spillway::test {
namespace {

// The cycles from the last write of a kernel to the first request of the next kernel, if kernels do
// not overlap.
constexpr double kernel_start = 64;
constexpr double latency = 32;  // latency of the SRAM in cycles
constexpr int beat = 8;
constexpr int burst = 64;

struct Served {
  double first = 0;  // cycle at which the first beat of the request ends
  double last = 0;   // cycle at which the last beat of the request ends
};

// The port of the SRAM, which moves one beat per cycle. A request gets the first cycles after its
// arrival in which the port is free.
class Port {
 public:
  Served serve(double arrival, double beats) {
    Served served{arrival, arrival};
    double at = arrival;
    bool begun = false;
    while (beats > 0) {
      auto next = busy_.upper_bound(at);
      if (next != busy_.begin()) at = std::max(at, std::prev(next)->second);
      const double free = next == busy_.end() ? beats : std::min(beats, next->first - at);
      if (free > 0) {
        if (!begun) served.first = at + std::min(1.0, free);
        begun = true;
        occupy(at, at + free);
        beats -= free;
        at += free;
      } else {
        at = next->second;
      }
      served.last = at;
    }
    return served;
  }

 private:
  void occupy(double begin, double end) {
    auto after = busy_.lower_bound(begin);
    if (after != busy_.end() && after->first == end) {
      end = after->second;
      after = busy_.erase(after);
    }
    if (after != busy_.begin() && std::prev(after)->second == begin) {
      std::prev(after)->second = end;
    } else {
      busy_[begin] = end;
    }
  }

  std::map<double, double> busy_;
};

// The flash behind a timing adapter (Arm's model of a slow memory), which permits two outstanding
// bursts and 50 words per period of 400 cycles.
class Flash {
 public:
  explicit Flash(bool whole_bursts) : whole_bursts_(whole_bursts) {}

  double read(double arrival, Bytes bytes) {
    const double issue = std::max(arrival, done_[0]);
    double at = std::max(issue + 64, last_word_);
    const Bytes words = (bytes + beat - 1) / beat;
    if (whole_bursts_) {
      at = next_word(at) + double(words - 1);
      used_ += static_cast<int>(words - 1);
    } else {
      for (Bytes word = 0; word < words; ++word) at = next_word(at);
    }
    last_word_ = at;
    done_[0] = done_[1];
    done_[1] = at;
    return at;
  }

 private:
  double next_word(double at) {
    constexpr double window = 400;
    constexpr double open = 320;
    constexpr int words = 50;
    double index = std::floor(at / window);
    if (index > window_) {
      window_ = index;
      used_ = 0;
    }
    if (at - window_ * window >= open || used_ >= words) {
      ++window_;
      used_ = 0;
      at = window_ * window;
    }
    ++used_;
    return at + 1;
  }

  bool whole_bursts_;
  double done_[2] = {0, 0};
  double last_word_ = 0;
  double window_ = 0;
  int used_ = 0;
};

double beats_of(const Access& access) {
  return static_cast<double>(ethosu::bytes_on_bus(access, beat)) / beat;
}

class Model {
 public:
  Model(const Program& program, std::uint8_t sram, const BlockModelRules& rules)
      : program_(program), sram_(sram), rules_(rules), flash_(rules.whole_bursts) {}

  std::vector<CommandTimes> run() {
    std::vector<CommandTimes> times;
    double now = 0;
    for (const Command& command : program_.commands) {
      now += command.cycles;
      CommandTimes time{now, now};
      switch (command.kind) {
        case CommandKind::kernel: {
          const double before = back(kernel_ends_, rules_.kernels_outstanding);
          time.end = run_kernel(program_.kernels[command.index], now);
          now = std::max(now, before);
          break;
        }
        case CommandKind::dma_start:
          time.end = run_transfer(program_.transfers[command.index], now);
          break;
        case CommandKind::dma_wait:
          now = wait(now, dma_ends_, command.index);
          break;
        case CommandKind::kernel_wait:
          now = wait(now, kernel_ends_, command.index);
          break;
        default:
          now = std::max(wait(now, dma_ends_, 0), wait(now, kernel_ends_, 0));
          break;
      }
      if (command.kind != CommandKind::kernel && command.kind != CommandKind::dma_start) {
        time.end = now;
      }
      times.push_back(time);
    }
    return times;
  }

 private:
  static double wait(double now, const std::vector<double>& ends, std::size_t outstanding) {
    return ends.size() > outstanding ? std::max(now, ends[ends.size() - 1 - outstanding]) : now;
  }

  double run_transfer(const DmaTransfer& transfer, double now) {
    double arrival = std::max(now, dma_ends_.empty() ? 0 : dma_ends_.back());
    double end = arrival;
    for (Bytes at = 0; at < transfer.source.bytes(); at += burst) {
      const Bytes bytes = std::min<Bytes>(burst, transfer.source.bytes() - at);
      end = flash_.read(arrival, bytes);
      if (!transfer.internal) {
        end = port_.serve(end, std::ceil(double(bytes) / beat)).last + latency;
      }
    }
    dma_ends_.push_back(end);
    return end;
  }

  struct Arrival {
    double first = 0;
    double last = 0;
    double sent = 0;
  };

  // Reads `sram_beats` beats from the SRAM and `flash_bytes` bytes from the flash, beginning at
  // cycle `from`. The beats are divided into `parts` equal parts. Returns three cycles: `first`, at
  // which the first of these parts and the first burst of the flash have arrived; `last`, at which
  // everything has arrived; and `sent`, at which the port of the SRAM has moved the last beat and
  // the last burst of the flash has begun, 72 cycles before its end: a latency of 64 cycles and
  // eight words of one cycle each.
  Arrival fetch(double from, double sram_beats, double parts, Bytes flash_bytes) {
    Arrival arrival{from, from, from};
    if (sram_beats > 0) {
      const double first = std::ceil(sram_beats / parts);
      const Served head = port_.serve(from, first);
      const Served tail = port_.serve(head.last, sram_beats - first);
      arrival = {head.last + latency, std::max(head.last, tail.last) + latency,
                 std::max(head.last, tail.last)};
    }
    for (Bytes at = 0; at < flash_bytes; at += burst) {
      const double end = flash_.read(from, std::min<Bytes>(burst, flash_bytes - at));
      if (at == 0) arrival.first = std::max(arrival.first, end);
      arrival.last = std::max(arrival.last, end);
      arrival.sent = std::max(arrival.sent, end - 72);
    }
    return arrival;
  }

  struct Needs {
    double beats = 0;
    Bytes flash_bytes = 0;
  };

  void add(const Access& access, Needs& needs) const {
    if (access.memory == sram_) {
      needs.beats += beats_of(access);
    } else {
      needs.flash_bytes += access.bytes();
    }
  }

  double back(const std::vector<double>& times, std::size_t steps) const {
    return times.size() >= steps ? times[times.size() - steps] : 0;
  }

  void run_block(const Kernel& kernel, const Block& block, double earliest) {
    Needs maps;
    Needs constants;
    for (std::uint32_t i = 0; i < block.reads.count; ++i) {
      const Access& access = program_.accesses[block.reads.first + i];
      const bool map = access.data == DataClass::ifm || access.data == DataClass::ifm2;
      add(access, map ? maps : constants);
    }
    const double start = std::max({earliest, fetch_sent_, back(compute_ends_, 2)});
    const bool streams = kernel.elementwise && rules_.operands_stream;
    const double parts = streams ? std::max(1.0, maps.beats) : block.sub_blocks;
    const Arrival ifm = fetch(start, maps.beats, parts, maps.flash_bytes);
    const Arrival weights =
        fetch(ifm.sent, constants.beats, std::max(1.0, constants.beats / 8), constants.flash_bytes);
    fetch_sent_ = std::max(ifm.sent, weights.sent);

    double output_start = 0;
    double output_end = 0;
    if (kernel.elementwise) {
      output_start = std::max(ifm.first, back(output_ends_, 1));
      output_end = std::max(output_start + block.output, ifm.last + 8);
      compute_ends_.push_back(output_start);
    } else {
      const double first_weights =
          constants.beats + double(constants.flash_bytes) > 0 ? weights.first : 0;
      const double last_weights = first_weights > 0 ? weights.last : 0;
      const double compute_start =
          std::max({ifm.first, first_weights, back(compute_ends_, 1), back(output_ends_, 2)});
      const double compute_end =
          std::max({compute_start + block.compute,
                    ifm.last + double(block.compute) / block.sub_blocks, last_weights});
      compute_ends_.push_back(compute_end);
      output_start = std::max(compute_end, back(output_ends_, 1));
      output_end = output_start + block.output;
    }
    output_ends_.push_back(output_end);
    double beats = 0;
    for (std::uint32_t i = 0; i < block.writes.count; ++i) {
      beats += beats_of(program_.accesses[block.writes.first + i]);
    }
    write_sent_ = port_.serve(std::max(output_start, write_sent_), beats).last;
    write_ends_.push_back(std::max(write_sent_, output_end) + latency);
  }

  double run_kernel(const Kernel& kernel, double issue) {
    for (std::uint32_t i = 0; i < kernel.blocks.count; ++i) {
      double earliest = issue;
      const std::uint32_t ahead = rules_.kernels_overlap ? kernel.block_dependency : 0;
      const double start = rules_.kernels_overlap || write_ends_.empty() ? 0 : kernel_start;
      if (i <= ahead) earliest = std::max(earliest, back(write_ends_, ahead + 1) + start);
      run_block(kernel, program_.blocks[kernel.blocks.first + i], earliest);
    }
    kernel_ends_.push_back(std::max(write_ends_.back(), back(kernel_ends_, 1)));
    return kernel_ends_.back();
  }

  const Program& program_;
  std::uint8_t sram_;
  BlockModelRules rules_;
  Port port_;
  Flash flash_;
  double fetch_sent_ = 0;
  double write_sent_ = 0;
  std::vector<double> compute_ends_, output_ends_, write_ends_, kernel_ends_, dma_ends_;
};

}  // namespace

std::vector<CommandTimes> block_model(const Program& program, std::uint8_t sram,
                                      const BlockModelRules& rules) {
  return Model(program, sram, rules).run();
}

}  // namespace spillway::test
