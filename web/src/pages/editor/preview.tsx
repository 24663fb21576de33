import { Alert, Card, Center, Loader, SegmentedControl, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import type { Verdict } from "../../api/types.ts";
import { problemOf } from "../../forms/index.ts";
import { Icon } from "../../parts/icon.tsx";
import { VerdictCard } from "../../parts/verdict.tsx";
import { contentOf, type Draft } from "./draft.ts";

/** The picture as the server draws it, a moment after the last key. */
export function Preview({ draft, shareToken }: { draft: Draft; shareToken: string | undefined }) {
  const [holds, setHolds] = useState("share");
  const content = contentOf(draft);
  const fits = problemOf(draft.type, content) === null;
  const { foregroundColor, backgroundColor, errorCorrection, size } = draft;
  const look = { foregroundColor, backgroundColor, errorCorrection, size };
  const body = {
    ...look,
    ...(shareToken ? { shareToken } : {}),
    ...(holds === "content" && fits ? { content } : {}),
  };
  const [soon] = useDebouncedValue(JSON.stringify(body), 150);
  const [later] = useDebouncedValue(JSON.stringify(body), 600);
  const picture = useQuery({
    queryKey: ["preview", soon],
    queryFn: () => call.text("/preview", JSON.parse(soon)),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const verdict = useQuery({
    queryKey: ["verdict", later],
    queryFn: () => call.post<Verdict>("/preview/scannability", JSON.parse(later)),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card component="section" aria-label="Preview">
      <Stack>
        <Center style={{ aspectRatio: "1" }} className="tile">
          {picture.data ? (
            <img
              src={`data:image/svg+xml,${encodeURIComponent(picture.data)}`}
              alt={`Preview of ${draft.name || "the code"}`}
              style={{ width: "100%", height: "100%", display: "block" }}
            />
          ) : (
            <Loader aria-label="Drawing" />
          )}
        </Center>
        {picture.isError && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />}>
            {picture.error.message}
          </Alert>
        )}
        <div>
          <SegmentedControl
            fullWidth
            size="xs"
            value={holds}
            onChange={setHolds}
            aria-label="What the picture holds"
            data={[
              { value: "share", label: "Share link" },
              { value: "content", label: "Content itself", disabled: !fits },
            ]}
          />
          <Text size="xs" c="dimmed" mt={6}>
            {holds === "share"
              ? "The picture holds the share link: scans are counted, and you can change the content after printing."
              : "The picture holds the content itself: it works without this service, and is not counted. Only the preview is drawn so; choose it again when you download."}
          </Text>
        </div>
        {verdict.data && <VerdictCard verdict={verdict.data} />}
      </Stack>
    </Card>
  );
}
