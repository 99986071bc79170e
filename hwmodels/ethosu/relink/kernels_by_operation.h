// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "hwmodels/ethosu/relink/compiled_kernels.h"
#include "hwmodels/ethosu/schedule/work_list.h"

namespace spillway::ethosu {

/// Finds the kernels of a compiled file that compute an operation of the lowered network. The
/// decoded file and the operations must outlive this object.
class KernelsByOperation {
 public:
  KernelsByOperation(const Network& compiled, const DecodedFile& file, const NetworkOps& ops);

  const std::vector<CompiledKernel>& of(const Step& step) const;
  const MatchedOp& match_of(const Step& step) const;

  /// Ranges of region 0 that no command of the file reads.
  const std::vector<ByteRange>& unread() const { return kernels_.unread; }

  /// Throws UserError(run_failed) if the file does not compute an operation in the way that the
  /// lowering describes.
  void require_all() const;

 private:
  std::size_t index_of(const Step& step) const;

  std::vector<MatchedOp> matched_;
  CompiledKernels kernels_;
  std::vector<std::size_t> first_;  // the first operation of each operator
};

}  // namespace spillway::ethosu
