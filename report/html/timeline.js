// SPDX-License-Identifier: Apache-2.0
// Engines and ports over time, and the bandwidth of every memory under them, on one time axis that
// zooms (wheel with Ctrl, buttons, + and -) and moves (drag, arrow keys).

const laneHeight = 22;
const bandHeight = 72;
const shades = ["var(--blue)", "var(--sky)"];

function makeTimeline(report) {
  const [begin, end] = report.span_ns;
  const view = { from: begin, to: end };
  const onHost = ([op]) => report.timing.operators[op].host_cycles > 0;
  const lanes = [
    { name: "operators", slices: report.operator_slices },
    { name: "CPU", slices: report.operator_slices.filter(onHost) },
    ...report.lanes,
  ].filter((lane) => lane.slices.length > 0);
  const bands = report.timing.memories
    .map((memory, index) => ({ ...memory, peak: report.target.memories[index].peak_bytes_per_second }))
    .filter((memory) => memory.read_bytes + memory.write_bytes > 0);
  const range = html("span", { class: "muted", role: "status" });

  function show(from, to) {
    const span = Math.min(end - begin, Math.max(20, to - from));
    view.from = Math.max(begin, Math.min(from, end - span));
    view.to = view.from + span;
    place.redraw();
  }
  const zoom = (factor, at = (view.from + view.to) / 2) =>
    show(at - (at - view.from) * factor, at + (view.to - at) * factor);
  const move = (share) => {
    const by = (view.to - view.from) * share;
    show(view.from + by, view.to + by);
  };

  // What every lane and memory does at a time, for those who have no pointer.
  function readOff(time) {
    view.cursor = Math.max(view.from, Math.min(view.to, time));
    place.redraw();
    const box = place.querySelector(".cursor").getBoundingClientRect();
    const bucket = report.timing.bucket_ps / 1000;
    const lines = [
      ...lanes.map((lane) => laneText(report, lane, view.cursor).split("\n")[0]),
      ...bands.map((band) => bandText(band, view.cursor, bucket).split("\n")[0]),
    ];
    showTip(["at " + timeText(view.cursor), ...lines.filter((line) => line !== "")].join("\n"), box.right, box.top);
  }

  const place = chart((width) => {
    range.textContent = timeText(view.from) + " to " + timeText(view.to);
    return drawTimeline({ report, lanes, bands, view, width, show, zoom });
  });
  place.tabIndex = 0;
  place.setAttribute("role", "application");
  place.setAttribute("aria-label", "Timeline. Plus and minus zoom, arrow keys move, 0 shows all, Shift and arrow keys move a cursor that reads off what happens.");
  place.addEventListener("blur", hideTip);
  place.addEventListener("keydown", (event) => {
    const reading = { ArrowLeft: -0.005, ArrowRight: 0.005 }[event.shiftKey && event.key];
    if (reading) {
      event.preventDefault();
      readOff((view.cursor ?? (view.from + view.to) / 2) + reading * (view.to - view.from));
      return;
    }
    const actions = {
      "+": () => zoom(0.5),
      "=": () => zoom(0.5),
      "-": () => zoom(2),
      0: () => show(begin, end),
      ArrowLeft: () => move(-0.25),
      ArrowRight: () => move(0.25),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  });
  const button = (text, label, action) =>
    html("button", { type: "button", "aria-label": label, onclick: action }, text);
  const node = html(
    "div",
    {},
    html(
      "div",
      { class: "tools" },
      button("+", "Zoom in", () => zoom(0.5)),
      button("−", "Zoom out", () => zoom(2)),
      button("◀", "Earlier", () => move(-0.5)),
      button("▶", "Later", () => move(0.5)),
      button("All", "Show the whole run", () => show(begin, end)),
      range,
      savePicture("engines and bandwidth", place),
    ),
    place,
  );
  return { node, show };
}

function timeAxis(parts, scale, view, bottom) {
  const span = view.to - view.from;
  const values = ticks(span, Math.max(2, Math.floor((scale.right - scale.left) / 110)), 10);
  const step = values[1] - values[0];
  for (let time = Math.ceil(view.from / step) * step; time <= view.to; time += step) {
    const x = scale.x(time);
    parts.push(svg("line", { class: "grid", x1: x, x2: x, y1: 0, y2: bottom }));
    parts.push(svg("text", { class: "muted", x, y: bottom + 14, "text-anchor": "middle" }, timeText(time)));
  }
}

// First slice that ends after `time`.
function firstAfter(slices, time) {
  let [low, high] = [0, slices.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slices[middle][2] > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

// One path per shade; slices that are too narrow to see alone are drawn together.
function drawLane(parts, lane, top, scale, view) {
  const paths = ["", ""];
  let edge = -1;
  for (let i = firstAfter(lane.slices, view.from); i < lane.slices.length; i += 1) {
    const [op, start, stop] = lane.slices[i];
    if (start >= view.to) break;
    const left = Math.max(scale.left, scale.x(start));
    const right = Math.min(scale.right, scale.x(stop));
    if (right <= edge) continue;
    const drawn = Math.max(right, left + 0.4);
    paths[op & 1] += `M${left.toFixed(1)} ${top + 2}H${drawn.toFixed(1)}V${top + laneHeight - 2}H${left.toFixed(1)}Z`;
    edge = drawn;
  }
  paths.forEach((d, shade) => {
    if (d !== "") parts.push(svg("path", { d, fill: shades[shade] }));
  });
}

function drawBand(parts, band, top, scale, view, bucket) {
  const seconds = bucket / 1e9;
  const rates = band.bytes_per_bucket.map((bytes) => bytes / seconds);
  const highest = Math.max(1, band.peak, ...rates);
  const y = (rate) => top + bandHeight - ((bandHeight - 18) * rate) / highest;
  let path = "";
  const first = Math.floor(view.from / bucket);
  const last = Math.min(rates.length, Math.ceil(view.to / bucket));
  for (let i = first; i < last; i += 1) {
    const left = Math.max(scale.left, scale.x(i * bucket));
    const right = Math.min(scale.right, scale.x((i + 1) * bucket));
    path += `${path === "" ? `M${left.toFixed(1)} ${y(0)}` : ""}V${y(rates[i]).toFixed(1)}H${right.toFixed(1)}`;
  }
  if (path !== "") parts.push(svg("path", { d: path + `V${y(0)}Z`, fill: "var(--green)", "fill-opacity": "0.7" }));
  parts.push(svg("line", { class: "grid", x1: scale.left, x2: scale.right, y1: y(0), y2: y(0) }));
  if (band.peak <= 0) return;
  parts.push(svg("line", { class: "limit", x1: scale.left, x2: scale.right, y1: y(band.peak), y2: y(band.peak) }));
  parts.push(svg("text", { x: scale.right, y: y(band.peak) - 3, "text-anchor": "end" }, "peak " + rateText(band.peak)));
}

function drawTimeline(timeline) {
  const { report, lanes, bands, view, width } = timeline;
  const left = width < 600 ? 74 : 96;
  const right = width - 4;
  const perNanosecond = (right - left) / (view.to - view.from);
  const scale = { left, right, perNanosecond, x: (time) => left + (time - view.from) * perNanosecond };
  const bottom = lanes.length * laneHeight + bands.length * bandHeight + 4;
  const bucket = report.timing.bucket_ps / 1000;
  const parts = [];
  timeAxis(parts, scale, view, bottom);
  const name = (text, y) =>
    parts.push(svg("text", { x: left - 6, y, "text-anchor": "end" }, shortName(text, 12)));
  lanes.forEach((lane, i) => {
    name(lane.name, i * laneHeight + 15);
    drawLane(parts, lane, i * laneHeight, scale, view);
  });
  bands.forEach((band, i) => {
    const top = lanes.length * laneHeight + i * bandHeight;
    name(band.name, top + bandHeight - 20);
    if (bucket > 0) drawBand(parts, band, top, scale, view, bucket);
  });
  if (view.cursor >= view.from && view.cursor <= view.to) {
    const at = scale.x(view.cursor);
    parts.push(svg("line", { class: "cursor", x1: at, x2: at, y1: 0, y2: bottom }));
  }
  const attributes = { viewBox: `0 0 ${width} ${bottom + 20}`, class: "draggable" };
  return svg("svg", { ...attributes, ...pointerActions(timeline, scale, bucket) }, ...parts);
}

function pointerActions({ report, lanes, bands, view, width, show, zoom }, scale, bucket) {
  const timeAt = (x) => view.from + (x - scale.left) / scale.perNanosecond;
  return {
    onpointerleave: hideTip,
    onpointerdown: (event) => drag(event, view, scale.perNanosecond, show),
    onpointermove: (event) => {
      const { x, y } = pointIn(event, width);
      const lane = lanes[Math.floor(y / laneHeight)];
      const band = bands[Math.floor((y - lanes.length * laneHeight) / bandHeight)];
      const time = timeAt(x);
      const text = lane ? laneText(report, lane, time) : bandText(band, time, bucket);
      showTip(text, event.clientX, event.clientY);
    },
    onwheel: (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 0.7 : 1.4, timeAt(pointIn(event, width).x));
    },
  };
}

// Goes on while the picture under the pointer is drawn anew.
function drag(down, view, perNanosecond, show) {
  const start = { ...view };
  const move = (event) => {
    const by = (event.clientX - down.clientX) / perNanosecond;
    show(start.from - by, start.to - by);
  };
  const drop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", drop);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", drop);
}

function laneText(report, lane, time) {
  const slice = lane.slices[firstAfter(lane.slices, time)];
  if (!slice || slice[1] > time) return "";
  const [op, start, stop, busy] = slice;
  const name = op < 0 ? "background load" : shortName(report.timing.operators[op].name, 120);
  const pause = busy < stop - start ? ", busy " + percentText(busy, stop - start) : "";
  return `${lane.name}: ${name}\n${timeText(stop - start)} from ${timeText(start)}${pause}`;
}

function bandText(band, time, bucket) {
  const bytes = band?.bytes_per_bucket[Math.floor(time / bucket)];
  if (bytes === undefined) return "";
  const rate = bytes / (bucket / 1e9);
  const share = band.peak > 0 ? ", " + percentText(rate, band.peak) + " of peak" : "";
  return `${band.name}: ${rateText(rate)}${share}\nat ${timeText(time)}`;
}
