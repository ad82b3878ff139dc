// The page of the live view: joins the connection with the parts of the page.
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Charts } from "./charts.js";
import { Clock } from "./clock.js";
import { Connection } from "./connection.js";
import { namesOf, stoppedWorlds, summaryOf } from "./consent.js";
import { $, element, seconds } from "./dom.js";
import { GraphView } from "./graphview.js";
import { Lanes, stops } from "./modes.js";
import { LanesView } from "./lanesview.js";
import { LogView } from "./log.js";
import { OperateView } from "./operate.js";
import { Player } from "./player.js";
import { rangeOf } from "./protocol.js";
import { RearmDialog } from "./rearm.js";
import { explanationText } from "./replies.js";
import { rightsOf, takeToken } from "./rights.js";
import { RoomView } from "./scene.js";
import { ValueTree } from "./tree.js";

const always = ["/application", "/status", "/tf", "/scene/robots", "/scene/targets", "/scene/contacts", "/log", "events", "health"];
const chartsByDefault = 2;

const clock = new Clock();
const lanes = new Lanes();
let application = null; // content of /application
let status = null; // content of /status, of live runs
let info = null; // serverInfo
let causes = new Map(); // "world/joint" -> present cause

const room = new RoomView($("canvas"), { robots: drawRobots, pick: (frame) => notify(frame) });
const connection = new Connection(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, {
  state: showConnection,
  info: (i) => { if (info && info.sessionId !== i.sessionId) forget(); info = i; player.open(rangeOf(i)); applyRights(); },
  channels: (topics) => { tree.channels(topics); addDefaultCharts(); },
  services: applyRights,
  message: receive,
  playback: (state) => { if (player.playback(state)) seeked(clock.at(state.time)); },
  parameters: (p) => operate.values(p),
  status: ({ level, message }) => notify(message, level === 2),
});
const charts = new Charts($("plots"), { names: jointNames, closed: (topic) => connection.release(topic) });
const tree = new ValueTree({ search: $("search"), holder: $("topics"), connection, choose: addChart, jointUnit, names: jointNames });
const lanesView = new LanesView($("lanes"), $("legend"), lanes, explain);
const graph = new GraphView($("graph"), $("actor"));
const log = new LogView($("log"), $("filter"), $("count"));
const operate = new OperateView($("operate"), connection);
const rearm = new RearmDialog($("consent"), (name, a) => connection.call(name, a), notify);
const player = new Player({ bar: $("player"), play: $("play"), position: $("position"), scrub: $("scrub"), length: $("length"), speed: $("speed"), connection, clock });

// receive takes every message; log is the time of the log in ns.
function receive(topic, logTime, value) {
  if (value === null) return;
  const parts = {
    "/application": () => showApplication(value),
    "/status": () => { clock.relate(logTime, value.now_s); showStatus(value); },
    events: () => { clock.relate(logTime, value.time_ns * 1e-9); lanes.event(value); },
    health: () => graph.message(value),
    "/tf": () => { $("hint").textContent = (application?.notes ?? []).join("\n"); room.transforms(value); },
    "/log": () => log.message(value, clock.at(logTime)),
  };
  if (topic.startsWith("/scene/")) room.update(topic, value, Number(logTime) * 1e-9);
  if (Object.hasOwn(parts, topic)) parts[topic]();
  const time = clock.read(logTime, player.latest());
  charts.message(topic, time, value);
  tree.message(topic, value);
}

function showApplication(value) {
  application = value;
  $("application").textContent = value.name;
  document.title = `${value.name} · robo-actors`;
  graph.application(value);
  addDefaultCharts();
  applyRights();
}

function showStatus(value) {
  status = value;
  causes = new Map();
  for (const [world, gate] of Object.entries(value.worlds ?? {})) {
    for (const j of gate.Joints ?? []) {
      lanes.status(world, j.Joint, j.Mode, j.Causes ?? "", value.now_s);
      if (j.Causes && j.Causes !== "none") causes.set(`${world}/${j.Joint}`, j.Causes);
    }
  }
  rearm.update(value);
  showStops();
  const { count = 1, dropped = 0 } = value.viewers ?? {};
  $("viewers").textContent = `${count} ${count === 1 ? "viewer" : "viewers"} · ${dropped} dropped`;
  $("viewers").classList.toggle("warn", dropped > 0);
}

