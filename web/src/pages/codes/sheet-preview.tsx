import { Alert, Box, Button, Loader, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SheetPlan } from "../../../../src/codes/print-sheets.ts";
import type { TooSmall } from "../../../../src/codes/sheet-refusals.ts";
import { type CallError, call } from "../../api/call.ts";
import { Icon } from "../../parts/icon.tsx";
import { pictureAddress } from "../../parts/look-picture.tsx";
import { words } from "./print-words.ts";
import { isFormat, type Kind, type NamedSheet, type TextPosition } from "./sheet-options.ts";

export const useSheets = () =>
  useQuery({
    queryKey: ["sheets"],
    queryFn: () => call.get<NamedSheet[]>("/sheets"),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The number of pages and an image of the first. Null sends nothing. */
export const useSheetPreview = (body: object | null) =>
  useQuery({
    queryKey: ["sheet", body],
    queryFn: async ({ signal }) => {
      const answer = await call.made("/preview/sheet", body, signal);
      return (await answer.json()) as SheetPlan & { svg: string };
    },
    enabled: body !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

interface SheetPreviewProps {
  plan: (SheetPlan & { svg: string }) | undefined;
  isOld: boolean;
  error: CallError | null;
  kind: Kind;
}

/** The first page, and the number of pages. */
export function SheetPreview({ plan, isOld, error, kind }: SheetPreviewProps) {
  const named = Object.entries(error?.fields ?? {}).filter(([field]) => !field.startsWith("design"));
  const isAtField = error !== null && Object.keys(error.fields).length > named.length;
  return (
    <Stack gap="xs" align="center" style={{ flex: "1 1 16rem", minWidth: 0 }}>
      {plan ? (
        <img
          src={pictureAddress(plan.svg)}
          alt={words.firstPage}
          style={{
            maxWidth: "100%",
            maxHeight: "60vh",
            border: "1px solid var(--line)",
            borderRadius: 4,
            opacity: isOld ? 0.4 : 1,
          }}
        />
      ) : (
        <Box p="xl">{!error && <Loader aria-label={words.drawing} />}</Box>
      )}
      {error && !isAtField && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />} w="100%">
          {named.length > 0
            ? named.map(([field, message]) => `${field.replace("sheet.", "")} ${message}.`).join(" ")
            : error.message}
        </Alert>
      )}
      {plan && !error && (
        <Text size="sm" c="dimmed" role="status" ta="center" className="numbers">
          {isFormat(kind)
            ? words.summaryOfDesign(plan.pages, plan.millimetres)
            : words.summary(plan.labels, plan.pages, plan.millimetres)}
          {kind === "tent" && ` ${words.fold}`}
        </Text>
      )}
    </Stack>
  );
}

const NAMED = 5;

/** The next text placement that leaves more space for the code. */
const LESS_TEXT: Partial<Record<TextPosition, { text: TextPosition; label: string }>> = {
  under: { text: "beside", label: words.putBeside },
  beside: { text: "none", label: words.leaveTextOut },
};

interface TooSmallNoticeProps {
  codes: readonly TooSmall[];
  /** Null: not on labels. */
  text: TextPosition | null;
  change: (text: TextPosition) => void;
}

/** Codes that these labels are too small for, and what to change. */
export function TooSmallNotice({ codes, text, change }: TooSmallNoticeProps) {
  const less = text === null ? undefined : LESS_TEXT[text];
  const larger = text === null ? words.largerFormat : less ? words.largerOrLess : words.larger;
  const needs = Math.max(...codes.map((code) => code.needs ?? 0));
  const rest = codes.length - NAMED;
  return (
    <Alert color="amber" variant="light" icon={<Icon name="alert" />} title={words.tooSmall(codes.length)}>
      {codes
        .slice(0, NAMED)
        .map(({ name, needs: least, gets }) =>
          least === null ? words.neverReads(name) : words.needs(name, least, gets),
        )
        .join("; ")}
      {rest > 0 && words.andMore(rest)}. {needs > 0 && larger}
      {needs > 0 && less && (
        <Button size="compact-sm" variant="default" onClick={() => change(less.text)}>
          {less.label}
        </Button>
      )}
    </Alert>
  );
}
