// Bundles src into dist. With --check it writes nothing, and exits with 1 if dist is not what src gives.
import { readFile, readdir, writeFile, mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { build } from "esbuild";

const root = fileURLToPath(new URL(".", import.meta.url));
const check = process.argv.includes("--check");

const bundle = await build({
  absWorkingDir: root,
  entryPoints: { page: "src/main.js" },
  outdir: "dist",
  bundle: true,
  minify: true,
  write: false,
  format: "esm",
  target: "es2022",
  legalComments: "none", // licenses.txt has them whole
  metafile: true,
  logLevel: "warning",
});

// licenses returns the licences of the libraries in the bundle, which their texts ask to keep.
async function licenses() {
  const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const texts = [];
  for (const name of Object.keys(dependencies).sort()) {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((f) => /^licen[sc]e/i.test(f));
    const text = file ? await readFile(join(folder, file), "utf8") : "";
    texts.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

const files = new Map();
for (const { path, contents } of bundle.outputFiles) files.set(path.slice(join(root, "dist").length + 1), Buffer.from(contents));
for (const name of ["index.html", "icon.svg"]) files.set(name, await readFile(join(root, "src", name)));
files.set("licenses.txt", Buffer.from(await licenses()));

if (!check) {
  await mkdir(join(root, "dist"), { recursive: true });
  for (const [name, contents] of files) await writeFile(join(root, "dist", name), contents);
} else {
  const different = [];
  for (const [name, contents] of files) {
    const present = await readFile(join(root, "dist", name)).catch(() => null);
    if (!present || !present.equals(contents)) different.push(name);
  }
  const surplus = (await readdir(join(root, "dist"))).filter((name) => !files.has(name));
  if (different.length + surplus.length > 0) {
    console.error(`dist is not what src gives: ${[...different, ...surplus].join(", ")}; run "npm run build" and commit dist`);
    process.exit(1);
  }
}
for (const [name, contents] of files) console.log(`${String(contents.length).padStart(8)} bytes  ${name}`);
