import type { DueWebhook } from "./webhook.ts";

/** True: there is more to send, and the webhook is scheduled again. */
type Serve = (webhook: DueWebhook) => Promise<boolean>;

const MAX_AT_ONCE = 20;
const MAX_OF_PERSON = 3;
/** Remembers when this many webhooks were served; older entries count as never. */
const REMEMBERED = 10_000;

/** Fair scheduling: a person with many webhooks does not delay others, nor one of their workspaces the others. */
export function createSlots(serve: Serve) {
  const working = new Map<number, { webhook: DueWebhook; work: Promise<void> }>();
  /** In the order of their last service. */
  const served = new Map<number, number>();
  let line: DueWebhook[] = [];
  let turn = 0;

  /** How many slots each person has, and each workspace. */
  function slotsBy(name: "person" | "workspaceId"): (webhook: DueWebhook) => number {
    const counts = new Map<string, number>();
    for (const { webhook } of working.values()) counts.set(webhook[name], (counts.get(webhook[name]) ?? 0) + 1);
    return (webhook) => counts.get(webhook[name]) ?? 0;
  }

  function fill(): void {
    line = line.filter(({ num }) => !working.has(num));
    // A second slot goes to nobody while somebody waits for a first.
    for (let most = 1; most <= MAX_OF_PERSON; most++) {
      const [ofPerson, ofWorkspace] = [slotsBy("person"), slotsBy("workspaceId")];
      const taken = new Set<string>();
      // First those of workspaces without a slot.
      for (let own = 0; own < most; own++) {
        for (const webhook of [...line]) {
          if (working.size >= MAX_AT_ONCE) return;
          if (ofWorkspace(webhook) !== own || taken.has(webhook.person) || ofPerson(webhook) >= most) continue;
          taken.add(webhook.person);
          line.splice(line.indexOf(webhook), 1);
          begin(webhook);
        }
      }
    }
  }

  function begin(webhook: DueWebhook): void {
    const { num } = webhook;
    served.delete(num);
    served.set(num, ++turn);
    if (served.size > REMEMBERED) served.delete(served.keys().next().value!);
    const work = serve(webhook).then((hasMore) => {
      working.delete(num);
      if (hasMore) line.push(webhook);
      fill();
    });
    working.set(num, { webhook, work });
  }

  return {
    /** Least recently served first. */
    serve(due: readonly DueWebhook[]): void {
      const last = ({ num }: DueWebhook) => served.get(num) ?? 0;
      line = due.toSorted((a, b) => last(a) - last(b));
      fill();
    },
    /**
     * Whether a webhook should give up its slot, because its person or workspace has several: all are taken, and
     * somebody without any waits, or another workspace of the person.
     */
    isWaitedFor(webhook: DueWebhook): boolean {
      const [ofPerson, ofWorkspace] = [slotsBy("person"), slotsBy("workspaceId")];
      const isFull = working.size >= MAX_AT_ONCE;
      if (isFull && ofPerson(webhook) > 1 && line.some((other) => ofPerson(other) === 0)) return true;
      const isOwn = (other: DueWebhook) => other.person === webhook.person && ofWorkspace(other) === 0;
      return ofPerson(webhook) >= MAX_OF_PERSON && ofWorkspace(webhook) > 1 && line.some(isOwn);
    },
    isIdle: () => working.size === 0,
    async end(): Promise<void> {
      line = [];
      await Promise.all([...working.values()].map(({ work }) => work));
    },
  };
}
