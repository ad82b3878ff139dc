// Strip charts, drawn by uPlot. Each chart shows the values at one path of one topic.
import uPlot from "uplot";
import { element } from "./dom.js";
import { Series } from "./series.js";
import { valuesAt } from "./values.js";

// The colours of Okabe and Ito, as in the plots of the command.
const colours = ["--blue", "--orange", "--green", "--vermilion", "--purple", "--sky", "--ink"];
const dashes = [[], [6, 3], [2, 2]];
const kept = 300; // s of values that are kept

export class Charts {
  // names(topic) gives the names of the joints of a topic's world, on.closed(topic) tells that a
  // chart is gone.
  constructor(holder, { names, closed }) {
    Object.assign(this, { holder, names, closed });
    this.charts = [];
    this.window = 20;
    this.end = NaN;
    new ResizeObserver(() => this.fit()).observe(holder);
  }

  has(topic, path) { return this.charts.some((c) => c.topic === topic && c.path === path); }

  add(topic, path, unit, title = "") {
    if (this.has(topic, path)) {
      this.charts.find((c) => c.topic === topic && c.path === path).box.scrollIntoView({ block: "nearest" });
      return;
    }
    const name = title || `${topic} ${path}`;
    const chart = { topic, path, unit, series: new Series(), plot: null, box: null };
    const close = element("button", { type: "button", className: "close", text: "×", title: `Remove the chart of ${name}`, on: { click: () => this.remove(chart) } });
    chart.note = element("span", { className: "quiet" });
    chart.body = element("div", { className: "plot" });
    chart.box = element("figure", { className: "chart", data: { topic, path } }, element("figcaption", {}, element("strong", { text: name }), element("span", { className: "quiet", text: unit }), chart.note, close), chart.body);
    this.holder.append(chart.box);
    this.charts.push(chart);
  }

  remove(chart) {
    chart.plot?.destroy();
    chart.box.remove();
    this.charts = this.charts.filter((c) => c !== chart);
    this.closed(chart.topic);
  }

  // message takes a message at a time of the session in s.
  message(topic, time, value) {
    for (const chart of this.charts) {
      if (chart.topic !== topic) continue;
      const grown = chart.series.push(time, valuesAt(chart.path, value, this.names(topic)));
      chart.series.forget(time - kept);
      if (grown) chart.rebuild = true;
    }
  }

  clear() {
    for (const chart of this.charts) chart.series.clear();
  }

  // draw shows what came since the last call; end is the newest time of the session in s.
  draw(end) {
    this.end = end;
    for (const chart of this.charts) {
      if (chart.rebuild || (!chart.plot && chart.series.labels.length > 0)) this.build(chart);
      if (!chart.plot) continue;
      chart.note.textContent = chart.series.omitted > 0 ? `and ${chart.series.omitted} more` : "";
      chart.box.dataset.points = String(chart.series.data[0].length);
      if (chart.zoomed) continue;
      chart.plot.setData(chart.series.data, false);
      chart.plot.setScale("x", { min: Math.max(0, end - this.window), max: Math.max(end, this.window / 4) });
      const rows = chart.series.data[0].length;
      if (chart.plot.cursor.idx === null) chart.plot.setLegend({ idx: rows > 0 ? rows - 1 : null }); // the newest values
    }
  }

  build(chart) {
    const hidden = new Set((chart.plot?.series ?? []).filter((s) => s.show === false).map((s) => s.label));
    chart.plot?.destroy();
    chart.rebuild = false;
    chart.zoomed = false;
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line"), width: 1, size: 4 }, font: "11px system-ui, sans-serif" };
    chart.plot = new uPlot({
      width: this.width(), height: 132, // CSS pixels
      cursor: { sync: { key: "session" }, drag: { x: true, y: false }, points: { size: 5 } },
      legend: { live: true },
      scales: { x: { time: false, range: (u, min, max) => [min, max] }, y: { range: roomy } },
      axes: [{ ...axis, size: 24, gap: 2, values: (u, ticks) => ticks.map((t) => `${+t.toFixed(3)}`) }, { ...axis, size: 46, gap: 3 }],
      series: [{ label: "t", value: (u, v) => (Number.isFinite(v) ? `${v.toFixed(2)} s` : "") }, ...chart.series.labels.map((label, i) => ({
        label: label || chart.path, stroke: colour(colours[i % colours.length]), width: 1.5, dash: dashes[Math.floor(i / colours.length) % dashes.length],
        points: { show: false }, spanGaps: true, show: !hidden.has(label || chart.path), value: (u, v) => (Number.isFinite(v) ? short(v) : ""),
      }))],
      hooks: { setSelect: [(u) => { chart.zoomed = u.select.width > 0; }], ready: [(u) => u.over.addEventListener("dblclick", () => { chart.zoomed = false; })] },
    }, chart.series.data, chart.body);
  }

  // rebuild draws every chart anew, with the colours of another theme.
  rebuild() { for (const chart of this.charts) chart.rebuild = chart.plot !== null; }

  width() { return Math.max(220, this.holder.clientWidth - 16); }

  fit() { for (const { plot } of this.charts) plot?.setSize({ width: this.width(), height: 132 }); }
}

// roomy keeps a constant value in the middle of a chart, and noise of no size from filling it.
function roomy(u, min, max) {
  if (min === null || !Number.isFinite(min)) return [-1, 1];
  const pad = Math.max((max - min) * 0.08, Math.max(Math.abs(min), Math.abs(max)) * 1e-3, 1e-6);
  return [min - pad, max + pad];
}

function short(v) {
  const size = Math.abs(v);
  if (v === 0) return "0";
  return size >= 1e6 || size < 1e-4 ? v.toExponential(2) : `${+v.toPrecision(4)}`;
}
