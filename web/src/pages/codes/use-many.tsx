import { useState } from "react";
import { useRefreshCodes } from "../../api/queries.ts";
import { ask, tell, tellError } from "../../parts/notices.tsx";
import { inWords } from "../../parts/words.ts";
import { type ChangeGroup, changeMany, type ManyChange, type Report, removeMany, restoreMany } from "./selection.ts";

const codes = (count: number) => inWords.times(count, "code");
const were = (count: number, what: string) => `${inWords.number(count)} ${count === 1 ? "was" : "were"} ${what}.`;

/** Every code that was named is accounted for. */
function inSentences({ changed, same, missing, failed, problem }: Report, done: string): string {
  return [
    `${codes(changed)} ${done}.`,
    same > 0 ? were(same, "so already") : "",
    missing > 0 ? were(missing, "deleted meanwhile") : "",
    failed > 0 ? `${were(failed, "not reached")} ${problem ?? ""}` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** What is done with all codes that are marked, with its report and its way back. */
export function useMany(ids: readonly string[], onRemoved: () => void) {
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
      ({ before }) => void act(() => changeMany(before as ChangeGroup[]), "as before"),
    );

  const remove = async () => {
    const report = await act(
      () => removeMany([...ids]),
      "in the bin for 30 days",
      ({ before }) => {
        const removed = before.flatMap((group) => group.ids);
        void act(() => restoreMany(removed), "back, with all scans");
      },
    );
    if (report && report.failed === 0) onRemoved();
  };

  return {
    isBusy,
    pause: () => change({ isPublic: false }, "paused"),
    resume: () => change({ isPublic: true }, "active again"),
    favour: (isFavorite: boolean) => change({ isFavorite }, isFavorite ? "kept as favourites" : "no longer favourites"),
    categorise: (category: string | null) =>
      change({ category }, category === null ? "without a category" : `in “${category}”`),
    remove: () => askToRemove(ids.length, remove),
  };
}

function askToRemove(count: number, remove: () => void): void {
  const them = count === 1 ? "it" : "them";
  ask({
    title: `Delete ${codes(count)}?`,
    words: `Printed copies stop working at once. For 30 days you find ${them} in the bin and can restore ${them} whole. To stop ${them} for a while, pause ${them}.`,
    confirm: `Delete ${codes(count)}`,
    cancel: "Keep them",
    act: remove,
  });
}
