/** Fair scheduling: a workspace with many webhooks does not delay others. */
export interface Due {
  num: number;
  workspaceId: string;
}

/** True: there is more to send, and the webhook is scheduled again. */
type Serve = (webhook: Due) => Promise<boolean>;

const MOST_AT_ONCE = 20;
const MOST_OF_OWNER = 3;
/** Remembers when this many workspaces were served; older entries count as never. */
const REMEMBERED = 10_000;

export function createPlaces(serve: Serve) {
  const working = new Map<number, { workspaceId: string; work: Promise<void> }>();
  /** In the order of their last service. */
  const served = new Map<number, number>();
  let line: Due[] = [];
  let turn = 0;

  function placesByWorkspace(): Map<string, number> {
    const workspaces = new Map<string, number>();
    for (const { workspaceId } of working.values()) workspaces.set(workspaceId, (workspaces.get(workspaceId) ?? 0) + 1);
    return workspaces;
  }

  function fill(): void {
    const workspaces = placesByWorkspace();
    // A second place goes to nobody while somebody waits for a first.
    for (let most = 1; most <= MOST_OF_OWNER; most++) {
      line = line.filter((webhook) => {
        if (working.has(webhook.num)) return false;
        const own = workspaces.get(webhook.workspaceId) ?? 0;
        if (working.size >= MOST_AT_ONCE || own >= most) return true;
        workspaces.set(webhook.workspaceId, own + 1);
        begin(webhook);
        return false;
      });
    }
  }

  function begin(webhook: Due): void {
    const { num, workspaceId } = webhook;
    served.delete(num);
    served.set(num, ++turn);
    if (served.size > REMEMBERED) served.delete(served.keys().next().value!);
    const work = serve(webhook).then((hasMore) => {
      working.delete(num);
      if (hasMore) line.push(webhook);
      fill();
    });
    working.set(num, { workspaceId, work });
  }

  return {
    /** Least recently served first. */
    serve(due: readonly Due[]): void {
      const last = ({ num }: Due) => served.get(num) ?? 0;
      line = due.toSorted((a, b) => last(a) - last(b));
      fill();
    },
    /** Whether a workspace with several places should give one up: all are taken, and somebody without any waits. */
    isWaitedFor(workspaceId: string): boolean {
      if (working.size < MOST_AT_ONCE || line.length === 0) return false;
      const workspaces = placesByWorkspace();
      return workspaces.get(workspaceId)! > 1 && line.some((webhook) => !workspaces.has(webhook.workspaceId));
    },
    isIdle: () => working.size === 0,
    async end(): Promise<void> {
      line = [];
      await Promise.all([...working.values()].map(({ work }) => work));
    },
  };
}
