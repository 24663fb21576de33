/** A real nginx with the shipped configuration, in front of a test's nodes. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../support/free-port.ts";
import { freshDir } from "../support/stores.ts";

const SHIPPED = fileURLToPath(new URL("../../deploy/nginx", import.meta.url));

export interface Site {
  config: string;
  ports: Map<number, number>;
}

/** The shipped files with other ports, nodes and folders, and additional lines. */
export async function layOut(
  nodes: readonly string[],
  sites: "sites" | "sites-tls" | "sites-domains" = "sites",
  extra: readonly string[] = [],
): Promise<Site> {
  const dir = freshDir();
  // When started by root, nginx works as another user, who must be able to write there.
  chmodSync(dir, 0o755);
  cpSync(SHIPPED, dir, { recursive: true });
  cpSync(join(SHIPPED, sites), join(dir, "sites"), { recursive: true });
  const site = sites === "sites" ? "http.conf" : "https.conf";
  const ports = new Map<number, number>();
  for (const port of [8080, 8443]) ports.set(port, await freePort());
  const change = (file: string, edit: (text: string) => string) =>
    writeFileSync(join(dir, file), edit(readFileSync(join(dir, file), "utf8")));
  change("nginx.conf", (text) =>
    text
      .replaceAll("/tmp/", `${dir}/`)
      .replace("include sites/*.conf;", [...extra, `include sites/${site};`].join("\n")),
  );
  change("nodes.conf", (text) => {
    const [first] = /^ *server .*\n/m.exec(text)!;
    const servers = nodes.map((node) => first.replace(/node1:3000/, node)).join("");
    return text.replace(/(^ *server .*\n)+/gm, servers);
  });
  change(`sites/${site}`, (text) =>
    text
      .replace(/listen (\d+)/g, (_, port) => `listen 127.0.0.1:${ports.get(Number(port))}`)
      .replaceAll("/etc/certificates", dir)
      .replaceAll(/\/etc\/letsencrypt|\/var\/www/g, dir)
      .replace(/^ *http2 on;\n/m, knowsHttp2() ? "$&" : ""),
  );
  return { config: join(dir, "nginx.conf"), ports };
}

/** Older versions have it as a parameter of `listen`. */
function knowsHttp2(): boolean {
  const { stderr } = spawnSync("nginx", ["-v"], { encoding: "utf8" });
  const [, major, minor] = /nginx\/(\d+)\.(\d+)/.exec(stderr)!;
  return Number(major) * 1000 + Number(minor) > 1025;
}

/** The output of `nginx -t`; empty if the configuration is valid. */
export function objections({ config }: Site): string {
  const { status, stderr } = spawnSync("nginx", ["-t", "-q", "-c", config], { encoding: "utf8" });
  return status === 0 ? "" : stderr;
}

/** Of the whole site, or of one host as certbot stores it. */
export function makeCertificate(site: Site, host?: string): void {
  const dir = join(site.config, "..", ...(host === undefined ? [] : ["live", host]));
  mkdirSync(dir, { recursive: true });
  const files = ["-keyout", join(dir, "privkey.pem"), "-out", join(dir, "fullchain.pem")];
  const kind = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"];
  execFileSync("openssl", [...kind, "-subj", `/CN=${host ?? "localhost"}`, ...files], { stdio: "ignore" });
  // The workers may be another user.
  if (host !== undefined) for (const file of ["privkey.pem", "fullchain.pem"]) chmodSync(join(dir, file), 0o644);
}

export async function startNginx(site: Site): Promise<{ port: number; stop(): Promise<void> }> {
  const child: ChildProcess = spawn("nginx", ["-c", site.config, "-g", "daemon off;"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const kill = () => void child.kill();
  process.once("exit", kill);
  const port = site.ports.get(8080)!;
  for (let tries = 0; ; tries++) {
    const answered = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (answered) break;
    if (tries > 1000 || child.exitCode !== null) throw new Error("nginx did not start");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    async stop() {
      process.off("exit", kill);
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGQUIT");
      await ended;
    },
  };
}
