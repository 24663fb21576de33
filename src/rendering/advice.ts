import type { Level } from "../shared/vocabulary.ts";
import type { Verdict } from "./verdict.ts";

/** From this version on a symbol's squares are small by the text it holds: 57 in a row. */
const MUCH_TEXT = 10;

/** What someone who prints posters can do about it, most important first. */
export function adviceFor(verdict: Omit<Verdict, "advice">, level: Level, pixelsPerModule: number): string[] {
  const advice: string[] = [];
  const { contrastRatio, smallestPrintMillimetres: print } = verdict;
  const weak = (name: string) => verdict.trials.some((trial) => trial.name === name && trial.grade > "B");

  if (verdict.lightOnDark) advice.push("Light on dark: older readers fail. Swap the colours.");
  if (contrastRatio < 3) {
    advice.push(
      `The two colours are too much alike (${contrastRatio}:1). Make the code darker or the background lighter.`,
    );
    // Whatever else fails, fails by that.
    return advice;
  }
  if (contrastRatio < 5) {
    advice.push(`More contrast than ${contrastRatio}:1 would read better in poor light.`);
  }
  if (verdict.lightOnDark) return advice;
  if (weak("coveredArea") && level !== "H") {
    const higher = level === "Q" ? "H" : "Q or H";
    advice.push(`A scratch or a logo may make it unreadable. Choose error correction ${higher}.`);
  }
  if (print !== null && print > 60 && verdict.symbolVersion >= MUCH_TEXT) {
    advice.push("It holds much text, so its squares are small. Shorten the text if you can.");
  }
  if (pixelsPerModule < 3) {
    advice.push("The picture is small for its squares. Choose a larger size for print.");
  }
  if (print !== null && verdict.passes) {
    advice.push(`Print it at least ${print} mm wide, to be read at arm's length.`);
  }
  if (!verdict.passes && advice.length === 0) {
    const help = [
      ...(contrastRatio < 7 ? ["more contrast"] : []),
      ...(verdict.symbolVersion >= MUCH_TEXT ? ["less text"] : []),
      "a larger size",
    ];
    advice.push(`Readers fail on it too easily. Try ${help.join(" or ")}.`);
  }
  return advice;
}
