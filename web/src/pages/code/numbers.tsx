import { Card, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { City, Code, Summary, Traffic } from "../../api/types.ts";
import { Part } from "../../frame/boundary.tsx";
import { lazyPart } from "../../frame/lazy-part.ts";
import { BarList, Bars } from "../../parts/bars.tsx";
import { capital, inWords } from "../../parts/formats.ts";
import { sinceCreation } from "./axes.ts";
import { useChanges } from "./history.tsx";
import classes from "./insights.module.css";
import { Timeline } from "./timeline.tsx";
import { insights as words } from "./words.ts";

/** All numbers of a period, loaded and shown together. */
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

/** The previous period stays visible while another is loaded: see `days`. */
export const usePeriod = (id: string, days: number) =>
  useQuery({
    queryKey: ["code", id, "period", days],
    queryFn: () => readPeriod(id, days),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    // For scans that another node received.
    refetchInterval: 30_000,
  });

const WorldMap = lazyPart(() => import("./world-map.tsx"));

const UNKNOWN = "Unknown";

const named = <T extends { count: number }>(rows: T[], name: (row: T) => string) =>
  rows.map((row) => ({ name: name(row), count: row.count }));

/** Rows with a known value, and the scans without one. */
function ranked<T extends { count: number }>(rows: T[], name: (row: T) => string) {
  const all = named(rows, name);
  return {
    rows: all.filter((row) => row.name !== UNKNOWN),
    unknown: all.find((row) => row.name === UNKNOWN)?.count ?? 0,
  };
}

/** All cards of a period, in three columns; the map takes two. */
export function Numbers({ code, period }: { code: Code; period: Period }) {
  const { summary, cities } = period;
  const { totalScans: whole } = summary;
  const countries = summary.byCountry.filter(({ country }) => country !== UNKNOWN);
  return (
    <>
      <Totals code={code} period={period} />
      <div className={classes.grid}>
        <Card component="section" aria-label={words.countries} className={classes.wide}>
          <h2 className={classes.title}>{words.countries}</h2>
          <div className={countries.length > 0 ? classes.places : undefined}>
            {countries.length > 0 ? (
              <Part fallback={<Skeleton h={200} />}>
                <WorldMap counts={countries} />
              </Part>
            ) : (
              <Text size="sm" c="dimmed">
                {words.noCountries(whole)}
              </Text>
            )}
            {whole > 0 && (
              <BarList {...ranked(summary.byCountry, (row) => inWords.country(row.country))} whole={whole} first={7} />
            )}
          </div>
        </Card>
        <Bars
          title={words.cities}
          rows={named(cities, (row) => `${row.city}, ${row.country}`)}
          whole={whole}
          first={8}
          total={summary.uniqueCities}
          nothing={words.noCities(whole)}
        />
        <Bars title={words.devices} {...ranked(summary.byDevice, (row) => capital(row.device))} whole={whole} />
        <Bars title={words.browsers} {...ranked(summary.byBrowser, (row) => row.browser)} whole={whole} />
        <Bars title={words.systems} {...ranked(summary.byOs, (row) => row.os)} whole={whole} />
      </div>
    </>
  );
}

function Totals({ code, period: { days, summary, cities } }: { code: Code; period: Period }) {
  const timeline = sinceCreation(summary.timeline, code.createdAt);
  const changes = useChanges(code, timeline[0]?.date ?? "");
  const whole = summary.totalScans;
  const country = summary.byCountry.find(({ country }) => country !== UNKNOWN);
  const [city] = cities;
  const figures: [label: string, value: number, below: string][] = [
    [words.scans, whole, whole === code.scanCount ? words.allSince(code.createdAt) : words.ofAll(code.scanCount)],
    [words.today, timeline.at(-1)?.scans ?? 0, words.yesterday(timeline.at(-2)?.scans)],
    [
      words.countries,
      summary.uniqueCountries,
      country ? words.most(inWords.country(country.country), inWords.share(country.count, whole)) : words.none,
    ],
    [words.cities, summary.uniqueCities, city ? words.most(city.city, inWords.share(city.count, whole)) : words.none],
  ];
  return (
    <Card p={0}>
      <dl className={classes.figures} data-days={days}>
        {figures.map(([label, value, below]) => (
          <div key={label} title={label === words.today ? words.utcDays : undefined}>
            <dt>{label}</dt>
            <dd className={classes.figure} data-number={label}>
              {inWords.number(value)}
            </dd>
            <dd>{below}</dd>
          </div>
        ))}
      </dl>
      <Timeline days={timeline} changes={changes} isCut={timeline.length < summary.timeline.length} />
    </Card>
  );
}
