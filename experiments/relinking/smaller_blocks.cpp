// SPDX-License-Identifier: Apache-2.0
#include "experiments/relinking/smaller_blocks.h"

#include <array>
#include <utility>

#include "base/index.h"
#include "experiments/relinking/relink_file.h"
#include "hwmodels/target/processor_family.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

constexpr std::array<BlockDivision, 4> divisions = {{{2, 1}, {4, 1}, {1, 2}, {2, 2}}};
constexpr int most_rounds = 2;

using Divisions = std::vector<BlockDivision>;

class BlocksDivider {
 public:
  BlocksDivider(const std::string& source, const DesignPoint& point, BlocksRun& file)
      : source_(source), point_(point), file_(file), divided_(file.run.program.kernels.size()) {}

  SmallerBlocks run() {
    for (int round = 0; round < most_rounds; ++round) {
      if (!divide_once()) break;
    }
    for (const bool divided : divided_) result_.kernels += divided ? 1 : 0;
    return result_;
  }

 private:
  // Divides the blocks of the file once more. If the file becomes faster, keeps the division and
  // returns true.
  bool divide_once() {
    const std::size_t kernels = file_.run.program.kernels.size();
    Divisions best(kernels);
    std::vector<Cycles> least = cycles_of_kernels(file_.run);
    for (const BlockDivision& division : divisions) {
      const BlocksRun tried = with(Divisions(kernels, division));
      const std::vector<Cycles> cycles = cycles_of_kernels(tried.run);
      for (std::size_t k = 0; k < kernels; ++k) {
        if (cycles[k] >= least[k]) continue;
        least[k] = cycles[k];
        best[k] = division;
      }
    }
    BlocksRun combined = with(best);
    if (combined.run.timing.total >= file_.run.timing.total) return false;
    file_ = std::move(combined);
    for (std::size_t k = 0; k < kernels; ++k) {
      if (best[k].rows > 1 || best[k].columns > 1) divided_[k] = true;
    }
    return true;
  }

  BlocksRun with(const Divisions& divided) {
    const Network before = parse_network(file_.bytes, source_);
    BlocksRun tried;
    tried.bytes = relinking_family(before).with_smaller_blocks(before, divided);
    tried.run = run_point(parse_network(tried.bytes, source_), point_);
    ++result_.simulated;
    return tried;
  }

  // Returns the cycles of each kernel, without the time that the kernel waits for transfers. This
  // waiting time depends on earlier kernels, and not on the blocks of the kernel.
  static std::vector<Cycles> cycles_of_kernels(const PointResult& run) {
    std::vector<Cycles> cycles;
    for (const Kernel& kernel : run.program.kernels) {
      const OperatorTiming& timing = at(run.timing.operators, kernel.op);
      cycles.push_back(timing.total() - timing.dma_wait);
    }
    return cycles;
  }

  const std::string& source_;
  const DesignPoint& point_;
  BlocksRun& file_;
  std::vector<bool> divided_;
  SmallerBlocks result_;
};

}  // namespace

SmallerBlocks divide_blocks(const std::string& source, const DesignPoint& point, BlocksRun& file) {
  return BlocksDivider(source, point, file).run();
}

}  // namespace spillway
