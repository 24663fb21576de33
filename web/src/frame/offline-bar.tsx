import { notifyManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { client } from "../api/client.ts";
import { away } from "../api/reach.ts";
import { useSignal } from "../api/signal.ts";
import { inWords } from "../parts/formats.ts";
import { Icon } from "../parts/icon.tsx";
import classes from "./offline-bar.module.css";
import { words } from "./words.ts";

/** Queries of the side bar, which is on every page. */
const isOfMenu = ([first, second]: readonly unknown[]): boolean =>
  first === "me" || first === "views" || (first === "webhooks" && second === "notices");

/** When the oldest data on the page was read; 0 if there is none. */
function oldestRead(): number {
  const shown = client.getQueryCache().findAll({
    type: "active",
    // Ignore queries whose data never becomes stale.
    predicate: ({ queryKey, state, observers }) =>
      !isOfMenu(queryKey) &&
      state.data !== undefined &&
      observers.some(({ options }) => options.staleTime !== Number.POSITIVE_INFINITY),
  });
  return shown.length === 0 ? 0 : Math.min(...shown.map(({ state }) => state.dataUpdatedAt));
}

const onRead = (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener));

export function OfflineBar() {
  const what = useSignal(away);
  const readAt = useSyncExternalStore(onRead, oldestRead);
  return (
    <div role="status" className={what ? classes.bar : undefined}>
      {what && (
        <>
          <Icon name="alert" size={16} />
          <span>
            {what === "network" ? words.offline : words.unreachable}
            {readAt > 0 && words.readAt(inWords.dateTime(readAt))}
          </span>
        </>
      )}
    </div>
  );
}
