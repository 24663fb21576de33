import { PassThrough } from "node:stream";

/** Each holds a connection and is written to with every scan. */
const MOST_A_USER = 10;

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** The streams that are open on this node, by user, so that they end when a session does. */
export function createLiveStreams() {
  const streams = new Map<string, Set<PassThrough>>();

  return {
    /** A new one, or null when the user has as many as they may. */
    open(userId: string): PassThrough | null {
      const own = streams.get(userId) ?? new Set();
      if (own.size >= MOST_A_USER) return null;
      const stream = new PassThrough();
      streams.set(userId, own.add(stream));
      stream.once("close", () => {
        own.delete(stream);
        if (own.size === 0 && streams.get(userId) === own) streams.delete(userId);
      });
      return stream;
    },

    /** Ends the user's streams. A browser that is still signed in opens its own again. */
    endOf(userId: string): void {
      for (const stream of streams.get(userId) ?? []) stream.end();
    },

    endAll(): void {
      for (const own of streams.values()) for (const stream of own) stream.end();
    },
  };
}
