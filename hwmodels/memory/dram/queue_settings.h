// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/memory/dram/dram_parameters.h"

namespace spillway {

/// Returns the names of the queue settings, in the order in which help lists them:
/// shared     FR-FCFS in one window of 32 requests
/// per-bank   FR-FCFS in a window of 8 requests for each bank
/// dramsys    the controller of DRAMSys 5.1 with FrFcfs and a bankwise buffer of 8
/// dramsys-fifo  like dramsys, with its Fifo scheduler
/// dramsim3   DRAMsim3's defaults: per-bank queues of 8, writes acknowledged on acceptance
/// ramulator  Ramulator 2.0a's FRFCFS controller with 32 reads and 32 writes
const std::vector<std::string>& queue_setting_names();

/// Makes `parameters` behave like the named setting. Throws UserError(usage) with a suggestion if
/// no setting has this name. If the name is that of a simulator, timing rules that this simulator
/// models differently are also changed:
/// * DRAMsim3 and Ramulator give every command one clock and have no DQSS. Ramulator has no PPD.
/// * DRAMsim3 has no DQSCK, and only the precharge time of all banks.
/// * DRAMSys waits tRRD instead of tRTP from a read to the precharge of its bank in an LPDDR4. In a
///   DRAM without bank groups and commands of several clocks, such as DDR3, a precharge of all
///   banks does not wait for the end of writes.
void apply_queue_setting(const std::string& name, DramParameters& parameters);

}  // namespace spillway
