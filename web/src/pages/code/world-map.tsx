import { Box, Group, Text, Tooltip, useComputedColorScheme } from "@mantine/core";
import { geoNaturalEarth1, geoPath } from "d3-geo";
import type { Feature, Geometry } from "geojson";
import { useMemo } from "react";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "world-atlas/countries-110m.json";
import { LETTERS_OF } from "../../parts/country-numbers.ts";
import { inWords } from "../../parts/words.ts";

const WIDTH = 800;
const HEIGHT = 372;
const ANTARCTICA = "010";

interface Shape {
  key: string;
  letters: string | undefined;
  path: string;
}

function drawShapes(): Shape[] {
  const topology = atlas as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;
  const countries = feature(topology, topology.objects.countries).features.filter(
    (country) => country.id !== ANTARCTICA,
  ) as Feature<Geometry, { name: string }>[];
  // Turned so that the map's edge runs through the Bering Strait and cuts no country in two.
  const projection = geoNaturalEarth1()
    .rotate([-11, 0])
    .fitSize([WIDTH, HEIGHT], { type: "FeatureCollection", features: countries });
  const path = geoPath(projection).digits(1);
  return countries.map((country, i) => ({
    key: `${country.id ?? "none"}-${i}`,
    letters: LETTERS_OF.get(String(country.id)),
    path: path(country) ?? "",
  }));
}

const RAMP = {
  light: ["#cfe8e3", "#a9dbd2", "#4fab9d", "#197b6e", "#0e5a54"],
  dark: ["#1d3d39", "#22524c", "#2f7a70", "#4fab9d", "#86d6cb"],
};

/** Each country in a shade for its scans, on a scale of its own: the largest is the darkest. */
export default function WorldMap({ counts }: { counts: { country: string; count: number }[] }) {
  const shapes = useMemo(drawShapes, []);
  const ramp = RAMP[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const byLetters = new Map(counts.map(({ country, count }) => [country, count]));
  const top = Math.max(1, ...counts.map(({ count }) => count));
  const shade = (count: number) => ramp[Math.min(4, Math.floor(Math.sqrt(count / top) * 4.99))];
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label="Map of the world with the scans of each country; the list of countries says the same"
        style={{ width: "100%", height: "auto", display: "block" }}
      >
        {shapes.map(({ key, letters, path }) => {
          const count = letters === undefined ? 0 : (byLetters.get(letters) ?? 0);
          const land = (
            <path
              key={key}
              d={path}
              fill={count > 0 ? shade(count) : "var(--land)"}
              stroke="var(--mantine-color-body)"
              strokeWidth={0.6}
            />
          );
          if (count === 0 || letters === undefined) return land;
          return (
            <Tooltip.Floating key={key} label={`${inWords.country(letters)}: ${inWords.times(count, "scan")}`}>
              {land}
            </Tooltip.Floating>
          );
        })}
      </svg>
      {counts.length > 0 && <Legend ramp={ramp} top={top} />}
    </>
  );
}

/** The colours, from a country with one scan to the one with the most. */
function Legend({ ramp, top }: { ramp: string[]; top: number }) {
  return (
    <Group gap={8} mt="sm" justify="flex-end">
      <Text size="xs" c="dimmed">
        1 scan
      </Text>
      <Group gap={0} aria-hidden>
        {ramp.map((color) => (
          <Box key={color} w={22} h={10} bg={color} />
        ))}
      </Group>
      <Text size="xs" c="dimmed" className="numbers">
        {inWords.number(top)}
      </Text>
    </Group>
  );
}
