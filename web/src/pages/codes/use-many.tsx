import { useState } from "react";
import { useRefreshCodes } from "../../api/queries.ts";
import { ask, tell, tellError } from "../../parts/notices.tsx";
import { type ChangeGroup, changeMany, type ManyChange, type Report, removeMany, restoreMany } from "./selection.ts";
import { words } from "./words.ts";

/** Reports what happened to every code of the request. */
function inSentences({ changed, same, missing, failed, problem }: Report, done: string): string {
  return [
    words.many.done(changed, done),
    same > 0 ? words.many.unchanged(same) : "",
    missing > 0 ? words.many.missing(missing) : "",
    failed > 0 ? words.many.failed(failed, problem ?? "") : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Bulk actions with their result and Undo. */
export function useMany(ids: readonly string[], onGone: () => void) {
  const refresh = useRefreshCodes();
  const [isBusy, setBusy] = useState(false);

  async function act(work: () => Promise<Report>, done: string, back?: (report: Report) => void) {
    setBusy(true);
    try {
      const report = await work();
      const undo = back && report.changed > 0 ? { undo: () => back(report) } : {};
      tell(inSentences(report, done), undo);
      return report;
    } catch (error) {
      tellError(error);
      return null;
    } finally {
      setBusy(false);
      await refresh();
    }
  }

  const change = (what: ManyChange, done: string) =>
    act(
      () => changeMany([{ ids: [...ids], change: what }]),
      done,
      ({ before }) => void act(() => changeMany(before as ChangeGroup[]), words.many.undone),
    );

  const remove = async () => {
    const report = await act(
      () => removeMany([...ids]),
      words.many.removed,
      ({ before }) => {
        const removed = before.flatMap((group) => group.ids);
        void act(() => restoreMany(removed), words.many.restored);
      },
    );
    if (report && report.failed === 0) onGone();
  };

  const restore = async () => {
    const report = await act(() => restoreMany([...ids]), words.many.restored);
    if (report && report.failed === 0) onGone();
  };

  return {
    isBusy,
    restore,
    pause: () => change({ isPublic: false }, words.many.paused),
    resume: () => change({ isPublic: true }, words.many.resumed),
    favour: (isFavorite: boolean) => change({ isFavorite }, isFavorite ? words.many.favoured : words.many.unfavoured),
    tag: (what: { addTags: string[] } | { removeTags: string[] }, names: readonly string[]) => {
      const quoted = names.map((name) => `“${name}”`).join(", ");
      return change(what, "addTags" in what ? words.many.tagged(quoted) : words.many.untagged(quoted));
    },
    remove: () => askToRemove(ids.length, remove),
  };
}

function askToRemove(count: number, remove: () => void): void {
  const { askTitle, askText, askConfirm, askCancel } = words.many;
  ask({
    title: askTitle(count),
    words: askText(count),
    confirm: askConfirm(count),
    cancel: askCancel,
    act: remove,
  });
}
