/** The packed package, and a test of the whole product wherever it is installed. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type RunOptions, serve, tessera } from "../cli/support.ts";
import type { Data } from "../deploy/files.ts";
import { eventually } from "../support/eventually.ts";
import { freshDir, type TestPlace } from "../support/stores.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const run = promisify(execFile);

interface Locked {
  dev?: boolean;
  link?: boolean;
}

/** Runs npm pack, with its prepack, and returns the tarball's path. */
export async function pack(cwd = ROOT): Promise<string> {
  const folder = freshDir();
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd });
  return join(folder, stdout.trim().split("\n").at(-1)!);
}

/**
 * A project with the tarball as a dependency and, hoisted next to it, links to what npm would install: like npm
 * install, without its minute. Returns the launcher's path.
 */
export async function installHoisted(tarball: string): Promise<string> {
  const modules = join(freshDir(), "node_modules");
  const home = join(modules, "tessera-qr");
  mkdirSync(home, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", home, "--strip-components=1"]);
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  for (const [path, entry] of Object.entries<Locked>(lock.packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (!name || entry.dev || entry.link || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, path), join(modules, name));
  }
  return join(home, "bin/tessera.js");
}

/** From the start in an empty folder to an account, a code, its scan, its pictures and the dashboard. */
export async function tryProduct(options: RunOptions, place?: TestPlace): Promise<void> {
  const dataDir = place?.dataDir ?? freshDir();
  const env = { DATA_DIR: dataDir, DATABASE_URL: place?.databaseUrl, TRUSTED_PROXIES: "loopback" };
  const server = await serve({ ...options, env });
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await tessera(args, { ...options, env });
    assert.equal(code, 0, stderr);
    return stdout.trim();
  };
  await command("user", "add", "you@example.com", "--plan", "pro");
  const key = await command("key", "create", "you@example.com", "--name", "first");
  const api = async (path: string, body?: object) => {
    const answer = await fetch(`${server.url}/api/v1/qrcodes${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
    return answer;
  };
  const json = async (path: string, body?: object): Promise<Data> => (await api(path, body)).json();

  const content = "https://example.com/menu";
  const code = await json("", { name: "Menu", content });
  // The disk of a busy machine may take longer than a scan waits for it: then it is counted without an id.
  let sent = 0;
  const scanId = await eventually(async () => {
    sent += 1;
    const scan = await fetch(`${server.url}/r/${code.shareToken}`, {
      redirect: "manual",
      headers: { "x-forwarded-for": "81.2.69.142", "user-agent": "Mozilla/5.0 Firefox/127.0" },
    });
    assert.equal(scan.status, 302);
    assert.equal(scan.headers.get("location"), content);
    return scan.headers.get("scan-id") ?? assert.fail("no scan has an id");
  });
  await eventually(async () => {
    const { data } = await json(`/${code.id}/scans`);
    const { id, country, browser } = data[0];
    assert.deepEqual([data.length, id, country, browser], [sent, scanId, "GB", "Firefox"]);
  });
  const image = await api(`/${code.id}/image?format=png`);
  assert.equal(image.headers.get("content-type"), "image/png");
  const verdict = await json(`/${code.id}/scannability`);
  assert.equal(verdict.grade, "A");

  // Modules that are loaded on demand, and drawing in threads and processes.
  const ask = (path: string, body: object | string, headers: object = {}) =>
    fetch(server.url + path, {
      method: path.endsWith("/style") ? "PUT" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>';
  const type = { "content-type": "image/svg+xml" };
  const logo = await ask("/api/v1/logos", picture, type);
  assert.equal(logo.status, 201, await logo.clone().text());
  const { id: logoId } = (await logo.json()) as Data;
  const look = { modules: "dots", logo: { id: logoId }, frame: { kind: "label", text: "Scan me" } };
  const styled = await ask(`/api/v1/qrcodes/${code.id}/style`, look);
  assert.equal(styled.status, 200, await styled.clone().text());
  const accept = { accept: "application/json, text/event-stream" };
  const agent = await ask("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }, accept);
  assert.match(await agent.text(), /create_code/);
  const password = { email: "you@example.com", password: "not the password" };
  const origin = { origin: `http://localhost:${new URL(server.url).port}` };
  assert.equal((await ask("/api/dashboard/sign-in", password, origin)).status, 401);

  const page = await fetch(`${server.url}/app/`);
  assert.equal(page.status, 200);
  const assets = (await page.text()).match(/\/app\/assets\/[^"]+/g) ?? [];
  assert.ok(assets.some((path) => path.endsWith(".js")));
  for (const path of assets) assert.equal((await fetch(server.url + path)).status, 200, path);
  assert.equal((await fetch(`${server.url}/docs`)).status, 200);

  server.child.kill("SIGTERM");
  const { code: status, stderr } = await server.ended;
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Or run: tessera user add /, "the name of the installed command");
  assert.doesNotMatch(stderr, /npm start|npx/, "only for a checkout");
  assert.match(await command("check"), /match/);
}
