// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/kernels/load_names.h"
#include "hwmodels/xcore/lower/lower.h"
#include "hwmodels/xcore/lower/make_kernel.h"
#include "hwmodels/xcore/parameters.h"
#include "hwmodels/xcore/schedule/emit.h"
#include "hwmodels/xcore/schedule/least_time.h"
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

/// Returns the number of multiply-accumulates. Compiled files do not contain this number, so for a
/// convolution it is computed from the kernel.
std::int64_t macs_of(const Operator& op, const KernelSpec& kernel) {
  const auto* const conv = std::get_if<Convolution>(&kernel);
  return op.macs > 0 || conv == nullptr ? op.macs : conv->macs();
}

/// Whether the network has an operator that waits for loads. Without such operators, early loads
/// cannot be modelled, because no command marks the time at which their data are needed.
bool waits_for_loads(const Network& network) {
  return std::any_of(network.operators.begin(), network.operators.end(),
                     [](const Operator& op) { return op.type_name == load_wait_name; });
}

/// Makes a load read its weights from `memory`, which the user chose; empty = from the memory that
/// the file uses. If the memory is external RAM, the thread itself copies the weights, so the load
/// cannot start early (LoadKernel::early).
void take_from(const std::string& memory, LoadKernel& load) {
  if (memory.empty()) return;
  load.from_external_ram = memory == "extram";
  load.early = load.early && !load.from_external_ram;
}

}  // namespace

Program schedule(const Network& network, const Plan& plan, const Target& target,
                 const ScheduleOptions& options) {
  const auto& core = parameters(target);
  const Threading threads = threading_of(core, options.threads);
  const bool waits = waits_for_loads(network);
  const Locator locator(network, plan, target, threads);
  const LeastTime least(target);
  Program program;
  program.target = target.name;
  program.peak_bytes = peaks(plan, target);
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const Operator& op = network.operators[i];
    KernelSpec kernel = make_kernel(network, op, threads);
    if (auto* const load = std::get_if<LoadKernel>(&kernel)) {
      load->early = load->early && waits;
      if (is_compiled(op)) take_from(core.replanned_weights, *load);
    }
    StepBuilder steps(program, static_cast<OperatorIndex>(i), core.issue_divider);
    const Operands operands = locator.operands(i);
    const SlotSum cost = emit_kernel(steps, kernel, op, network, operands, core);
    steps.finish();
    const std::int64_t macs = macs_of(op, kernel);
    program.operators.push_back({op.name, "OP_" + op.type_name, macs, note_of(kernel, cost),
                                 least.of(kernel, op, network, operands, macs)});
  }
  return program;
}

}  // namespace spillway::xcore
