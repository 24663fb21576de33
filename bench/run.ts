/**
 * npm run bench -- [--small] [--json] [name ...]: measures each target with its reference, and prints a table of all
 * figures at the end; with --json as JSON, and other output on stderr. Very long benches run only by name. --small only
 * shows within a minute that benches run.
 */
import { type Figure, jsonOf, lineOf, type Report, tableOf } from "./support/report.ts";
import type { Size } from "./support/size.ts";

const BENCHES = [
  "redirect",
  "analytics",
  "storage",
  "render",
  "styled",
  "recognise",
  "postgres",
  "start",
  "list",
  "orders",
  "limits",
  "webhooks",
];
const LONG = ["insights", "pages", "verdict", "nodes", "growth", "soak", "export", "packing"];
const ALL = [...BENCHES, ...LONG];

const FLAGS = ["--small", "--json"];
const args = process.argv.slice(2);
const size: Size = args.includes("--small") ? "small" : "full";
const isJson = args.includes("--json");
const names = args.filter((arg) => !FLAGS.includes(arg));
const unknown = names.filter((name) => !ALL.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown bench ${unknown.join(", ")}; available: ${ALL.join(", ")}.`);
  process.exit(2);
}
const figures: Figure[] = [];
const say = isJson ? console.error : console.log;
const report: Report = {
  say,
  tell(figure) {
    figures.push(figure);
    say(lineOf(figure));
  },
};
for (const name of names.length > 0 ? names : BENCHES) {
  say(`\n== ${name}`);
  const { run } = (await import(`./${name}.ts`)) as { run(report: Report, size: Size): Promise<void> };
  await run(report, size);
}
if (isJson) console.log(jsonOf(figures, size));
else if (figures.length > 0) console.log(`\n== table\n\n${tableOf(figures, size)}`);
