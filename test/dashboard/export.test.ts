import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, it } from "node:test";
import { verifyBundle } from "../../src/bundle/verify.ts";
import { sharedApp, startApp, type TestApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { freshDir, onSqlite } from "../support/stores.ts";
import { BASE, signedIn, type Visitor } from "./support.ts";
import { unzip } from "./unzip.ts";

const NOTHING = { progress: null, isReady: false, problem: null };

onSqlite("Export everything", (engine) => {
  let app: TestApp;
  let visitor: Visitor;
  before(async () => {
    app = await sharedApp({ engine });
    visitor = await signedIn(app, "export@example.com");
    const other = await signedIn(app, "other-export@example.com");
    const json = { name: "Menu", content: "https://example.com/menu" };
    for (let i = 0; i < 3; i++) await visitor.request("POST", "/qrcodes", json);
    await other.request("POST", "/qrcodes", { ...json, name: "Not Ada's" });
  });

  const download = () => fetch(`${app.url}${BASE}/export/bundle.zip`, { headers: { cookie: visitor.cookie() } });
  const state = async () => (await visitor.request("GET", "/export")).json;

  it("makes one complete ZIP file of the user's codes, which is removed after the download", async () => {
    assert.deepEqual(await state(), NOTHING);
    const started = await visitor.request("POST", "/export", {});
    assert.equal(started.status, 200);
    await eventually(async () => assert.deepEqual(await state(), { ...NOTHING, isReady: true }));
    const answer = await download();
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("content-disposition")!, /^attachment; filename="tessera-.*\.zip"$/);
    const zip = Buffer.from(await answer.arrayBuffer());
    assert.equal(Number(answer.headers.get("content-length")), zip.length);
    const dir = freshDir();
    for (const [name, content] of unzip(zip)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), content);
    }
    const { problems, manifest } = await verifyBundle(dir);
    assert.deepEqual(problems, []);
    assert.equal(manifest.workspace, "export");
    assert.equal(manifest.counts.codes, 3);
    await eventually(async () => assert.deepEqual(await state(), NOTHING));
  });

  it("is made for a download that comes first, and stays for another if that is aborted", async () => {
    const answer = await download();
    assert.equal(answer.status, 200);
    await answer.body!.cancel();
    const again = await download();
    assert.equal(again.status, 200);
    assert.equal((await again.arrayBuffer()).byteLength, Number(again.headers.get("content-length")));
  });

  it("ends when the service stops, with every thread and file", async (t) => {
    const stopping = await startApp({ engine });
    t.after(() => stopping.close());
    const ada = await signedIn(stopping, "export@example.com");
    const { workspaceId: id } = (await stopping.store.users.findByEmail("export@example.com"))!;
    const style = JSON.stringify({ modules: "dots" });
    for (let i = 0; i < 60; i++) {
      await stopping.store.codes.create(newCode(id, Date.now(), { size: 1024, style }));
    }
    await ada.request("POST", "/export", {});
    // So pictures are being drawn.
    const isDrawing = () => stopping.threads.restarts().some(({ name }) => name === "styled");
    await eventually(async () => assert.ok(isDrawing()));
    assert.ok(existsSync(join(stopping.place.dataDir, "exports")));
    await stopping.close();
    assert.ok(!existsSync(join(stopping.place.dataDir, "exports")));
    // A picture that was being drawn then is finished first.
    await eventually(() => assert.deepEqual(stopping.threads.restarts(), []));
  });

  it("needs a session", async () => {
    const answer = await fetch(`${app.url}${BASE}/export/bundle.zip`);
    assert.equal(answer.status, 401);
  });
});
