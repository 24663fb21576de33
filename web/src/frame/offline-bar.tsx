import { Box, Text } from "@mantine/core";
import { notifyManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { client } from "../api/client.ts";
import { away } from "../api/reach.ts";
import { useSignal } from "../api/signal.ts";
import { inWords } from "../parts/words.ts";
import classes from "./offline-bar.module.css";

export const OFFLINE_BAR_HEIGHT = 30;

/** When the newest of what is on the page was read; 0 when nothing of it was. */
function lastRead(): number {
  const shown = client.getQueryCache().findAll({
    type: "active",
    predicate: ({ queryKey }) => queryKey[0] !== "me",
  });
  return Math.max(0, ...shown.map((query) => query.state.dataUpdatedAt));
}

const onRead = (listener: () => void) =>
  client.getQueryCache().subscribe(notifyManager.batchCalls(listener));

/** Says that nothing new comes, and of when that is which is shown. */
export function OfflineBar() {
  const what = useSignal(away);
  const readAt = useSyncExternalStore(onRead, lastRead);
  const said = what === "network" ? "You are offline." : "The service cannot be reached.";
  const shown = readAt > 0 ? ` Showing what was read at ${inWords.time(readAt)}.` : "";
  return (
    <Box role="status" className={what ? classes.bar : undefined} h={what ? OFFLINE_BAR_HEIGHT : 0}>
      {what && (
        <Text size="sm" truncate>
          {said + shown}
        </Text>
      )}
    </Box>
  );
}
