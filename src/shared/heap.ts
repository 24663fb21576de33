import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (how: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/**
 * Keeps V8 from making the space for young objects larger while the service loads: what is loaded
 * stays, and so would the space, 20 MB of it.
 */
export const holdYoungSpace = (): void => setFlagsFromString("--semi-space-growth-factor=1");

/** When all is loaded and nobody waits yet: what loading has left behind is given back, and the space may grow. */
export function endLoading(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
  // The only way to ask for it without a flag of the command line.
  setFlagsFromString("--expose-gc");
  const collect: Collect = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
