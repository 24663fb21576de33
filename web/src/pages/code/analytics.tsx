import { Group, Loader, SegmentedControl, Skeleton, Stack, Title } from "@mantine/core";
import { useSearchParams } from "react-router";
import type { Code } from "../../api/types.ts";
import { Empty, Failure } from "../../parts/notices.tsx";
import { PERIODS, periodOf } from "./axes.ts";
import { Numbers, usePeriod } from "./numbers.tsx";
import { Uncounted } from "./uncounted.tsx";

/** On the page's own ground, the usual track and mark could not be seen. */
const TRACK = {
  root: { background: "var(--mantine-color-body)", border: "1px solid var(--line)" },
  indicator: { background: "var(--chart-soft)", boxShadow: "none" },
};

/** The period stands in the address: it can be gone back to and sent on. */
export function Analytics({ code }: { code: Code }) {
  const [params, setParams] = useSearchParams();
  const days = periodOf(params.get("days"));
  const period = usePeriod(code.id, days);
  const choose = (value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set("days", value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Stack component="section" aria-label="Scans">
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={2} size="h4">
            Scans
          </Title>
          {period.isPlaceholderData && <Loader size="xs" role="status" aria-label={`Loading ${days} days`} />}
        </Group>
        <SegmentedControl
          value={String(days)}
          onChange={choose}
          aria-label="Period"
          withItemsBorders={false}
          styles={TRACK}
          data={PERIODS.map((value) => ({ value: String(value), label: `${value} days` }))}
        />
      </Group>
      {period.isPending && <Skeleton h={380} radius="lg" role="status" aria-label="Loading the scans" />}
      {period.isError && <Failure error={period.error} retry={() => period.refetch()} />}
      {period.data && (
        <Stack
          aria-busy={period.isPlaceholderData}
          style={{ opacity: period.isPlaceholderData ? 0.45 : 1, transition: "opacity var(--rise)" }}
        >
          {code.scanCount === 0 && period.data.summary.totalScans === 0 ? (
            <Empty icon="codes" title="No scans yet">
              Open the share link or point a phone at the code: the scan shows up here within a second.
            </Empty>
          ) : (
            <Numbers code={code} period={period.data} />
          )}
          <Uncounted days={period.data.days} traffic={period.data.traffic} />
        </Stack>
      )}
    </Stack>
  );
}
