import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import type { Verdict } from "../../api/types.ts";
import { problemOf } from "../../forms/problems.ts";
import type { Encode } from "../../parts/holds-choice.tsx";
import { colorProblem, contentOf, type Draft, leadOf } from "./draft.ts";

export const lookOf = ({ foregroundColor, backgroundColor, errorCorrection, size }: Draft) => ({
  foregroundColor,
  backgroundColor,
  errorCorrection,
  size,
});

const verdictQuery = (body: string) => ({
  queryKey: ["verdict", body],
  queryFn: () => call.post<Verdict>("/preview/scannability", JSON.parse(body)),
  staleTime: Number.POSITIVE_INFINITY,
});

export type PreviewState = ReturnType<typeof usePreview>;

/** The picture as the server draws it, a moment after the last key, and what a camera makes of it. */
export function usePreview(draft: Draft, shareToken: string | undefined) {
  const [chosen, choose] = useState<Encode | null>(null);
  const client = useQueryClient();
  const content = contentOf(draft);
  const fits = problemOf(draft.type, content) === null;
  // Guests of a network have no internet yet, so downloads hold the content there too.
  const wanted = chosen ?? (draft.type === "wifi" ? "content" : "share");
  const holds: Encode = fits ? wanted : "share";
  const lead = leadOf(draft);
  const token = shareToken ? { shareToken } : {};
  const shown = { ...lookOf(draft), ...token, ...(holds === "content" ? { content } : {}) };
  const sample = shareToken ? {} : { sample: [...(lead || draft.name)].slice(0, 100).join("") };
  const [soon] = useDebouncedValue(JSON.stringify({ ...shown, ...sample }), 150);
  const judged = JSON.stringify(shown);
  const [later] = useDebouncedValue(judged, 600);
  const readable = !colorProblem(draft.foregroundColor) && !colorProblem(draft.backgroundColor);
  const picture = useQuery({
    queryKey: ["preview", soon],
    queryFn: () => call.text("/preview", JSON.parse(soon)),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: readable,
  });
  const verdict = useQuery({
    ...verdictQuery(later),
    placeholderData: keepPreviousData,
    enabled: readable,
  });
  return {
    source: picture.data && `data:image/svg+xml,${encodeURIComponent(picture.data)}`,
    error: picture.error,
    verdict: verdict.data,
    /** Whether that verdict is still of an earlier picture. */
    isJudging: readable && (verdict.isPlaceholderData || later !== judged),
    isSample: shareToken === undefined,
    holds,
    choose,
    fits,
    lead,
    /** What a camera makes of a share link that looks like this. */
    judge: (look: ReturnType<typeof lookOf>) =>
      client.fetchQuery(verdictQuery(JSON.stringify({ ...look, ...token }))),
  };
}
