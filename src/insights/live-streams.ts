import { PassThrough } from "node:stream";

/** Streams per user. Each holds a connection and is written to with every scan. */
const MAX_PER_USER = 10;

/** The open streams of this node by user, to end them with the session. */
export function createLiveStreams() {
  const streams = new Map<string, Set<PassThrough>>();

  return {
    /** Opens a stream; null if the user has the maximum number. */
    open(userId: string): PassThrough | null {
      const own = streams.get(userId) ?? new Set();
      if (own.size >= MAX_PER_USER) return null;
      const stream = new PassThrough();
      streams.set(userId, own.add(stream));
      stream.once("close", () => {
        own.delete(stream);
        if (own.size === 0 && streams.get(userId) === own) streams.delete(userId);
      });
      return stream;
    },

    /** Ends the user's streams. A browser that is still signed in reconnects. */
    endOf(userId: string): void {
      for (const stream of streams.get(userId) ?? []) stream.end();
    },

    endAll(): void {
      for (const own of streams.values()) for (const stream of own) stream.end();
    },
  };
}
