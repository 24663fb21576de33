import assert from "node:assert/strict";
import { after, it } from "node:test";
import { badFields, MISSING, PATH, useOwnApp } from "../api/support.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { onEachEngine } from "../support/stores.ts";
import { visit } from "./support.ts";

const DOMAINS = "/api/v1/domains";

const dns = await startDnsServer();
after(() => dns.close());

interface Shown {
  id: string;
  host: string;
  isVerified: boolean;
  isDefault: boolean;
  record: { type: string; name: string; value: string };
}

let hosts = 0;

onEachEngine("/domains", (engine) => {
  const use = useOwnApp(engine, { DNS_SERVERS: dns.address });
  const { ask } = use;
  const newHost = () => `go${++hosts}.example.test`;
  const publish = (...all: Shown[]) => {
    for (const { record } of all) {
      const txt = [...(dns.names.get(record.name)?.txt ?? []), record.value];
      dns.names.set(record.name, { txt });
    }
  };
  async function add(host = newHost(), key = use.key): Promise<Shown> {
    const added = await ask("POST", DOMAINS, { key, json: { host } });
    assert.equal(added.status, 201, added.text);
    return added.json;
  }
  const verify = (domain: Shown, key = use.key) => ask("POST", `${DOMAINS}/${domain.id}/verify`, { key });
  async function verified(host = newHost(), key = use.key): Promise<Shown> {
    const domain = await add(host, key);
    publish(domain);
    const answer = await verify(domain, key);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  }
  const makeDefault = (domain: Shown, isDefault = true, key = use.key) =>
    ask("PATCH", `${DOMAINS}/${domain.id}`, { key, json: { isDefault } });
  const open = (host: string, token: string) => visit(use.app.url, host, `/r/${token}`, { method: "HEAD" });

  it("are added, proven by their TXT record, listed and removed", async () => {
    const added = await ask("POST", DOMAINS, { json: { host: " MÜNCHEN.Example. " } });
    assert.equal(added.status, 201, added.text);
    const domain: Shown = added.json;
    assert.deepEqual(Object.keys(domain), ["id", "host", "isVerified", "isDefault", "record"]);
    assert.deepEqual([domain.host, domain.isVerified, domain.isDefault], ["xn--mnchen-3ya.example", false, false]);
    assert.deepEqual([domain.record.type, domain.record.name], ["TXT", "_tessera.xn--mnchen-3ya.example"]);
    assert.match(domain.record.value, /^tessera=[\da-f]{40}$/);
    assert.match(added.headers.get("location") ?? "", new RegExp(`${DOMAINS}/${domain.id}$`));
    publish(domain);
    const proven = { ...domain, isVerified: true };
    assert.deepEqual((await verify(domain)).json, proven);
    assert.deepEqual((await verify(domain)).json, proven, "again");
    assert.deepEqual((await ask("GET", `${DOMAINS}/${domain.id}`)).json, proven);
    assert.deepEqual((await ask("GET", DOMAINS)).json, { data: [proven], nextCursor: null });
    assert.equal((await ask("DELETE", `${DOMAINS}/${domain.id}`)).status, 204);
    assert.deepEqual((await ask("GET", DOMAINS)).json.data, []);
    assert.equal((await ask("DELETE", `${DOMAINS}/${domain.id}`)).status, 404);
    const entries = (await ask("GET", "/api/v1/audit?kind=domain")).json.data;
    assert.deepEqual(
      entries.map((entry: { action: string; subject: { name: string } }) => [entry.action, entry.subject.name]),
      ["domain.removed", "domain.verified", "domain.added"].map((action) => [action, domain.host]),
    );
  });

  it("400 for a host that is none, is there already, or is the service's own; nothing is added", async () => {
    const { length } = (await ask("GET", DOMAINS)).json.data;
    for (const host of ["", "example", "10.0.0.1", "*.example.com", "a.example:80", "TESSERA.test", 7, undefined]) {
      assert.deepEqual(badFields(await ask("POST", DOMAINS, { json: { host } })), ["host"], String(host));
    }
    assert.deepEqual(badFields(await ask("POST", DOMAINS, { json: [] })), ["body"]);
    const domain = await add();
    assert.deepEqual(badFields(await ask("POST", DOMAINS, { json: { host: domain.host.toUpperCase() } })), ["host"]);
    assert.equal((await ask("GET", DOMAINS)).json.data.length, length + 1);
  });

  it("400 from verify says what the DNS has instead", async () => {
    const domain = await add();
    const { name, value } = domain.record;
    const message = async () => {
      const answer = await verify(domain);
      assert.deepEqual(badFields(answer), ["record"]);
      return answer.json.message;
    };
    assert.equal(await message(), `The record was not found: ${name} does not exist in the DNS.`);
    dns.names.set(name, {});
    assert.equal(await message(), `The record was not found: ${name} has no TXT record.`);
    dns.names.set(name, { txt: ["something", "tessera=old"] });
    assert.equal(
      await message(),
      `The record was not found: ${name} has the TXT record “tessera=old”, not “${value}”.`,
    );
    dns.names.set(name, { txt: [`${value}0`] });
    assert.match(await message(), /not “tessera=/);
    dns.names.set(name, { rcode: 2 });
    assert.match(await message(), /reports a failure/);
    assert.equal((await ask("GET", `${DOMAINS}/${domain.id}`)).json.isVerified, false);
    dns.names.set(name, { cname: `proof.${name}` });
    dns.names.set(`proof.${name}`, { txt: ["v=spf1", [value.slice(0, 9), value.slice(9)]] });
    assert.equal((await verify(domain)).status, 200, "behind a CNAME, split into strings, next to others");
  });

  it("serve the codes of their workspace, and no others", async () => {
    const { host } = await verified();
    const { shareToken: token } = await use.code();
    const other = await use.app.user();
    const { shareToken: foreign } = await use.code({}, other.key);
    for (const spelling of [host, host.toUpperCase(), `${host}:8443`, `${host}.`]) {
      assert.equal((await open(spelling, token)).status, 302, spelling);
      assert.equal((await open(spelling, foreign)).status, 404, spelling);
      const files = [
        await visit(use.app.url, spelling, `/r/${foreign}.png`),
        await visit(use.app.url, spelling, `/r/${foreign}+`),
      ];
      assert.deepEqual(
        files.map(({ status }) => status),
        [404, 404],
      );
    }
    assert.equal((await visit(use.app.url, host, `/r/${token}.png`)).headers["content-type"], "image/png");
    assert.equal((await visit(use.app.url, host, `/r/${token}+`)).status, 200);
    for (const elsewhere of ["tessera.test", "unknown.example.test"]) {
      assert.equal((await open(elsewhere, foreign)).status, 302, "everywhere else each code is served");
    }
  });

  it("become the default of share URLs, one at a time and only if verified", async () => {
    const { key } = await use.app.user();
    const { id, shareToken } = await use.code({}, key);
    const shareUrl = async () => (await ask("GET", `${PATH}/${id}`, { key })).json.shareUrl;
    const unproven = await add(newHost(), key);
    assert.deepEqual(badFields(await makeDefault(unproven, true, key)), ["isDefault"]);
    const [first, second] = [await verified(newHost(), key), await verified(newHost(), key)];
    assert.equal(await shareUrl(), `http://tessera.test/r/${shareToken}`, "verifying alone changes no link");
    assert.deepEqual((await makeDefault(first, true, key)).json, { ...first, isDefault: true });
    assert.equal(await shareUrl(), `http://${first.host}/r/${shareToken}`);
    await makeDefault(second, true, key);
    assert.equal(await shareUrl(), `http://${second.host}/r/${shareToken}`);
    const list: Shown[] = (await ask("GET", DOMAINS, { key })).json.data;
    assert.deepEqual(
      list.map(({ isDefault }) => isDefault),
      [true, false, false],
    );
    assert.equal((await open(first.host, shareToken)).status, 302, "still served");
    assert.equal((await use.code()).shareUrl.startsWith("http://tessera.test/r/"), true, "not in other workspaces");
    await makeDefault(second, false, key);
    assert.equal(await shareUrl(), `http://tessera.test/r/${shareToken}`);
    await makeDefault(second, true, key);
    await ask("DELETE", `${DOMAINS}/${second.id}`, { key });
    assert.equal(await shareUrl(), `http://tessera.test/r/${shareToken}`);
    for (const json of [{}, { isDefault: "yes" }]) {
      assert.deepEqual(badFields(await ask("PATCH", `${DOMAINS}/${first.id}`, { key, json })), ["isDefault"]);
    }
    assert.deepEqual(badFields(await ask("PATCH", `${DOMAINS}/${first.id}`, { key, json: null })), ["body"]);
  });

  it("change images, the share page and an ETag with the default", async () => {
    const { key } = await use.app.user();
    const { id, shareToken: token } = await use.code({}, key);
    const read = async () => {
      const [code, image] = [
        await ask("GET", `${PATH}/${id}`, { key }),
        await ask("GET", `${PATH}/${id}/image`, { key }),
      ];
      return [code.headers.get("etag"), image.headers.get("etag")];
    };
    const before = await read();
    const { host, ...domain } = await verified(newHost(), key);
    await makeDefault({ host, ...domain }, true, key);
    const after = await read();
    for (const [i, etag] of after.entries()) assert.notEqual(etag, before[i]);
    const page = await visit(use.app.url, "tessera.test", `/r/${token}+`);
    assert.match(page.text, new RegExp(`og:url" content="http://${host}/r/${token}"`));
    assert.doesNotMatch(page.text, /http:\/\/tessera\.test/);
  });

  it("refuse content that leads back to codes on a verified domain", async () => {
    const { host } = await verified();
    const json = { name: "Loop", content: `https://${host.toUpperCase()}/r/k3vq8x2m5tnw` };
    assert.deepEqual(badFields(await ask("POST", PATH, { json })), ["content"]);
    assert.equal((await ask("POST", PATH, { json: { ...json, content: `https://${host}/menu` } })).status, 201);
  });

  it("claimed by several workspaces belong to the one that proves them", async () => {
    const other = await use.app.user();
    const host = newHost();
    const [mine, theirs] = [await add(host), await add(host, other.key)];
    assert.notEqual(mine.record.value, theirs.record.value);
    publish(theirs);
    assert.deepEqual(badFields(await verify(mine)), ["record"], "a record of another workspace proves nothing");
    assert.equal((await verify(theirs, other.key)).status, 200, "a claim alone blocks nobody");
    const { shareToken: token } = await use.code();
    const { shareToken: foreign } = await use.code({}, other.key);
    publish(mine);
    const held = await verify(mine);
    assert.deepEqual(badFields(held), ["record"]);
    assert.match(held.json.message, /in use by another workspace, whose TXT record is still there/);
    await makeDefault(theirs, true, other.key);
    dns.names.set(mine.record.name, { txt: [mine.record.value] });
    assert.equal((await verify(mine)).status, 200, "the other record is gone, so the name has changed hands");
    assert.equal((await open(host, token)).status, 302);
    assert.equal((await open(host, foreign)).status, 404);
    const lost = (await ask("GET", `${DOMAINS}/${theirs.id}`, { key: other.key })).json;
    assert.deepEqual([lost.isVerified, lost.isDefault], [false, false]);
    const [entry] = (await ask("GET", "/api/v1/audit?kind=domain", { key: other.key })).json.data;
    assert.deepEqual([entry.action, entry.actor], ["domain.taken-over", null], "without naming anybody");
  });

  it("of another workspace are treated as missing", async () => {
    const domain = await verified();
    const { key } = await use.app.user();
    for (const [method, path, json] of [
      ["GET", "", undefined],
      ["PATCH", "", { isDefault: true }],
      ["POST", "/verify", undefined],
      ["DELETE", "", undefined],
    ] as const) {
      const answers = [domain.id, MISSING, "nonsense"].map(async (id) => {
        const {
          status,
          text,
          json: body,
        } = await ask(method, `${DOMAINS}/${id}${path}`, { key, ...(json && { json }) });
        return [status, text.replace(body.requestId, "")];
      });
      const [theirs, ...others] = await Promise.all(answers);
      assert.equal(theirs![0], 404);
      for (const each of others) assert.deepEqual(each, theirs, `${method} ${path}`);
    }
  });

  it("are limited to 50 in a workspace", async () => {
    const { key } = await use.app.user();
    const statuses: number[] = [];
    for (let i = 0; i < 51; i++) statuses.push((await ask("POST", DOMAINS, { key, json: { host: newHost() } })).status);
    assert.deepEqual(statuses, [...Array(50).fill(201), 400]);
  });

  it("GET /domains/ask is 200 for verified domains and the service's own host", async () => {
    const domain = await verified();
    const unproven = await add();
    const status = async (query: string) => (await use.app.request("GET", `/domains/ask${query}`)).status;
    assert.equal(await status(`?domain=${domain.host}`), 200);
    assert.equal(await status(`?domain=${domain.host.toUpperCase()}.`), 200);
    assert.equal(await status("?domain=tessera.test"), 200);
    assert.equal(await status(`?domain=${unproven.host}`), 404);
    assert.equal(await status(`?domain=sub.${domain.host}`), 404);
    assert.equal(await status("?domain="), 404);
    assert.ok((await status("")) >= 400);
    await ask("DELETE", `${DOMAINS}/${domain.id}`);
    assert.equal(await status(`?domain=${domain.host}`), 404);
  });

  it("serve nothing after their removal, until they are verified again", async () => {
    const domain = await verified();
    const { shareToken: token } = await use.code();
    assert.equal((await open(domain.host, token)).status, 302);
    await ask("DELETE", `${DOMAINS}/${domain.id}`);
    assert.equal((await open(domain.host, token)).status, 404);
    assert.equal((await visit(use.app.url, domain.host, "/healthz")).status, 404);
    dns.names.delete(domain.record.name);
    const again = await verified(domain.host);
    assert.equal((await open(domain.host, token)).status, 302);
    await ask("DELETE", `${DOMAINS}/${again.id}`);
  });
});
