import { useState } from "react";
import { millimetresFor, pixelsFor } from "./print-numbers.ts";

interface Size {
  /** What stands in the fields, which while one types may be no number. */
  millimetres: number | string;
  pixels: number | string;
}

/** Begins with the code's own pixels, or larger where it could not be read so; then it is as chosen. */
export function usePrintSize(own: number, smallest: number | null) {
  const [first, setFirst] = useState({ millimetres: millimetresFor(own), pixels: own });
  const [chosen, setChosen] = useState<Size | null>(null);
  // The verdict may come later than the window. What it asked for before is not taken back.
  if (smallest !== null && first.millimetres < smallest) {
    setFirst({ millimetres: smallest, pixels: pixelsFor(smallest) });
  }
  const change = (part: Partial<Size>) => setChosen((current) => ({ ...(current ?? first), ...part }));
  return {
    ...(chosen ?? first),
    setMillimetres: (millimetres: number | string) => change({ millimetres }),
    setPixels: (pixels: number | string) => change({ pixels }),
  };
}