// showStops shows the banner with every stop, and the sentence about the joints.
function showStops() {
  let modes = [...lanes.joints.keys()].map((key) => lanes.modeAt(key, clock.now));
  if (status) modes = Object.values(status.worlds ?? {}).flatMap((gate) => (gate.Joints ?? []).map((j) => j.Mode));
  const stopped = modes.filter((m) => m && stops(m)).length;
  $("sentence").textContent = modes.length === 0 ? "" : stopped === 0 ? `all ${modes.length} joints run` : `${stopped} of ${modes.length} joints stopped`;
  const lines = status ? summaryOf(status) : [];
  const names = lines.length > 0 ? namesOf(status) : [];
  const text = [...lines, ...names].join("\n");
  if ($("banner").dataset.text === text) return;
  $("banner").dataset.text = text;
  $("banner").hidden = lines.length === 0;
  $("banner").replaceChildren(...lines.map((line) => element("p", { text: line })), ...names.map((line) => element("p", { className: "quiet", text: line })));
  applyRights();
}

function showConnection(state) {
  const pill = $("connection");
  pill.dataset.state = state;
  pill.textContent = { connecting: "connecting", reconnecting: "reconnecting", connected: "live", disconnected: "no connection: trying again" }[state];
  document.body.classList.toggle("disconnected", state !== "connected");
  if (state !== "connected") applyRights();
}

function applyRights() {
  const rights = rightsOf({ info, application, services: connection.services, connected: !document.body.classList.contains("disconnected") });
  const recording = info !== null && rangeOf(info) !== null;
  if (recording && !document.body.classList.contains("disconnected")) $("connection").textContent = "recording";
  $("stop").hidden = recording;
  $("stop").disabled = !rights.granted;
  $("stop").title = rights.granted ? "Bring every joint to rest and hold it (key: S)" : rights.why;
  $("rearm").hidden = recording || stoppedWorlds(status).length === 0;
  $("rearm").disabled = !rights.granted;
  $("rearm").title = rights.granted ? "Let stopped joints accept commands again" : rights.why;
  operate.draw({ application, ...rights });
}

// stop brings every joint of every world to rest, and says which world did not confirm it.
async function stop() {
  if ($("stop").hidden) return;
  if ($("stop").disabled) return notify(`Not stopped. ${$("stop").title}`, true);
  const worlds = Object.keys(status?.worlds ?? {});
  if (worlds.length === 0) return notify("Not stopped: no world has reported its joints yet.", true);
  notify("Stopping …");
  const results = await Promise.allSettled(worlds.map((world) => connection.call("stop", { world, mode: "ramp_hold" })));
  const failed = results.flatMap((r, i) => (r.status === "rejected" ? [`${worlds[i]}: ${r.reason.message}`] : []));
  notify(failed.length === 0 ? "Every joint is stopped." : `Not confirmed: ${failed.join("; ")}`, failed.length > 0);
}

// explain shows why a joint is in its mode: the chain of events of a live run, else the newest event.
async function explain(world, joint) {
  const last = lanes.segments(`${world}/${joint}`, -Infinity, clock.now).at(-1);
  const known = [`${world}/${joint} is in ${last?.mode}`, last?.cause, last?.text].filter((t) => t && t !== "none").join(": ");
  if (!connection.services.has("explain")) return notify(known);
  try {
    notify(explanationText(await connection.call("explain", { joints: [`${world}/${joint}`] })) || known);
  } catch (error) { notify(`${known} (${error.message})`); }
}

let noticeTimer = 0;

function notify(text, bad = false) {
  const notice = $("notice");
  notice.textContent = text;
  notice.classList.toggle("warn", bad);
  notice.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { notice.hidden = true; }, 8000);
}

