// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/kernels/work_split.h"

#include <algorithm>

namespace spillway::xcore {

Threading threading_of(const XcoreParameters& core, std::int32_t threads) {
  Threading threading;
  threading.replanned = core.replanned_threads > 0;
  threading.count = threading.replanned ? core.replanned_threads : threads;
  threading.split_one_pixel = core.split_one_pixel;
  threading.separate_objects = core.separate_kernel_objects;
  threading.concat_on_one_thread = core.xformer < XformerVersion::of_2024_10;
  return threading;
}

std::vector<Span> share(std::int32_t count, std::int32_t threads) {
  std::vector<Span> spans;
  const std::int32_t parts = std::max(1, std::min(count, threads));
  std::int32_t begin = 0;
  for (std::int32_t i = 0; i < parts; ++i) {
    const std::int32_t size = count / parts + (i < count % parts ? 1 : 0);
    spans.push_back({begin, begin + size});
    begin += size;
  }
  return spans;
}

std::vector<ConvWork> split_image(std::int32_t rows, std::int32_t columns, std::int32_t groups,
                                  std::int32_t threads) {
  const Span all_rows{0, rows}, all_columns{0, columns}, all_groups{0, groups};
  std::vector<ConvWork> work;
  if (rows == 1 && columns == 1) {
    for (const Span part : share(groups, threads)) work.push_back({all_rows, all_columns, part});
    return work;
  }
  const bool by_rows = rows % threads == 0 || (columns % threads != 0 && rows >= columns);
  if (by_rows) {
    for (const Span part : share(rows, threads)) work.push_back({part, all_columns, all_groups});
  } else {
    for (const Span part : share(columns, threads)) work.push_back({all_rows, part, all_groups});
  }
  return work;
}

}  // namespace spillway::xcore
