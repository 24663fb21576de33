import { Tooltip } from "@mantine/core";
import { useMemo } from "react";
import atlas from "world-atlas/countries-110m.json";
import { countryShapes, HEIGHT, type Land, shadeOf, WIDTH } from "../../../../src/insights/chart/world.ts";
import { inWords } from "../formats.ts";
import { map as words } from "./words.ts";

interface WorldMapProps {
  counts: { country: string; scans: number }[];
  /** Adds or removes a filter. The list next to the map does the same for the keyboard. */
  toggle: (country: string) => void;
}

/** Countries shaded by their scans, relative to the largest. */
export default function WorldMap({ counts, toggle }: WorldMapProps) {
  const shapes = useMemo(() => countryShapes(atlas as unknown as Land, 1), []);
  const byLetters = new Map(counts.map(({ country, scans }) => [country, scans]));
  const top = Math.max(1, ...counts.map(({ scans }) => scans));
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={words.label}
      style={{ width: "100%", height: "auto", display: "block" }}
    >
      {shapes.map(({ key, letters, path }) => {
        const count = letters === undefined ? 0 : (byLetters.get(letters) ?? 0);
        const outline = { d: path, stroke: "var(--card)", strokeWidth: 0.6 };
        if (count === 0 || letters === undefined) return <path key={key} {...outline} fill="var(--land)" />;
        return (
          <Tooltip.Floating key={key} label={words.country(inWords.country(letters), count)}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the list of countries has the same buttons */}
            <path
              {...outline}
              fill={`var(--heat-${shadeOf(count, top)})`}
              style={{ cursor: "pointer" }}
              data-country={letters}
              onClick={() => toggle(letters)}
            />
          </Tooltip.Floating>
        );
      })}
    </svg>
  );
}
