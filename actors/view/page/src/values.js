// Numeric values inside of messages. A path such as "joints[].position" names them: [] stands for
// every element of a list.

const numeric = new Set(["number", "boolean"]);
const deepest = 5; // levels of nesting that are looked into

// pathsOfType lists the paths of the numeric values of a protobuf message type.
export function pathsOfType(type, prefix = "", depth = 0) {
  if (depth > deepest) return [];
  return type.fields.flatMap((field) => {
    const path = prefix + field.name + (field.fieldKind === "list" ? "[]" : "");
    const message = field.message;
    if (message && isTime(message)) return prefix === "" || field.name !== "timestamp" ? [path] : [];
    if (message) return field.name === "stamp" ? [] : pathsOfType(message, path + ".", depth + 1);
    const scalar = field.scalar;
    return scalar !== undefined && scalar !== 9 && scalar !== 12 ? [path] : []; // neither text (9) nor bytes (12)
  });
}

function isTime(message) { return message.typeName === "google.protobuf.Timestamp" || message.typeName === "google.protobuf.Duration"; }

// pathsOfValue lists the paths of the numeric values of a decoded JSON message.
export function pathsOfValue(value, prefix = "", depth = 0) {
  if (numeric.has(typeof value)) return [prefix];
  if (value === null || typeof value !== "object" || depth > deepest) return [];
  if (Array.isArray(value)) return [...new Set(value.flatMap((v) => pathsOfValue(v, prefix + "[]", depth + 1)))];
  return Object.entries(value).flatMap(([name, v]) => pathsOfValue(v, prefix === "" ? name : `${prefix}.${name}`, depth + 1));
}

// valuesAt returns the values of a message at a path, each with a label that tells it from the
// others: the names of the elements where they have one, else those of names where the counts agree,
// else their indices.
export function valuesAt(path, message, names = []) {
  const found = [];
  collect(path.split("."), message, [], found, names);
  const owner = message?.actor;
  if (typeof owner === "string" && owner !== "") for (const v of found) v.label = v.label === "" ? owner : `${owner} ${v.label}`;
  return found;
}

function collect(steps, value, labels, found, names) {
  if (steps.length === 0) {
    if (numeric.has(typeof value)) found.push({ label: labels.join(" "), value: Number(value) });
    return;
  }
  if (value === null || value === undefined) return;
  const [step, ...rest] = steps;
  const depth = step.match(/(\[\])*$/)[0].length / 2;
  spread(value[depth === 0 ? step : step.slice(0, -2 * depth)], depth, labels, (element, elementLabels) => collect(rest, element, elementLabels, found, names), names);
}

function spread(value, depth, labels, each, names) {
  if (depth === 0) {
    each(value, labels);
    return;
  }
  if (!Array.isArray(value)) return;
  value.forEach((element, i) => spread(element, depth - 1, [...labels, nameOf(element) ?? (names.length === value.length ? names[i] : String(i))], each, names));
}

function nameOf(element) {
  for (const field of ["name", "joint", "Joint", "port", "path", "child_frame_id"]) if (typeof element?.[field] === "string" && element[field] !== "") return element[field];
  return undefined;
}

const suffixes = [["_rad_s", "rad/s"], ["_m_s", "m/s"], ["_ns", "ns"], ["_ms", "ms"], ["_hz", "Hz"], ["_rad", "rad"], ["_nm", "N m"], ["_s", "s"], ["_m", "m"], ["_n", "N"]];
const jointUnits = {
  rad: { position: "rad", velocity: "rad/s", acceleration: "rad/s²", effort: "N m" },
  m: { position: "m", velocity: "m/s", acceleration: "m/s²", effort: "N" },
};

// unitOf returns the unit of the values at a path, empty where it is not known. jointUnit is the
// unit of the joints of the topic's world: rad, m or empty where they differ.
export function unitOf(topic, path, jointUnit) {
  const last = path.split(".").at(-1).replaceAll("[]", "");
  if (jointUnits[jointUnit]?.[last]) return jointUnits[jointUnit][last];
  if (topic === "/tf" && path.includes("translation")) return "m";
  return suffixes.find(([suffix]) => last.endsWith(suffix))?.[1] ?? "";
}
