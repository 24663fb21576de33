import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (how: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/** Keeps V8's young generation small while the service loads: loaded code stays, and so would 20 MB of that space. */
export const holdYoungSpace = (): void => setFlagsFromString("--semi-space-growth-factor=1");

/** Collects garbage after loading, then lets the young generation grow. */
export function endLoading(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
  // The only way to call the collector without a command line flag.
  setFlagsFromString("--expose-gc");
  const collect: Collect = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
