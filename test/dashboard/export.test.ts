import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, it } from "node:test";
import { inflateRawSync } from "node:zlib";
import { verifyBundle } from "../../src/bundle/verify.ts";
import { sharedApp, startApp, type TestApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";
import { BASE, signedIn, type Visitor } from "./support.ts";

/** What the directory at the end of a ZIP file lists. */
function unpack(zip: Buffer, dir: string): void {
  let at = zip.readUInt32LE(zip.lastIndexOf("PK\x05\x06") + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameLength, more] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const head = zip.readUInt32LE(at + 42);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    const packed = zip.subarray(start, start + size);
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), method === 0 ? packed : inflateRawSync(packed));
    at += 46 + nameLength + more + zip.readUInt16LE(at + 32);
  }
}

onEachEngine("Export everything", (engine) => {
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

  const begin = () => fetch(`${app.url}${BASE}/export/bundle.zip`, { headers: { cookie: visitor.cookie() } });
  const progress = async () => (await visitor.request("GET", "/export")).json.progress;

  it("is one archive of one's own codes, whole", async () => {
    const answer = await begin();
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("content-disposition")!, /^attachment; filename="tessera-.*\.zip"$/);
    const dir = freshDir();
    unpack(Buffer.from(await answer.arrayBuffer()), dir);
    const { problems, manifest } = await verifyBundle(dir);
    assert.deepEqual(problems, []);
    assert.equal(manifest.owner, "export@example.com");
    assert.equal(manifest.counts.codes, 3);
    await eventually(async () => assert.equal(await progress(), null));
  });

  it("runs once at a time for a person, and ends with its download", async () => {
    // The first may be written whole before the second is asked for.
    await eventually(async () => {
      const first = await begin();
      const second = await begin();
      await first.body!.cancel();
      if (second.status === 200) await second.body!.cancel();
      assert.equal(second.status, 400);
      assert.match(((await second.json()) as { message: string }).message, /still being written/);
    });
    await eventually(async () => assert.equal(await progress(), null));
  });

  it("ends when the service stops, with every thread and connection that it held", async () => {
    const stopping = await startApp({ engine });
    const ada = await signedIn(stopping, "export@example.com");
    const { id } = (await stopping.store.users.findByEmail("export@example.com"))!;
    const style = JSON.stringify({ modules: "dots" });
    for (let i = 0; i < 60; i++) {
      await stopping.store.codes.create(newCode(id, Date.now(), { size: 2048, style }));
    }
    const answer = await fetch(`${stopping.url}${BASE}/export/bundle.zip`, { headers: { cookie: ada.cookie() } });
    const broken = assert.rejects(answer.arrayBuffer());
    // So pictures are being drawn.
    const isDrawing = () => stopping.threads.restarts().some(({ name }) => name === "styled");
    await eventually(async () => assert.ok(isDrawing()));
    await stopping.close();
    await broken;
    // A picture that was being drawn then is finished first.
    await eventually(() => assert.deepEqual(stopping.threads.restarts(), []));
  });

  it("needs a session", async () => {
    const answer = await fetch(`${app.url}${BASE}/export/bundle.zip`);
    assert.equal(answer.status, 401);
  });
});
