import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import QRCode from "qrcode";
import { type ImageFormat, renderImage } from "../src/rendering/image.ts";
import { createImageRenderer } from "../src/rendering/image-renderer.ts";
import type { Size } from "./support/size.ts";

/** P3 and P4: a drawing from content, nothing cached, beside `qrcode` in the same run. */

const SIZES = {
  full: { rounds: 3, warmUp: 500, png: 500, svg: 1000, theirs: 200, burst: 200 },
  small: { rounds: 1, warmUp: 1, png: 2, svg: 2, theirs: 2, burst: 2 },
};
/** A share URL of its own for every drawing, so that nothing can be drawn before. */
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
  size: Size,
  name: string,
  target: number,
  ours: Side,
  theirs: Side,
): Promise<void> {
  const { rounds, warmUp } = SIZES[size];
  await millisecondsEach({ ...ours, times: warmUp });
  await millisecondsEach({ ...theirs, times: 2 });
  let best = Number.POSITIVE_INFINITY;
  let bestTheirs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    best = Math.min(best, await millisecondsEach(ours));
    bestTheirs = Math.min(bestTheirs, await millisecondsEach(theirs));
  }
  const ratio = bestTheirs / best;
  console.log(
    `${name}: ours ${best.toFixed(3)} ms, qrcode ${bestTheirs.toFixed(2)} ms, ` +
      `${ratio.toFixed(1)}x (target >= ${target}x) ${ratio >= target ? "reached" : "MISSED"}`,
  );
}

const qrcodePng = (width: number) => () =>
  QRCode.toBuffer(content(), { width, errorCorrectionLevel: "M" });
const qrcodeSvg = () => QRCode.toString(content(), { type: "svg", errorCorrectionLevel: "M" });

/** How long answers take on the same event loop while pictures of 2048 pixels are drawn. */
async function burst(name: string, count: number, text: () => string): Promise<void> {
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
  const drawn = Promise.all(
    Array.from({ length: count }, () => render(request("png", 2048, text()))),
  ).finally(() => {
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
  console.log(
    `${name}: all drawn in ${took.toFixed(0)} ms; ${times.length} redirects meanwhile, ` +
      `p99 ${p99.toFixed(1)} ms (target < 100 ms) ${p99 < 100 ? "reached" : "MISSED"}`,
  );
}

export async function run(size: Size = "full"): Promise<void> {
  const counts = SIZES[size];
  const png = (pixels: number): Side => ({
    times: counts.png,
    draw: () => renderImage(request("png", pixels)),
  });
  await compare(size, "P3 PNG 512 px from content", 150, png(512), {
    times: 5,
    draw: qrcodePng(512),
  });
  await compare(size, "P3 PNG 2048 px from content", 500, png(2048), {
    times: 1,
    draw: qrcodePng(2048),
  });
  const svg: Side = { times: counts.svg, draw: () => renderImage(request("svg", 512)) };
  await compare(size, "P4 SVG from content", 5, svg, { times: counts.theirs, draw: qrcodeSvg });
  const { burst: pictures } = counts;
  await burst(`Burst of ${pictures} share URLs at 2048 px`, pictures, content);
  await burst(`Burst of ${pictures} contents of 2,300 bytes at 2048 px`, pictures, () =>
    content().padEnd(2_300, "x"),
  );
}
