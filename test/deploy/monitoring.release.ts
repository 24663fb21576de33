import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Registry } from "prom-client";
import { measureReplica } from "../../src/server/metrics.ts";
import { VERSION } from "../../src/shared/version.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { onEachEngine } from "../support/stores.ts";
import { type Data, read, readYaml } from "./files.ts";

const [rules] = readYaml("deploy/prometheus/alerts.yml") as [Data];
const dashboard: Data = JSON.parse(read("deploy/grafana/tessera.json"));
const alerts: Data[] = rules.groups.flatMap((group: Data) => group.rules);
const panels: Data[] = dashboard.panels.filter((panel: Data) => panel.type !== "row");
const expressions: string[] = [
  ...alerts.map((alert) => alert.expr),
  ...panels.flatMap((panel) => panel.targets.map((target: Data) => target.expr)),
  dashboard.templating.list[1].query.query,
];
const metricsIn = (text: string) => text.match(/\b(?:tessera|nodejs|process)_[a-z0-9_]+/g) ?? [];

/** Those that a service has only with DATABASE_READ_URL. */
async function replicaMetrics(): Promise<string> {
  const registry = new Registry();
  const health = { isUsed: true, problem: null, lagBytes: 0, lagSeconds: 0, reads: { replica: 1, primary: 0 } };
  measureReplica({ replica: () => health }, registry);
  return registry.metrics();
}

onEachEngine("the metrics", (engine) => {
  describe("of the dashboard and the alerts", () => {
    let app: TestApp;
    before(async () => {
      app = await startApp({ engine });
    });
    after(() => app.close());

    it("exist under exactly these names", async () => {
      await app.request("GET", "/healthz");
      const text = await eventually(async () => {
        const metrics = (await app.request("GET", "/metrics")).text;
        assert.match(metrics, /^tessera_maintenance_last_success/m, "the first maintenance is over");
        return metrics;
      });
      assert.match(text, new RegExp(`^tessera_build_info\\{version="${VERSION}"\\} 1$`, "m"));
      const present = new Set(`${text}\n${await replicaMetrics()}`.match(/^[a-z]\w*/gm));
      const named = new Set(expressions.flatMap(metricsIn));
      assert.ok(named.size >= 10);
      assert.deepEqual(
        [...named].filter((name) => !present.has(name)),
        [],
      );
    });
  });
});

describe("the alerts", () => {
  it("each have a severity, a description and a link to the documentation", () => {
    const headings = [...read("docs/operations.md").matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, "")
        .replaceAll(" ", "-"),
    );
    for (const { alert, labels, annotations } of alerts) {
      assert.match(labels.severity, /^(critical|warning)$/, alert);
      assert.ok(annotations.summary.length > 20, alert);
      const { pathname, hash } = new URL(annotations.runbook_url);
      assert.ok(pathname.endsWith("/operations.md") && headings.includes(hash.slice(1)), `${alert}: ${hash}`);
    }
    assert.equal(new Set(alerts.map(({ alert }) => alert)).size, alerts.length);
  });

  it("include visitors who get 503, webhooks that wait, a replica that is not used, and maintenance that fails", () => {
    for (const series of [
      'tessera_visit_seconds_count{outcome="unavailable"}',
      "tessera_webhook_waiting_seconds",
      "tessera_replica_used",
      "tessera_maintenance_last_success_timestamp_seconds",
    ]) {
      assert.ok(
        alerts.some(({ expr }) => expr.includes(series)),
        series,
      );
    }
  });

  it("are read by the Prometheus that scrapes all nodes of compose.yaml", () => {
    const [prometheus] = readYaml("deploy/prometheus/prometheus.yml") as [Data];
    assert.deepEqual(prometheus.rule_files, ["alerts.yml"]);
    const [job] = prometheus.scrape_configs;
    assert.equal(job.job_name, "tessera");
    const [compose] = readYaml("compose.yaml") as [Data];
    const nodes = Object.keys(compose.services).filter((name) => name.startsWith("node"));
    assert.deepEqual(
      job.static_configs[0].targets,
      nodes.map((name) => `${name}:3000`),
    );
  });
});

describe("the dashboard", () => {
  it("has panels that do not overlap, each with a description", () => {
    const cells = new Set<string>();
    for (const { gridPos, id, type, description, title } of dashboard.panels) {
      assert.ok(title && (type === "row" || description), String(id));
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          assert.ok(x < 24 && !cells.has(`${x},${y}`), title);
          cells.add(`${x},${y}`);
        }
    }
    for (const metrics of ["tessera_webhook_", "tessera_replica_"]) {
      assert.ok(
        panels.some(({ targets }) => targets.some(({ expr }: Data) => expr.includes(metrics))),
        metrics,
      );
    }
  });
});
