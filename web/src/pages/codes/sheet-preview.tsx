import { Alert, Box, Button, Loader, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SheetPlan, TooSmall } from "../../../../src/codes/print-sheets.ts";
import { type CallError, call } from "../../api/call.ts";
import { Icon } from "../../parts/icon.tsx";
import { pictureAddress } from "../../parts/look-picture.tsx";
import type { NamedSheet, TextPosition } from "./sheet-options.ts";
import { words } from "./words.ts";

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
  plan: { pages: number; labels: number; millimetres: number; svg: string } | undefined;
  isOld: boolean;
  error: CallError | null;
}

/** The first page, and the number of pages. */
export function SheetPreview({ plan, isOld, error }: SheetPreviewProps) {
  return (
    <Stack gap="xs" align="center" style={{ flex: "1 1 16rem", minWidth: 0 }}>
      {plan ? (
        <img
          src={pictureAddress(plan.svg)}
          alt={words.sheet.firstPage}
          style={{
            maxWidth: "100%",
            maxHeight: "60vh",
            border: "1px solid var(--line)",
            borderRadius: 4,
            opacity: isOld ? 0.4 : 1,
          }}
        />
      ) : (
        <Box p="xl">{!error && <Loader aria-label={words.sheet.drawing} />}</Box>
      )}
      {error && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />} w="100%">
          {Object.values(error.fields).length > 0
            ? Object.entries(error.fields)
                .map(([field, message]) => `${field.replace("sheet.", "")} ${message}.`)
                .join(" ")
            : error.message}
        </Alert>
      )}
      {plan && !error && (
        <Text size="sm" c="dimmed" role="status" ta="center" className="numbers">
          {words.sheet.summary(plan.labels, plan.pages, plan.millimetres)}
        </Text>
      )}
    </Stack>
  );
}

const NAMED = 5;

/** The next text placement that leaves more space for the code. */
const LESS_TEXT: Partial<Record<TextPosition, { text: TextPosition; label: string }>> = {
  under: { text: "beside", label: words.sheet.putBeside },
  beside: { text: "none", label: words.sheet.leaveTextOut },
};

interface TooSmallNoticeProps {
  codes: readonly TooSmall[];
  text: TextPosition;
  change: (text: TextPosition) => void;
}

/** Codes that these labels are too small for, and what to change. */
export function TooSmallNotice({ codes, text, change }: TooSmallNoticeProps) {
  const less = LESS_TEXT[text];
  const needs = Math.max(...codes.map((code) => code.needs ?? 0));
  const rest = codes.length - NAMED;
  return (
    <Alert color="amber" variant="light" icon={<Icon name="alert" />} title={words.sheet.tooSmall(codes.length)}>
      {codes
        .slice(0, NAMED)
        .map(({ name, needs: least, gets }) =>
          least === null ? words.sheet.neverReads(name) : words.sheet.needs(name, least, gets),
        )
        .join("; ")}
      {rest > 0 && words.sheet.andMore(rest)}. {needs > 0 && (less ? words.sheet.largerOrLess : words.sheet.larger)}
      {needs > 0 && less && (
        <Button size="compact-sm" variant="default" onClick={() => change(less.text)}>
          {less.label}
        </Button>
      )}
    </Alert>
  );
}
