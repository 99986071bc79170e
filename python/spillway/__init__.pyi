# SPDX-License-Identifier: Apache-2.0
# Types of the package. The fields of documents are described in docs/schemas.
import os
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    TypedDict,
    Union,
)

__version__: str

class Buffer(TypedDict):
    name: str
    kind: str
    size: int
    alignment: int
    lower: int
    upper: int
    reads: int

class Memory(TypedDict):
    name: str
    capacity: int

Place = Tuple[Union[str, int], int]
PlannerFunction = Callable[[List[Buffer], List[Memory]], Optional[Sequence[Place]]]
Planner = Union[str, PlannerFunction]
Path = Union[str, "os.PathLike[str]"]
NetworkLike = Union["Network", Path]
Size = Union[int, float, str]
Sizes = Mapping[str, Union[Size, Iterable[Size]]]
Progress = Union[bool, Callable[[int, int], object], None]

class SpillwayError(Exception):
    exit_code: int

class RunFailed(SpillwayError): ...
class UsageError(SpillwayError): ...
class InputFileError(SpillwayError): ...
class CheckMissed(SpillwayError): ...

class Network:
    @property
    def name(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def hash(self) -> str: ...
    @property
    def warnings(self) -> List[str]: ...
    @property
    def operators(self) -> List[Tuple[str, str]]: ...
    @property
    def tensor_count(self) -> int: ...

class Document(Dict[str, Any]):
    def _repr_html_(self) -> Optional[str]: ...

class NamedItem(TypedDict):
    name: str
    summary: str

class PlanRow(TypedDict):
    tensor: str
    memory: str
    offset: int
    size: int
    lower: int
    upper: int

class OperatorFigures(TypedDict):
    name: str
    type: str
    start_cycles: int
    end_cycles: int
    total_cycles: int
    compute_cycles: int
    stall_cycles: Dict[str, int]
    dma_wait_cycles: int
    overhead_cycles: int
    host_cycles: int
    read_bytes: Dict[str, int]
    write_bytes: Dict[str, int]
    useful_bytes: Dict[str, int]
    macs: int
    note: str

class _MemoryFigures(TypedDict):
    name: str
    capacity_bytes: int
    peak_bytes: int
    read_bytes: int
    write_bytes: int
    useful_bytes: int
    bursts: int
    busy_ps: int
    bytes_per_bucket: List[int]

class MemoryFigures(_MemoryFigures, total=False):
    energy_pj: float

class Timing(TypedDict):
    clock_khz: int
    total_cycles: int
    at_least_cycles: int
    latency_us: float
    bucket_ps: int
    operators: List[OperatorFigures]
    memories: List[MemoryFigures]
    engines: List[Dict[str, Any]]

class RunDocument(TypedDict):
    schema_version: int
    document: Literal["run"]
    tool: str
    tool_version: str
    network: str
    network_hash: str
    options: Dict[str, Any]
    inputs: List[Dict[str, str]]
    cost_notes: str
    timing: Timing

class UnbeatenPoint(TypedDict):
    target: str
    system_config: str
    memory_mode: str
    memories: str
    parts: str
    options: str
    threads: str
    planner: str
    allocator: str
    latency_us: float
    fast_memory: str
    fast_bytes: int
    bandwidth_bytes_per_s: Optional[int]
    energy_uj: Optional[float]
    cost: Optional[float]
    equal_points: int
    command: str

class TradeOff(TypedDict):
    network: str
    points: int
    simulated_points: int
    objectives: List[Literal["latency", "fast_bytes", "bandwidth", "energy", "cost"]]
    unbeaten: List[UnbeatenPoint]
    fastest: Optional[UnbeatenPoint]
    cheapest: Optional[UnbeatenPoint]

class ParetoDocument(TypedDict):
    schema_version: int
    document: Literal["pareto"]
    tool: str
    tool_version: str
    deadline_us: Optional[float]
    networks: List[TradeOff]

class SweepRow(TypedDict, total=False):
    """A row of a sweep. It also has columns for each memory, which docs/formats.md describes."""

    network: str
    network_hash: str
    target: str
    target_hash: str
    system_config: str
    memory_mode: str
    memories: str
    parts: str
    planner: str
    allocator: str
    threads: Optional[int]
    weight_ratio: Union[float, str]
    options: str
    status: str
    message: str
    excess_bytes: Optional[int]
    latency_us: Optional[float]
    total_cycles: Optional[int]
    compute_cycles: Optional[int]
    dma_wait_cycles: Optional[int]
    overhead_cycles: Optional[int]
    host_cycles: Optional[int]
    spilled_bytes: Optional[int]
    lower_bound_bytes: Optional[int]
    mac_energy_uj: Optional[float]
    compiled_by: str
    pareto: Optional[bool]

class Sweep:
    @property
    def done(self) -> int: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[SweepRow]: ...
    def all(self) -> List[SweepRow]: ...

def load(name_or_path: Path) -> Network: ...
def names(what: str) -> List[NamedItem]: ...
def run(
    network: NetworkLike,
    target: Optional[Path] = None,
    planner: Optional[Planner] = None,
    **options: Any,
) -> RunDocument: ...
def plan(
    network: NetworkLike,
    target: Optional[Path] = None,
    planner: Optional[Planner] = None,
    **options: Any,
) -> List[PlanRow]: ...
def compare(
    network: NetworkLike,
    target: Optional[Path] = None,
    planners: Union[Planner, Iterable[Planner], Mapping[str, Planner]] = ...,
    **options: Any,
) -> Document: ...
def explain(
    network: NetworkLike,
    target: Optional[Path] = None,
    op: Union[int, str, None] = None,
    planner: Optional[Planner] = None,
    **options: Any,
) -> Document: ...
def sweep(
    networks: Union[NetworkLike, Iterable[NetworkLike]],
    target: Union[Path, Iterable[Path]],
    planner: Union[Planner, Iterable[Planner], Mapping[str, Planner], None] = None,
    jobs: Optional[int] = None,
    progress: Progress = None,
    **axes: Any,
) -> Sweep: ...
def pareto(
    networks: Union[NetworkLike, Iterable[NetworkLike]],
    target: Union[Path, Iterable[Path], None] = None,
    planner: Union[str, Iterable[str], None] = None,
    **options: Any,
) -> ParetoDocument: ...
def size(
    network: NetworkLike,
    target: Union[Path, Iterable[Path], None] = None,
    planner: Union[str, Iterable[str], None] = None,
    plain: Optional[NetworkLike] = None,
    **options: Any,
) -> Document: ...
def advise(
    network: NetworkLike,
    target: Optional[Path] = None,
    planner: Optional[str] = None,
    plans: Union[Path, Iterable[Path]] = (),
    **options: Any,
) -> Document: ...
def tune(
    network: NetworkLike,
    target: Optional[Path] = None,
    compiler: Union[str, Iterable[str], None] = None,
    choices: Optional[Mapping[str, Any]] = None,
    **options: Any,
) -> Document: ...
def check(file: Optional[Path] = None, **options: Any) -> Document: ...
def ci(file: Path, **options: Any) -> Document: ...
def relink(file: NetworkLike, output: Path, **options: Any) -> Document: ...
def frame(result: Any) -> Any: ...
