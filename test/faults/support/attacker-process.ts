/**
 * Two tabs of an owner with very many codes, and a caller with the slowest bodies, all without pause. In practice they
 * run on other machines: when times are measured they run at the lowest priority, so that others wait for the service's
 * work for them, not for them.
 */
import assert from "node:assert/strict";
import { CODE_SORTS } from "../../../src/codes/code.ts";

export interface AttackerTask {
  url: string;
  /** The owner's session. */
  cookie: string;
  /** The caller's key. */
  key: string;
}

export interface Attack {
  /** How long each list took, in ms. */
  lists: number[];
  /** How many bodies were sent. */
  bodies: number;
}

/** Each of these is refused or accepted, and is slow to parse or long. */
const BODIES = [
  { type: "wifi", errorCorrection: "Z", content: `WIFI:S:a;${"\n".repeat(30_000)}x` },
  { type: "text", errorCorrection: "L", content: "a".repeat(2953) },
  { type: "vcard", errorCorrection: "L", content: `BEGIN:VCARD\nN;A=${'"'.repeat(2900)}` },
  { type: "email", content: `mailto:${"a@".repeat(1000)}` },
].map((body) => JSON.stringify({ name: "a", ...body }));
const QUERIES = CODE_SORTS.flatMap((sort) =>
  ["", "q=lantern", "q=e", "q=no+such+text", `q=${"a".repeat(199)}b`, "type=wifi", "favorite=true"]
    .concat("state=expired", "state=active", "category=Category+3", "page=500", "q=zq&page=2")
    .map((query) => `/codes?sort=${sort}&${query}`),
);

const { url, cookie, key } = JSON.parse(process.argv[2]!) as AttackerTask;
const attack: Attack = { lists: [], bodies: 0 };
let over = false;
// Also if the parent exits in the middle of a request.
process.once("disconnect", () => process.exit());
process.once("message", () => {
  over = true;
});

async function searchAndSort(first: number, most = Number.POSITIVE_INFINITY): Promise<void> {
  for (let i = first; !over && i < first + most; i++) {
    const begun = performance.now();
    const path = QUERIES[(i * 7) % QUERIES.length]!;
    const answer = await fetch(`${url}/api/dashboard${path}`, { headers: { cookie } });
    await answer.arrayBuffer();
    // The user's own limit may be used up; then the list is not measured.
    assert.ok(answer.status === 200 || answer.status === 429, `${path}: ${answer.status}`);
    attack.lists.push(performance.now() - begun);
  }
}

async function sendBodies(most = Number.POSITIVE_INFINITY): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  for (; !over && attack.bodies < most; attack.bodies++) {
    const body = BODIES[attack.bodies % BODIES.length]!;
    const answer = await fetch(`${url}/api/v1/qrcodes`, { method: "POST", headers, body });
    await answer.arrayBuffer();
    assert.ok(answer.status === 400 || answer.status === 201, String(answer.status));
  }
}

await Promise.all([searchAndSort(0, 1), sendBodies(1)]);
process.send!("begun");
Object.assign(attack, { lists: [], bodies: 0 });
await Promise.all([searchAndSort(0), searchAndSort(20), sendBodies()]);
process.send!(attack, undefined, undefined, () => process.disconnect!());
