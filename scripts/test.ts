/** npm test's last step: every test file, with one PostgreSQL server for all of them. */
import { spawn } from "node:child_process";
import { startPostgres } from "../test/support/postgres-server.ts";

const files = process.argv.slice(2);
const server = await startPostgres();
const child = spawn(
  process.execPath,
  ["--test", "--test-concurrency=2", ...(files.length > 0 ? files : ["test/**/*.test.ts"])],
  { stdio: "inherit", env: { ...process.env, TEST_POSTGRES_URL: server.url("DATABASE") } },
);
child.on("exit", async (code) => {
  await server.destroy();
  process.exit(code ?? 1);
});
