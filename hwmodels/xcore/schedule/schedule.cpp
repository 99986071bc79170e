// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "hwmodels/xcore/lower/lower.h"
#include "hwmodels/xcore/lower/make_kernel.h"
#include "hwmodels/xcore/parameters.h"
#include "hwmodels/xcore/schedule/emit.h"
#include "hwmodels/xcore/schedule/locate.h"

namespace spillway::xcore {
namespace {

std::vector<Bytes> peaks(const Plan& plan, const Target& target) {
  std::vector<Bytes> peak(target.memories.size(), 0);
  for (const Residency& residency : plan.residencies) {
    const std::string& name = at(plan.memories, residency.memory).name;
    for (std::size_t i = 0; i < peak.size(); ++i) {
      if (target.memories[i].name == name) {
        peak[i] = std::max(peak[i], residency.offset + residency.size);
      }
    }
  }
  return peak;
}

std::string note_of(const KernelSpec& kernel, const SlotSum& cost) {
  const auto* const stream = std::get_if<StreamKernel>(&kernel);
  if (stream != nullptr && stream->unmodelled) return "unmodelled, estimate";
  const bool reference = stream != nullptr && stream->reference;
  if (reference) return cost.validated() ? "TFLM reference" : "TFLM reference, unvalidated cost";
  return cost.validated() ? "" : "unvalidated cost";
}

}  // namespace

Program schedule(const Network& network, const Plan& plan, const Target& target,
                 const ScheduleOptions& options) {
  const auto& core = parameters(target);
  const Threading threads{options.threads, core.split_one_pixel, core.separate_kernel_objects};
  const Locator locator(network, plan, target, threads);
  Program program;
  program.target = target.name;
  program.peak_bytes = peaks(plan, target);
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const Operator& op = network.operators[i];
    const KernelSpec kernel = make_kernel(network, op, threads);
    StepBuilder steps(program, static_cast<OperatorIndex>(i), core.issue_divider);
    const SlotSum cost = emit_kernel(steps, kernel, op, network, locator.operands(i), core);
    steps.finish();
    program.operators.push_back({op.name, "OP_" + op.type_name, op.macs, note_of(kernel, cost)});
  }
  return program;
}

}  // namespace spillway::xcore
