import assert from "node:assert/strict";
import { it } from "node:test";
import type { BundledWorkspace } from "../../src/bundle/bundled.ts";
import type { CodeRecord } from "../../src/bundle/record-schemas.ts";
import { createCodeImages } from "../../src/codes/images.ts";
import { createImageRenderer } from "../../src/rendering/image-renderer.ts";
import { TooBusy } from "../../src/shared/errors.ts";
import { createCodeFiles } from "../../src/sharing/code-files.ts";
import { readPng } from "../rendering/support/pictures.ts";
import { newCode } from "../support/fixtures.ts";

const { id, name, type, content, token } = newCode("owner", 0);
const code = {
  id,
  name,
  type,
  content,
  shareToken: token,
  foregroundColor: "#000000",
  backgroundColor: "#ffffff",
  size: 128,
  errorCorrection: "M",
  style: null,
  page: null,
} as CodeRecord;

/** `faults` are thrown one by one before a picture is drawn. */
function filesOf(baseUrl: string, ...faults: Error[]) {
  const plain = createImageRenderer();
  const renderer: typeof plain = {
    render: (request) => {
      const fault = faults.shift();
      return fault ? Promise.reject(fault) : plain.render(request);
    },
  };
  const unused = {} as never;
  const images = createCodeImages({
    renderer,
    shareBase: () => baseUrl,
    styled: unused,
    logoOf: async () => null,
  });
  const pictureOf = async (_workspaceId: string, logoId: string) => {
    const fault = faults.shift();
    if (fault) throw fault;
    return `data:${logoId}`;
  };
  return createCodeFiles({ images, pictureOf, drawJoin: () => "", busy: { pauseMs: 1 } });
}
const address = "https://tessera.test";

it("A picture in a bundle has its code's size, or a large one if that has become too small", async () => {
  const { png } = await filesOf(address).draw(code, "owner");
  assert.equal(readPng(png).size, 128);
  const long = await filesOf(`${address}/${"x".repeat(1500)}`).draw(code, "owner");
  assert.equal(readPng(long.png).size, 2048);
});

it("A code that cannot be drawn in its look is drawn plain, and does not stop an export", async () => {
  const odd = { ...code, foregroundColor: "red", errorCorrection: "H" } as CodeRecord;
  const { svg, png } = await filesOf(`${address}/${"x".repeat(1300)}`).draw(odd, "owner");
  assert.match(Buffer.from(svg).toString(), /^<svg /);
  assert.equal(readPng(png).size, 2048);
});

it("Drawing for a bundle waits while the renderer is full", async () => {
  const busy = Array.from({ length: 3 }, () => new TooBusy());
  const { png } = await filesOf(address, ...busy).draw(code, "owner");
  assert.equal(readPng(png).size, 128, "unchanged, not as one that is too small");
});

it("Other errors are passed on", async () => {
  const files = filesOf(address, new Error("The disk is gone."));
  await assert.rejects(files.draw(code, "owner"), /The disk is gone/);
});

it("A brand is read again for each export, and its logo drawn when others no longer draw too much", async () => {
  const files = filesOf(address, new TooBusy(), new TooBusy());
  const owner = (name: string): BundledWorkspace => ({
    id: "owner",
    account: "owner@example.com",
    name: "",
    zone: "UTC",
    members: [],
    contact: null,
    accountPlan: null,
    plan: "free",
    suspended: false,
    madeBy: null,
    utmPresets: [],
    brand: { name, color: null, logoId: "logo", website: null, afterwards: null, showFooter: true },
    tags: [],
    views: [],
    hasDomain: false,
  });
  assert.deepEqual(await files.brandOf(owner("Old")), {
    name: "Old",
    color: null,
    logo: "data:logo",
    website: null,
    afterwards: null,
    showFooter: true,
  });
  assert.equal((await files.brandOf(owner("New"))).name, "New");
});
