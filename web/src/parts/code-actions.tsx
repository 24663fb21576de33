import { Stack, Text } from "@mantine/core";
import { useLocation, useNavigate } from "react-router";
import { type CodeChange, useChangeCode, useRemoveCode, useRestoreCode } from "../api/queries.ts";
import type { Code } from "../api/types.ts";
import { inWords } from "./formats.ts";
import { ask, tell, tellError } from "./notices.tsx";
import { words as shared, actions as words } from "./words.ts";

/** Renewing does nothing for a code that is not expired and has no fixed date. */
export const canRenew = (code: Code): boolean => code.expiresFixed || Date.parse(code.expiresAt) <= Date.now();

/** Changes a code and shows a toast with Undo. */
function useApply() {
  const change = useChangeCode();
  const apply = (id: string, what: CodeChange, done: string, back?: CodeChange): Promise<void> =>
    change
      .mutateAsync({ id, change: what })
      .then(() => tell(done, back ? { undo: () => void apply(id, back, shared.undone) } : {}), tellError);
  return apply;
}

/** Pauses a code, or makes it active again. */
export function usePause() {
  const apply = useApply();
  return ({ id, isPublic }: Code) =>
    apply(id, { isPublic: !isPublic }, isPublic ? words.paused : words.resumed, {
      isPublic,
    });
}

/** Renews a code; asks first if it has a fixed end. */
export function useRenew() {
  const apply = useApply();
  return (code: Code) => {
    const { id, expiresAt, expiresFixed } = code;
    /** An end in the past cannot be set again. */
    const canUndo = expiresFixed && Date.parse(expiresAt) > Date.now();
    const renew = () => apply(id, { expiresAt: null }, words.renewed, canUndo ? { expiresAt } : undefined);
    return expiresFixed ? askToRenew(code, renew) : renew();
  };
}

/**
 * The actions on a code. They do not depend on the component that started them: the row of a deleted code disappears
 * before the response arrives.
 */
export function useCodeActions(code: Code) {
  const apply = useApply();
  const pause = usePause();
  const renew = useRenew();
  const removal = useRemoveCode();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { id, name } = code;
  const restoring = useRestoreCode(id);

  const restore = () => restoring.restore(() => tell(words.restored(name))).catch(tellError);

  const remove = () =>
    removal.mutateAsync(id).then(() => {
      tell(words.removed(name), { undo: () => void restore() });
      if (pathname.startsWith(`/codes/${id}`)) navigate("/codes");
    }, tellError);

  return {
    favour: () =>
      apply(id, { isFavorite: !code.isFavorite }, code.isFavorite ? words.unfavoured : words.favoured, {
        isFavorite: code.isFavorite,
      }),
    pause: () => pause(code),
    renew: () => renew(code),
    remove: () => askToRemove(code, remove),
    restore,
    isRestoring: restoring.isRestoring,
  };
}

function askToRenew({ name, expiresAt }: Code, renew: () => void): void {
  ask({
    title: words.renewTitle(name),
    words: words.renewText(inWords.day(expiresAt), Date.parse(expiresAt) <= Date.now()),
    confirm: words.renewConfirm,
    isGrave: false,
    act: renew,
  });
}

function askToRemove({ name, scanCount }: Code, remove: () => void): void {
  ask({
    title: words.removeTitle(name),
    words: (
      <Stack gap="sm">
        {scanCount > 0 && <Text className="numbers">{words.removeScans(scanCount)}</Text>}
        <Text size="sm">{words.removeText}</Text>
      </Stack>
    ),
    confirm: words.removeConfirm,
    act: remove,
  });
}
