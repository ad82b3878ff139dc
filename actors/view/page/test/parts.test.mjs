import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock } from "../src/clock.js";
import { changed, namesOf, rearmArguments, stoppedWorlds, summaryOf } from "../src/consent.js";
import { kindOf, loadModel } from "../src/models.js";
import { Lanes } from "../src/modes.js";
import { readParameter, readValues, writeParameter } from "../src/operate.js";
import { explanationText, goalText } from "../src/replies.js";
import { rightsOf } from "../src/rights.js";
import { Series } from "../src/series.js";
import { pathsOfValue, unitOf, valuesAt } from "../src/values.js";
import { actorOf, layout } from "../src/wiring.js";

const change = (s, joint, from, to, cause = "panic") => ({ kind: "mode_changed", time_ns: s * 1e9, source: "base/gate", joint, from, to, cause, text: "" });

test("a lane has the modes between its events, in whatever order they come", () => {
  const lanes = new Lanes();
  lanes.event(change(5, "wheel", "damp", "run", "rearm"));
  lanes.event(change(4, "wheel", "run", "damp"));
  lanes.event(change(4, "wheel", "run", "damp")); // the server may send an event again
  assert.deepEqual(lanes.segments("base/wheel", 3, 6).map((s) => [s.from, s.to, s.mode]), [[3, 4, "run"], [4, 5, "damp"], [5, 6, "run"]]);
  assert.equal(lanes.modeAt("base/wheel", 4.5), "damp");
});

test("a status begins a lane without inventing its past, and adds what an event would have told", () => {
  const lanes = new Lanes();
  lanes.status("base", "wheel", "run", "none", 10);
  assert.deepEqual(lanes.segments("base/wheel", 0, 12).map((s) => [s.from, s.to, s.mode]), [[10, 12, "run"]]);
  lanes.status("base", "wheel", "run", "none", 11);
  lanes.status("base", "wheel", "off", "stale", 12);
  assert.deepEqual(lanes.segments("base/wheel", 0, 13).map((s) => s.mode), ["run", "off"]);
});

const gate = (mode, nonce, required = "acknowledge") => ({ Nonce: nonce, Incarnation: 2, Joints: [{ Joint: "wheel", Mode: mode, Causes: "panic", Present: "none", Required: required }] });

test("a re-arm carries what the person has seen", () => {
  const [seen] = stoppedWorlds({ worlds: { arm: gate("run", 1), base: gate("damp", 7) } });
  assert.deepEqual(rearmArguments(seen), { world: "base", way: "acknowledge", seen: { nonce: 7, incarnation: 2 } });
  assert.equal(changed(seen, { worlds: { base: gate("damp", 7) } }), false);
  assert.equal(changed(seen, { worlds: { base: gate("off", 8) } }), true);
  assert.equal(stoppedWorlds({ worlds: { base: gate("off", 1, "reset") } })[0].way, "reset");
});

test("the banner names stopped joints, their cause and the command", () => {
  assert.deepEqual(summaryOf({ worlds: { base: gate("damp", 7) } }), ["1 joint of base stopped (panic): robo-actors rearm base"]);
  assert.deepEqual(summaryOf({ worlds: { base: gate("run", 7) } }), []);
  const waiting = { Joint: "wheel", Mode: "off", Causes: "startup", Waiting: "waits for the first command" };
  assert.deepEqual(summaryOf({ worlds: { base: { Nonce: 1, Incarnation: 1, Joints: [waiting] } } }), ["1 joint of base has not run yet: waits for the first command"]);
  assert.deepEqual(namesOf({ worlds: { base: gate("damp", 7), arm: gate("run", 1) } }), ["base: wheel (panic)"]);
  assert.deepEqual(namesOf({ worlds: { base: gate("damp", 7) }, summary: ["stopped in base: wheel: damp (panic)"] }), []);
});

test("values are labelled by the names of their elements, else by the joints of the world, else by numbers", () => {
  const states = { joints: [{ name: "a", position: 1 }, { name: "b", position: 2 }] };
  assert.deepEqual(valuesAt("joints[].position", states), [{ label: "a", value: 1 }, { label: "b", value: 2 }]);
  assert.deepEqual(valuesAt("position[]", { position: [3, 4] }, ["x", "y"]).map((v) => v.label), ["x", "y"]);
  assert.deepEqual(valuesAt("position[]", { position: [3, 4] }, ["x"]).map((v) => v.label), ["0", "1"]);
  assert.deepEqual(valuesAt("lateness.p99_ns", { actor: "w/a", lateness: { p99_ns: 5 } }), [{ label: "w/a", value: 5 }]);
  assert.deepEqual(valuesAt("joints[].position", { joints: [{ name: "a" }] }), []);
});

test("the paths of a JSON message are those of its numbers", () => {
  assert.deepEqual(pathsOfValue({ now_s: 1, name: "x", actors: [{ late: 1 }, { late: 2, on: true }] }), ["now_s", "actors[].late", "actors[].on"]);
});

test("units come from the joints of the world or from the name of the field", () => {
  assert.equal(unitOf("/arm/joint_states", "joints[].velocity", "rad"), "rad/s");
  assert.equal(unitOf("health", "lateness.p99_ns", ""), "ns");
  assert.equal(unitOf("/arm/joint_states", "joints[].position", ""), "");
});

