import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CountryShape, countryShapes } from "../../insights/chart/world.ts";

/** In whole units and relative steps, without points that fall together: a quarter of the size. */
function shortened(path: string): string {
  return path
    .split("M")
    .slice(1)
    .map((ring) => {
      const points = ring.replace("Z", "").split("L");
      const kept = points.filter((point, i) => point !== points[i - 1]).map((point) => point.split(",").map(Number));
      const steps = kept.slice(1).map(([x, y], i) => `${x! - kept[i]![0]!} ${y! - kept[i]![1]!}`);
      return steps.length < 2 ? "" : `M${kept[0]!.join(" ")}l${steps.join(" ").replaceAll(" -", "-")}z`;
    })
    .join("");
}

let known: CountryShape[] | undefined;

/** Loaded for the first page, which blocks the event loop for a few hundredths of a second. */
export function loadWorld(): CountryShape[] {
  known ??= countryShapes(
    JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("world-atlas/countries-110m.json")), "utf8")),
    0,
  ).map((shape) => ({ ...shape, path: shortened(shape.path) }));
  return known;
}
