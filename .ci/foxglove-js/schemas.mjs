// Compares protobuf types with those of @foxglove/schemas.
import { createRequire } from "node:module";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import protobuf from "protobufjs";

const { foxgloveMessageSchemas, foxgloveEnumSchemas, generateProto } = createRequire(import.meta.url)("@foxglove/schemas/internal");

// parse reads the text of .proto files into one root.
function parse(texts) {
  const root = new protobuf.Root();
  for (const text of texts) protobuf.parse(text, root, { keepCase: true });
  return root;
}

// foxglove holds Foxglove's own types.
export const foxglove = parse(
  Object.values(foxgloveMessageSchemas).map((schema) =>
    generateProto(schema, Object.values(foxgloveEnumSchemas).filter((e) => e.parentSchemaName === schema.name))),
);

// ours reads our .proto files.
export async function ours(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".proto"));
  return parse(await Promise.all(names.map((name) => readFile(join(folder, name), "utf8"))));
}

// describe lists what the wire and the viewers see of a type: its fields or values, sorted.
function describe(type) {
  const last = (name) => name.split(".").pop();
  if (type instanceof protobuf.Enum) return Object.entries(type.values).map(([name, value]) => `${value} ${name}`).sort();
  const optional = (f) => f.partOf?.name === `_${f.name}`; // protobuf encodes "optional" so
  const fields = type.fieldsArray.map((f) => `${f.id} ${f.repeated ? "repeated " : optional(f) ? "optional " : ""}${last(f.type)} ${f.name}`);
  const enums = type.nestedArray.filter((n) => n instanceof protobuf.Enum).flatMap((e) => describe(e).map((line) => `${e.name}: ${line}`));
  return [...fields, ...enums].sort();
}

// differences lists how the types of a root in package foxglove differ from Foxglove's own.
export function differences(root) {
  const found = [];
  const types = root.lookup("foxglove")?.nestedArray ?? [];
  for (const type of types) {
    const want = foxglove.lookup(`foxglove.${type.name}`);
    if (!want) {
      found.push(`Foxglove has no type ${type.name}`);
      continue;
    }
    const [a, b] = [describe(type), describe(want)];
    for (const line of a) if (!b.includes(line)) found.push(`${type.name}: "${line}" is ours only`);
    for (const line of b) if (!a.includes(line)) found.push(`${type.name}: "${line}" is Foxglove's only`);
  }
  return { found, types: types.map((t) => t.name) };
}
