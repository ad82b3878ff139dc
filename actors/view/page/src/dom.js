// Small helpers for the document. Every text enters it through textContent.

export function $(id) { return document.getElementById(id); }

// element returns an element with properties; text becomes its textContent, and on its listeners.
export function element(tag, { text, on = {}, data = {}, ...properties } = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") e.setAttribute(name, value);
    else e[name] = value;
  }
  Object.assign(e.dataset, data);
  for (const [event, listener] of Object.entries(on)) e.addEventListener(event, listener);
  if (text !== undefined) e.textContent = text;
  e.append(...children);
  return e;
}

const svgSpace = "http://www.w3.org/2000/svg";

// svg returns an element of SVG with attributes.
export function svg(tag, { text, ...attributes } = {}, ...children) {
  const e = document.createElementNS(svgSpace, tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  if (text !== undefined) e.textContent = text;
  e.append(...children);
  return e;
}

// seconds prints a time of the session.
export function seconds(s, digits = 1) {
  if (!Number.isFinite(s)) return "–";
  if (Math.abs(s) < 120) return `${s.toFixed(digits)} s`;
  const minutes = Math.floor(s / 60);
  return `${minutes} min ${(s - 60 * minutes).toFixed(0).padStart(2, "0")} s`;
}

// duration prints ns in a unit that suits.
export function duration(ns) {
  if (!Number.isFinite(ns)) return "–";
  if (Math.abs(ns) < 1e3) return `${ns.toFixed(0)} ns`;
  if (Math.abs(ns) < 1e6) return `${(ns / 1e3).toFixed(0)} µs`;
  if (Math.abs(ns) < 1e9) return `${(ns / 1e6).toFixed(1)} ms`;
  return `${(ns / 1e9).toFixed(1)} s`;
}

// rate prints a frequency in Hz.
export function rate(hz) {
  if (!Number.isFinite(hz) || hz <= 0) return "";
  return hz >= 1000 ? `${+(hz / 1000).toPrecision(3)} kHz` : `${+hz.toPrecision(3)} Hz`;
}
