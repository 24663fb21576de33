import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { CallError, call } from "../../api/call.ts";
import type { Nearest } from "../../api/looks.ts";
import type { Code, Verdict } from "../../api/types.ts";
import type { Problems } from "../../forms/form.ts";
import { problemOf } from "../../forms/problems.ts";
import { withoutScheme } from "../../parts/formats.ts";
import { pictureAddress } from "../../parts/look-picture.tsx";
import { contentOf, hasColors, leadOf, refusalAt, type Settled, slugProblem } from "./draft.ts";
import { drawingOf } from "./look/parts.ts";
import { verdictPlace } from "./verdict-place.ts";

/** It cannot be drawn, so it cannot be saved. */
const isRefusal = (error: unknown): boolean => error instanceof CallError && error.status === 400;

export type PreviewState = ReturnType<typeof usePreview>;

/** The last image that could be drawn, shown while the current draft has an error. */
function useLastGood(drawn: string | undefined): string | undefined {
  const last = useRef(drawn);
  if (drawn !== undefined) last.current = drawn;
  return last.current;
}

/** The image and its verdict from the server, debounced. */
export function usePreview(draft: Settled, code: Pick<Code, "shareToken" | "isSlug"> | null, base: string) {
  const content = contentOf(draft);
  // Wi-Fi guests are not online yet, so downloads hold the content too.
  const holdsContent = draft.type === "wifi" && problemOf(draft.type, content) === null;
  const lead = leadOf(draft);
  // The slug of a new code, if it can be one.
  const slug =
    slugProblem(draft.slug.trim()) === null && code === null ? { shareToken: draft.slug.trim(), isSlug: true } : {};
  const link = code ? { shareToken: code.shareToken, isSlug: code.isSlug } : slug;
  const held = { ...link, ...(holdsContent ? { content } : {}) };
  const shown = { ...drawingOf(draft), ...held };
  const sample = code ? {} : { sample: [...(lead || draft.name)].slice(0, 100).join("") };
  const readable = hasColors(draft);
  // Incomplete values are not sent, not even before the debounced ones.
  const whole = (body: object) => (readable ? JSON.stringify(body) : null);
  const drawing = whole({ ...shown, ...sample });
  const [soon] = useDebouncedValue(drawing, 150);
  const asked = whole(shown);
  const [later] = useDebouncedValue(asked, 600);
  const picture = useQuery({
    queryKey: ["preview", soon],
    queryFn: () => call.text("/preview", JSON.parse(soon!)),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: soon !== null,
    retry: (count, error) => count < 2 && !(error instanceof CallError && error.status < 500),
  });
  const verdict = useQuery({
    queryKey: ["verdict", later],
    queryFn: () => call.post<Verdict>("/preview/scannability", JSON.parse(later!)),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    enabled: later !== null,
  });
  const drawn = useLastGood(picture.data);
  const { error } = picture;
  const atInputs = error instanceof CallError ? refusalAt(draft, error.fields) : null;
  return {
    source: drawn && pictureAddress(drawn),
    /** Errors that are not shown at an input. */
    error: atInputs ? null : error,
    problems: ((soon === drawing && atInputs) || {}) as Problems,
    /** The image is of an earlier look, because a colour is incomplete. */
    isOld: !readable,
    judged: verdictPlace({
      verdict: verdict.data,
      isJudging: verdict.isPlaceholderData || verdict.isLoading || later !== asked,
      isReadable: readable,
      isRefused: atInputs !== null,
      isMissed: verdict.isError && !isRefusal(verdict.error),
    }),
    isSample: code === null,
    holdsContent,
    lead,
    /** What a new code's link will be; null if it is random. */
    link: slug.shareToken === undefined ? null : `${withoutScheme(base)}/r/${slug.shareToken.toLowerCase()}`,
    /** The nearest look that scans. */
    findNearest: () => call.post<Nearest>("/preview/nearest", shown),
  };
}
