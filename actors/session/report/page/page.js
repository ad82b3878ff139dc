"use strict";
// Draws the charts and the lanes of the page from the data in it. All of them share one range of time.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const place = document.getElementById("drawn");
  const whole = document.getElementById("whole");
  const left = 56, right = 22;
  // The colours of Okabe and Ito, which people with colour blindness can tell apart.
  // On a dark ground, they are lighter.
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const palettes = { light: ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#7d848a"], dark: ["#4aa3df", "#f0b03c", "#2fbf98", "#ee7f4b", "#dd94c1", "#a5daf8", "#aab1b7"] };
  const color = (i) => palettes[dark.matches ? "dark" : "light"][i % 7];
  const modes = { run: "#7fd1b9", limited: "#56b4e9", ramp_hold: "#e69f00", damp: "#cc79a7", ramp_off: "#d55e00", brake: "#0072b2", off: "#59616a" };
  const end = data.end || 1;
  let from = 0, to = end, pointer = null, drag = null;
  const pictures = [];

  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const make = (tag, parent, text, className) => {
    const e = document.createElement(tag);
    if (text) e.textContent = text;
    if (className) e.className = className;
    parent.append(e);
    return e;
  };
  const show = (x) => {
    const size = Math.abs(x);
    if (size === 0) return "0";
    return size >= 1e5 || size < 1e-4 ? x.toExponential(2) : String(Number(x.toPrecision(4)));
  };

  // ticks returns round numbers between two bounds.
  function ticks(low, high, most) {
    const rough = (high - low) / most;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough);
    const all = [];
    for (let k = Math.ceil(low / step); k * step <= high; k++) all.push(k * step);
    return all;
  }

  // first returns the index of the span of a curve that holds a time.
  function first(at, t) {
    let low = 0, high = at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (at[middle] <= t) low = middle; else high = middle - 1;
    }
    return low;
  }

  // canvas adds a canvas whose pointer zooms, and returns its parts.
  function canvas(figure, height, draw, read) {
    const c = make("canvas", figure);
    c.style.height = height + "px";
    const picture = { c, height, draw, read };
    const timeOf = (e) => {
      const r = c.getBoundingClientRect();
      const share = (e.clientX - r.left - left) / (r.width - left - right);
      return from + Math.min(1, Math.max(0, share)) * (to - from);
    };
    c.addEventListener("pointerdown", (e) => { if (e.button === 0) { drag = { begin: timeOf(e), now: timeOf(e) }; c.setPointerCapture(e.pointerId); } });
    c.addEventListener("pointermove", (e) => { pointer = timeOf(e); if (drag) drag.now = pointer; paint(false); });
    c.addEventListener("pointerleave", () => { if (!drag) { pointer = null; paint(true); } });
    c.addEventListener("pointerup", () => {
      if (drag && Math.abs(drag.now - drag.begin) > (to - from) / 200) zoom(Math.min(drag.begin, drag.now), Math.max(drag.begin, drag.now));
      drag = null;
      paint(true);
    });
    c.addEventListener("pointercancel", () => { drag = null; paint(true); });
    c.addEventListener("dblclick", () => zoom(0, end));
    pictures.push(picture);
  }

  function zoom(a, b) {
    from = a;
    to = b;
    whole.hidden = a === 0 && b === end;
    paint(true);
  }
  whole.addEventListener("click", () => zoom(0, end));

  // frame prepares a picture and draws its axis of time.
  function frame(p) {
    const ratio = window.devicePixelRatio || 1, width = p.c.clientWidth;
    p.c.width = width * ratio;
    p.c.height = p.height * ratio;
    const g = p.c.getContext("2d");
    g.scale(ratio, ratio);
    g.font = "11.5px system-ui, sans-serif";
    const area = { x: left, y: 8, w: Math.max(width - left - right, 10), h: p.height - 30 };
    const x = (t) => area.x + ((t - from) / (to - from)) * area.w;
    g.textAlign = "center";
    g.textBaseline = "top";
    for (const t of ticks(from, to, Math.max(2, Math.floor(area.w / 90)))) {
      g.fillStyle = css("--grid");
      g.fillRect(x(t), area.y, 1, area.h);
      g.fillStyle = css("--soft");
      g.fillText(show(Number(t.toFixed(9))) + " s", x(t), area.y + area.h + 6);
    }
    return { g, area, x };
  }

  // finish draws the selected range and the pointer above a picture.
  function finish({ g, area, x }) {
    if (drag) {
      g.fillStyle = css("--shade");
      g.fillRect(Math.min(x(drag.begin), x(drag.now)), area.y, Math.abs(x(drag.now) - x(drag.begin)), area.h);
    }
    if (pointer !== null && pointer >= from && pointer <= to) {
      g.fillStyle = css("--soft");
      g.fillRect(x(pointer), area.y, 1, area.h);
    }
  }

  function chart(spec) {
    const figure = make("figure", place);
    const caption = make("figcaption", figure, spec.title + " ");
    make("span", caption, spec.unit);
    const curves = spec.curves.map((curve, i) => ({ ...curve, number: i, dash: [[], [6, 3], [2, 2], [8, 2, 2, 2]][Math.floor(i / 7) % 4], hidden: false }));
    canvas(figure, 190, (p) => {
      const f = frame(p), { g, area, x } = f;
      let low = Infinity, high = -Infinity;
      for (const c of curves) {
        if (c.hidden) continue;
        for (let i = first(c.at, from); i < c.at.length && c.at[i] <= to; i++) {
          low = Math.min(low, c.least[i]);
          high = Math.max(high, c.greatest[i]);
        }
      }
      if (low > high) { low = 0; high = 1; }
      const room = (high - low || Math.abs(high) || 1) * 0.06;
      low = low >= 0 && low < 0.4 * high ? 0 : low - room;
      high += room;
      const y = (v) => area.y + area.h - ((v - low) / (high - low)) * area.h;
      g.textAlign = "right";
      g.textBaseline = "middle";
      for (const v of ticks(low, high, 4)) {
        g.fillStyle = css("--grid");
        g.fillRect(area.x, y(v), area.w, 1);
        g.fillStyle = css("--soft");
        g.fillText(show(Number(v.toPrecision(6))), area.x - 8, y(v));
      }
      g.save();
      g.beginPath();
      g.rect(area.x, area.y - 2, area.w, area.h + 4);
      g.clip();
      for (const c of curves) {
        if (c.hidden) continue;
        const begin = first(c.at, from);
        let last = begin;
        while (last + 1 < c.at.length && c.at[last] <= to) last++;
        g.strokeStyle = g.fillStyle = color(c.number);
        g.globalAlpha = 0.25;
        g.beginPath();
        for (let i = begin; i <= last; i++) g.lineTo(x(c.at[i]), y(c.greatest[i]));
        for (let i = last; i >= begin; i--) g.lineTo(x(c.at[i]), y(c.least[i]));
        g.fill();
        g.globalAlpha = 1;
        g.lineWidth = 1.4;
        g.setLineDash(c.dash);
        g.beginPath();
        for (let i = begin; i <= last; i++) g.lineTo(x(c.at[i]), y((c.least[i] + c.greatest[i]) / 2));
        g.stroke();
        if (begin === last) g.fillRect(x(c.at[begin]) - 2, y(c.greatest[begin]) - 2, 4, 4);
        g.setLineDash([]);
      }
      g.restore();
      finish(f);
      curves.forEach((c) => {
        const at = pointer === null ? -1 : first(c.at, pointer);
        const value = at < 0 ? "" : c.least[at] === c.greatest[at] ? " " + show(c.least[at]) : ` ${show(c.least[at])} … ${show(c.greatest[at])}`;
        c.label.textContent = c.name + value;
        c.swatch.style.borderColor = color(c.number);
      });
    });
    const legend = make("div", figure, "", "legend");
    for (const c of curves) {
      const b = make("button", legend);
      b.type = "button";
      c.swatch = make("i", b);
      c.swatch.style.borderTopStyle = c.dash.length ? (c.dash[0] > 2 ? "dashed" : "dotted") : "solid";
      c.label = make("span", b, c.name);
      b.addEventListener("click", () => { c.hidden = !c.hidden; b.classList.toggle("hidden", c.hidden); paint(true); });
    }
  }

  function lanes(all) {
    const figure = make("figure", place, "", "wide");
    make("figcaption", figure, "Modes of joints");
    const row = 34, text = make("p", figure, "", "readout");
    canvas(figure, all.length * row + 34, (p) => {
      const f = frame(p), { g, area, x } = f;
      let said = "";
      all.forEach((lane, k) => {
        const top = area.y + k * row;
        for (const part of lane.parts) {
          if (part.to < from || part.from > to) continue;
          const a = Math.max(x(part.from), area.x), b = Math.min(x(part.to), area.x + area.w);
          g.fillStyle = modes[part.mode] || color(6);
          g.fillRect(a, top + 15, Math.max(b - a, 1.5), row - 20);
        }
        g.textAlign = "left";
        g.textBaseline = "top";
        const joints = lane.joints.length > 4 ? `${lane.joints[0]} and ${lane.joints.length - 1} more` : lane.joints.join(", ");
        g.fillStyle = css("--ink");
        g.fillText(`${lane.world}: ${joints}`, area.x, top + 1);
        const here = pointer === null ? null : lane.parts.find((part) => part.from <= pointer && pointer <= part.to);
        if (here) said += `${said ? "; " : ""}${lane.world} ${joints}: ${here.mode} (${here.cause})`;
      });
      finish(f);
      text.textContent = pointer === null ? "Point at a lane to see the cause of a mode." : `${show(pointer)} s: ${said}`;
    });
    const key = make("div", figure, "", "lanekey");
    const used = new Set(all.flatMap((lane) => lane.parts.map((part) => part.mode)));
    for (const [mode, color] of Object.entries(modes)) {
      if (!used.has(mode)) continue;
      const item = make("span", key);
      make("i", item).style.background = color;
      item.append(mode);
    }
  }

  // paint draws the pictures, at most once for each frame of the screen: all of them, or those in
  // sight where only the pointer has moved.
  let due = false, complete = false;
  function paint(all) {
    complete = complete || all;
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      for (const p of pictures) {
        const r = p.c.getBoundingClientRect();
        if (complete || (r.bottom > 0 && r.top < innerHeight)) p.draw(p);
      }
      due = complete = false;
    });
  }

  if (data.lanes.length) lanes(data.lanes);
  data.charts.forEach(chart);
  if (!pictures.length) make("p", place, "The run was too short for a chart.");
  window.addEventListener("resize", () => paint(true));
  dark.addEventListener("change", () => paint(true));
  paint(true);

  // The wiring: the links of the actor under the pointer stand out.
  const svg = document.querySelector("#wiring svg");
  if (svg) {
    const links = [...svg.querySelectorAll(".link")], nodes = [...svg.querySelectorAll(".node")];
    const choose = (path) => {
      svg.classList.toggle("chosen", path !== null);
      const near = new Set([path]);
      for (const l of links) {
        const mine = path !== null && (l.dataset.from === path || l.dataset.to === path);
        l.classList.toggle("near", mine);
        if (mine) near.add(l.dataset.from).add(l.dataset.to);
      }
      for (const n of nodes) n.classList.toggle("near", path !== null && near.has(n.dataset.path));
    };
    for (const n of nodes) {
      for (const on of ["pointerenter", "focus"]) n.addEventListener(on, () => choose(n.dataset.path));
      for (const off of ["pointerleave", "blur"]) n.addEventListener(off, () => choose(null));
    }
  }
})();
