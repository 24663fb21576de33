/**
 * npm run bench -- [--small] [name ...]: each target as a measurement, with its peer beside it.
 * --small measures nothing worth reading; it shows within a minute that every bench runs.
 */
import type { Size } from "./support/size.ts";

const BENCHES = [
  "redirect",
  "analytics",
  "storage",
  "render",
  "recognise",
  "postgres",
  "start",
  "list",
];

const args = process.argv.slice(2);
const size: Size = args.includes("--small") ? "small" : "full";
const names = args.filter((arg) => arg !== "--small");
const unknown = names.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}; there are: ${BENCHES.join(", ")}.`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : BENCHES) {
  console.log(`\n== ${name}`);
  const { run } = (await import(`./${name}.ts`)) as { run(size: Size): Promise<void> };
  await run(size);
}