test("a series keeps rows whose labels come and go, and begins anew when time goes back", () => {
  const s = new Series();
  assert.equal(s.push(1, [{ label: "a", value: 1 }]), true);
  assert.equal(s.push(2, [{ label: "b", value: 2 }]), true);
  assert.deepEqual(s.data, [[1, 2], [1, null], [null, 2]]);
  s.push(0.5, [{ label: "a", value: 3 }]);
  assert.deepEqual(s.data, [[0.5], [3]]);
  for (let t = 1; t <= 100; t++) s.push(t, [{ label: "a", value: NaN }]);
  s.forget(90);
  assert.deepEqual([s.data[0][0], s.data[1][0]], [90, null]);
});

test("the clock relates wall time to the session's", () => {
  const clock = new Clock();
  assert.equal(clock.read(1_700_000_000_000_000_000n), 0);
  clock.relate(1_700_000_005_010_000_000n, 5);
  clock.relate(1_700_000_006_000_000_000n, 6); // logged with less delay
  assert.ok(Math.abs(clock.at(1_700_000_007_000_000_000n) - 7) < 1e-6);
  const recording = new Clock();
  assert.equal(recording.at(2_500_000_000n), 2.5);
  assert.equal(recording.log(2.5), 2_500_000_000n);
  recording.read(2_000_000_000n, 2);
  recording.read(9_000_000_000n, 2); // of the time before a jump back
  assert.equal(recording.now, 2);
});

test("actors stand in columns by phase, and a link of several ports is one line", () => {
  const actor = (path, phase) => ({ path, phase, world: path.split("/")[0], kind: "k", rate_hz: 100 });
  const plan = layout({
    worlds: [{ name: "arm", rate_hz: 100 }], actors: [actor("arm/gate", "actuation"), actor("arm/controller", "control"), actor("plant", "actuation")],
    links: [{ from: "arm/controller.a", to: "arm/gate.a" }, { from: "arm/controller.b", to: "arm/gate.b" }, { from: "arm/gone.x", to: "arm/gate.c" }],
  });
  const at = Object.fromEntries(plan.actors.map((a) => [a.path, a]));
  assert.ok(at["arm/controller"].x < at["arm/gate"].x);
  assert.ok(at.plant.y > at["arm/gate"].y);
  assert.equal(plan.links.length, 1);
  for (const a of plan.actors) assert.ok(plan.worlds.some((w) => a.x >= w.x && a.x + a.width <= w.x + w.width && a.y >= w.y && a.y + a.height <= w.y + w.height), `${a.path} is in its box`);
  assert.equal(actorOf("arm/controller.command"), "arm/controller");
});

test("goals and parameters are read from text, and errors quote it", () => {
  assert.deepEqual(readValues("shoulder = 0.4\nelbow: 1, -2\n"), [{ Name: "shoulder", Numbers: [0.4] }, { Name: "elbow", Numbers: [1, -2] }]);
  assert.throws(() => readValues("elbow = far"), /"elbow = far" is not a value/);
  assert.throws(() => readValues("0.4"), /is not a value/);
  for (const value of [4, [4, 0.5], true, "by_norm", ["a", "b"]]) assert.deepEqual(readParameter(writeParameter(value), value), value);
});

test("a viewer without rights learns how to get them", () => {
  const live = { capabilities: [], metadata: { control: "granted" } };
  const base = { application: { control: true }, services: new Map([["stop", {}]]), connected: true };
  assert.equal(rightsOf({ ...base, info: live }).granted, true);
  assert.match(rightsOf({ ...base, info: { ...live, metadata: { control: "needs token" } } }).why, /#token=/);
  assert.match(rightsOf({ ...base, info: { ...live, metadata: { control: "off" } }, application: { control: false } }).why, /--control/);
  assert.equal(rightsOf({ ...base, info: { ...live, dataEndTime: { sec: 1, nsec: 0 } } }).granted, false);
  assert.equal(rightsOf({ ...base, info: live, connected: false }).granted, false);
});

test("replies become sentences", () => {
  assert.equal(goalText({ Result: "success", Goals: [{ Task: "arm", State: "active", Progress: 0.25, Remaining: 0.5, Unit: "rad" }] }), "arm, active, 25 % done, 0.5 rad to go");
  assert.equal(goalText({ Result: "unknown", Text: 'no task "leg"', Known: ["arm", "base"] }), 'no task "leg"\nknown: arm, base');
  assert.equal(goalText({ Result: "success" }), "no goals yet");
  assert.equal(explanationText([{ World: "base", Joint: "wheel", Mode: "damp", Chain: [{ Words: "base/wheels panicked" }, { Words: "joint wheel: run -> damp" }], Required: "acknowledge" }]),
    "base/wheel is in damp\n1. base/wheels panicked\n2. joint wheel: run -> damp\nto continue: re-arm by acknowledge");
});

test("meshes are read by their media type, else by their ending", async () => {
  const triangle = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n";
  const stl = await loadModel({ media_type: "model/stl", url: "", data: new TextEncoder().encode(triangle) });
  assert.equal(stl.geometry.attributes.position.count, 3);
  const obj = await loadModel({ media_type: "", url: "package://robot/a.obj", data: Buffer.from("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n").toString("base64") });
  assert.equal(obj.children[0].geometry.attributes.position.count, 6);
  assert.equal(kindOf({ media_type: "model/vnd.collada+xml", url: "" }), "collada");
  await assert.rejects(loadModel({ media_type: "model/gltf-binary", url: "a.glb", data: "AA==" }), /expected STL, OBJ or COLLADA/);
});
