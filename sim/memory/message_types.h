// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway {

// Types of the messages that go to SystemC's report handler, so that surrounding models can filter
// them (docs/tlm.md).

/// Type of the info messages with which an Accelerator reports the start and the end of a program.
constexpr const char* accelerator_message = "/spillway/accelerator";
/// Type of the warnings about transactions that a TlmMemory refuses.
constexpr const char* memory_message = "/spillway/memory";
/// Type of the warnings about TLM-2.0 targets that answer with an error, which fails the run.
constexpr const char* foreign_message = "/spillway/foreign_memory";

}  // namespace spillway
