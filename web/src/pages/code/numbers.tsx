import { Card, Grid, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { City, Code, Summary, Traffic } from "../../api/types.ts";
import { Part } from "../../frame/boundary.tsx";
import { lazyPart } from "../../frame/lazy-part.ts";
import { Bars } from "../../parts/bars.tsx";
import { Section } from "../../parts/section.tsx";
import { capital, inWords } from "../../parts/words.ts";
import { sinceMade, utcDaysInWords } from "./axes.ts";
import { daysInWords, useChanges } from "./history.tsx";

/** All numbers of a period. They come and are shown together, under the days that they are of. */
export interface Period {
  days: number;
  summary: Summary;
  cities: City[];
  traffic: Traffic;
}

async function readPeriod(id: string, days: number): Promise<Period> {
  const [summary, cities, traffic] = await Promise.all([
    call.get<Summary>(`/qrcodes/${id}/analytics?days=${days}`),
    call.get<City[]>(`/codes/${id}/cities?days=${days}`),
    call.get<Traffic>(`/qrcodes/${id}/traffic?days=${days}`),
  ]);
  return { days, summary, cities, traffic };
}

/** While another period is read, the one before stays: see `days` of what is shown. */
export const usePeriod = (id: string, days: number) =>
  useQuery({
    queryKey: ["code", id, "period", days],
    queryFn: () => readPeriod(id, days),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    // For scans that another node took.
    refetchInterval: 30_000,
  });

const Timeline = lazyPart(() => import("./timeline.tsx"));
const WorldMap = lazyPart(() => import("./world-map.tsx"));

const UNKNOWN = "Unknown";

const named = <T extends { count: number }>(rows: T[], name: (row: T) => string) =>
  rows.map((row) => ({ name: name(row), count: row.count }));

/** All numbers of one period, under its own days. */
export function Numbers({ code, period }: { code: Code; period: Period }) {
  const { summary, cities } = period;
  const { totalScans: whole } = summary;
  const countries = summary.byCountry.filter(({ country }) => country !== UNKNOWN);
  const nowhere = summary.byCountry.find(({ country }) => country === UNKNOWN)?.count ?? 0;
  return (
    <>
      <Totals code={code} period={period} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Section title="Where people scanned" label="Map">
            <Part fallback={<Skeleton h={320} />}>
              <WorldMap counts={countries} />
            </Part>
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Bars
            title="Countries"
            rows={named(countries, (row) => inWords.country(row.country))}
            whole={whole}
            first={7}
            unknown={nowhere}
            folded
          />
        </Grid.Col>
      </Grid>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        <Bars
          title="Cities"
          rows={named(cities, (row) => `${row.city}, ${row.country}`)}
          whole={whole}
          total={summary.uniqueCities}
          folded
        />
        <Bars title="Devices" rows={named(summary.byDevice, (row) => capital(row.device))} whole={whole} folded />
        <Bars title="Browsers" rows={named(summary.byBrowser, (row) => row.browser)} whole={whole} folded />
        <Bars title="Systems" rows={named(summary.byOs, (row) => row.os)} whole={whole} folded />
      </SimpleGrid>
    </>
  );
}

const tile = (count: number, one: string, many: string): [string, number] => [count === 1 ? one : many, count];

function Totals({ code, period: { days, summary } }: { code: Code; period: Period }) {
  const tiles = [
    tile(summary.totalScans, `scan in ${days} days`, `scans in ${days} days`),
    tile(code.scanCount, "scan in all", "scans in all"),
    tile(summary.uniqueCountries, "country", "countries"),
    tile(summary.uniqueCities, "city", "cities"),
  ];
  const timeline = sinceMade(summary.timeline, code.createdAt);
  const first = timeline[0]?.date ?? "";
  const changes = useChanges(code, first);
  const today = timeline.at(-1)?.scans ?? 0;
  return (
    <Card padding="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" verticalSpacing="xs" mb="md">
        {tiles.map(([label, value]) => (
          <div key={label}>
            <Text fz={28} fw={680} lh={1.2} className="numbers" data-number={label}>
              {inWords.number(value)}
            </Text>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Part fallback={<Skeleton h={240} />}>
        <Timeline days={timeline} changes={changes} />
      </Part>
      <Text size="xs" c="dimmed" mt="sm">
        {utcDaysInWords(timeline, inWords.time)} Hollow dot: today so far, {inWords.times(today, "scan")}.
        {timeline.length < summary.timeline.length && ` The code was created on ${inWords.utcDayOfYear(first)}.`}
        {changes.size > 0 && ` Upright lines: destination changed, on ${daysInWords(changes)}.`}
      </Text>
    </Card>
  );
}
