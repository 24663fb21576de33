/** Who is charged for drawings and verdicts: the person first, then their workspace, or the visitor's network. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { VisitedCode } from "../../src/codes/code.ts";
import { createCodeImages } from "../../src/codes/images.ts";
import { createLogos } from "../../src/looks/logos.ts";
import { createPreviews } from "../../src/looks/previews.ts";
import type { ImageRenderer } from "../../src/rendering/image-renderer.ts";
import type { Renderer } from "../../src/rendering/renderer.ts";
import { PLAIN } from "../../src/rendering/style.ts";
import { actAs } from "../../src/shared/audit.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import type { CallOptions } from "../../src/shared/thread-pool.ts";
import { shareFileRoutes } from "../../src/sharing/files.ts";
import type { Store } from "../../src/store/store.ts";
import { createBareServer } from "../support/bare-server.ts";
import { newCode } from "../support/fixtures.ts";

const STYLE = { ...PLAIN, modules: "dots" } as const;

/** Says who asked instead of drawing. */
function recorded() {
  const asked: (CallOptions | undefined)[] = [];
  const call = async (_: unknown, options?: CallOptions) => {
    asked.push(options);
    return { bytes: new Uint8Array(), margin: { left: 1 }, passes: true, png: new Uint8Array(), width: 1, height: 1 };
  };
  const styled = { draw: call, assess: call, readersOf: call, readLogo: call } as unknown as Renderer;
  const renderer: ImageRenderer = {
    async render(_, caller) {
      asked.push({ caller });
      return new Uint8Array();
    },
  };
  const drawing = { renderer, styled, logoOf: async () => null, shareBase: () => "https://codes.example" };
  const callers = () => asked.splice(0).map((options) => options?.caller);
  return { styled, images: createCodeImages(drawing), previews: createPreviews(drawing), callers, asked };
}

const visited = (workspaceId: string, madeBy: string | null, style: object | null = STYLE): VisitedCode =>
  ({
    ...newCode(workspaceId, Date.now(), { expiresAt: 1e15, content: "https://example.com" }),
    num: 1,
    style: style && JSON.stringify(style),
    page: null,
    madeBy,
  }) as unknown as VisitedCode;

it("People are charged for all their workspaces together", async () => {
  const { styled, images, previews, callers } = recorded();
  const store = { logos: { create: async (logo: object) => logo } } as unknown as Store;
  const logos = createLogos({ store, styled, clock: createSystemClock(), createId: () => "id" });
  const preview = { errorCorrection: "M", size: 512, foregroundColor: "#000000", backgroundColor: "#ffffff" } as const;
  const works = (id: string): (() => Promise<unknown>)[] => [
    () => images.verdict(visited(id, null)),
    () => previews.draw(id, { ...preview, style: STYLE }),
    () => previews.draw(id, preview),
    () => previews.assess(id, { ...preview, style: STYLE }),
    () => previews.nearest(id, { ...preview, style: STYLE }),
    () => logos.add(id, new Uint8Array()),
    () => images.image(visited(id, null, null), { format: "svg", size: 512, encode: "share" }).draw(),
  ];
  for (const id of ["one", "two"]) {
    for (const work of works(id)) {
      await actAs({ actor: undefined, agent: null, person: "anna" }, work);
      assert.deepEqual(callers(), [{ person: "anna", part: id }]);
    }
  }
  await works("alone")[0]!();
  assert.deepEqual(callers(), [{ person: "alone", part: "alone" }], "work that nobody asked for");
});

it("A preview gets the signal of its request, to leave the queue when nobody waits for it", async () => {
  const { previews, asked } = recorded();
  const { signal } = new AbortController();
  const preview = { errorCorrection: "M", size: 512, foregroundColor: "#000000", backgroundColor: "#ffffff" } as const;
  await previews.draw("one", { ...preview, style: STYLE }, signal);
  assert.equal(asked[0]!.signal, signal);
});

it("Public pictures are charged to the creator of the workspace, and within their turn to the visitor's network", async () => {
  const { images, callers } = recorded();
  const server = createBareServer();
  const codes = [visited("one", "anna"), visited("two", "anna", null), visited("three", null)];
  const parts = {
    codeFinder: { find: async (token: string) => codes.find((code) => code.token === token) ?? null },
    clock: createSystemClock(),
    images,
    siteOf: () => undefined,
    addressOf: ({ headers }: { headers: Record<string, string> }) => headers["x-address"],
  };
  shareFileRoutes(server, parts as unknown as Parameters<typeof shareFileRoutes>[1], () => {});
  for (const [i, address, person, part] of [
    [0, "203.0.113.7", "anna", "203.0.113.7"],
    [1, "2001:db8:1:2:3:4:5:6", "anna", "2001:db8:1:2::/64"],
    [2, "203.0.113.8", "three", "203.0.113.8"],
  ] as const) {
    const answer = await server.inject({ url: `/r/${codes[i]!.token}.svg`, headers: { "x-address": address } });
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(callers(), [{ person, part }]);
  }
  await server.close();
});
