/** "Did you mean": the nearest words for a search that found nothing. Pure. */
import { foldLetters } from "../shared/text.ts";

const WORDS = /[\p{L}\p{N}]+/gu;
const MAX_WORD_LENGTH = 40;
/** These bound the work of a search: it is done on the event loop. */
const MAX_SEARCHED = 3;
const MAX_KNOWN = 5_000;

/** How many slips a word of this length may have. A slip is a letter too many, missing, wrong or swapped. */
const slipsIn = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);

/**
 * The search with each unknown word replaced by the nearest one of `texts`; null when every word is known, one has
 * nothing near it, or the search has more than three words. Of equally near words the more frequent one wins, then the first in order.
 */
export function suggestionFor(search: string, texts: readonly string[]): string | null {
  const folded = foldLetters(search.trim());
  if ((folded.match(WORDS) ?? []).length > MAX_SEARCHED) return null;
  const known = knownWords(texts);
  let changed = false;
  let isLost = false;
  const suggested = folded.replace(WORDS, (word) => {
    const near = nearest(word, known);
    if (near === null) isLost = true;
    else if (near !== word) changed = true;
    return near ?? word;
  });
  return changed && !isLost ? suggested : null;
}

interface KnownWord {
  count: number;
  letters: number;
}

function knownWords(texts: readonly string[]): Map<string, KnownWord> {
  const words = new Map<string, KnownWord>();
  let read = 0;
  for (const text of texts) {
    for (const [word] of foldLetters(text).matchAll(WORDS)) {
      if (++read > MAX_KNOWN) return words;
      const known = words.get(word);
      if (known) known.count += 1;
      else if (word.length <= MAX_WORD_LENGTH) words.set(word, { count: 1, letters: lettersOf(word) });
    }
  }
  return words;
}

/** The set of letters as bits; some share one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}

/** A slip changes at most two bits, so words that differ in more need not be compared. */
function differInMore(a: number, b: number, bits: number): boolean {
  let rest = a ^ b;
  for (let i = 0; i < bits; i++) rest &= rest - 1;
  return rest !== 0;
}

function nearest(word: string, words: ReadonlyMap<string, KnownWord>): string | null {
  if (words.has(word)) return word;
  if (word.length > MAX_WORD_LENGTH) return null;
  const most = slipsIn(word.length);
  const ownLetters = lettersOf(word);
  let best: { word: string; slips: number; count: number } | null = null;
  for (const [known, { count, letters }] of words) {
    // Part of a word is found as it is.
    if (known.includes(word)) return word;
    if (differInMore(letters, ownLetters, 2 * most)) continue;
    const slips = slipsBetween(word, known, best?.slips ?? most);
    if (slips === null) continue;
    const isBetter = !best || slips < best.slips || count > best.count || (count === best.count && known < best.word);
    if (isBetter) best = { word: known, slips, count };
  }
  return best?.word ?? null;
}

/**
 * Letters to insert, leave out, change or swap with their neighbour (no letter twice) to make one word of the other;
 * null when they are more than `most`. The optimal string alignment distance. A cell farther from the diagonal than
 * `most` is more than `most`, so only the others are computed.
 */
export function slipsBetween(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null;
  const newRow = () => new Array<number>(b.length + 1).fill(Number.POSITIVE_INFINITY);
  let [older, previous, row] = [newRow(), newRow(), newRow()];
  for (let j = 0; j <= Math.min(most, b.length); j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - most);
    row[from - 1] = from === 1 ? i : Number.POSITIVE_INFINITY;
    let least = row[from - 1]!;
    for (let j = from; j <= Math.min(i + most, b.length); j++) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let slips = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = !isSame && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) slips = Math.min(slips, older[j - 2]! + 1);
      row[j] = slips;
      least = Math.min(least, slips);
    }
    if (least > most) return null;
    [older, previous, row] = [previous, row, older];
  }
  const slips = previous[b.length]!;
  return slips <= most ? slips : null;
}
