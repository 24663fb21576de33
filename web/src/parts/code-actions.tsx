import { Stack, Text } from "@mantine/core";
import { useLocation, useNavigate } from "react-router";
import { type CodeChange, useChangeCode, useRemoveCode, useRestoreCode } from "../api/queries.ts";
import type { Code } from "../api/types.ts";
import { ask, tell, tellError } from "./notices.tsx";
import { inWords } from "./words.ts";

/** Renewing changes nothing for a code that lives on and has no date set by hand. */
export const canRenew = (code: Code): boolean => code.expiresFixed || Date.parse(code.expiresAt) <= Date.now();

/**
 * What can be done with a code, wherever it is shown. All of it goes on when that is no longer shown:
 * a deleted code's row is gone before the answer has come.
 */
export function useCodeActions(code: Code) {
  const change = useChangeCode();
  const removal = useRemoveCode();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { id, name } = code;
  const restoring = useRestoreCode(id);

  const apply = (what: CodeChange, done: string, back?: CodeChange) =>
    change
      .mutateAsync({ id, change: what })
      .then(() => tell(done, back ? { undo: () => void apply(back, "Taken back.") } : {}), tellError);

  const restore = () => restoring.restore(() => tell(`“${name}” is back, with all its scans.`)).catch(tellError);

  const remove = () =>
    removal.mutateAsync(id).then(() => {
      tell(`“${name}” is in the bin for 30 days.`, { undo: () => void restore() });
      if (pathname.startsWith(`/codes/${id}`)) navigate("/");
    }, tellError);

  const renew = () =>
    apply(
      { expiresAt: null },
      "Renewed. Each scan now keeps it alive.",
      code.expiresFixed ? { expiresAt: code.expiresAt } : undefined,
    );

  return {
    favour: () =>
      apply({ isFavorite: !code.isFavorite }, code.isFavorite ? "No longer a favourite." : "Kept as a favourite.", {
        isFavorite: code.isFavorite,
      }),
    pause: () =>
      apply(
        { isPublic: !code.isPublic },
        code.isPublic ? "Paused. Visitors see a page that says so." : "Active again.",
        { isPublic: code.isPublic },
      ),
    renew: () => (code.expiresFixed ? askToRenew(code, renew) : renew()),
    remove: () => askToRemove(code, remove),
    restore,
    isRestoring: restoring.isRestoring,
  };
}

function askToRenew({ name, expiresAt }: Code, renew: () => void): void {
  ask({
    title: `Take the end date of “${name}” away?`,
    words: `You set that it works until ${inWords.day(expiresAt)}. Renewed, it works for a year from now, and each scan gives it another year.`,
    confirm: "Take it away",
    cancel: "Keep the date",
    isGrave: false,
    act: renew,
  });
}

function askToRemove({ name, scanCount }: Code, remove: () => void): void {
  ask({
    title: `Delete “${name}”?`,
    words: (
      <Stack gap="sm">
        {scanCount > 0 && (
          <Text className="numbers">
            Its <b>{inWords.times(scanCount, "scan")}</b> {scanCount === 1 ? "goes" : "go"} with it.
          </Text>
        )}
        <Text size="sm">
          Printed copies stop working at once. For 30 days you find it in the bin and can restore it whole; then it is
          erased for good. To stop it for a while, pause it.
        </Text>
      </Stack>
    ),
    confirm: "Delete it",
    act: remove,
  });
}
