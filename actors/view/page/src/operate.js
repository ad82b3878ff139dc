// Operating: goals, parameters and faults. Each form says what the server answered.
import { element } from "./dom.js";
import { goalText } from "./replies.js";

// faultKinds are some kinds of faults, as lines of a schedule; supervision/faults/kinds.md has all.
const faultKinds = {
  "panic of an actor": { of: "actor", line: "panic TARGET" },
  "error of an actor": { of: "actor", line: "error TARGET" },
  "hang of an actor": { of: "actor", line: "hang TARGET" },
  "slow actor": { of: "actor", line: "for 2s slow TARGET delay=5ms" },
  "crash loop": { of: "actor", line: "for 2s crash_loop TARGET" },
  "loss on a link": { of: "link", line: "for 1s drop TARGET" },
  "delay on a link": { of: "link", line: "for 1s delay TARGET delay=40ms" },
  "frozen value on a link": { of: "link", line: "for 1s freeze TARGET" },
  "NaN on a link": { of: "link", line: "for 1s nan TARGET" },
};

export class OperateView {
  constructor(holder, connection) {
    Object.assign(this, { holder, connection });
    this.parameters = new Map(); // name -> parameter
    this.application = null;
    this.granted = false;
    this.filter = element("input", { type: "search", placeholder: "filter parameters", "aria-label": "Filter parameters", on: { input: () => this.drawParameters() } });
    this.list = element("div", { className: "parameters" });
  }

  // draw shows the forms that the viewer may use. It keeps what a person has typed if nothing has
  // changed.
  draw({ application, granted, why }) {
    if (this.drawn && application === this.application && granted === this.granted && why === this.why) return;
    this.drawn = true;
    this.why = why;
    this.application = application;
    this.granted = granted;
    const parts = [];
    if (!granted) parts.push(element("p", { className: "warn", text: why }));
    if (this.connection.services.has("goal") || granted) parts.push(this.goalForm());
    parts.push(element("section", { className: "card" }, element("h3", { text: "Parameters" }), this.filter, this.list));
    if (application?.faults) parts.push(this.faultForm());
    this.holder.replaceChildren(...parts);
    this.drawParameters();
  }

  controllers() { return (this.application?.actors ?? []).filter((a) => a.phase === "control").map((a) => a.path); }

