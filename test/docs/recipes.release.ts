/** Runs each recipe of docs/integrations.md as the file it is, with the real service. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { Webhook } from "standardwebhooks";
import { createClient } from "../../client/src/index.ts";
import { useApp } from "../api/support.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { freshDir, onSqlite } from "../support/stores.ts";

const DOCUMENT = readFileSync(new URL("../../docs/integrations.md", import.meta.url), "utf8");
const CLIENT = new URL("../../client/src/index.ts", import.meta.url).href;

/** A file of the recipe under this heading, in its own folder. */
function recipe(heading: string): { folder: string; file: string } {
  const section = DOCUMENT.slice(DOCUMENT.indexOf(`### ${heading}\n`));
  const code = /```js\n([\s\S]*?)```/.exec(section)![1]!;
  const folder = freshDir();
  const file = join(folder, "recipe.mjs");
  writeFileSync(file, code.replace('"tessera-qr-client"', JSON.stringify(CLIENT)));
  return { folder, file };
}

onSqlite("The recipes", (engine) => {
  const use = useApp(engine);
  const start = ({ folder, file }: ReturnType<typeof recipe>, env: Record<string, string> = {}) =>
    spawn(process.execPath, [file], {
      cwd: folder,
      env: { ...process.env, TESSERA_URL: use.app.url, TESSERA_KEY: use.key, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
  async function run(made: ReturnType<typeof recipe>): Promise<void> {
    const child = start(made);
    const said = text(child.stderr);
    const [code] = await once(child, "exit");
    assert.deepEqual([code, await said], [0, ""]);
  }
  const client = () => createClient({ url: use.app.url, key: use.key });

  it("create a code for each product, once", async () => {
    const made = recipe("A code for each product");
    const products = ["A-1", "B-2", "C-3"].map((sku) => ({
      sku,
      name: `Product ${sku}`,
      url: `https://example.com/p/${sku}`,
    }));
    writeFileSync(join(made.folder, "products.json"), JSON.stringify(products));
    await run(made);
    await run(made);
    const codes = await Array.fromAsync(client().codes.list({ category: "Products" }));
    assert.deepEqual(codes.map(({ content }) => content).toSorted(), [
      "https://example.com/p/A-1",
      "https://example.com/p/B-2",
      "https://example.com/p/C-3",
    ]);
    const pictures = readdirSync(join(made.folder, "codes")).toSorted();
    assert.deepEqual(pictures, ["A-1.svg", "B-2.svg", "C-3.svg"]);
    assert.match(readFileSync(join(made.folder, "codes/A-1.svg"), "utf8"), /^<svg .*width="30mm"/);
  });

  it("save the scans of every code as CSV", async () => {
    const made = recipe("The scans of every code as CSV, each night");
    const { id } = await use.code();
    await use.scan(id, Array(3).fill({}));
    await run(made);
    assert.deepEqual(readdirSync(join(made.folder, "scans")), [`${id}.csv`]);
    const lines = readFileSync(join(made.folder, `scans/${id}.csv`), "utf8")
      .trimEnd()
      .split("\n");
    assert.equal(lines.length, 4);
  });

  it("notify a chat of the hundredth scan, once, and accept only signed deliveries", async () => {
    const made = recipe("A chat message at the hundredth scan");
    const messages: string[] = [];
    const chat = createServer(async (request, response) => {
      messages.push(JSON.parse(await text(request)).text);
      response.end();
    }).listen(0, "127.0.0.1");
    await once(chat, "listening");
    const secret = `whsec_${Buffer.from("a secret of the receiver and us").toString("base64")}`;
    const port = await freePort();
    const child = start(made, {
      WEBHOOK_SECRET: secret,
      CHAT_URL: `http://127.0.0.1:${(chat.address() as AddressInfo).port}/`,
      PORT: String(port),
    });
    const { id } = await use.code({ name: "Menu" });
    const deliver = async (signer = secret) => {
      const body = JSON.stringify({ type: "qrcode.scanned", data: { qrCodeId: id, scans: [] } });
      const now = new Date();
      const headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": new Webhook(signer).sign("msg_1", now, body),
      };
      return (await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body })).status;
    };
    try {
      await use.scan(id, Array(99).fill({}));
      assert.equal(await eventually(() => deliver()), 204);
      assert.deepEqual(messages, []);
      await use.scan(id, [{}]);
      assert.equal(await deliver(`whsec_${Buffer.from("somebody else's").toString("base64")}`), 401);
      assert.equal(await deliver(), 204);
      assert.equal(await deliver(), 204);
      assert.deepEqual(messages, ["Menu was scanned for the hundredth time."]);
      assert.ok(existsSync(join(made.folder, "told.json")));
    } finally {
      child.kill();
      chat.closeAllConnections();
      chat.close();
    }
  });
});
