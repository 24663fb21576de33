import type { Level } from "../shared/vocabulary.ts";
import { capacityBits } from "./capacity.ts";
import { TextTooLong } from "./errors.ts";
import { bestSegments, leastBits, type Segment, segmentBits } from "./segments.ts";

const LAST_VERSION_OF_GROUP = [9, 26, 40] as const;

/** The smallest version that holds the text, and its segments. */
export function fit(text: string, level: Level): { version: number; segments: Segment[] } {
  const least = leastBits(text);
  let version = 1;
  for (const [group, last] of LAST_VERSION_OF_GROUP.entries()) {
    if (least <= capacityBits(last, level)) {
      const segments = bestSegments(text, group);
      const bits = segments.reduce((sum, segment) => sum + segmentBits(segment, group), 0);
      for (; version <= last; version++) {
        if (bits <= capacityBits(version, level)) return { version, segments };
      }
    }
    version = last + 1;
  }
  throw new TextTooLong(level);
}

/** The version the text would get, without drawing it. */
export const symbolVersion = (text: string, level: Level): number => fit(text, level).version;
