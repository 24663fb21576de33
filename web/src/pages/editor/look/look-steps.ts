import { changedParts, type LookParts, lookOf } from "./parts.ts";

/** Changes of the same part in quick succession, as of a slider that is drawn, are one. */
const ONE_MOVE_MS = 800;
const MOST_STEPS = 100;

export interface Steps {
  past: readonly LookParts[];
  future: readonly LookParts[];
}

export interface HistoryOf {
  present: () => LookParts;
  show: (look: LookParts) => void;
  /** Nothing may be changed now, so no step is taken. */
  isHeld: () => boolean;
}

export const NO_STEPS: Steps = { past: [], future: [] };

/** What the look was before, step by step, and back again. `parts` is asked anew for each step. */
export function createLookSteps(parts: () => HistoryOf, set: (steps: Steps) => void) {
  let steps = NO_STEPS;
  let last = { what: "", at: 0 };

  function take(next: Steps): void {
    steps = next;
    set(next);
  }

  return {
    /** To be told of each change before it is made. */
    note(next: LookParts): void {
      const look = lookOf(parts().present());
      const what = changedParts(look, next).join();
      if (what === "") return;
      const isSameMove = what === last.what && Date.now() - last.at < ONE_MOVE_MS;
      last = { what, at: Date.now() };
      if (isSameMove) return;
      take({ past: [...steps.past, look].slice(-MOST_STEPS), future: [] });
    },

    undo(): void {
      const { present, show, isHeld } = parts();
      const { past, future } = steps;
      const before = past.at(-1);
      if (!before || isHeld()) return;
      last.what = "";
      take({ past: past.slice(0, -1), future: [lookOf(present()), ...future] });
      show(before);
    },

    redo(): void {
      const { present, show, isHeld } = parts();
      const { past, future } = steps;
      const [next, ...later] = future;
      if (!next || isHeld()) return;
      last.what = "";
      take({ past: [...past, lookOf(present())], future: later });
      show(next);
    },
  };
}
