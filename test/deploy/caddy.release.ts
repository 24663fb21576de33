import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import type { TLSSocket } from "node:tls";
import { startDnsServer } from "../support/dns-server.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { createCodes, type Service, startService } from "../support/service.ts";
import { freshDir } from "../support/stores.ts";
import { needs } from "../support/tools.ts";
import { read } from "./files.ts";

const HOST = "go.example.test";
const OWN = "qr.example.test";

/** Certificates of Caddy's own authority instead of a public one; the rest as shipped. */
function layOut(node: Service, ports: { http: number; https: number }): string {
  const dir = freshDir();
  const options = [
    "local_certs",
    "skip_install_trust",
    "admin off",
    `http_port ${ports.http}`,
    `https_port ${ports.https}`,
    "default_bind 127.0.0.1",
    `storage file_system ${dir}`,
  ];
  const config = read("deploy/caddy/Caddyfile")
    .replaceAll("127.0.0.1:3000", new URL(node.url).host)
    .replace(/^\{\n/m, `{\n\t${options.join("\n\t")}\n`);
  const file = join(dir, "Caddyfile");
  writeFileSync(file, config);
  return file;
}

describe("Caddy with the shipped configuration", { skip: needs("caddy") }, () => {
  let node: Service;
  let caddy: ChildProcess;
  let ports: { http: number; https: number };
  let dns: Awaited<ReturnType<typeof startDnsServer>>;

  before(async () => {
    dns = await startDnsServer();
    node = await startService({ settings: { BASE_URL: `https://${OWN}`, DNS_SERVERS: dns.address } });
    ports = { http: await freePort(), https: await freePort() };
    const config = layOut(node, ports);
    caddy = spawn("caddy", ["run", "--config", config, "--adapter", "caddyfile"], {
      stdio: ["ignore", "ignore", "ignore"],
      env: { PATH: process.env.PATH, HOME: freshDir() },
    });
    process.once("exit", () => void caddy.kill());
    await eventually(() => fetch(`http://127.0.0.1:${ports.http}/`, { redirect: "manual" }));
  });
  after(async () => {
    const ended = once(caddy, "exit");
    caddy.kill();
    await ended;
    await node.kill();
    await dns.close();
  });

  /** Rejects if there is no certificate for the host. */
  async function ask(host: string, path: string) {
    const options = { host: "127.0.0.1", port: ports.https, servername: host, rejectUnauthorized: false, agent: false };
    const sent = request({ ...options, path, headers: { host } }).end();
    const [answer] = await once(sent, "response");
    const { issuer, subjectaltname } = (answer.socket as TLSSocket).getPeerCertificate();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      names: subjectaltname,
      issuer: String(issuer.CN),
      text: await text(answer),
    };
  }

  it("is formatted as Caddy formats it", () => {
    const { status, stdout } = spawnSync("caddy", ["fmt", "-"], {
      input: read("deploy/caddy/Caddyfile"),
      encoding: "utf8",
    });
    assert.deepEqual([status, stdout], [0, read("deploy/caddy/Caddyfile")]);
  });

  it("has a certificate for the public address, and serves everything there but what is internal", async () => {
    const answer = await ask(OWN, "/healthz");
    assert.deepEqual([answer.status, answer.names], [200, `DNS:${OWN}`]);
    assert.match(answer.issuer, /Caddy Local Authority/);
    for (const path of ["/metrics", `/domains/ask?domain=${OWN}`]) assert.equal((await ask(OWN, path)).status, 404);
  });

  it("gets a certificate for a domain once it is verified, and serves only visitor pages there", async () => {
    const [code] = await createCodes(node, 1);
    const { domains, codes } = node.tessera();
    const { id, record } = await domains.create({ host: HOST });
    await assert.rejects(ask(HOST, `/r/${code!.shareToken}`), "not verified: no certificate");
    dns.names.set(record.name, { txt: [record.value] });
    await domains.verify(id);
    await domains.update(id, { isDefault: true });
    const { shareUrl } = await codes.get(code!.id);
    assert.equal(shareUrl, `https://${HOST}/r/${code!.shareToken}`);
    // Caddy may remember for a moment that it was refused.
    const scan = await eventually(() => ask(HOST, new URL(shareUrl).pathname));
    assert.deepEqual([scan.status, scan.names], [302, `DNS:${HOST}`]);
    assert.match(scan.issuer, /Caddy Local Authority/);
    for (const path of ["/", "/app/", "/healthz", "/api/v1/openapi.json", `/domains/ask?domain=${HOST}`]) {
      assert.equal((await ask(HOST, path)).status, 404, path);
    }
    await assert.rejects(ask("other.example.test", "/"), "unknown: no certificate");
    const plain = await fetch(`http://127.0.0.1:${ports.http}/r/x`, { redirect: "manual" });
    assert.equal(plain.status, 308, "http leads to https");
  });
});
