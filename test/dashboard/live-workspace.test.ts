import assert from "node:assert/strict";
import { it } from "node:test";
import { sharedApp, startApp, type TestApp } from "../support/app.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";
import { BASE, signedIn, type Visitor } from "./support.ts";

onEachEngine("GET /live", (engine) => {
  const make = async (visitor: Visitor, name: string) =>
    (await visitor.request("POST", "/qrcodes", { name, content: "https://example.com" })).json;
  const scan = async (app: TestApp, { shareToken }: { shareToken: string }) =>
    (await app.request("GET", `/r/${shareToken}`)).headers.get("scan-id")!;

  /** Reads events until there are `count`. */
  async function hear(app: TestApp, visitor: Visitor, count: number, begun: () => Promise<void> = async () => {}) {
    const leave = new AbortController();
    const headers = { cookie: visitor.cookie() };
    const stream = await fetch(`${app.url}${BASE}/live`, { headers, signal: leave.signal });
    assert.match(stream.headers.get("content-type")!, /^text\/event-stream/);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    await begun();
    let heard = "";
    const shown = () => [...heard.matchAll(/data: (.*)\n\n/g)].map(([, json]) => JSON.parse(json!));
    while (shown().length < count) heard += (await reader.read()).value;
    leave.abort();
    return shown();
  }

  it("sends the latest scans of all codes, then new ones, with the code's name, and nobody else's", async () => {
    const app = await sharedApp({ engine });
    const visitor = await signedIn(app, "live@example.com");
    const stranger = await signedIn(app, "stranger@example.com");
    const [poster, cup, foreign] = [
      await make(visitor, "Poster"),
      await make(visitor, "Cup"),
      await make(stranger, "Foreign"),
    ];
    const ids = [await scan(app, poster), await scan(app, cup)];
    await visitor.request("GET", `/qrcodes/${cup.id}/scans`);
    const shown = await hear(app, visitor, 4, async () => {
      await scan(app, foreign);
      ids.push(await scan(app, cup), await scan(app, poster));
    });
    const named = [poster, cup, cup, poster].map(({ id, name }, i) => [ids[i], id, name]);
    assert.deepEqual(
      shown.map(({ id, qrCodeId, codeName }) => [id, qrCodeId, codeName]),
      named,
    );
    const { codeName: _, ...last } = shown[3];
    assert.deepEqual((await visitor.request("GET", `/qrcodes/${poster.id}/scans?limit=1`)).json.data, [last]);
  });

  it("sends scans of another node too, each once", async (t) => {
    if (engine.name === "sqlite") return;
    const app = await sharedApp({ engine });
    const visitor = await signedIn(app, "nodes@example.com");
    const [poster, cup] = [await make(visitor, "Poster"), await make(visitor, "Cup")];
    const place = { dataDir: freshDir(), databaseUrl: app.place.databaseUrl };
    const second = await startApp({ engine, place });
    t.after(() => second.close());
    const ids: string[] = [];
    const shown = await hear(app, visitor, 3, async () => {
      ids.push(await scan(second, poster), await scan(app, cup), await scan(second, cup));
    });
    assert.deepEqual(shown.map(({ id }) => id).toSorted(), ids.toSorted());
  });
});
