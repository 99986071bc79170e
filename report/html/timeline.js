// SPDX-License-Identifier: Apache-2.0
// The timeline of engines and ports, and below it the bandwidth of every memory. The Spillway
// program draws the picture. The user zooms (wheel with Ctrl, buttons, + and -) and moves the
// picture (drag, arrow keys). Each of these actions changes the range of times that the plot shows,
// and the labels of the axis.

const laneHeight = 22;
const bandHeight = 72;

function makeTimeline(report) {
  const { picture, figure, plot, outline } = takeDrawing("timeline");
  const { first: begin, width: span } = unitsOf(plot);
  const end = begin + span;
  const view = { from: begin, to: end };
  const onHost = ([op]) => report.timing.operators[op].host_cycles > 0;
  const lanes = [
    { name: "operators", slices: report.operator_slices },
    { name: "CPU", slices: report.operator_slices.filter(onHost) },
    ...report.lanes,
  ].filter((lane) => lane.slices.length > 0);
  const bucket = report.timing.bucket_ps / 1000;
  const bands = report.timing.memories
    .map((memory, index) => ({ ...memory, peak: report.target.memories[index].peak_bytes_per_second }))
    .filter((memory) => bucket > 0 && memory.read_bytes + memory.write_bytes > 0);
  const range = html("span", { class: "muted", role: "status" });
  const cursor = svg("line", { class: "cursor", y2: plot.getAttribute("height"), visibility: "hidden" });
  outline.replaceWith(cursor);
  const shareOf = (time) => (time - view.from) / (view.to - view.from);

  function show(from, to) {
    const wide = Math.min(end - begin, Math.max(20, to - from));
    view.from = Math.max(begin, Math.min(from, end - wide));
    view.to = view.from + wide;
    plot.setAttribute("viewBox", `${view.from} 0 ${wide} ${plot.getAttribute("height")}`);
    showTimes(picture.querySelector(".ticks"), view, shareOf, plot.getAttribute("height"));
    range.textContent = timeText(view.from) + " to " + timeText(view.to);
    place(view.cursor);
  }
  function place(time) {
    const x = percent(shareOf(time ?? view.from));
    fill(cursor, { x1: x, x2: x, visibility: time >= view.from && time <= view.to ? "visible" : "hidden" }, []);
  }
  const zoom = (factor, at = (view.from + view.to) / 2) =>
    show(at - (at - view.from) * factor, at + (view.to - at) * factor);
  const move = (share) => {
    const by = (view.to - view.from) * share;
    show(view.from + by, view.to + by);
  };

  // Shows, as text, what all engines and memories do at `time`, for users who navigate by keyboard.
  function readOff(time) {
    view.cursor = Math.max(view.from, Math.min(view.to, time));
    place(view.cursor);
    const box = cursor.getBoundingClientRect();
    const lines = [
      ...lanes.map((lane) => laneText(report, lane, view.cursor).split("\n")[0]),
      ...bands.map((band) => bandText(band, view.cursor, bucket).split("\n")[0]),
    ];
    showTip(["at " + timeText(view.cursor), ...lines.filter((line) => line !== "")].join("\n"), box.right, box.top);
  }

  const actions = {
    "+": () => zoom(0.5),
    "=": () => zoom(0.5),
    "-": () => zoom(2),
    0: () => show(begin, end),
    ArrowLeft: () => move(-0.25),
    ArrowRight: () => move(0.25),
  };
  const timeAt = (event) => view.from + placeIn(event, picture).share * (view.to - view.from);
  fill(
    picture,
    {
      class: "drawing draggable",
      role: "application",
      tabindex: "0",
      "aria-label": "Timeline. Plus and minus zoom, arrow keys move, 0 shows all, Shift and arrow keys move a cursor that reads off what happens.",
      onblur: hideTip,
      onpointerleave: hideTip,
      onkeydown: (event) => {
        const reading = { ArrowLeft: -0.005, ArrowRight: 0.005 }[event.shiftKey && event.key];
        const action = reading ? () => readOff((view.cursor ?? (view.from + view.to) / 2) + reading * (view.to - view.from)) : actions[event.key];
        if (!action) return;
        event.preventDefault();
        action();
      },
      onpointerdown: (event) => drag(event, view, placeIn(event, picture).width / (view.to - view.from), show),
      onpointermove: (event) => {
        const { y } = placeIn(event, picture);
        const lane = lanes[Math.floor(y / laneHeight)];
        const band = bands[Math.floor((y - lanes.length * laneHeight) / bandHeight)];
        const time = timeAt(event);
        showTip(lane ? laneText(report, lane, time) : bandText(band, time, bucket), event.clientX, event.clientY);
      },
      onwheel: (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        zoom(event.deltaY < 0 ? 0.7 : 1.4, timeAt(event));
      },
    },
    [],
  );
  const button = (text, label, action) =>
    html("button", { type: "button", "aria-label": label, onclick: action }, text);
  const tools = html(
    "div",
    { class: "tools" },
    button("+", "Zoom in", () => zoom(0.5)),
    button("−", "Zoom out", () => zoom(2)),
    button("◀", "Earlier", () => move(-0.5)),
    button("▶", "Later", () => move(0.5)),
    button("All", "Show the whole run", () => show(begin, end)),
    range,
    savePicture("engines and bandwidth", figure),
  );
  show(begin, end);
  return { node: html("div", {}, tools, figure), show };
}

// Draws the labels and lines of the time axis for the range that the plot shows. Every second label
// has the CSS class `second`, which is hidden on a narrow page.
function showTimes(place, view, shareOf, bottom) {
  const times = roundValues(view.from, view.to, 8);
  const texts = distinctTimes(times);
  const lines = times.map((time) => svg("line", { class: "grid", x1: percent(shareOf(time)), x2: percent(shareOf(time)), y2: bottom }));
  const labels = times.map((time, i) => svg("text", { class: i % 2 === 0 ? "muted" : "muted second", x: percent(shareOf(time)), y: Number(bottom) + 16, "text-anchor": "middle" }, texts[i]));
  place.replaceChildren(...lines, ...labels);
}

// Returns the index of the first slice that ends after `time`.
function firstAfter(slices, time) {
  let [low, high] = [0, slices.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slices[middle][2] > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

// Moves the timeline while the pointer is pressed and moves, even if the pointer leaves the
// picture.
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
