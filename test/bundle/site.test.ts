/**
 * The files of a bundle give the same answers as the service: nginx with the configuration of docs/leaving.md, and
 * _redirects.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { nginxLines, placesOf, redirectLines } from "../../src/bundle/site.ts";
import { visit } from "../domains/support.ts";
import { command } from "../support/command.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { freshDir, onSqlite } from "../support/stores.ts";
import { needs } from "../support/tools.ts";
import { type Filled, fill, NOW } from "./support.ts";

/** Tokens of another product: two differ only in case. */
const GIVEN = ["AbC", "aBc", "SPRING-26", "my_link"];
const HOST = "go.example.test";
const DOCS = new URL("../../docs/leaving.md", import.meta.url);

async function startNginx(bundle: string) {
  const port = await freePort();
  const [, lines] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(DOCS, "utf8"))!;
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${bundle}/${name};`,
  );
  const http = lines!.replaceAll("/srv/codes", bundle).replace("listen 80;", `listen 127.0.0.1:${port};`);
  const config = join(freshDir(), "nginx.conf");
  writeFileSync(
    config,
    `pid ${bundle}/pid; error_log stderr; events {} http { access_log off; ${own.join(" ")}
     types { text/html html; text/vcard vcf; } charset utf-8; ${http} }`,
  );
  // When started by root, nginx works as another user.
  execFileSync("chmod", ["-R", "go+rX", bundle, join(bundle, "..")]);
  const child = spawn("nginx", ["-p", bundle, "-c", config, "-g", "daemon off;"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    assert.equal(child.exitCode, null, said);
    await fetch(url);
  });
  return { url, warnings: () => said.match(/\[warn\].*/g), stop: () => void child.kill("SIGQUIT") };
}

it("A bundle has the paths of the public address, and with domains also those of their hosts", () => {
  assert.deepEqual(placesOf("", false), ["/r/"]);
  assert.deepEqual(placesOf("", true), ["/r/", "/"]);
  assert.deepEqual(placesOf("/qr", false), ["/qr/r/"]);
  const places = placesOf("/qr", true);
  const entry = { token: "bar-menu", isSlug: true, to: "https://example.com/", status: 302 } as const;
  const paths = ["/qr/r/bar-menu", "/qr/R/BAR-MENU", "/r/bar-menu", "/R/BAR-MENU", "/bar-menu", "/BAR-MENU"];
  assert.equal(redirectLines(places, entry), paths.map((path) => `${path} https://example.com/ 302\n`).join(""));
  const names = ["/qr/r/bar-menu", "/r/bar-menu", "/bar-menu"];
  assert.equal(nginxLines(places, entry), names.map((name) => `"${name}" "302 https://example.com/";\n`).join(""));
});

onSqlite("A bundle without the service", (engine) => {
  const dir = join(freshDir(), "bundle");
  let filled: Filled;
  before(async () => {
    filled = await fill(engine);
    const { app, key, email, env } = filled;
    const file = join(freshDir(), "links.csv");
    const links = GIVEN.map((slug) => `https://s.test/${slug},https://example.com/${slug}/to`);
    writeFileSync(file, ["link,url", ...links].join("\n"));
    const taken = await command(["import", "--from", "dub", file, "--owner", email], { env });
    assert.equal(taken.code, 0, taken.stderr);
    const { workspaceId } = (await app.store.users.findByEmail(email))!;
    const domain = { id: randomUUID(), workspaceId, host: HOST, proof: "tessera=1", createdAt: NOW };
    await app.store.domains.create(domain, 1);
    await app.store.domains.verify((await app.store.domains.find(workspaceId, domain.id))!, [domain.proof], NOW);
    const { code, stderr } = await command(["export", dir], { env });
    assert.equal(code, 0, stderr);
    filled.codes = (await app.request("GET", "/api/v1/qrcodes?limit=100", { key })).json.data;
  });
  after(() => filled.app.close());

  const ask = async (base: string, path: string) => {
    const answer = await fetch(base + path, { redirect: "manual" });
    const { status, headers } = answer;
    const text = (await answer.text()).replaceAll(/href="[^"]*\.vcf"/g, "");
    return { status, location: headers.get("location"), page: status === 302 ? "" : text };
  };

  describe("behind nginx", { skip: needs("nginx") }, () => {
    let nginx: Awaited<ReturnType<typeof startNginx>>;
    before(async () => {
      nginx = await startNginx(dir);
    });
    after(() => nginx?.stop());

    it("answers every token as the service does: ours in either case, imported ones exactly", async () => {
      assert.equal(filled.codes.length, 20);
      assert.equal(nginx.warnings(), null);
      for (const { shareToken } of filled.codes) {
        const path = `/r/${shareToken}`;
        for (const each of [path, path.toUpperCase(), `/r/${shareToken.toLowerCase()}`]) {
          const [ours, theirs] = [await ask(filled.app.url, each), await ask(nginx.url, each)];
          // An address too long for a line ("$" takes 9 characters) is forwarded by a page.
          if (ours.location && ours.location.replaceAll("$", "-".repeat(9)).length > 700) {
            assert.equal(theirs.status, 200);
            assert.ok(theirs.page.includes(ours.location.slice(0, 300)));
          } else assert.deepEqual(theirs, ours, each);
        }
      }
    });

    it("answers tokens at the root, as the domain of a workspace does", async () => {
      for (const { shareToken } of filled.codes) {
        for (const each of [shareToken, shareToken.toUpperCase()]) {
          const { status, headers } = await visit(filled.app.url, HOST, `/${each}`);
          const ours = await ask(nginx.url, `/${each}`);
          assert.deepEqual(ours, await ask(nginx.url, `/r/${each}`), each);
          const isForwarded = ours.status === 200 && status === 302;
          if (!isForwarded) assert.deepEqual([ours.status, ours.location], [status, headers.location ?? null], each);
        }
      }
    });

    it("answers for a contact with its file, and for an unknown token with a page", async () => {
      const unknown = "/r/aaaaaaaaaaaa";
      assert.deepEqual(await ask(nginx.url, unknown), await ask(filled.app.url, unknown));
      assert.equal((await fetch(`${nginx.url}/nothing`)).status, 404);
      const vcf = readFileSync(join(dir, "SHA256SUMS"), "utf8").match(/site(\/p\/.*\.vcf)/);
      const file = await fetch(nginx.url + vcf![1]);
      assert.match(file.headers.get("content-type")!, /^text\/vcard/);
      assert.match(await file.text(), /BEGIN:VCARD/);
    });
  });

  it("lists both forms of a token in _redirects, in lines that hosts accept", () => {
    const redirects = readFileSync(join(dir, "site/_redirects"), "utf8");
    for (const { shareToken } of filled.codes) {
      assert.ok(redirects.includes(`/r/${shareToken} `), shareToken);
      if (!GIVEN.includes(shareToken)) assert.ok(redirects.includes(`/R/${shareToken.toUpperCase()} `), shareToken);
    }
    assert.ok(redirects.includes("/r/AbC https://example.com/AbC/to 302\n"));
    assert.ok(redirects.includes("\n/AbC https://example.com/AbC/to 302\n"), "on domains");
    for (const line of redirects.trimEnd().split("\n")) {
      assert.ok(line.length <= 1000, line.slice(0, 100));
      // Source, target and status: nothing that is read as a pattern or a comment.
      assert.match(line, /^\/(?:[rR]\/)?[\w-]+ (?:https?:\/\/|\/p\/|\/404)[^\s]+ (?:200|302|404|410)$/);
    }
  });
});
