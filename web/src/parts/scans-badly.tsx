import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { Code, Verdict } from "../api/types.ts";
import { isFaint } from "./faint.ts";
import type { Encode } from "./holds-choice.tsx";

/** What a camera makes of the code as it is; the same until its owner changes it. */
export const useVerdict = (code: Code, encode: Encode = "share", enabled = true) =>
  useQuery({
    queryKey: ["scannability", code.id, code.updatedAt, encode],
    queryFn: () =>
      call.get<Verdict>(`/qrcodes/${code.id}/scannability${encode === "share" ? "" : `?encode=${encode}`}`),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled,
  });

/** The same of the code in plain squares, whatever its look. */
export const usePlainVerdict = (code: Code, encode: Encode, enabled: boolean) =>
  useQuery({
    queryKey: ["scannability", code.id, code.updatedAt, encode, "plain"],
    queryFn: () => {
      const { foregroundColor, backgroundColor, errorCorrection, size } = code;
      return call.post<Verdict>("/preview/scannability", {
        foregroundColor,
        backgroundColor,
        errorCorrection,
        size,
        ...(encode === "share" ? { shareToken: code.shareToken } : { content: code.content }),
      });
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled,
  });

/** By the palest of its inks. */
function mayScanBadly({ foregroundColor, backgroundColor, style }: Code): boolean {
  const inks = [foregroundColor, style.gradient?.to, style.eyeColor];
  return inks.some((ink) => typeof ink === "string" && isFaint(ink, backgroundColor));
}

/** A mark in a list on a code that readers fail on; nothing on any other. */
export function ScansBadly({ code }: { code: Code }) {
  const verdict = useVerdict(code, "share", mayScanBadly(code));
  return verdict.data?.passes === false ? <BadlyBadge /> : null;
}

export function BadlyBadge() {
  return (
    <Badge
      color="red"
      variant="light"
      styles={{ label: { color: "var(--mantine-color-text)" } }}
      style={{ flexShrink: 0 }}
    >
      Scans badly
    </Badge>
  );
}
