import { Badge, Box, Button, Group, Skeleton, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Code, CodeVersion, Me } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Failure } from "../../parts/notices.tsx";
import { Section } from "../../parts/section.tsx";
import { inWords } from "../../parts/words.ts";
import { Destination } from "./destination.tsx";
import classes from "./history.module.css";
import { useHistory, useRestoreVersion } from "./use-history.ts";

const FIRST = 5;
const MORE = 20;

/** Every content the code has had, as a line of time: who set it, when, and its scans. */
export function History({ code }: { code: Code }) {
  const history = useHistory(code);
  const { restore, busyWith } = useRestoreVersion(code);
  const [shown, setShown] = useState(FIRST);
  const isNarrow = useIsNarrow();
  const { versions } = history;
  const [present] = versions;
  const hasMore = versions.length > shown || history.hasNextPage;
  const showMore = () => {
    if (versions.length < shown + MORE && history.hasNextPage) void history.fetchNextPage();
    setShown(shown + MORE);
  };
  return (
    <Section title="History" order={2} folded>
      {history.isPending && <Skeleton h={80} role="status" aria-label="Loading the history" />}
      {history.isError && <Failure error={history.error} retry={() => history.refetch()} />}
      <ol className={classes.list} aria-label="Where it has led, newest first">
        {versions.slice(0, shown).map((version) => (
          <li
            key={version.version}
            className={classes.item}
            {...(version.until === null ? { "data-present": true } : {})}
          >
            <div className={classes.row}>
              <Box style={{ minWidth: 0 }}>
                <Destination type={code.type} content={version.content} />
                <About version={version} />
              </Box>
              {version.until === null ? (
                <Now />
              ) : (
                <Button
                  variant="default"
                  size={isNarrow ? "sm" : "xs"}
                  {...(isNarrow ? { h: 44 } : {})}
                  style={{ flex: "none" }}
                  leftSection={<Icon name="renew" size={16} />}
                  loading={busyWith === version.version}
                  disabled={busyWith !== null || version.content === code.content}
                  aria-label={`Restore what it led to until ${inWords.dateTime(version.until)}`}
                  onClick={() => present && void restore(version.version, present.version)}
                >
                  Restore
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {hasMore && (
        <Group mt="md">
          <Button
            variant="default"
            size={isNarrow ? "sm" : "xs"}
            {...(isNarrow ? { h: 44 } : {})}
            loading={history.isFetchingNextPage}
            onClick={showMore}
          >
            Show older ones
          </Button>
        </Group>
      )}
    </Section>
  );
}

function Now() {
  return (
    <Badge
      variant="light"
      color="glass"
      styles={{ label: { color: "var(--mantine-color-text)" } }}
      style={{ flexShrink: 0 }}
    >
      Now
    </Badge>
  );
}

/** When it was set and by whom, until when it was there, and its scans. */
function About({ version: { version, from, until, scanCount, by } }: { version: CodeVersion }) {
  const me = useQueryClient().getQueryData<Me>(["me"]);
  const who = by && ` by ${actorInWords(by, me?.email)}`;
  return (
    <Text size="sm" c="dimmed" mt={2}>
      {version === 1 ? "Made" : "Set"} <Moment at={from} />
      {who}
      {until && (
        <>
          {" · until "}
          <Moment at={until} />
        </>
      )}
      {" · "}
      <span className="numbers">{inWords.times(scanCount, "scan")}</span>
    </Text>
  );
}

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${at} (UTC)`}>
      {inWords.dateTime(at)}
    </time>
  );
}

function actorInWords({ kind, name }: NonNullable<CodeVersion["by"]>, email: string | undefined): string {
  if (kind === "key") return `key “${name}”`;
  if (kind === "command") return `tessera ${name}`;
  if (name === null) return "somebody whose account is gone";
  return name === email ? "you" : name;
}
