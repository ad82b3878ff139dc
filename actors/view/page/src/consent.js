// What a person consents to with a re-arm: the stopped joints of a world, as a status shows them.
// Pure functions.
import { stops } from "./modes.js";

// stoppedWorlds returns the worlds with stopped joints: {world, nonce, incarnation, way, joints}.
export function stoppedWorlds(status) {
  const found = [];
  for (const [world, gate] of Object.entries(status?.worlds ?? {})) {
    const joints = (gate.Joints ?? []).filter((j) => stops(j.Mode));
    if (joints.length === 0) continue;
    found.push({ world, nonce: gate.Nonce, incarnation: gate.Incarnation, way: joints.some((j) => needsReset(j.Required)) ? "reset" : "acknowledge", joints });
  }
  return found;
}

function needsReset(required) { return required === "reset" || required === "never"; }

// rearmArguments returns the arguments of the service rearm for what the person has seen.
export function rearmArguments({ world, way, nonce, incarnation }) { return { world, way, seen: { nonce, incarnation } }; }

// changed reports whether a status is no longer the one that the person has seen.
export function changed(seen, status) {
  const gate = status?.worlds?.[seen.world];
  return !gate || gate.Nonce !== seen.nonce || gate.Incarnation !== seen.incarnation;
}

// summaryOf returns the lines of the banner: those of the server, else a line for each stopped world.
export function summaryOf(status) {
  if (status?.summary?.length > 0) return status.summary;
  return stoppedWorlds(status).map(({ world, joints }) => {
    const who = `${joints.length} ${joints.length === 1 ? "joint" : "joints"} of ${world}`;
    if (joints.every((j) => j.Causes === "startup")) return `${who} ${joints.length === 1 ? "has" : "have"} not run yet${joints[0].Waiting ? `: ${joints[0].Waiting}` : ""}`;
    const causes = [...new Set(joints.map((j) => j.Causes).filter((c) => c && c !== "none"))].join(", ");
    return `${who} stopped${causes ? ` (${causes})` : ""}: robo-actors rearm ${world}`;
  });
}

const mostNames = 8;

// namesOf returns a line for each world with stopped joints that names them and their causes, unless
// the lines of the summary do that.
export function namesOf(status) {
  const summary = summaryOf(status).join("\n");
  return stoppedWorlds(status).filter(({ joints }) => !summary.includes(joints[0].Joint)).map(({ world, joints }) => {
    const names = joints.slice(0, mostNames).map((j) => (j.Causes && j.Causes !== "none" ? `${j.Joint} (${j.Causes})` : j.Joint));
    return `${world}: ${names.join(", ")}${joints.length > mostNames ? ` and ${joints.length - mostNames} more` : ""}`;
  });
}
