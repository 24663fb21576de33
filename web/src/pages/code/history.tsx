import { Badge, Box, Button, Card, Group, Skeleton, Text } from "@mantine/core";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { useRefreshCodes } from "../../api/queries.ts";
import type { Code, CodeVersion, Me, VersionList } from "../../api/types.ts";
import { Editors } from "../../parts/editors.tsx";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Failure, tell, tellError } from "../../parts/notices.tsx";
import classes from "./history.module.css";
import { Destination } from "./leads-to.tsx";
import { head, history as words } from "./words.ts";

const A_PAGE = 100;

/** Has its own query key, so that live scans do not refetch it. */
export function useHistory(id: string) {
  const pages = useInfiniteQuery({
    queryKey: ["history", id],
    queryFn: ({ pageParam }) =>
      call.get<VersionList>(`/codes/${id}/history?limit=${A_PAGE}${pageParam ? `&cursor=${pageParam}` : ""}`),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: 30_000,
  });
  const versions = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return { ...pages, versions, count: versions[0]?.version };
}

/** Updates the scan count of the current version: the code's total minus all other versions. */
function live(versions: CodeVersion[], scanCount: number): CodeVersion[] {
  const [present, ...others] = versions;
  if (!present) return versions;
  const before = others.reduce((sum, version) => sum + version.scanCount, 0);
  return [{ ...present, scanCount: Math.max(present.scanCount, scanCount - before) }, ...others];
}

/** Restores an earlier version, with Undo. */
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
        tell(code.type === "wifi" ? words.networkRestored : words.restored, {
          ...(code.type === "wifi" && { next: { label: head.printNew, to: `/codes/${code.id}/created` } }),
          undo: () =>
            void restoring.mutateAsync(present).then(
              () => tell(words.undone),
              () => {},
            ),
        }),
      )
      // The mutation reports the error.
      .catch(() => {});
  return { restore, busyWith: restoring.isPending ? restoring.variables : null };
}

const FIRST = 5;
const MORE = 20;

/** All versions of the content as a timeline. */
export function History({ code }: { code: Code }) {
  const history = useHistory(code.id);
  const { restore, busyWith } = useRestoreVersion(code);
  const [shown, setShown] = useState(FIRST);
  const isNarrow = useIsNarrow();
  const versions = history.hasNextPage ? history.versions : live(history.versions, code.scanCount);
  const [present] = versions;
  const hasMore = versions.length > shown || history.hasNextPage;
  const showMore = () => {
    if (versions.length < shown + MORE && history.hasNextPage) void history.fetchNextPage();
    setShown(shown + MORE);
  };
  return (
    <Card>
      {history.isPending && <Skeleton h={80} role="status" aria-label={words.loading} />}
      {history.isError && <Failure error={history.error} retry={() => history.refetch()} />}
      <ol className={classes.list} aria-label={words.label}>
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
                <Editors>
                  <Button
                    variant="default"
                    size={isNarrow ? "sm" : "xs"}
                    {...(isNarrow ? { h: 44 } : {})}
                    style={{ flex: "none" }}
                    leftSection={<Icon name="renew" size={16} />}
                    loading={busyWith === version.version}
                    disabled={busyWith !== null || version.content === code.content}
                    aria-label={words.restoreUntil(inWords.dateTime(version.until))}
                    onClick={() => present && void restore(version.version, present.version)}
                  >
                    {words.restore}
                  </Button>
                </Editors>
              )}
            </div>
          </li>
        ))}
      </ol>
      {versions.length === 1 && (
        <Text size="sm" c="var(--text-3)" mt="md">
          {words.onlyOne}
        </Text>
      )}
      {hasMore && (
        <Group mt="md">
          <Button
            variant="default"
            size={isNarrow ? "sm" : "xs"}
            {...(isNarrow ? { h: 44 } : {})}
            loading={history.isFetchingNextPage}
            onClick={showMore}
          >
            {words.older}
          </Button>
        </Group>
      )}
    </Card>
  );
}

function Now() {
  return (
    <Badge variant="light" color="glass" style={{ flexShrink: 0 }}>
      {words.now}
    </Badge>
  );
}

/** Who set it, from when to when, and its scans. */
function About({ version: { version, from, until, scanCount, by } }: { version: CodeVersion }) {
  const me = useQueryClient().getQueryData<Me>(["me"]);
  const isExample = by?.kind === "command" && by.name === "examples";
  const who = by && !isExample && words.by(by, me?.email);
  return (
    <Text size="sm" c="dimmed" mt={2}>
      {isExample ? words.example : words.since(version)} <Moment at={from} />
      {who}
      {until && (
        <>
          {` · ${words.until} `}
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
