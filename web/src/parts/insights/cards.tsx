import { Box, Card, SegmentedControl, Skeleton, Text } from "@mantine/core";
import { useCallback, useState } from "react";
import type { Insights } from "../../api/insights.ts";
import { Part } from "../../frame/boundary.tsx";
import { lazyPart } from "../../frame/lazy-part.ts";
import { BarList, type BarRow, Bars } from "./bars.tsx";
import classes from "./cards.module.css";
import type { Dimension, Filters } from "./period.ts";
import { valueName, valuesOf } from "./values.ts";
import { UNKNOWN, cards as words } from "./words.ts";

const WorldMap = lazyPart(() => import("./world-map.tsx"));

interface CardProps {
  insights: Insights;
  filters: Filters;
  toggle: (dimension: Dimension, value: string) => void;
}

const listOf = ({ insights, filters, toggle }: CardProps, dimension: Dimension) => ({
  rows: valuesOf(insights, dimension).map(
    ({ value, scans }): BarRow => ({ value, name: valueName(dimension, value), count: scans }),
  ),
  whole: insights.scans,
  chosen: filters[dimension],
  toggle: ({ value }: BarRow) => toggle(dimension, value),
});

/** Whether it has been in sight. */
function useSeen() {
  const [isSeen, see] = useState(false);
  const ref = useCallback((node: HTMLElement | null) => {
    if (node === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) see(true);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return { ref, isSeen };
}

/** The map, which is large and loaded when it comes into sight, and the list of countries. */
export function Countries({ className, ...props }: CardProps & { className?: string | undefined }) {
  const { insights, toggle } = props;
  const { ref, isSeen } = useSeen();
  const known = insights.byCountry.filter(({ country }) => country !== UNKNOWN);
  return (
    <Card component="section" aria-label={words.countries} className={className}>
      <h2 className={classes.title}>{words.countries}</h2>
      <div className={known.length > 0 ? classes.places : undefined}>
        {known.length > 0 ? (
          <Box ref={ref} mih={isSeen ? 0 : 200}>
            {isSeen && (
              <Part fallback={<Skeleton h={200} />}>
                <WorldMap counts={known} toggle={(country) => toggle("country", country)} />
              </Part>
            )}
          </Box>
        ) : (
          <Text size="sm" c="dimmed">
            {words.noCountries(insights.scans)}
          </Text>
        )}
        {insights.scans > 0 && <BarList {...listOf(props, "country")} total={insights.countries} />}
      </div>
    </Card>
  );
}

export function Cities(props: CardProps) {
  const { byCity, cities, scans } = props.insights;
  const rows = byCity.map(
    ({ country, city, scans }): BarRow => ({
      value: city,
      key: `${country} ${city}`,
      name: `${city}, ${country}`,
      count: scans,
    }),
  );
  return (
    <Bars title={words.cities} {...listOf(props, "city")} rows={rows} total={cities} nothing={words.noCities(scans)} />
  );
}

const AGENTS = ["device", "browser", "os"] as const;

/** Devices, browsers or operating systems. */
export function Devices(props: CardProps) {
  const [shown, show] = useState<(typeof AGENTS)[number]>("device");
  return (
    <Bars
      key={shown}
      title={words.devices}
      extra={
        <SegmentedControl
          size="xs"
          aria-label={words.devices}
          value={shown}
          onChange={(value) => show(value as typeof shown)}
          data={AGENTS.map((value) => ({ value, label: words.agents[value] }))}
        />
      }
      {...listOf(props, shown)}
    />
  );
}
