// Joint modes: their order and their colours, which are those of the command plot, and the lanes
// that a view draws of them.

// modes are the modes in the order of severity.
export const modes = ["run", "limited", "ramp_hold", "damp", "ramp_off", "brake", "off"];

// meanings says in a few words what a joint does in each mode.
export const meanings = {
  run: "follows its controller",
  limited: "follows its controller within reduced limits",
  ramp_hold: "slows down, then holds its position",
  damp: "brakes with little torque, holds nothing",
  ramp_off: "slows down, then has no torque",
  brake: "the spring brake is closed",
  off: "has no torque",
};

export function stops(mode) { return mode !== "run" && mode !== "limited"; }

// Lanes has the modes of joints over time: for each joint, by its key "world/joint", segments
// {from, to, mode, cause} in s. The newest segment is open: its end is null.
export class Lanes {
  constructor() { this.clear(); }

  clear() {
    this.joints = new Map();
    this.seen = new Set();
  }

  // event takes a decoded robo_actors.v1.Event; the same event a second time changes nothing, and
  // events may come in any order.
  event(e) {
    if (e.kind !== "mode_changed" || e.joint === "") return;
    const id = `${e.time_ns} ${e.source} ${e.joint} ${e.to}`;
    if (this.seen.has(id)) return;
    this.seen.add(id);
    this.insert(`${worldOf(e.source)}/${e.joint}`, { at: e.time_ns * 1e-9, from: e.from, mode: e.to, cause: e.cause, text: e.text });
  }

  // status takes the modes that a gate reports at a time in s. It says how a joint began that no
  // event has told of, and corrects a lane that has missed an event.
  status(world, joint, mode, cause, at) {
    const key = `${world}/${joint}`;
    const changes = this.joints.get(key);
    const last = changes?.at(-1);
    if (!last || (last.mode !== mode && at > last.at)) this.insert(key, { at, from: last?.mode ?? "", mode, cause, text: "" });
  }

  insert(key, change) {
    const changes = this.joints.get(key) ?? [];
    let i = changes.length;
    while (i > 0 && changes[i - 1].at > change.at) i--;
    changes.splice(i, 0, change);
    this.joints.set(key, changes);
  }

  // segments returns the segments of a joint between two times. Before the first event the joint was
  // in the mode that this event left; before the first status nothing is known.
  segments(key, begin, end) {
    const changes = this.joints.get(key) ?? [];
    const all = [];
    if (changes[0]?.from) all.push({ from: -Infinity, to: changes[0].at, mode: changes[0].from, cause: "", text: "" });
    changes.forEach((c, i) => all.push({ from: c.at, to: changes[i + 1]?.at ?? Infinity, mode: c.mode, cause: c.cause, text: c.text }));
    return all.filter((s) => s.to > begin && s.from < end && s.to > s.from).map((s) => ({ ...s, from: Math.max(s.from, begin), to: Math.min(s.to, end) }));
  }

  // modeAt returns the mode of a joint at a time, undefined for an unknown joint.
  modeAt(key, time) { return this.segments(key, time, time + 1e-6)[0]?.mode; }
}

function worldOf(path) { return path.split("/")[0]; }
