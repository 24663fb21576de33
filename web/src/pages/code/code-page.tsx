import { Anchor, Stack, Transition, VisuallyHidden } from "@mantine/core";
import { Link, useParams } from "react-router";
import { CallError } from "../../api/call.ts";
import { useCode } from "../../api/queries.ts";
import { Empty, Failure, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { inWords } from "../../parts/words.ts";
import { Analytics } from "./analytics.tsx";
import { Latest } from "./latest.tsx";
import { useLiveScans } from "./live.ts";
import { CodeActions, Overview } from "./overview.tsx";
import { Scans } from "./scans.tsx";

export default function CodePage() {
  const { id = "" } = useParams();
  const code = useCode(id);
  const { arrived, latest, live } = useLiveScans(id);
  if (code.isPending) return <Waiting />;
  if (code.isError) {
    const missing = code.error instanceof CallError && code.error.status === 404;
    if (!missing) return <Failure error={code.error} retry={() => code.refetch()} />;
    return (
      <Empty
        icon="search"
        title="There is no such code"
        action={
          <Anchor component={Link} to="/">
            All codes
          </Anchor>
        }
      >
        It may have been deleted, or it is someone else's.
      </Empty>
    );
  }
  return (
    <Page title={code.data.name} actions={<CodeActions code={code.data} />}>
      <Stack gap="lg">
        <Overview code={code.data} />
        <Transition mounted={latest !== null} transition="slide-down">
          {(style) => (
            <div style={style}>{latest && <Latest scan={latest} count={arrived.size} />}</div>
          )}
        </Transition>
        <Analytics code={code.data} />
        <Scans code={code.data} arrived={arrived} live={live} />
        <VisuallyHidden role="status">
          {inWords.times(code.data.scanCount, "scan")} in all
        </VisuallyHidden>
      </Stack>
    </Page>
  );
}
