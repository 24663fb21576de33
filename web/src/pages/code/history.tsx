import { Badge, Box, Button, Group, Skeleton, Text } from "@mantine/core";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { useRefreshCodes } from "../../api/queries.ts";
import type { Code, CodeVersion, Me, VersionList } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { leadsTo } from "../../parts/leads-to.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Failure, tell, tellError } from "../../parts/notices.tsx";
import { Section } from "../../parts/section.tsx";
import { inWords } from "../../parts/words.ts";
import classes from "./history.module.css";
import { Destination } from "./leads-to.tsx";

const A_PAGE = 100;

/** Not under the code's own key: it is not read again with every scan that comes while one watches. */
function useHistory(code: Code) {
  const pages = useInfiniteQuery({
    queryKey: ["history", code.id],
    queryFn: ({ pageParam }) =>
      call.get<VersionList>(`/codes/${code.id}/history?limit=${A_PAGE}${pageParam ? `&cursor=${pageParam}` : ""}`),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: 30_000,
  });
  const versions = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return { ...pages, versions: pages.hasNextPage ? versions : live(versions, code.scanCount) };
}

/** The present version has all scans that no other has, those too that came a moment ago. */
function live(versions: CodeVersion[], scanCount: number): CodeVersion[] {
  const [present, ...others] = versions;
  if (!present) return versions;
  const before = others.reduce((sum, version) => sum + version.scanCount, 0);
  return [{ ...present, scanCount: Math.max(present.scanCount, scanCount - before) }, ...others];
}

/** Makes an earlier content the present one; Undo brings back what was there before. */
function useRestoreVersion(code: Code) {
  const refresh = useRefreshCodes();
  const restoring = useMutation({
    mutationFn: (version: number) => call.post(`/qrcodes/${code.id}/versions/${version}/restore`),
    onSuccess: refresh,
    onError: tellError,
  });
  const restore = (version: number, present: number) =>
    restoring
      .mutateAsync(version)
      .then(() =>
        tell("Restored. Printed codes lead there from now on.", {
          undo: () =>
            void restoring.mutateAsync(present).then(
              () => tell("Taken back."),
              () => {},
            ),
        }),
      )
      // It is told by the mutation.
      .catch(() => {});
  return { restore, busyWith: restoring.isPending ? restoring.variables : null };
}

/** What the code was led to from `first` on, by the UTC day on which it was, newest first. */
export function useChanges(code: Code, first: string): ReadonlyMap<string, string[]> {
  const { versions } = useHistory(code);
  const set = versions.filter(({ version, from }) => version > 1 && from >= first);
  const line = ({ content }: { content: string }) => leadsTo(code.type, content).line;
  const byDay = Map.groupBy(set, ({ from }) => from.slice(0, 10));
  return new Map([...byDay].map(([day, some]) => [day, some.map(line)]));
}

const MOST_NAMED = 5;

/** "3 Jan, 5 Jan": the latest, and how many more there are. */
export function daysInWords(changes: ReadonlyMap<string, string[]>): string {
  const days = [...changes.keys()].sort();
  const named = days.slice(-MOST_NAMED).map(inWords.utcDay).join(", ");
  const rest = days.length - MOST_NAMED;
  return rest > 0 ? `${named} and ${inWords.times(rest, "more day")}` : named;
}

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
    <Badge variant="light" color="glass" style={{ flexShrink: 0 }}>
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
