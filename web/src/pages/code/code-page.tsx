import { Stack, Text, VisuallyHidden } from "@mantine/core";
import { useLocation, useParams } from "react-router";
import { isMissing } from "../../api/call.ts";
import { useCode } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import { Waiting } from "../../parts/notices.tsx";
import { CodeFailure, Page } from "../../parts/page.tsx";
import { capital, inWords } from "../../parts/words.ts";
import { CodeActions } from "./actions.tsx";
import { Analytics } from "./analytics.tsx";
import { History } from "./history.tsx";
import { LivePill, useLiveScans } from "./live.tsx";
import { Overview } from "./overview.tsx";
import { Scans } from "./scans.tsx";

/** Counts of another product stand apart: nobody here can say what they hold. */
function CountedBefore({ counts }: { counts: NonNullable<Code["imported"]> }) {
  return counts.map(({ source, total }) => (
    <Text key={source} size="sm" c="dimmed">
      {inWords.times(total, "visit")} before, counted by {capital(source)}
    </Text>
  ));
}

/** Begins anew with each code: nothing of the one before is shown under another's name. */
export default function CodePage() {
  const { id = "" } = useParams();
  return <OneCode key={id} id={id} />;
}

function OneCode({ id }: { id: string }) {
  const code = useCode(id);
  const { arrived, latest, live } = useLiveScans(id);
  const list = useLocation().state?.list;
  const back = { to: `/${typeof list === "string" ? list : ""}`, label: "All codes" };
  if (code.isPending) return <Waiting />;
  // One that was deleted meanwhile is not shown as if it still worked.
  if (code.isError && (!code.data || isMissing(code.error))) {
    return <CodeFailure title="Code" error={code.error} retry={() => code.refetch()} />;
  }
  return (
    <Page title={code.data.name} back={back} actions={<CodeActions code={code.data} />}>
      <Stack gap="lg">
        <Overview code={code.data} />
        <Analytics code={code.data} />
        <CountedBefore counts={code.data.imported ?? []} />
        <History code={code.data} />
        <Scans code={code.data} arrived={arrived} live={live} />
        <VisuallyHidden role="status">{inWords.times(code.data.scanCount, "scan")} in all</VisuallyHidden>
      </Stack>
      <LivePill scan={latest} count={arrived.size} />
    </Page>
  );
}
