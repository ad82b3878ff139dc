// The layout of the wiring: a pure function from the application and its health to boxes and lines.
// Each world is a box; its actors stand in columns by phase, from left to right as data flows.

const phases = ["perception", "planning", "control", "actuation"];
const size = { width: 134, height: 38, gapX: 30, gapY: 9, pad: 12, title: 24, worldGap: 22 };

// layout returns {width, height, worlds: [{name, x, y, width, height}], actors: [{path, x, y, width,
// height, ...}], links: [{from, to, points, coupling}]}. Actors of no world get the box "outside the worlds".
export function layout(application) {
  const groups = new Map(application.worlds.map((w) => [w.name, []]));
  for (const actor of application.actors) {
    const world = groups.has(actor.world) ? actor.world : "";
    if (!groups.has(world)) groups.set(world, []);
    groups.get(world).push(actor);
  }
  const out = { width: 0, height: 0, worlds: [], actors: [], links: [] };
  const at = new Map();
  let y = size.worldGap / 2;
  for (const [name, members] of groups) {
    const columns = columnsOf(members);
    const rows = Math.max(1, ...columns.map((c) => c.actors.length));
    const width = 2 * size.pad + columns.length * (size.width + size.gapX) - size.gapX;
    const height = size.title + rows * (size.height + size.gapY) - size.gapY + size.pad + 4;
    out.worlds.push({ name, rate: application.worlds.find((w) => w.name === name)?.rate_hz, x: size.worldGap, y, width: Math.max(width, size.width), height });
    columns.forEach((column, c) => column.actors.forEach((actor, r) => {
      const box = { ...actor, x: size.worldGap + size.pad + c * (size.width + size.gapX), y: y + size.title + 4 + r * (size.height + size.gapY), width: size.width, height: size.height };
      at.set(actor.path, box);
      out.actors.push(box);
    }));
    y += height + size.worldGap;
    out.width = Math.max(out.width, width + 2 * size.worldGap);
  }
  out.height = y - size.worldGap / 2;
  const coupled = new Set();
  for (const link of application.links) {
    const from = at.get(actorOf(link.from)), to = at.get(actorOf(link.to));
    if (!from || !to || from === to) continue;
    const key = `${from.path} ${to.path} ${link.coupling}`;
    if (coupled.has(key)) continue; // several ports between two actors are one line
    coupled.add(key);
    out.links.push({ ...link, fromActor: from.path, toActor: to.path, path: curve(from, to), middle: { x: (from.x + from.width + to.x) / 2, y: (from.y + to.y + from.height) / 2 } });
  }
  return out;
}

// actorOf returns the path of the actor that owns a port, "world/actor.port".
export function actorOf(port) {
  const slash = port.lastIndexOf("/");
  const dot = port.indexOf(".", slash + 1);
  return dot < 0 ? port : port.slice(0, dot);
}

function columnsOf(actors) {
  const known = [...phases, ...new Set(actors.map((a) => a.phase).filter((p) => !phases.includes(p)))];
  const columns = known.map((phase) => ({ phase, actors: actors.filter((a) => a.phase === phase) })).filter((c) => c.actors.length > 0);
  return columns.length > 0 ? columns : [{ phase: "", actors: [] }];
}

// curve returns the path of a line from the right edge of a box to the left edge of another one, or
// around below where the other one stands to the left.
function curve(from, to) {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
  const [x2, y2] = [to.x, to.y + to.height / 2];
  if (x2 > x1) {
    const mid = (x2 - x1) / 2;
    return `M${x1} ${y1} C${x1 + mid} ${y1} ${x2 - mid} ${y2} ${x2} ${y2}`;
  }
  const bend = 30;
  return `M${x1} ${y1} C${x1 + bend} ${y1 + bend} ${x2 - bend} ${y2 + (y2 > y1 ? -bend : bend)} ${x2} ${y2}`;
}
