import {
  Card,
  Grid,
  Group,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useCities, useSummary } from "../../api/queries.ts";
import type { Code, Summary } from "../../api/types.ts";
import { Bars } from "../../parts/bars.tsx";
import { Empty, Failure } from "../../parts/notices.tsx";
import { capital, inWords } from "../../parts/words.ts";
import { Uncounted } from "./uncounted.tsx";

const Timeline = lazy(() => import("./timeline.tsx"));
const WorldMap = lazy(() => import("./world-map.tsx"));

const PERIODS = [7, 30, 90, 365];

const named = <T extends { count: number }>(rows: T[], name: (row: T) => string) =>
  rows.map((row) => ({ name: name(row), count: row.count }));

export function Analytics({ code }: { code: Code }) {
  const [days, setDays] = useState(30);
  const summary = useSummary(code.id, days);
  if (summary.isError) return <Failure error={summary.error} retry={() => summary.refetch()} />;
  return (
    <Stack component="section" aria-label="Scans">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Scans
        </Title>
        <SegmentedControl
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
          aria-label="Period"
          data={PERIODS.map((value) => ({ value: String(value), label: `${value} days` }))}
        />
      </Group>
      {summary.isPending ? (
        <Skeleton h={380} radius="lg" role="status" aria-label="Loading the scans" />
      ) : code.scanCount === 0 && summary.data.totalScans === 0 ? (
        <Empty icon="codes" title="No scans yet">
          Open the share link or point a phone at the code: the scan shows up here within a second.
        </Empty>
      ) : (
        <Numbers code={code} days={days} summary={summary.data} />
      )}
      <Uncounted id={code.id} days={days} />
    </Stack>
  );
}

function Numbers({ code, days, summary }: { code: Code; days: number; summary: Summary }) {
  const cities = useCities(code.id, days);
  const { totalScans: whole } = summary;
  const tiles: [string, number][] = [
    [`scans in ${days} days`, whole],
    ["scans in all", code.scanCount],
    [summary.uniqueCountries === 1 ? "country" : "countries", summary.uniqueCountries],
    [summary.uniqueCities === 1 ? "city" : "cities", summary.uniqueCities],
  ];
  return (
    <>
      <Card padding={0}>
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing={0} p="lg" pb={0}>
          {tiles.map(([label, value]) => (
            <div key={label}>
              <Text fz={28} fw={680} lh={1.2} className="numbers" data-number={label}>
                {inWords.number(value)}
              </Text>
              <Text size="sm" c="dimmed" mb="sm">
                {label}
              </Text>
            </div>
          ))}
        </SimpleGrid>
        <div style={{ padding: "0 1rem 0.5rem 0.25rem" }}>
          <Suspense fallback={<Skeleton h={240} m="md" />}>
            <Timeline days={summary.timeline} />
          </Suspense>
        </div>
        <Text size="xs" c="dimmed" px="lg" pb="sm">
          Days are UTC days, today included.
        </Text>
      </Card>
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Card h="100%" component="section" aria-label="Map" style={{ justifyContent: "center" }}>
            <Suspense fallback={<Skeleton h={320} />}>
              <WorldMap counts={summary.byCountry} />
            </Suspense>
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Bars
            title="Countries"
            rows={named(summary.byCountry, (row) => inWords.country(row.country))}
            whole={whole}
            first={9}
          />
        </Grid.Col>
      </Grid>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        <Bars
          title="Cities"
          rows={named(cities.data ?? [], (row) => `${row.city}, ${row.country}`)}
          whole={whole}
        />
        <Bars
          title="Devices"
          rows={named(summary.byDevice, (row) => capital(row.device))}
          whole={whole}
        />
        <Bars
          title="Browsers"
          rows={named(summary.byBrowser, (row) => row.browser)}
          whole={whole}
        />
        <Bars title="Systems" rows={named(summary.byOs, (row) => row.os)} whole={whole} />
      </SimpleGrid>
    </>
  );
}
