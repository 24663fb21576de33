import { Stack, Text } from "@mantine/core";
import { useLocation, useNavigate } from "react-router";
import { type CodeChange, useChangeCode, useRemoveCode, useRestoreCode } from "../api/queries.ts";
import type { Code } from "../api/types.ts";
import { ask, tell, tellError } from "./notices.tsx";
import { inWords } from "./words.ts";

/** Renewing changes nothing for a code that lives on and has no date set by hand. */
export const canRenew = (code: Code): boolean => code.expiresFixed || Date.parse(code.expiresAt) <= Date.now();

/** Changes a code, says so, and can undo it. */
function useApply() {
  const change = useChangeCode();
  const apply = (id: string, what: CodeChange, done: string, back?: CodeChange): Promise<void> =>
    change
      .mutateAsync({ id, change: what })
      .then(() => tell(done, back ? { undo: () => void apply(id, back, "Undone.") } : {}), tellError);
  return apply;
}

/** Pauses a code, or makes it active again. */
export function usePause() {
  const apply = useApply();
  return ({ id, isPublic }: Code) =>
    apply(id, { isPublic: !isPublic }, isPublic ? "Paused. Visitors see a page that says so." : "Active again.", {
      isPublic,
    });
}

/**
 * The actions on a code, for every place that shows it. They continue after that place is gone: a deleted code's row
 * disappears before the answer arrives.
 */
export function useCodeActions(code: Code) {
  const apply = useApply();
  const pause = usePause();
  const removal = useRemoveCode();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { id, name } = code;
  const restoring = useRestoreCode(id);

  const restore = () => restoring.restore(() => tell(`“${name}” was restored with all its scans.`)).catch(tellError);

  const remove = () =>
    removal.mutateAsync(id).then(() => {
      tell(`“${name}” was moved to the bin for 30 days.`, { undo: () => void restore() });
      if (pathname.startsWith(`/codes/${id}`)) navigate("/");
    }, tellError);

  const renew = () =>
    apply(
      id,
      { expiresAt: null },
      "Renewed. Each scan extends it by a year.",
      code.expiresFixed ? { expiresAt: code.expiresAt } : undefined,
    );

  return {
    favour: () =>
      apply(
        id,
        { isFavorite: !code.isFavorite },
        code.isFavorite ? "Removed from favourites." : "Added to favourites.",
        { isFavorite: code.isFavorite },
      ),
    pause: () => pause(code),
    renew: () => (code.expiresFixed ? askToRenew(code, renew) : renew()),
    remove: () => askToRemove(code, remove),
    restore,
    isRestoring: restoring.isRestoring,
  };
}

function askToRenew({ name, expiresAt }: Code, renew: () => void): void {
  ask({
    title: `Remove the end date of “${name}”?`,
    words: `It is set to work until ${inWords.day(expiresAt)}. Without that date it works for a year from now, and each scan extends it by another year.`,
    confirm: "Remove date",
    cancel: "Keep date",
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
            Its <b>{inWords.times(scanCount, "scan")}</b> {scanCount === 1 ? "is" : "are"} deleted with it.
          </Text>
        )}
        <Text size="sm">
          Printed copies stop working at once. For 30 days you can restore it from the bin; after that it is deleted for
          good. To stop it for a while, pause it instead.
        </Text>
      </Stack>
    ),
    confirm: "Delete",
    act: remove,
  });
}
