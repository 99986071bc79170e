// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway {

// Types of the messages that go to SystemC's report handler, so that surrounding models can filter
// them (docs/tlm.md).

/// Info: an Accelerator starts and ends a program.
constexpr const char* accelerator_message = "/spillway/accelerator";
/// Warning: a TlmMemory refuses a transaction.
constexpr const char* memory_message = "/spillway/memory";
/// Warning: a TLM-2.0 target outside answers with an error, which fails the run.
constexpr const char* foreign_message = "/spillway/foreign_memory";

}  // namespace spillway
