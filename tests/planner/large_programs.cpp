// SPDX-License-Identifier: Apache-2.0
#include "tests/planner/large_programs.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace spillway::test {
namespace {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed * 2 + 1) { next(); }

  int between(int low, int high) {
    return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool one_in(int times) { return between(1, times) == 1; }
  /// Returns a random size between `low` and `high`. The logarithm of the size is evenly
  /// distributed, so all orders of magnitude are equally likely.
  double spread(double low, double high) {
    const double part = static_cast<double>(next()) / 2147483648.0;
    return low * std::pow(high / low, part);
  }

 private:
  std::uint64_t next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return state_ >> 33U;
  }

  std::uint64_t state_;
};

class ProgramWriter {
 public:
  explicit ProgramWriter(int count) : count_(static_cast<std::size_t>(count)) {}

  bool full() const { return buffers_.size() >= count_; }
  void add(int lower, int upper, Bytes size) {
    if (full()) return;
    Buffer buffer;
    buffer.name = "b" + std::to_string(buffers_.size());
    buffer.lower = lower;
    buffer.upper = std::max(upper, lower + 1);
    buffer.size = size;
    buffers_.push_back(std::move(buffer));
  }
  std::vector<Buffer> take() { return std::move(buffers_); }

 private:
  std::size_t count_;
  std::vector<Buffer> buffers_;
};

Bytes in_units(double bytes, Bytes unit) {
  return std::max<Bytes>(static_cast<Bytes>(bytes) / unit, 1) * unit;
}

/// Returns the `count` buffers of a training step, nine per layer. The backward pass visits the
/// layers in reverse order, so results of the first layers stay live almost to the end.
std::vector<Buffer> training(int count, Draws& draws) {
  ProgramWriter program(count);
  const int layers = (count + 8) / 9;
  const int end = 8 * layers;
  double bytes = 8e6;
  for (int layer = 0; layer < layers; ++layer) {
    if (layer % std::max(layers / 5, 1) == 0) bytes *= 0.6;
    const int forward = 4 * layer;
    const int backward = end - forward;
    const Bytes size = in_units(bytes * draws.spread(0.25, 4), 512);
    program.add(forward, backward - draws.between(0, 3), size);
    program.add(forward + 1, backward - draws.between(1, 3), draws.one_in(2) ? size : size / 4);
    program.add(forward + 1, forward + draws.between(2, 6), size);
    program.add(forward + 2, forward + 3, in_units(bytes * draws.spread(0.1, 8), 512));
    program.add(backward - 3, backward - draws.between(-3, 2), size);
    program.add(backward - 2, backward - 1, in_units(bytes * draws.spread(0.1, 8), 512));
    const Bytes gradient = in_units(draws.spread(2e3, 4e6), 512);
    program.add(backward - 1, draws.one_in(3) ? end + 4 : backward + draws.between(1, 30),
                gradient);
    program.add(forward, backward, in_units(draws.spread(500, 20'000), 512));
    program.add(forward + 3, forward + draws.between(4, 40), in_units(bytes / 8, 512));
  }
  return program.take();
}

std::vector<Buffer> decoder(int count, Draws& draws) {
  ProgramWriter program(count);
  const int blocks = (count + 11) / 12;
  const Bytes hidden = 4096 * 128;
  for (int block = 0; block < blocks; ++block) {
    const int at = 12 * block;
    const int group_end = 12 * (block / 32 * 32 + 32);
    program.add(at, at + 7, hidden);
    program.add(at, at + 2, hidden);
    program.add(at + 1, at + 4, hidden);
    program.add(at + 1, group_end + draws.between(0, 4), hidden / 4);
    program.add(at + 1, group_end + draws.between(0, 4), hidden / 4);
    program.add(at + 3, at + 5, hidden * 3 / 2 + 4096 * draws.between(0, 3));
    program.add(at + 4, at + 6, hidden);
    program.add(at + 6, at + 13, hidden);
    program.add(at + 7, at + 9, hidden);
    program.add(at + 8, at + 10, hidden * 7 / 2);
    program.add(at + 9, at + 11, hidden * 7 / 2);
    program.add(at + draws.between(0, 11), at + draws.between(11, 200), 4096);
  }
  return program.take();
}

std::vector<Buffer> rectangles(int count, Draws& draws) {
  ProgramWriter program(count);
  while (!program.full()) {
    const int lower = draws.between(0, 2 * count);
    program.add(lower, lower + static_cast<int>(draws.spread(1, 0.2 * count)),
                in_units(draws.spread(64, 1e6), 64));
  }
  return program.take();
}

std::vector<Buffer> cuttings(int count, Draws& draws) {
  std::vector<Buffer> pieces(1);
  pieces[0].upper = 1 << 20;
  pieces[0].size = Bytes{1} << 30;
  while (pieces.size() < static_cast<std::size_t>(count)) {
    Buffer& piece =
        pieces[static_cast<std::size_t>(draws.between(0, static_cast<int>(pieces.size()) - 1))];
    Buffer rest = piece;
    const int percent = draws.between(20, 80);
    if (draws.one_in(2) && piece.upper - piece.lower > 8) {
      rest.lower = piece.upper = piece.lower + (piece.upper - piece.lower) * percent / 100;
    } else if (piece.size >= 1024) {
      piece.size = piece.size * percent / 100 / 64 * 64;
      rest.size -= piece.size;
    } else {
      continue;
    }
    pieces.push_back(rest);
  }
  ProgramWriter program(count);
  for (const Buffer& piece : pieces) {
    const Bytes size =
        draws.one_in(10) ? in_units(static_cast<double>(piece.size) * 0.9, 64) : piece.size;
    program.add(piece.lower, piece.upper, size);
  }
  return program.take();
}

}  // namespace

const char* name_of(ProgramKind kind) {
  constexpr std::array<const char*, 4> names = {"training", "decoder", "rectangles", "cuttings"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<Buffer> large_program(ProgramKind kind, int count, std::uint64_t seed) {
  Draws draws(seed);
  switch (kind) {
    case ProgramKind::training:
      return training(count, draws);
    case ProgramKind::decoder:
      return decoder(count, draws);
    case ProgramKind::rectangles:
      return rectangles(count, draws);
    case ProgramKind::cuttings:
      break;
  }
  return cuttings(count, draws);
}

}  // namespace spillway::test
