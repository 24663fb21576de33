import { it } from "node:test";
import { sendGenerated } from "../api/openapi-requests.ts";
import { useApp } from "../api/support.ts";
import { onEachEngine } from "../support/stores.ts";

const COUNT = 10_000;

onEachEngine("F12: requests generated from the document", (engine) => {
  const use = useApp(engine);

  it(`get ${COUNT} documented answers, none of them a 500`, async () => {
    await sendGenerated(use.app, use.key, COUNT);
  });
});
