import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestOptions, request } from "node:http";
import { request as requestTls } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { visit } from "../domains/support.ts";
import { migratedDatabase, stopOwnServer } from "../support/databases.ts";
import { type DnsServer, startDnsServer } from "../support/dns-server.ts";
import { eventually } from "../support/eventually.ts";
import { createCodes, type Service, startService } from "../support/service.ts";
import { needs } from "../support/tools.ts";
import { layOut, makeCertificate, objections, startNginx } from "./nginx.ts";

const IN_THE_US = "8.8.8.8";

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A request from any loopback address: all of 127.0.0.0/8 is local. */
function ask(port: number, path: string, options: RequestOptions & { body?: string } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const send = options.protocol === "https:" ? requestTls : request;
  const sent = send({ host: "127.0.0.1", port, path, agent: false, ...options }, async (answer) =>
    resolve({ status: answer.statusCode!, headers: answer.headers, body: await text(answer) }),
  );
  sent.on("error", reject);
  sent.end(options.body);
  return promise;
}

describe("the shipped nginx configuration", { skip: needs("nginx", "openssl") }, () => {
  let nodes: Service[] = [];
  let codes: { id: string; shareToken: string }[] = [];
  let proxy: { port: number; stop(): Promise<void> };
  const hosts = () => nodes.map((node) => new URL(node.url).host);

  let dns: DnsServer;

  before(async () => {
    dns = await startDnsServer();
    const settings = {
      DATABASE_URL: await migratedDatabase(),
      TRUSTED_PROXIES: "127.0.0.1",
      DNS_SERVERS: dns.address,
    };
    const first = await startService({ settings });
    nodes = [first, await startService({ settings, key: first.key })];
    codes = await createCodes(first, 5);
    proxy = await startNginx(await layOut(hosts()));
  });
  after(async () => {
    await proxy.stop();
    for (const node of nodes) await node.kill();
    await dns.close();
    await stopOwnServer();
  });

  /** How much of its hourly limit an address without a key has left on one node. */
  async function allowanceLeft(port: number, options: RequestOptions): Promise<number> {
    const { status, headers } = await ask(port, "/api/v1/qrcodes", options);
    assert.equal(status, 401);
    return Number(headers["x-ratelimit-remaining"]);
  }

  async function countryOfScan(port: number, code: number, options: RequestOptions) {
    // The disk of a busy machine may take longer than a scan waits for it.
    const answer = await eventually(async () => {
      const scan = await ask(port, `/r/${codes[code]!.shareToken}`, options);
      assert.ok(scan.status !== 302 || scan.headers["scan-id"], "a scan without an id");
      return scan;
    });
    assert.equal(answer.status, 302);
    // On a busy machine a scan is settled later than a read waits for it.
    return eventually(async () => {
      const page = await nodes[0]!.api(`/qrcodes/${codes[code]!.id}/scans`);
      const { data } = page as { data: { id: string; country: string }[] };
      const found = data.find((scan) => scan.id === answer.headers["scan-id"]);
      assert.ok(found, "the scan is missing");
      return found.country;
    });
  }

  it("is valid for both sites", async () => {
    assert.equal(objections(await layOut(["127.0.0.1:3000"])), "");
    const tls = await layOut(["127.0.0.1:3000"], "sites-tls");
    makeCertificate(tls);
    assert.equal(objections(tls), "");
  });

  it("passes the client's address to the node, and ignores forged ones", async () => {
    const alone = await startNginx(await layOut(hosts().slice(0, 1)));
    const spoofed = { "x-forwarded-for": IN_THE_US, forwarded: `for=${IN_THE_US}` };
    const left = await allowanceLeft(alone.port, { localAddress: "127.0.0.9" });
    assert.equal(await allowanceLeft(alone.port, { localAddress: "127.0.0.9" }), left - 1);
    const again = { localAddress: "127.0.0.9", headers: spoofed };
    assert.equal(await allowanceLeft(alone.port, again), left - 2);
    assert.equal(await allowanceLeft(alone.port, { localAddress: "127.0.0.10" }), left);
    assert.equal(await countryOfScan(alone.port, 0, { headers: spoofed }), "Unknown");
    await alone.stop();
  });

  it("is trusted by the node, which trusts no other client", async () => {
    const port = Number(new URL(nodes[0]!.url).port);
    const headers = { "x-forwarded-for": IN_THE_US };
    const country = (localAddress: string) => countryOfScan(port, 1, { localAddress, headers });
    assert.equal(await country("127.0.0.1"), "US");
    assert.equal(await country("127.0.0.9"), "Unknown");
  });

  it("passes on the addresses of a load balancer in front of it, if configured to trust it", async () => {
    const site = await layOut(hosts().slice(0, 1), "sites", [
      "set_real_ip_from 127.0.0.8;",
      "real_ip_header X-Forwarded-For;",
      "real_ip_recursive on;",
    ]);
    const behind = await startNginx(site);
    const headers = { "x-forwarded-for": `1.2.3.4, ${IN_THE_US}` };
    const country = (localAddress: string) => countryOfScan(behind.port, 2, { localAddress, headers });
    assert.equal(await country("127.0.0.8"), "US");
    assert.equal(await country("127.0.0.9"), "Unknown");
    await behind.stop();
  });

  it("serves each domain with its own certificate, as certbot stores them", async () => {
    const site = await layOut(hosts(), "sites-domains");
    const host = "go.example.test";
    makeCertificate(site, host);
    assert.equal(objections(site), "");
    const { port, stop } = await startNginx(site);
    try {
      const { domains } = nodes[0]!.tessera();
      const { id, record } = await domains.create({ host });
      dns.names.set(record.name, { txt: [record.value] });
      await domains.verify(id);
      const tls = { protocol: "https:", servername: host, rejectUnauthorized: false, headers: { host } };
      const at = (path: string) => ask(site.ports.get(8443)!, path, tls);
      for (const node of nodes) {
        // The other node hears of it in a moment.
        await eventually(async () => assert.equal((await visit(node.url, host, "/healthz")).status, 404));
      }
      assert.equal((await at(`/r/${codes[4]!.shareToken}`)).status, 302);
      for (const path of ["/app/", "/api/v1/openapi.json", "/domains/ask?domain=go.example.test"]) {
        assert.equal((await at(path)).status, 404, path);
      }
      const other = { ...tls, servername: "other.example.test" };
      await assert.rejects(ask(site.ports.get(8443)!, "/", other), "no certificate");
      const challenge = await ask(port, "/.well-known/acme-challenge/x", { headers: { host } });
      assert.equal(challenge.status, 404, "read from the folder of certbot, not redirected");
      const plain = await ask(port, "/r/x", { headers: { host } });
      assert.deepEqual([plain.status, plain.headers.location], [308, `https://${host}/r/x`]);
    } finally {
      await stop();
    }
  });

  it("hides /metrics from the public and leaves limits of large bodies to the service", async () => {
    assert.equal((await ask(proxy.port, "/metrics")).status, 404);
    const authorization = `Bearer ${nodes[0]!.key}`;
    const answer = await ask(proxy.port, "/api/v1/qrcodes", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ name: "large", content: "x".repeat(100_000) }),
    });
    assert.equal(answer.status, 400);
    assert.equal(JSON.parse(answer.body).error, "validation_error");
  });

  it("sends all requests for an export to one node, others to all nodes", async (t) => {
    const named = await Promise.all(
      ["one", "two", "three"].map(async (name) => {
        const node = createServer((_request, response) => response.end(name)).listen(0, "127.0.0.1");
        t.after(() => node.close());
        await once(node, "listening");
        return `127.0.0.1:${(node.address() as AddressInfo).port}`;
      }),
    );
    const { port, stop } = await startNginx(await layOut(named));
    t.after(stop);
    const nodesFor = async (path: string) => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => ask(port, path)));
      return new Set(answers.map(({ body }) => body)).size;
    };
    assert.equal(await nodesFor("/app/"), 3);
    for (const path of ["export", "export/bundle.zip"]) assert.equal(await nodesFor(`/api/dashboard/${path}`), 1);
  });

  it("terminates TLS, and redirects plain HTTP to it", async () => {
    const site = await layOut(hosts(), "sites-tls");
    makeCertificate(site);
    const secure = await startNginx(site);
    const path = `/r/${codes[0]!.shareToken}.svg`;
    const plain = await ask(secure.port, path, { headers: { host: "qr.example.com" } });
    assert.equal(plain.status, 308);
    assert.equal(plain.headers.location, `https://qr.example.com${path}`);
    const options = { protocol: "https:", rejectUnauthorized: false };
    assert.equal((await ask(site.ports.get(8443)!, path, options)).status, 200);
    await secure.stop();
  });

  it("answers every scan while a node stops, and each is counted once", async () => {
    const { id, shareToken } = codes[3]!;
    const answers: Answer[] = [];
    const scan = async () => {
      for (let i = 0; i < 50; i++) answers.push(await ask(proxy.port, `/r/${shareToken}`));
    };
    const scanning = Promise.all(Array.from({ length: 8 }, scan));
    await nodes[1]!.stop();
    await scanning;
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [302]);
    // If the disk takes longer than a second, a scan is answered before it is recorded, without its id.
    const ids = answers.flatMap((answer) => answer.headers["scan-id"] ?? []);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.length > 0);
    await eventually(async () => {
      const code = (await nodes[0]!.api(`/qrcodes/${id}`)) as { scanCount: number };
      assert.equal(code.scanCount, 400);
    });
  });
});
