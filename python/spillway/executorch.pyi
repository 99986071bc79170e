# SPDX-License-Identifier: Apache-2.0
from typing import Any, Iterable, List, Mapping, Optional, Tuple

from . import Planner

class MemoryPlanning:
    def __init__(
        self, memories: Mapping[int, Tuple[str, Optional[int]]], planner: Planner = ...
    ) -> None: ...
    def __call__(
        self,
        alignment: int,
        specs: Iterable[Any],
        graph_module: Any = None,
        graph_signature: Any = None,
        extra_padding: int = 0,
    ) -> List[int]: ...
