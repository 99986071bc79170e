# SPDX-License-Identifier: Apache-2.0
"""The JSON documents of the program as dicts, which notebooks show as tables and bars."""

import html

_colours = {
    "compute": "#4477aa",
    "memory": "#ee6677",
    "DMA wait": "#ccbb44",
    "overhead": "#bbbbbb",
    "host": "#aa3377",
}


def _parts(timing):
    """Returns the cycles of a run by what they were spent on."""
    parts = dict.fromkeys(_colours, 0)
    for op in timing["operators"]:
        parts["compute"] += op["compute_cycles"]
        parts["memory"] += sum(op["stall_cycles"].values())
        parts["DMA wait"] += op["dma_wait_cycles"]
        parts["overhead"] += op["overhead_cycles"]
        parts["host"] += op["host_cycles"]
    return {name: cycles for name, cycles in parts.items() if cycles > 0}


def _bar(parts):
    total = sum(parts.values()) or 1
    pieces = "".join(
        f'<div title="{html.escape(name)}: {cycles:,} cycles" style="background:{_colours[name]};'
        f'width:{100 * cycles / total:.2f}%"></div>'
        for name, cycles in parts.items()
    )
    legend = ", ".join(
        f'<span style="color:{_colours[name]}">&#9632;</span> {html.escape(name)} '
        f"{100 * cycles / total:.1f} %"
        for name, cycles in parts.items()
    )
    return f'<div style="display:flex;height:1.2em;max-width:40em">{pieces}</div><div>{legend}</div>'


def _run_html(run):
    timing = run["timing"]
    name = html.escape(run["network"])
    target = html.escape(run["options"]["target"])
    rows = "".join(
        f"<tr><td>{html.escape(memory['name'])}</td><td>{memory['peak_bytes']:,}</td>"
        f"<td>{memory['read_bytes']:,}</td><td>{memory['write_bytes']:,}</td></tr>"
        for memory in timing["memories"]
    )
    return (
        f"<div><b>{name}</b> on {target}: <b>{timing['latency_us'] / 1000:.3f} ms</b>, "
        f"{timing['total_cycles']:,} cycles{_bar(_parts(timing))}"
        "<table><tr><th>memory</th><th>peak, bytes</th><th>read, bytes</th>"
        f"<th>written, bytes</th></tr>{rows}</table></div>"
    )


def _rows_html(rows):
    """Makes an HTML table of a list of dicts. Columns with lists or dicts in cells are left out."""
    columns = [
        name for name in (rows[0] if rows else {})
        if not any(isinstance(row.get(name), (dict, list)) for row in rows)
    ]
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(str(row.get(name)))}</td>" for name in columns) + "</tr>"
        for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


# The field with the list, for documents that consist of a list.
_lists = {
    "compare": "planners",
    "advise": "advice",
    "tune": "files",
    "list": "items",
}


class Document(dict):
    """A document of the program: a dict that notebooks show as a summary."""

    def _repr_html_(self):
        kind = self.get("document")
        if kind == "run":
            return _run_html(self)
        rows = self.get(_lists.get(kind, ""), None)
        return _rows_html(rows) if isinstance(rows, list) else None
