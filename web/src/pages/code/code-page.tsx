import { Tabs, VisuallyHidden } from "@mantine/core";
import { useParams, useSearchParams } from "react-router";
import { isMissing } from "../../api/call.ts";
import { usePlacementCount } from "../../api/placements.ts";
import { useCode } from "../../api/queries.ts";
import { shownZone } from "../../parts/formats.ts";
import { LocalWarning } from "../../parts/local-warning.tsx";
import { Waiting } from "../../parts/notices.tsx";
import { CodeFailure } from "../../parts/page.tsx";
import classes from "./code-page.module.css";
import { encodeOf, Head } from "./head.tsx";
import { History, useHistory } from "./history.tsx";
import { Insights } from "./insights.tsx";
import { useLiveScans } from "./live.tsx";
import { Placements } from "./placements.tsx";
import { Scans } from "./scans.tsx";
import { head, insights, tabs as words } from "./words.ts";

const TABS = ["insights", "placements", "scans", "history"] as const;
type Tab = (typeof TABS)[number];

/** The key resets all state for each code. */
export default function CodePage() {
  const { id = "" } = useParams();
  return <OneCode key={id} id={id} />;
}

function OneCode({ id }: { id: string }) {
  const code = useCode(id);
  const { arrived, latest, live } = useLiveScans(id);
  const zone = shownZone();
  if (code.isPending) return <Waiting />;
  // Do not show cached data of a deleted code.
  if (code.isError && (!code.data || isMissing(code.error))) {
    return <CodeFailure title={head.code} error={code.error} retry={() => code.refetch()} />;
  }
  const panels = {
    insights: <Insights code={code.data} zone={zone} live={live} latest={latest} />,
    placements: <Placements code={code.data} />,
    scans: <Scans code={code.data} arrived={arrived} live={live} />,
    history: <History code={code.data} />,
  };
  return (
    <>
      <Head code={code.data} />
      {/* Phones read the network without the service. */}
      {encodeOf(code.data) === "share" && <LocalWarning />}
      <CodeTabs id={id} panels={panels} />
      <VisuallyHidden role="status">{insights.inAll(code.data.scanCount)}</VisuallyHidden>
    </>
  );
}

/** The tab is in the address, so that it can be bookmarked and shared. */
function CodeTabs({ id, panels }: { id: string; panels: Record<Tab, React.ReactNode> }) {
  const [params, setParams] = useSearchParams();
  const { count } = useHistory(id);
  const counts: Partial<Record<Tab, number | undefined>> = {
    history: count,
    placements: usePlacementCount(id) || undefined,
  };
  const tab = TABS.find((name) => name === params.get("tab")) ?? "insights";
  const choose = (value: string | null) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === null || value === "insights") next.delete("tab");
        else next.set("tab", value);
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <Tabs value={tab} onChange={choose} keepMounted={false} classNames={{ list: classes.tabs, tab: classes.tab }}>
      <Tabs.List aria-label={words.label}>
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name} rightSection={counts[name]}>
            {words[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {panels[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
