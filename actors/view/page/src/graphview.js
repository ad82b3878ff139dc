// Draws the wiring: worlds, their actors, the links and couplings between them, with rates, lateness
// and ages from the health of the actors.
import { duration, element, rate, svg } from "./dom.js";
import { layout } from "./wiring.js";

export class GraphView {
  constructor(holder, detail) {
    Object.assign(this, { holder, detail });
    this.health = new Map(); // path -> newest health
    this.shown = "";
  }

  // application takes the content of /application.
  application(application) {
    this.health.clear();
    const plan = layout(application);
    const canvas = svg("svg", { class: "wiring", viewBox: `0 0 ${plan.width} ${plan.height}`, role: "img", "aria-label": "worlds, actors and links" });
    canvas.append(svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" }, svg("path", { d: "M0 0 L8 4 L0 8 z" }))));
    canvas.style.minWidth = `${Math.round(plan.width * 0.78)}px`; // smaller texts could not be read
    canvas.style.maxWidth = `${plan.width}px`;
    for (const w of plan.worlds) {
      canvas.append(svg("rect", { class: "world", x: w.x, y: w.y, width: w.width, height: w.height, rx: 6 }));
      canvas.append(svg("text", { class: "world-name", x: w.x + 12, y: w.y + 18, text: w.name === "" ? "outside the worlds" : `${w.name}  ${rate(w.rate)}` }));
    }
    this.links = plan.links.map((link) => {
      const line = svg("path", { class: link.coupling ? "link coupling" : "link", d: link.path, "marker-end": "url(#tip)" }, svg("title", { text: linkText(link) }));
      canvas.append(line);
      return { ...link, line, age: link.coupling ? svg("text", { class: "age", x: link.middle.x, y: link.middle.y }) : null };
    });
    this.actors = plan.actors.map((actor) => {
      const name = svg("text", { x: actor.x + 10, y: actor.y + 17, text: clip(actor.path.split("/").slice(1).join("/") || actor.path, 18) });
      const facts = svg("text", { class: "facts", x: actor.x + 10, y: actor.y + 32 });
      const group = svg("g", { class: "actor", tabindex: 0, role: "button", "aria-label": actor.path }, svg("rect", { x: actor.x, y: actor.y, width: actor.width, height: actor.height, rx: 4 }), name, facts, svg("title", { text: `${actor.path} (${actor.kind})` }));
      group.addEventListener("click", () => this.show(actor));
      group.addEventListener("keydown", (e) => { if (e.key === "Enter" || e.key === " ") this.show(actor); });
      canvas.append(group);
      return { ...actor, group, facts };
    });
    for (const { age } of this.links) if (age) canvas.append(age); // above the boxes
    this.holder.replaceChildren(canvas);
    this.detail.replaceChildren();
    this.draw();
  }

  // message takes a decoded robo_actors.v1.Health.
  message(health) { this.health.set(health.actor, health); }

  draw() {
    for (const actor of this.actors ?? []) {
      const h = this.health.get(actor.path);
      const hz = h?.period_ns > 0 ? 1e9 / h.period_ns : actor.rate_hz;
      actor.facts.textContent = [rate(hz), h?.lateness ? `late ${duration(h.lateness.p99_ns)}` : "", h?.state && h.state !== "running" ? h.state : ""].filter(Boolean).join(" · ");
      actor.group.setAttribute("class", `actor ${h?.state ?? ""} ${h?.inputs.some((i) => i.stale) ? "late" : ""}`);
    }
    for (const link of this.links ?? []) {
      const input = this.health.get(link.toActor)?.inputs.find((i) => i.from === link.from);
      link.line.classList.toggle("stale", input?.stale === true);
      link.line.firstChild.textContent = linkText(link, input);
      if (link.age) link.age.textContent = input?.age_ns >= 0 ? duration(input.age_ns) : "";
    }
    if (this.shown) this.show(this.shown);
  }

  show(actor) {
    this.shown = actor;
    const h = this.health.get(actor.path);
    const facts = [["kind", actor.kind], ["phase", actor.phase]];
    if (h) {
      facts.push(["state", `${h.state}, incarnation ${h.incarnation}, ${h.restarts} restarts`], ["lateness, 99 %", duration(h.lateness?.p99_ns)], ["execution, 99 %", duration(h.execution?.p99_ns)],
        ["releases", `${h.ticks} ran, ${h.missed} missed`]);
      for (const i of h.inputs) facts.push([`input ${i.port}`, `from ${i.from}: ${i.age_ns < 0 ? "no value yet" : `age ${duration(i.age_ns)}`}${i.max_age_ns > 0 ? ` of at most ${duration(i.max_age_ns)}` : ""}${i.stale ? ", STALE" : ""}`]);
      if (h.last_error) facts.push(["last error", h.last_error]);
    }
    this.detail.replaceChildren(element("h3", { text: actor.path }), element("dl", {}, ...facts.flatMap(([k, v]) => [element("dt", { text: k }), element("dd", { text: v })])));
  }
}

function linkText(link, input) {
  const age = input && input.age_ns >= 0 ? `, age ${duration(input.age_ns)}` : "";
  return `${link.from} → ${link.to}${link.coupling ? ", a coupling of two worlds" : ""}${link.max_age_s > 0 ? `, at most ${duration(link.max_age_s * 1e9)} old` : ""}${age}`;
}

function clip(text, most) { return text.length > most ? `${text.slice(0, most - 1)}…` : text; }
