// The tree of topics and their numeric values, with a search.
import { typeOf } from "./decode.js";
import { element } from "./dom.js";
import { pathsOfType, pathsOfValue, unitOf, valuesAt } from "./values.js";

const mostShown = 400;

export class ValueTree {
  // connection subscribes to a topic whose values are unknown; choose(topic, path, unit) adds a chart.
  constructor({ search, holder, connection, choose, jointUnit, names }) {
    Object.assign(this, { search, holder, connection, choose, jointUnit, names });
    this.paths = new Map(); // topic -> paths of its values
    this.newest = new Map(); // topic -> newest message, of topics that are open in the tree
    this.open = new Set();
    search.addEventListener("input", () => this.draw());
  }

  // channels takes the topics that the server has.
  channels(topics) {
    this.topics = topics;
    for (const [topic, channel] of topics) {
      if (this.paths.has(topic) || channel.encoding !== "protobuf") continue;
      try { this.paths.set(topic, pathsOfType(typeOf(channel))); } catch { this.paths.set(topic, []); }
    }
    for (const topic of this.paths.keys()) if (!topics.has(topic)) this.paths.delete(topic);
    if (this.holder.offsetParent !== null) this.draw(); // it is visible
  }

  message(topic, value) {
    const first = !this.newest.has(topic);
    if (first && !this.open.has(topic) && this.topics?.get(topic)?.encoding !== "json") return;
    this.newest.set(topic, value);
    if (this.topics?.get(topic)?.encoding === "json" && first) this.paths.set(topic, pathsOfValue(value));
    if (first && this.open.has(topic)) this.draw();
  }

  draw() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.holder.replaceChildren();
    let shown = 0;
    for (const topic of [...(this.topics?.keys() ?? [])].filter((t) => !t.startsWith("/scene/")).sort()) { // shapes are in the room
      const paths = (this.paths.get(topic) ?? []).filter((path) => words.every((w) => `${topic} ${path}`.toLowerCase().includes(w)));
      if (paths.length === 0 && (words.length > 0 || this.paths.has(topic))) continue;
      if ((shown += 1 + (words.length > 0 ? paths.length : 0)) > mostShown) {
        this.holder.append(element("p", { className: "quiet", text: "more topics match: search for more of the name" }));
        return;
      }
      const open = this.open.has(topic) || words.length > 0;
      const box = element("details", { open }, element("summary", { text: topic, on: { click: () => this.setOpen(topic, !box.open) } }));
      for (const path of paths) box.append(this.row(topic, path));
      if (paths.length === 0) box.append(element("p", { className: "quiet", text: "no message yet" }));
      this.holder.append(box);
    }
    if (shown === 0) this.holder.append(element("p", { className: "quiet", text: words.length > 0 ? "nothing matches" : "the server has no topics yet" }));
  }

  // setOpen subscribes to a topic that the person opens, to show its values. What a search opens
  // shows names only.
  setOpen(topic, open) {
    if (open === this.open.has(topic)) return;
    if (open) {
      this.open.add(topic);
      this.connection.want(topic);
    } else {
      this.open.delete(topic);
      this.newest.delete(topic);
      this.connection.release(topic);
    }
  }

  row(topic, path) {
    const unit = unitOf(topic, path, this.jointUnit(topic));
    const newest = this.newest.get(topic);
    const values = newest ? valuesAt(path, newest, this.names(topic)) : [];
    const note = values.length > 1 ? `${values.length} values` : values.length === 1 ? `${+values[0].value.toPrecision(4)}` : "";
    return element("button", { type: "button", className: "value", title: `Chart ${topic} ${path}`, on: { click: () => this.choose(topic, path, unit) } },
      element("span", { text: path }), element("span", { className: "quiet", text: [note, unit].filter(Boolean).join(" ") }));
  }
}
