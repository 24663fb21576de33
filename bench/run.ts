/** npm run bench -- [name ...]: each target as a measurement, with its peer beside it. */
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

const names = process.argv.slice(2);
const unknown = names.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}; there are: ${BENCHES.join(", ")}.`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : BENCHES) {
  console.log(`\n== ${name}`);
  const { run } = (await import(`./${name}.ts`)) as { run(): Promise<void> };
  await run();
}
