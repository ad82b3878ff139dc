// The event log: one line for each message of /log, newest last, with a filter.
import { element } from "./dom.js";

const most = 2000;

export class LogView {
  constructor(list, filter, count) {
    Object.assign(this, { list, filter, count });
    this.clear();
    filter.addEventListener("input", () => { for (const item of this.list.children) this.judge(item); this.tally(); });
  }

  clear() {
    this.seen = new Set();
    this.list.replaceChildren();
    this.tally();
  }

  // message takes a decoded foxglove.Log at a time of the session in s.
  message(log, time) {
    const id = `${time.toFixed(6)} ${log.name} ${log.message}`;
    if (this.seen.has(id)) return;
    this.seen.add(id);
    const atEnd = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 8;
    const item = element("li", { className: `level-${log.level}`, data: { id, time: String(time) } },
      element("time", { text: time.toFixed(3) }), element("span", { className: "source", text: log.name }), element("span", { className: "text", text: withoutName(log) }));
    this.judge(item);
    let before = null;
    for (let i = this.list.lastElementChild; i && Number(i.dataset.time) > time; i = i.previousElementSibling) before = i;
    this.list.insertBefore(item, before);
    while (this.list.children.length > most) {
      this.seen.delete(this.list.firstElementChild.dataset.id);
      this.list.firstElementChild.remove();
    }
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
    this.tally();
  }

  // mark dims the events after a time of a recording in s.
  mark(now) { for (const item of this.list.children) item.classList.toggle("later", Number(item.dataset.time) > now); }

  judge(item) { item.hidden = !item.textContent.toLowerCase().includes(this.filter.value.toLowerCase()); }

  tally() {
    const all = this.list.children.length;
    const shown = this.filter.value === "" ? all : this.list.querySelectorAll("li:not([hidden])").length;
    this.count.textContent = shown === all ? `${all} ${all === 1 ? "event" : "events"}` : `${shown} of ${all} events`;
  }
}

// withoutName returns the message without the name of its source, which stands before it.
function withoutName({ name, message }) { return name !== "" && message.startsWith(`${name} `) ? message.slice(name.length + 1) : message; }
