/** The built service, which starts in half the CPU time. For a run that has just built it. */
const { main } = await import(new URL("../../dist/cli.js", import.meta.url).href);

process.exitCode = await main(process.argv.slice(2));
