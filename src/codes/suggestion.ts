/** "Did you mean": the nearest words for a search that found nothing. Pure. */
import { foldLetters } from "../shared/text.ts";

const WORDS = /[\p{L}\p{N}]+/gu;
const LONGEST_WORD = 40;

/** How many slips a word of this length may have. A slip is a letter too many, missing, wrong or swapped. */
const slipsIn = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);

/**
 * The search with each unknown word replaced by the nearest one of `texts`; null when every word is known, or one
 * has nothing near it. Of equally near words the more frequent one wins, then the first in order.
 */
export function suggestionFor(search: string, texts: readonly string[]): string | null {
  const counts = countWords(texts);
  let changed = false;
  let isLost = false;
  const suggested = foldLetters(search.trim()).replace(WORDS, (word) => {
    const near = nearest(word, counts);
    if (near === null) isLost = true;
    else if (near !== word) changed = true;
    return near ?? word;
  });
  return changed && !isLost ? suggested : null;
}

function countWords(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of foldLetters(text).matchAll(WORDS)) {
      if (word.length <= LONGEST_WORD) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

function nearest(word: string, counts: ReadonlyMap<string, number>): string | null {
  if (counts.has(word) || word.length > LONGEST_WORD) return counts.has(word) ? word : null;
  const most = slipsIn(word.length);
  let best: { word: string; slips: number; count: number } | null = null;
  for (const [known, count] of counts) {
    // Part of a word is found as it is.
    if (known.includes(word)) return word;
    const slips = slipsBetween(word, known, best?.slips ?? most);
    if (slips === null) continue;
    const isBetter = !best || slips < best.slips || count > best.count || (count === best.count && known < best.word);
    if (isBetter) best = { word: known, slips, count };
  }
  return best?.word ?? null;
}

/**
 * Letters to insert, leave out, change or swap with their neighbour (no letter twice) to make one word of the other;
 * null when they are more than `most`. The optimal string alignment distance.
 */
export function slipsBetween(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let slips = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) slips = Math.min(slips, older[j - 2]! + 1);
      row.push(slips);
      least = Math.min(least, slips);
    }
    if (least > most) return null;
    older = previous;
    previous = row;
  }
  const slips = previous[b.length]!;
  return slips <= most ? slips : null;
}
