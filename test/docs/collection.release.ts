/** Sends each request of the collection that people import to the real service. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, it } from "node:test";
import { picture } from "../api/look-support.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";

interface Entry {
  key: string;
  value: string;
  disabled?: boolean;
}

interface Item {
  name: string;
  event?: { script: { exec: string[] } }[];
  request: {
    method: string;
    header: Entry[];
    body?: { mode: string; raw?: string };
    url: { raw: string; host: string[]; path: string[]; query?: Entry[]; variable?: Entry[] };
  };
}

const FILE = new URL("../../docs/tessera.postman_collection.json", import.meta.url);
const collection = JSON.parse(readFileSync(FILE, "utf8"));
const items: Item[] = collection.item.flatMap((folder: { item: Item[] }) => folder.item);
// Deletions come last, and a code's look before the code.
const NEED_MORE = ["/resend", "/merge", "/verify", "PUT :id/tags", "PATCH domains/:id"];
const isRemoval = ({ request }: Item) => request.method === "DELETE";
const inOrder = [...items.filter((item) => !isRemoval(item)), ...items.filter(isRemoval).reverse()];

onSqlite("The collection", (engine) => {
  let app: TestApp;
  const variables = new Map<string, string>();
  const filled = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      assert.ok(variables.get(name), `${name} is set by no earlier request`);
      return variables.get(name)!;
    });
  before(async () => {
    app = await startApp({ engine, settings: { PLAN_LIMITS: "free=1000,pro=1000" } });
    variables
      .set("url", app.url)
      .set("key", (await app.user()).key)
      .set("version", "1")
      .set("slug", "summer-menu")
      .set("externalId", "menu-7");
  });
  after(() => app.close());

  /** Like Postman: fills in variables and leaves out what is disabled. */
  async function send({ request }: Item, file: Uint8Array<ArrayBuffer>): Promise<Response> {
    const { method, header, body, url } = request;
    const named = new Map(url.variable?.map(({ key, value }) => [`:${key}`, filled(value)]));
    const path = url.path.map((part) => named.get(part) ?? part).join("/");
    assert.equal(url.raw, `{{url}}/${url.path.join("/")}`);
    const on = (entries: Entry[] = []) =>
      entries.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]);
    const query = new URLSearchParams(on(url.query));
    const token = filled(collection.auth.bearer[0].value);
    return fetch(`${filled(url.host[0]!)}/${path}?${query}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...Object.fromEntries(on(header)) },
      ...(body ? { body: body.mode === "file" ? file : body.raw! } : {}),
    });
  }

  /** Runs an item's script after its answer, and takes the id of a delivery from a list. */
  function remember({ event, request }: Item, answer: Record<string, unknown>): void {
    const script = event?.[0]?.script.exec.join("") ?? "";
    const [, name, inList] =
      /collectionVariables\.set\("(\w+)", pm\.response\.json\(\)(\.data\[0\])?\.id\)/.exec(script) ?? [];
    const made = inList ? (answer.data as Record<string, unknown>[])[0]! : answer;
    if (name) variables.set(name, made.id as string);
    if (request.url.path.at(-1) !== "deliveries") return;
    variables.set("deliveryId", (answer.data as { id: string }[])[0]!.id);
  }

  it("has only requests that the service knows and accepts", async () => {
    assert.ok(items.length >= 10);
    const logo = new Uint8Array(picture());
    for (const item of inOrder) {
      const answer = await send(item, logo);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const text = new TextDecoder().decode(bytes);
      // The example of a change has deactivated the webhook; the others need ids of tags, and a DNS record.
      const { method, url } = item.request;
      const what = `${method} ${url.path.slice(-2).join("/")}`;
      const isOff = answer.status === 400 && NEED_MORE.some((end) => what.endsWith(end));
      assert.ok(answer.ok || isOff, `${item.name}: ${answer.status} ${text}`);
      const type = answer.headers.get("content-type") ?? "";
      if (type.startsWith("application/json")) remember(item, JSON.parse(text));
    }
  });
});
