import { Alert, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../api/call.ts";
import type { Code, Verdict } from "../api/types.ts";
import { isFaint } from "../parts/contrast.ts";
import type { Encode } from "./holds-choice.tsx";
import { Icon } from "./icon.tsx";
import { BadlyBadge } from "./state-badge.tsx";
import { verdicts as words } from "./words.ts";

/** Neither decoder reads the image: the server rejects such a look. */
export const isUnread = ({ readBy }: Verdict): boolean => readBy?.length === 0;

/** Without the grade. */
export const verdictWords = (verdict: Verdict): string => (isUnread(verdict) ? words.unread : words[verdict.grade]);

export const verdictText = (verdict: Verdict): string =>
  isUnread(verdict) ? verdictWords(verdict) : `${verdictWords(verdict)} (${verdict.grade})`;

/** Below this the advice mentions the contrast, so it is not shown twice. */
const ADVISED_BELOW = 5;

interface VerdictCardProps {
  verdict: Verdict;
  action?: ReactNode;
}

export function VerdictCard({ verdict, action }: VerdictCardProps) {
  const { passes, contrastRatio, advice, margin } = verdict;
  return (
    <Alert
      variant="light"
      color={passes ? "glass" : "red"}
      icon={<Icon name={passes ? "check" : "alert"} />}
      title={verdictText(verdict)}
      role="status"
      styles={{ title: { color: "var(--mantine-color-text)" } }}
    >
      {contrastRatio >= ADVISED_BELOW && <Text size="sm">{words.contrast(contrastRatio)}</Text>}
      {margin && margin.spent > 0 && !isUnread(verdict) && (
        <Text size="sm">{words.logo(margin.spent, margin.correctable, Math.max(0, margin.left))}</Text>
      )}
      {advice.length > 0 && (
        <List size="sm" spacing={4} mt={6}>
          {advice.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {action}
    </Alert>
  );
}

/** The verdict on a saved code; cached until the code changes. */
export const useVerdict = (code: Code, encode: Encode = "share", enabled = true) =>
  useQuery({
    queryKey: ["scannability", code.id, code.updatedAt, encode],
    queryFn: () =>
      call.get<Verdict>(`/qrcodes/${code.id}/scannability${encode === "share" ? "" : `?encode=${encode}`}`),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled,
  });

/** The verdict on the code in plain squares. */
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

/** By the lightest of its dark colours. */
function mayScanBadly({ foregroundColor, backgroundColor, style }: Code): boolean {
  const inks = [foregroundColor, style.gradient?.to, style.eyeColor];
  return inks.some((ink) => typeof ink === "string" && isFaint(ink, backgroundColor));
}

/** A badge in lists for codes that scan badly. */
export function ScansBadly({ code }: { code: Code }) {
  const verdict = useVerdict(code, "share", mayScanBadly(code));
  return verdict.data?.passes === false ? <BadlyBadge /> : null;
}
