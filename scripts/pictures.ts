import { mkdirSync, writeFileSync } from "node:fs";
import { renderImage } from "../src/rendering/image.ts";
import { assessScannability } from "../src/rendering/scannability.ts";

/** Draws the pictures of docs/images.md and prints the verdict on each. */

const CODES = {
  plain: { foreground: "#1a1410", background: "#ffffff" },
  coloured: { foreground: "#0b3d91", background: "#ffe9c7" },
  failing: { foreground: "#ffffff", background: "#ffd54a" },
};

const folder = new URL("../docs/pictures/", import.meta.url);
mkdirSync(folder, { recursive: true });

for (const [name, colors] of Object.entries(CODES)) {
  const code = {
    text: "HTTPS://TESSERA.EXAMPLE/R/K3X9WQ2MNP7A",
    level: "M" as const,
    size: 256,
    ...colors,
  };
  const png = renderImage({ ...code, format: "png" });
  writeFileSync(new URL(`${name}.png`, folder), png);
  const { grade, contrastRatio, trials, advice } = await assessScannability(code);
  console.log(`${name}: ${png.length} bytes, grade ${grade}, contrast ${contrastRatio}:1`);
  for (const { name: trial, survived, unit } of trials) {
    console.log(`  ${trial}: ${survived ?? "nothing"} ${survived === null ? "" : unit}`);
  }
  for (const sentence of advice) console.log(`  ${sentence}`);
}
