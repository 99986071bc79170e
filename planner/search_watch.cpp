// SPDX-License-Identifier: Apache-2.0
#include "planner/search_watch.h"

namespace spillway {
namespace {

SearchWatch* watch_of_process = nullptr;

}  // namespace

SearchWatch::SearchWatch() { watch_of_process = this; }

SearchWatch::~SearchWatch() { watch_of_process = nullptr; }

bool search_goes_on(const SearchProgress& progress) {
  return watch_of_process == nullptr || watch_of_process->go_on(progress);
}

}  // namespace spillway
