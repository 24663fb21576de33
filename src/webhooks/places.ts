/** Fair scheduling: an owner with many webhooks does not delay others. */
export interface Due {
  num: number;
  ownerId: string;
}

/** True: there is more to send, and the webhook is scheduled again. */
type Serve = (webhook: Due) => Promise<boolean>;

const MOST_AT_ONCE = 20;
const MOST_OF_OWNER = 3;
/** Remembers when this many owners were served; older entries count as never. */
const REMEMBERED = 10_000;

export function createPlaces(serve: Serve) {
  const working = new Map<number, { ownerId: string; work: Promise<void> }>();
  /** In the order of their last service. */
  const served = new Map<number, number>();
  let line: Due[] = [];
  let turn = 0;

  function fill(): void {
    const owners = new Map<string, number>();
    for (const { ownerId } of working.values()) owners.set(ownerId, (owners.get(ownerId) ?? 0) + 1);
    line = line.filter((webhook) => {
      if (working.has(webhook.num)) return false;
      const own = owners.get(webhook.ownerId) ?? 0;
      if (working.size >= MOST_AT_ONCE || own >= MOST_OF_OWNER) return true;
      owners.set(webhook.ownerId, own + 1);
      begin(webhook);
      return false;
    });
  }

  function begin(webhook: Due): void {
    const { num, ownerId } = webhook;
    served.delete(num);
    served.set(num, ++turn);
    if (served.size > REMEMBERED) served.delete(served.keys().next().value!);
    const work = serve(webhook).then((hasMore) => {
      working.delete(num);
      if (hasMore) line.push(webhook);
      fill();
    });
    working.set(num, { ownerId, work });
  }

  return {
    /** Least recently served first. */
    serve(due: readonly Due[]): void {
      const last = ({ num }: Due) => served.get(num) ?? 0;
      line = due.toSorted((a, b) => last(a) - last(b));
      fill();
    },
    isIdle: () => working.size === 0,
    async end(): Promise<void> {
      line = [];
      await Promise.all([...working.values()].map(({ work }) => work));
    },
  };
}
