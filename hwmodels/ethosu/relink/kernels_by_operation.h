// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "hwmodels/ethosu/relink/compiled_kernels.h"
#include "hwmodels/ethosu/schedule/work_list.h"

namespace spillway::ethosu {

/// Finds, for each operation of the lowered network, the kernels of a compiled file that compute
/// this operation. The decoded file and the operations must outlive this object.
class KernelsByOperation {
 public:
  KernelsByOperation(const Network& compiled, const DecodedFile& file, const NetworkOps& ops);

  const std::vector<CompiledKernel>& of(const Step& step) const;
  const MatchedOp& match_of(const Step& step) const;

  /// Returns the ranges of region 0 (constants) that no command of the file reads.
  const std::vector<ByteRange>& unread() const { return kernels_.unread; }

  /// Throws UserError(run_failed) if no kernel of the file computes an operation of the lowered
  /// network. The compiler then computes this operation in another way. Operations that DMA
  /// performs need no kernel.
  void require_all() const;

 private:
  std::size_t index_of(const Step& step) const;

  std::vector<MatchedOp> matched_;
  CompiledKernels kernels_;
  std::vector<std::size_t> first_;  // per operator: index of its first operation
};

}  // namespace spillway::ethosu
