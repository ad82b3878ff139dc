// Draws the lanes of joint modes: a row for each joint, a bar for each time in a mode, and the cause
// of the newest stop beside it.
import { element, seconds, svg } from "./dom.js";
import { meanings, modes, stops } from "./modes.js";

const row = { height: 15, gap: 3 };

export class LanesView {
  constructor(holder, legend, lanes, explain) {
    Object.assign(this, { holder, lanes, explain });
    this.rows = new Map(); // key -> elements
    for (const mode of modes) legend.append(element("span", { className: "choice", title: meanings[mode] }, element("i", { className: `swatch mode-${mode}` }), mode));
    this.axis = svg("svg", { class: "axis", height: 18 });
    holder.append(this.axis);
  }

  // draw shows the lanes between two times of the session in s, up to now; causes has the present
  // cause by key.
  draw(begin, end, causes, now) {
    const width = Math.max(120, this.holder.clientWidth - 336); // beside names and causes
    const x = (t) => ((t - begin) / (end - begin)) * width;
    const keys = [...this.lanes.joints.keys()].sort(byWorld);
    for (const key of this.rows.keys()) if (!this.lanes.joints.has(key)) { this.rows.get(key).box.remove(); this.rows.delete(key); }
    let world = "";
    for (const key of keys) {
      const r = this.rows.get(key) ?? this.addRow(key);
      const [of, joint] = splitKey(key);
      r.name.textContent = joint;
      r.box.classList.toggle("first", of !== world);
      r.box.dataset.world = of;
      world = of;
      r.bars.setAttribute("width", width);
      const segments = this.lanes.segments(key, begin, Math.min(now, end));
      r.bars.replaceChildren(...segments.map((s) => svg("rect", { x: x(s.from).toFixed(1), width: Math.max(1, x(s.to) - x(s.from)).toFixed(1), y: 0, height: row.height, class: `mode-${s.mode}` },
        svg("title", { text: `${key}: ${s.mode} (${meanings[s.mode] ?? ""})${s.cause && s.cause !== "none" ? `, cause ${s.cause}` : ""}${s.text ? `: ${s.text}` : ""}, ${seconds(s.from)} to ${seconds(s.to)}` }))));
      const last = segments.at(-1);
      const mode = last?.mode ?? "";
      r.box.dataset.mode = mode;
      const cause = causes.get(key) || (last?.cause !== "none" ? last?.cause : "") || "";
      r.cause.textContent = mode === "" ? "" : stops(mode) ? `${mode}${cause ? `: ${cause}` : ""}` : mode;
      r.cause.classList.toggle("stopped", mode !== "" && stops(mode));
    }
    this.drawAxis(begin, end, now, x, width);
  }

  addRow(key) {
    const name = element("span", { className: "joint", title: key });
    const bars = svg("svg", { height: row.height, class: "bars" });
    const cause = element("button", { type: "button", className: "cause", title: `Explain the mode of ${key}`, on: { click: () => this.explain(...splitKey(key)) } });
    const box = element("div", { className: "lane", data: { key } }, name, bars, cause);
    this.rows.set(key, { box, name, bars, cause });
    const after = [...this.rows.keys()].sort(byWorld);
    const next = this.rows.get(after[after.indexOf(key) + 1]);
    this.holder.insertBefore(box, next?.box ?? this.axis);
    return this.rows.get(key);
  }

  drawAxis(begin, end, now, x, width) {
    this.axis.setAttribute("width", width);
    const step = [0.5, 1, 2, 5, 10, 20, 60].find((s) => (end - begin) / s <= 8) ?? 60;
    const ticks = [];
    for (let t = Math.ceil(Math.max(0, begin) / step) * step; t <= end; t += step) {
      ticks.push(svg("line", { x1: x(t), x2: x(t), y1: 0, y2: 4 }), svg("text", { x: x(t), y: 14, text: `${+t.toFixed(2)}` }));
    }
    if (now < end) ticks.push(svg("path", { class: "now", d: `M${x(now)} 0 l-4 7 h8 z` }));
    this.axis.replaceChildren(...ticks);
  }
}

function splitKey(key) {
  const slash = key.indexOf("/");
  return [key.slice(0, slash), key.slice(slash + 1)];
}

// byWorld sorts by world, and numbers inside of names by their value.
const byWorld = new Intl.Collator("en", { numeric: true }).compare;
