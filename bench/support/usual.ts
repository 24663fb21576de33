/** The reference that many would write: look up the link, insert the visit, redirect, one after another. */
import { DatabaseSync } from "node:sqlite";
import fastify from "fastify";
import { UAParser } from "ua-parser-js";

const [port, file] = process.argv.slice(2);
const db = new DatabaseSync(file!);
db.exec(`PRAGMA journal_mode = WAL;
  CREATE TABLE links (token TEXT PRIMARY KEY, url TEXT NOT NULL, visits INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE visits (id INTEGER PRIMARY KEY, token TEXT NOT NULL, at INTEGER NOT NULL,
    address TEXT, device TEXT, browser TEXT, os TEXT);
  CREATE INDEX visits_token ON visits (token, at)`);
const find = db.prepare("SELECT url FROM links WHERE token = ?");
const insert = db.prepare("INSERT INTO visits (token, at, address, device, browser, os) VALUES (?, ?, ?, ?, ?, ?)");
const count = db.prepare("UPDATE links SET visits = visits + 1 WHERE token = ?");
const addLink = db.prepare("INSERT OR IGNORE INTO links (token, url) VALUES (?, ?)");

const server = fastify({ trustProxy: true });
server.get<{ Params: { token: string } }>("/r/:token", async (request, reply) => {
  const { token } = request.params;
  const link = find.get(token);
  if (!link) return reply.code(404).send();
  const { device, browser, os } = UAParser(request.headers["user-agent"]);
  const type = device.type ?? "desktop";
  insert.run(token, Date.now(), request.ip, type, browser.name ?? "", os.name ?? "");
  count.run(token);
  return reply.redirect(link.url as string, 302);
});
server.put<{ Params: { token: string } }>("/r/:token", async ({ params }) => {
  addLink.run(params.token, "https://example.com/");
  return {};
});
await server.listen({ host: "127.0.0.1", port: Number(port) });
process.stdout.write("up\n");
