import assert from "node:assert/strict";
import { it } from "node:test";
import { roundLogo } from "../rendering/support/styles.ts";
import { unlessOpen } from "../support/browser.ts";
import { addOwnerWithKey } from "../support/owner.ts";
import { openDesk } from "./support.ts";

const svg = (inner: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 90" ${attributes}><circle cx="45" cy="45" r="40"/>${inner}</svg>`;
const AWAY = "https://elsewhere.example/x";
const FILES: Record<string, [type: string, bytes: string | Uint8Array]> = {
  "a script": ["image/svg+xml", svg("<script>alert(1)</script>")],
  "a handler": ["image/svg+xml", svg("", 'onload="alert(1)"')],
  "a handler on a shape": ["image/svg+xml", svg('<rect width="9" height="9" onclick="alert(1)"/>')],
  "a foreign object": ["image/svg+xml", svg("<foreignObject><iframe srcdoc='x'/></foreignObject>")],
  "a picture elsewhere": ["image/svg+xml", svg(`<image href="${AWAY}" width="9" height="9"/>`)],
  "a use elsewhere": ["image/svg+xml", svg(`<use xlink:href="${AWAY}#a"/>`)],
  "a style sheet elsewhere": ["image/svg+xml", svg(`<style>@import url(${AWAY});</style>`)],
  "a font elsewhere": [
    "image/svg+xml",
    svg(`<style>.a{fill:url(${AWAY}#g)}</style><rect class="a" width="9" height="9"/>`),
  ],
  "a link": ["image/svg+xml", svg('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>')],
  "an entity": ["image/svg+xml", `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("&x;")}`],
  "an animation": ["image/svg+xml", svg('<set attributeName="onload" to="alert(1)"/>')],
  "a page behind a picture": ["image/png", Buffer.concat([roundLogo(), Buffer.from("<script>alert(1)</script>")])],
  "a page as a picture": ["image/png", "<html><script>alert(1)</script></html>"],
};

it("refuses hostile logos or shows them harmlessly, wherever a logo is seen", async (t) => {
  const desk = await openDesk();
  if (!desk) return t.skip(unlessOpen(desk) || undefined);
  t.after(desk.close);
  const { service } = desk;
  const { key } = await addOwnerWithKey(service.store, { email: "logos@example.com" });
  const ask = (method: string, path: string, type: string, body: string | Uint8Array) =>
    fetch(`${service.url}/api/v1${path}`, {
      method,
      body: body as string,
      headers: { authorization: `Bearer ${key}`, "content-type": type },
    });
  const json = async (method: string, path: string, body: object) => {
    const answer = await ask(method, path, "application/json", JSON.stringify(body));
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
    return answer.json();
  };
  // Without the policy of the pages: the drawing must be harmless on its own.
  const page = await desk.page({ bypassCSP: true });
  const executed: string[] = [];
  page.on("dialog", (dialog) => {
    executed.push(page.url());
    void dialog.dismiss();
  });
  const left: string[] = [];
  await page.route("**/*", (route) => {
    if (route.request().url().startsWith(service.url)) return route.continue();
    left.push(route.request().url());
    return route.abort();
  });
  await page.setContent("<script>alert('seen')</script>");
  assert.equal(executed.splice(0).length, 1, "an execution would be detected");
  let shown = 0;
  for (const [what, [type, bytes]] of Object.entries(FILES)) {
    const answer = await ask("POST", "/logos", type, bytes);
    assert.ok([201, 400].includes(answer.status), `${what}: ${answer.status}`);
    if (answer.status === 400) continue;
    const { id: logo } = await answer.json();
    const code = await json("POST", "/qrcodes", { name: what, content: "example.com", errorCorrection: "H" });
    await json("PUT", `/qrcodes/${code.id}/style`, { logo: { id: logo, scale: 0.2 } });
    for (const end of [".svg", ".png", "+"]) await page.goto(`${service.url}/r/${code.shareToken}${end}`);
    const drawn = await (await fetch(`${service.url}/r/${code.shareToken}.svg`)).text();
    assert.doesNotMatch(drawn, /script|elsewhere|javascript:|onload|onclick|foreignObject/i, what);
    // As part of a page, where an SVG could run scripts.
    await page.setContent(drawn);
    shown += 1;
  }
  console.log(
    `${shown} of ${Object.keys(FILES).length} shown, ${executed.length} executions, ${left.length} requests elsewhere`,
  );
  assert.ok(shown > 0, "something was shown");
  assert.deepEqual(executed, []);
  assert.deepEqual(left, []);
});
