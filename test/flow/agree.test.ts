import assert from "node:assert/strict";
import { it } from "node:test";
import { createClient } from "../../client/src/index.ts";
import { PATH, useApp } from "../api/support.ts";
import { onEachEntryPoint } from "../share/support.ts";
import { PHONE } from "../support/fixtures.ts";

const SCANS = 250;
const CLIENTS = 8;
const MIN_READS = 3;

onEachEntryPoint("counts during scanning", (engine) => {
  const use = useApp(engine);
  const scan = async (token: string) => {
    const answer = await use.app.request("GET", `/r/${token}`, { headers: { "user-agent": PHONE } });
    return answer.headers.get("scan-id");
  };

  async function idsOf(id: string): Promise<string[]> {
    const { codes } = createClient({ url: use.app.url, key: use.key });
    const scans = await Array.fromAsync(codes.scans(id, { limit: 500 }));
    return scans.map((scan) => scan.id);
  }

  it("include every scan acknowledged before the read", async () => {
    const { shareToken, id } = await use.code();
    for (let n = 1; n <= 30; n++) {
      const scanId = await scan(shareToken);
      const [read, summary, page, traffic] = await Promise.all([
        use.ask("GET", `${PATH}/${id}`),
        use.ask("GET", `${PATH}/${id}/analytics`),
        use.ask("GET", `${PATH}/${id}/scans`),
        use.ask("GET", `${PATH}/${id}/traffic`),
      ]);
      assert.equal(read.json.scanCount, n);
      assert.equal(summary.json.totalScans, n);
      assert.equal(page.json.data.length, n);
      assert.equal(page.json.data[0].id, scanId);
      assert.equal(traffic.json.counted, n);
    }
  });

  it("are consistent at every moment: scanCount, raw scans and analytics", async () => {
    const { shareToken, id } = await use.code();
    const acknowledged: string[] = [];
    let sent = 0;
    let reads = 0;
    let isReading = true;
    const goesOn = () => sent < SCANS || (isReading && reads < MIN_READS);
    const users = Array.from({ length: CLIENTS }, async () => {
      while (goesOn()) {
        sent += 1;
        const scanId = await scan(shareToken);
        // When the disk takes too long, a scan is answered without its id, and may be recorded later.
        if (scanId !== null) acknowledged.push(scanId);
      }
    });
    const readAll = async () => {
      while (sent < SCANS || reads < MIN_READS) {
        const least = acknowledged.length;
        const count = (await use.ask("GET", `${PATH}/${id}`)).json.scanCount;
        const raw = await idsOf(id);
        const { totalScans, byDevice } = (await use.ask("GET", `${PATH}/${id}/analytics`)).json;
        assert.ok(count >= least, `read ${count} after ${least} were acknowledged`);
        assert.ok(raw.length >= count && totalScans >= raw.length, "later reads never see fewer");
        assert.equal(new Set(raw).size, raw.length);
        if (totalScans > 0) assert.deepEqual(byDevice, [{ device: "mobile", count: totalScans }]);
        reads += 1;
      }
    };
    const reader = readAll().finally(() => {
      isReading = false;
    });
    await Promise.all([...users, reader]);
    const ids = new Set(await idsOf(id));
    assert.deepEqual(
      acknowledged.filter((each) => !ids.has(each)),
      [],
    );
    assert.ok(ids.size <= sent);
    assert.equal((await use.ask("GET", `${PATH}/${id}`)).json.scanCount, ids.size);
    assert.deepEqual(await use.app.store.scans.check(), []);
  });
});