  // goalForm gives a goal by name = numbers, one to a line.
  goalForm() {
    const controller = select(this.controllers(), "Controller");
    const task = element("input", { placeholder: "task (empty: the only one)", "aria-label": "Task" });
    const values = element("textarea", { rows: 3, placeholder: "name = numbers, one a line, SI units\nshoulder = 0.4", "aria-label": "Values of the goal" });
    const answer = element("p", { className: "answer", role: "status" });
    const request = (r) => this.ask("goal", { Controller: controller.value, Request: r }, answer);
    const form = element("form", { className: "card" }, element("h3", { text: "Goal" }),
      element("div", { className: "row" }, controller, task), values,
      element("div", { className: "row" }, element("button", { className: "primary", text: "Send goal", disabled: !this.granted }),
        element("button", { type: "button", text: "Cancel goals", disabled: !this.granted, on: { click: () => request({ Verb: "cancel", Task: task.value }) } }),
        element("button", { type: "button", text: "Show", on: { click: () => request({ Verb: "show", Task: task.value }) } })), answer);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      try { request({ Verb: "send", Goal: { Task: task.value, Values: readValues(values.value) } }); } catch (error) { answer.textContent = error.message; }
    });
    return form;
  }

  // faultForm injects a fault by a line of a schedule, which the lists help to write.
  faultForm() {
    const line = element("input", { placeholder: "for 2s panic world/actor", "aria-label": "Fault, a line of a schedule without its time", size: 40 });
    const kind = select(Object.keys(faultKinds), "Kind of fault");
    const target = select([], "Target");
    const fill = () => { line.value = faultKinds[kind.value].line.replace("TARGET", target.value); };
    const targets = () => {
      const { application } = this;
      const names = faultKinds[kind.value].of === "link" ? application.links.map((l) => `${l.from}->${l.to}`) : application.actors.map((a) => a.path);
      target.replaceChildren(...names.map((value) => element("option", { value, text: value })));
      fill();
    };
    kind.addEventListener("change", targets);
    target.addEventListener("change", fill);
    targets();
    const answer = element("p", { className: "answer", role: "status" });
    const form = element("form", { className: "card" }, element("h3", { text: "Inject a fault" }), element("div", { className: "row" }, kind, target), element("div", { className: "row" }, line,
      element("button", { text: "Inject", className: "danger", disabled: !this.granted })), answer);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask("inject", { fault: line.value }, answer);
    });
    return form;
  }

  async ask(service, argumentsOfCall, answer) {
    answer.textContent = "…";
    try {
      const reply = await this.connection.call(service, argumentsOfCall);
      answer.textContent = goalText(reply);
      if (this.parameters.size > 0) this.connection.getParameters(); // a goal is a parameter too
    } catch (error) { answer.textContent = error.message; }
  }

  // values takes parameters with their values, all or those that changed.
  values(parameters) {
    const known = parameters.every(({ name }) => this.parameters.has(name));
    for (const p of parameters) this.parameters.set(p.name, p);
    if (!known) this.drawParameters();
    else for (const p of parameters) this.rows?.get(p.name)?.show(p);
  }

  drawParameters() {
    const words = this.filter.value.toLowerCase();
    const shown = [...this.parameters.values()].filter((p) => p.name.toLowerCase().includes(words)).sort((a, b) => a.name.localeCompare(b.name));
    this.rows = new Map();
    this.list.replaceChildren(...shown.slice(0, 200).map((p) => this.parameterRow(p)));
    if (shown.length === 0) this.list.append(element("p", { className: "quiet", text: this.parameters.size === 0 ? "This application has no parameters." : "No parameter matches." }));
  }

  parameterRow(p) {
    const input = element("input", { "aria-label": p.name, disabled: !this.granted });
    const set = element("button", { text: "Set", disabled: !this.granted });
    const form = element("form", { className: "row" }, element("label", { text: p.name, title: p.name }), input, set);
    const show = (q) => { if (document.activeElement !== input) input.value = writeParameter(q.value); };
    show(p);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      input.blur();
      this.connection.setParameter(p.name, readParameter(input.value, this.parameters.get(p.name).value), p.type);
    });
    this.rows.set(p.name, { show });
    return form;
  }
}

function select(values, label) { return element("select", { "aria-label": label }, ...values.map((value) => element("option", { value, text: value }))); }

// readValues reads "name = 1, 2" lines into the values of a goal. The error names the line.
export function readValues(text) {
  return text.split("\n").map((l) => l.trim()).filter(Boolean).map((l) => {
    const [name, numbers] = l.split(/[=:](.*)/).map((s) => s.trim());
    const found = (numbers ?? "").split(/[\s,]+/).filter(Boolean).map(Number);
    if (!name || found.length === 0 || !found.every(Number.isFinite)) throw new Error(`"${l}" is not a value; expected a name and numbers, as in shoulder = 0.4`);
    return { Name: name, Numbers: found };
  });
}

// writeParameter and readParameter convert a parameter's value to the text of a field and back: the
// present value gives the type.
export function writeParameter(value) { return Array.isArray(value) ? value.join(", ") : String(value ?? ""); }

export function readParameter(text, present) {
  if (typeof present === "string") return text;
  if (typeof present === "boolean") return text.trim() === "true";
  const parts = text.split(/[\s,]+/).filter(Boolean);
  if (Array.isArray(present)) return parts.map((p) => (present.every((v) => typeof v === "string") && present.length > 0 ? p : Number(p)));
  return Number(text);
}
