/** Real servers on nothing but the bundle: every token answers as the service does. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { command } from "../support/command.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { freshDir } from "../support/stores.ts";
import { needs, type ToolName } from "../support/tools.ts";
import { rewrite } from "./forge.ts";
import type { Filled } from "./support.ts";

/** Tokens as other products gave them: two differ in case alone, one is in capitals. */
const GIVEN = ["AbC", "aBc", "SPRING-26", "my_link"];

interface Server {
  tool: ToolName;
  /** Listens on this port of this machine alone; gives what it is started with. */
  prepare(bundle: string, port: number): string[];
  /** What it says on standard error when it objects to something. */
  objects: RegExp;
  /** How it writes an address that holds what has a meaning in its map. */
  written(location: string): string;
}

const SERVERS: Server[] = [
  {
    tool: "nginx",
    prepare(bundle, port) {
      rewrite(join(bundle, "nginx/nginx.conf"), (text) =>
        text.replace("listen 8080", `listen 127.0.0.1:${port}`).replaceAll("/tmp/", `${bundle}/`),
      );
      // Started by root, nginx works as another user.
      execFileSync("chmod", ["-R", "go+rX", bundle, join(bundle, "..")]);
      return ["-p", bundle, "-c", "nginx/nginx.conf", "-g", "daemon off;"];
    },
    objects: /\[warn\].*/g,
    written: (location) => location,
  },
  {
    tool: "caddy",
    prepare(bundle, port) {
      const quiet = "{\n\tadmin off\n}\n";
      rewrite(join(bundle, "Caddyfile"), (text) => quiet + text.replace(/^:8080/m, `http://127.0.0.1:${port}`));
      return ["run", "--config", "Caddyfile"];
    },
    // That it is not administered over the network is meant.
    objects: /"level":"(?:warn|error)"(?!.*"logger":"admin").*/g,
    written: (location) => location.replaceAll("{", "%7B").replaceAll("}", "%7D"),
  },
];

async function start({ tool, prepare, objects }: Server, bundle: string) {
  const port = await freePort();
  const child = spawn(tool, prepare(bundle, port), {
    cwd: bundle,
    env: { ...process.env, HOME: bundle, XDG_DATA_HOME: bundle, XDG_CONFIG_HOME: bundle },
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
  return { url, objections: said.match(objects), stop: () => void child.kill("SIGQUIT") };
}

/** Adds codes to the service. */
export function serversAnswer(service: () => Filled): void {
  const dir = join(freshDir(), "bundle");
  let filled: Filled;
  before(async () => {
    filled = service();
    const { app, key, email } = filled;
    const csv = GIVEN.map((slug) => `https://s.test/${slug},https://example.com/${slug}/to`);
    const file = join(freshDir(), "links.csv");
    writeFileSync(file, ["link,url", ...csv].join("\n"));
    const taken = await command(["import", "--from", "dub", file, "--owner", email], { env: filled.env });
    assert.match(taken.stdout, /Took in 4 codes/, taken.stderr);
    const { code, stderr } = await command(["export", dir], { env: filled.env });
    assert.equal(code, 0, stderr);
    const list = await app.request("GET", "/api/v1/qrcodes?limit=100", { key });
    filled.codes = list.json.data;
  });

  const ask = async (base: string, path: string) => {
    const answer = await fetch(base + path, { redirect: "manual" });
    const { status, headers } = answer;
    const text = (await answer.text()).replaceAll(/href="[^"]*\.vcf"/g, "");
    return {
      status,
      location: headers.get("location"),
      page: status === 302 ? "" : text,
      policy: headers.get("content-security-policy"),
      cached: headers.get("cache-control"),
    };
  };

  for (const server of SERVERS) {
    describe(`${server.tool} answers`, { skip: needs(server.tool) }, () => {
      let running: Awaited<ReturnType<typeof start>>;
      before(async () => {
        const copy = join(freshDir(), "bundle");
        cpSync(dir, copy, { recursive: true });
        running = await start(server, copy);
      });
      after(() => running?.stop());

      it("for every token what the service does: ours in either case, others as they were given", async () => {
        assert.equal(filled.codes.length, 20);
        assert.equal(running.objections, null);
        for (const { shareToken } of filled.codes) {
          const path = `/r/${shareToken}`;
          const paths = [path, path.toUpperCase(), `/r/${shareToken.toLowerCase()}`];
          for (const each of paths) {
            const { status, location, page } = await ask(filled.app.url, each);
            const ours = { status, location: location && server.written(location), page };
            const { policy, cached, ...theirs } = await ask(running.url, each);
            if (theirs.status !== 404) assert.equal(cached, "no-store", each);
            // An address too long for its map, where a "$" takes 17 letters, is forwarded by a page.
            if (ours.location && ours.location.replaceAll("$", "-".repeat(17)).length > 3400) {
              assert.equal(theirs.status, 200);
              assert.ok(theirs.page.includes(ours.location.slice(0, 300)));
            } else assert.deepEqual(theirs, ours, each);
            if (theirs.status === 200) assert.match(policy!, /default-src 'none'/);
          }
        }
      });

      it("for a contact with its file, and for what is unknown with a page", async () => {
        const unknown = "/r/aaaaaaaaaaaa";
        const { status, page } = await ask(running.url, unknown);
        const ours = await ask(filled.app.url, unknown);
        assert.deepEqual({ status, page }, { status: ours.status, page: ours.page });
        assert.equal((await fetch(`${running.url}/nothing`)).status, 404);
        const vcf = readFileSync(join(dir, "SHA256SUMS"), "utf8").match(/site(\/p\/.*\.vcf)/);
        const file = await fetch(running.url + vcf![1]);
        assert.match(file.headers.get("content-type")!, /^text\/vcard/);
        assert.equal(file.headers.get("content-disposition"), "attachment");
        assert.match(await file.text(), /BEGIN:VCARD/);
      });
    });
  }

  it("and so do the lines of _redirects, for both forms of a token, none longer than is taken", () => {
    const redirects = readFileSync(join(dir, "site/_redirects"), "utf8");
    for (const { shareToken } of filled.codes) {
      assert.ok(redirects.includes(`/r/${shareToken} `), shareToken);
      if (GIVEN.includes(shareToken)) continue;
      assert.ok(redirects.includes(`/R/${shareToken.toUpperCase()} `), shareToken);
    }
    assert.ok(redirects.includes("/r/AbC https://example.com/AbC/to 302\n"));
    assert.ok(redirects.includes("/R/SPRING-26 https://example.com/SPRING-26/to 302\n"));
    for (const line of redirects.trimEnd().split("\n")) {
      assert.ok(line.length <= 1000, line.slice(0, 100));
      // From, to and status, as both hosts read them: nothing that would be a pattern or a comment.
      assert.match(line, /^\/[rR]\/[\w-]+ (?:https?:\/\/|\/p\/)[^\s]+ (?:200|302|404|410)$/);
    }
  });
}
