import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readConfig } from "../../src/config.ts";
import { type Data, read, readYaml } from "./files.ts";

describe("the Kubernetes manifest", () => {
  const documents = readYaml("deploy/kubernetes/tessera.yaml");
  const one = (kind: string, name = "tessera"): Data => {
    const found = documents.filter((doc) => doc.kind === kind && doc.metadata.name === name);
    assert.equal(found.length, 1, `${kind} ${name}`);
    return found[0];
  };
  const set = one("StatefulSet");
  const pod = set.spec.template.spec;
  const [container] = pod.containers;
  const label = { "app.kubernetes.io/name": "tessera" };

  it("names every object once, with a version", () => {
    const names = documents.map((doc) => `${doc.apiVersion} ${doc.kind} ${doc.metadata.name}`);
    assert.equal(new Set(names).size, documents.length);
    assert.ok(names.every((name) => !name.includes("undefined")));
  });

  it("selects the nodes it creates, everywhere", () => {
    assert.deepEqual(set.spec.template.metadata.labels, label);
    assert.deepEqual(set.spec.selector.matchLabels, label);
    assert.deepEqual(one("PodDisruptionBudget").spec.selector.matchLabels, label);
    assert.deepEqual(one("Service").spec.selector, label);
    const policy = one("NetworkPolicy").spec;
    assert.deepEqual(policy.podSelector.matchLabels, label);
    assert.deepEqual(policy.ingress[0].ports, [{ port: container.ports[0].name }]);
    assert.deepEqual(one("Service", set.spec.serviceName).spec.clusterIP, "None");
  });

  it("keeps each node's journal on its own volume, even after the node is removed", () => {
    const [claim] = set.spec.volumeClaimTemplates;
    const mount = container.volumeMounts.find((one: Data) => one.name === claim.metadata.name);
    const dataDir = container.env.find((one: Data) => one.name === "DATA_DIR");
    assert.equal(mount.mountPath, dataDir.value);
    assert.deepEqual(set.spec.persistentVolumeClaimRetentionPolicy, { whenDeleted: "Retain", whenScaled: "Retain" });
  });

  it("has settings that the service accepts, with the database's address from a Secret", () => {
    const { data } = one("ConfigMap");
    const config = readConfig({ ...data, DATABASE_URL: "postgres://u:p@pg1,pg2/tessera" });
    assert.equal(config.baseUrl, data.BASE_URL);
    assert.deepEqual(container.envFrom, [{ configMapRef: { name: "tessera" } }]);
    const url = container.env.find((one: Data) => one.name === "DATABASE_URL");
    assert.ok(url.valueFrom.secretKeyRef.name && url.value === undefined);
  });

  it("has separate liveness and readiness probes, and allows enough time to stop", () => {
    assert.equal(container.livenessProbe.httpGet.path, "/healthz");
    assert.equal(container.startupProbe.httpGet.path, "/healthz");
    assert.equal(container.readinessProbe.httpGet.path, "/readyz");
    const wait = container.lifecycle.preStop.sleep.seconds;
    assert.ok(pod.terminationGracePeriodSeconds >= wait + 10);
  });

  it("runs without privileges on a read-only root", () => {
    assert.equal(pod.securityContext.runAsNonRoot, true);
    const user = /^USER (\d+):(\d+)$/m.exec(read("Dockerfile"))!;
    assert.equal(pod.securityContext.runAsUser, Number(user[1]));
    assert.equal(pod.securityContext.fsGroup, Number(user[2]));
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    assert.ok(container.resources.requests.cpu && container.resources.limits.memory);
  });

  it("routes the public to the service, and /metrics nowhere", () => {
    const [rule] = one("Ingress").spec.rules;
    const [metrics, rest] = rule.http.paths;
    assert.equal(metrics.path, "/metrics");
    const nowhere = one("Service", metrics.backend.service.name);
    assert.notDeepEqual(nowhere.spec.selector, label);
    assert.equal(rest.backend.service.name, "tessera");
    assert.equal(new URL(one("ConfigMap").data.BASE_URL).host, rule.host);
    const exports = one("Ingress", "tessera-exports").spec;
    assert.deepEqual([exports.rules[0].host, exports.tls], [rule.host, one("Ingress").spec.tls]);
    assert.deepEqual([exports.ingressClassName, one("Ingress").spec.ingressClassName], ["nginx", "nginx"]);
  });
});