function worldOfTopic(topic) {
  const name = topic.replace(/^\//, "").split("/")[0];
  return application?.worlds.find((w) => w.name === name);
}

function jointNames(topic) { return worldOfTopic(topic)?.joints?.map((j) => j.name) ?? []; }

function jointUnit(topic) {
  const units = new Set((worldOfTopic(topic)?.joints ?? []).map((j) => j.unit));
  return units.size === 1 ? [...units][0] : "";
}

function addChart(topic, path, unit, title) {
  if (!charts.has(topic, path)) connection.want(topic);
  charts.add(topic, path, unit, title);
}

let defaultsAdded = false;

// addDefaultCharts shows the joint positions of the first worlds, once the server has named them.
function addDefaultCharts() {
  if (defaultsAdded || !application) return;
  for (const { name } of application.worlds) {
    const topic = `/${name}/joint_states`;
    const path = tree.paths.get(topic)?.find((p) => p.endsWith(".position"));
    if (!path || charts.charts.length >= chartsByDefault) continue;
    defaultsAdded = true;
    addChart(topic, path, jointUnit(topic) || "rad, m", `${name}: joint positions`);
  }
}

function drawRobots(robots) {
  $("robots").replaceChildren(...[...robots].map(([robot, kind]) => {
    const box = element("input", { type: "checkbox", checked: !room.hidden.has(robot), on: { change: () => room.show(robot, box.checked) } });
    return element("label", { className: "choice", title: kind === "truth" ? "true pose of the simulated robot" : "pose as the world estimates it" }, box, element("i", { className: `swatch ${kind}` }), kind === "truth" ? `${robot.replace(/^true\//, "")} (truth)` : robot);
  }));
}

// forget removes what belongs to another session.
function forget() {
  application = status = null;
  clock.clear();
  lanes.clear();
  log.clear();
  charts.clear();
  room.clear();
  showStops();
}

// seeked begins the charts anew at another time of a recording. Events stay: they are facts of it.
function seeked(time) {
  clock.now = time;
  charts.clear();
  draw();
}

function draw() {
  if (!Number.isFinite(clock.now)) return;
  const range = info ? rangeOf(info) : null;
  $("clock").textContent = seconds(clock.now, 1);
  charts.draw(clock.now);
  if (range) lanesView.draw(clock.at(range.begin), clock.at(range.end), causes, clock.now);
  else lanesView.draw(Math.max(0, clock.now - charts.window), Math.max(clock.now, charts.window / 4), causes, clock.now);
  if (range) {
    player.draw(clock.now);
    log.mark(clock.now);
    showStops();
  }
}

setInterval(draw, 120);
setInterval(() => { if (!$("wiring").hidden) graph.draw(); }, 500);

$("stop").addEventListener("click", stop);
$("rearm").addEventListener("click", () => rearm.open(status));
$("aim").addEventListener("click", () => room.aim());
$("follow").addEventListener("change", (e) => { room.follow = e.target.checked; room.last = null; });
$("window").addEventListener("change", (e) => { charts.window = Number(e.target.value); draw(); });
$("add").addEventListener("click", () => {
  const open = $("tree").hidden;
  $("tree").hidden = !open;
  $("add").setAttribute("aria-expanded", String(open));
  if (open) { tree.draw(); $("search").focus(); }
});
for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => {
    for (const other of document.querySelectorAll("[role=tab]")) {
      other.setAttribute("aria-selected", String(other === tab));
      $(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
    graph.draw();
    if (tab.id === "tab-operate" && info?.capabilities?.includes("parameters")) connection.getParameters();
  });
}
document.addEventListener("keydown", (e) => {
  if (e.repeat || e.ctrlKey || e.metaKey || e.altKey || /^(input|textarea|select)$/i.test(e.target.tagName)) return;
  if (e.key === "s" || e.key === "S") stop();
  if (e.key === " " && !/^button$/i.test(e.target.tagName)) { e.preventDefault(); player.toggle(); }
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { room.theme(); charts.rebuild(); });

const refusal = await takeToken();
if (refusal !== "") notify(refusal, true);
for (const topic of always) connection.want(topic);
connection.connect();
