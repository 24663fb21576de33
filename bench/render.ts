import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import QRCode from "qrcode";
import { type ImageFormat, renderImage } from "../src/rendering/image.ts";
import { createImageRenderer } from "../src/rendering/image-renderer.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";

/** P3 and P4: drawing from content, nothing cached, compared with `qrcode` in the same run. */

const SIZES = {
  full: { rounds: 3, warmUp: 500, png: 500, svg: 1000, theirs: 200, theirPng: 5, burst: 200 },
  small: { rounds: 1, warmUp: 1, png: 1, svg: 1, theirs: 1, theirPng: 1, burst: 1 },
};
/** A different share URL for every drawing, so that nothing is cached. */
let counter = 0;
const content = () => `https://tessera.example/r/k3x9wq${String(100_000 + (counter++ % 900_000))}`;

const request = (format: ImageFormat, size: number, text = content()) => ({
  text,
  level: "M" as const,
  format,
  size,
  foreground: "#1a1410",
  background: "#ffffff",
});

interface Side {
  times: number;
  draw(): unknown;
}

async function millisecondsEach({ times, draw }: Side): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < times; i++) await draw();
  return (performance.now() - start) / times;
}

async function compare(
  { tell }: Report,
  size: Size,
  name: string,
  target: number,
  ours: Side,
  theirs: Side,
): Promise<void> {
  const { rounds, warmUp } = SIZES[size];
  await millisecondsEach({ ...ours, times: warmUp });
  await millisecondsEach({ ...theirs, times: Math.min(2, warmUp) });
  let best = Number.POSITIVE_INFINITY;
  let bestTheirs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    best = Math.min(best, await millisecondsEach(ours));
    bestTheirs = Math.min(bestTheirs, await millisecondsEach(theirs));
  }
  const ratio = bestTheirs / best;
  const [figure = "", ...what] = name.split(" ");
  tell({
    name: figure,
    what: what.join(" "),
    ours: `${best.toFixed(3)} ms`,
    peer: `qrcode ${bestTheirs.toFixed(2)} ms`,
    value: ratio,
    target: { least: target },
  });
}

const qrcodePng = (width: number) => () => QRCode.toBuffer(content(), { width, errorCorrectionLevel: "M" });
const qrcodeSvg = () => QRCode.toString(content(), { type: "svg", errorCorrectionLevel: "M" });

/** The latency of responses on the same event loop while images of 2048 pixels are drawn. */
async function burst({ tell }: Report, what: string, count: number, text: () => string): Promise<void> {
  const { render } = createImageRenderer();
  const server = createServer((_, response) => response.writeHead(302, { location: "/" }).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const answer = () =>
    new Promise<void>((resolve, reject) => {
      get({ port, host: "127.0.0.1", agent: false }, (response) => {
        response.resume().on("end", resolve);
      }).on("error", reject);
    });
  for (let i = 0; i < 50; i++) await answer();

  const times: number[] = [];
  let drawing = true;
  const start = performance.now();
  const drawn = Promise.all(Array.from({ length: count }, () => render(request("png", 2048, text())))).finally(() => {
    drawing = false;
  });
  while (drawing) {
    const asked = performance.now();
    await answer();
    times.push(performance.now() - asked);
  }
  await drawn;
  const took = performance.now() - start;
  server.close();
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  tell({
    name: "Burst",
    what,
    ours: `p99 ${p99.toFixed(1)} ms`,
    peer: `${times.length} redirects while all were drawn in ${took.toFixed(0)} ms`,
    value: p99,
    target: { most: 100, unit: " ms" },
  });
}

export async function run(report: Report, size: Size): Promise<void> {
  const counts = SIZES[size];
  const png = (pixels: number): Side => ({ times: counts.png, draw: () => renderImage(request("png", pixels)) });
  await compare(report, size, "P3 PNG 512 px from content", 150, png(512), {
    times: counts.theirPng,
    draw: qrcodePng(512),
  });
  await compare(report, size, "P3 PNG 2048 px from content", 500, png(2048), { times: 1, draw: qrcodePng(2048) });
  const svg: Side = { times: counts.svg, draw: () => renderImage(request("svg", 512)) };
  await compare(report, size, "P4 SVG from content", 5, svg, { times: counts.theirs, draw: qrcodeSvg });
  const { burst: pictures } = counts;
  await burst(report, `${pictures} share URLs at 2048 px`, pictures, content);
  await burst(report, `${pictures} contents of 2,300 bytes at 2048 px`, pictures, () => content().padEnd(2_300, "x"));
}
