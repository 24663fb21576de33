/**
 * Penalty points of ISO 18004, 7.8.3, written after the text of the standard, without optimisation. Rows are texts of 0
 * (light) and 1 (dark).
 */
export function slowPenalty(rows: string[]): number {
  const columns = rows.map((_, x) => rows.map((row) => row[x]).join(""));
  let points = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += 3 + run.length - 5;
    // A lookahead consumes no characters, so that patterns may overlap.
    points += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 1; y < rows.length; y++) {
    for (let x = 1; x < rows.length; x++) {
      const block = [rows[y]?.[x], rows[y]?.[x - 1], rows[y - 1]?.[x], rows[y - 1]?.[x - 1]];
      if (block.every((module) => module === block[0])) points += 3;
    }
  }
  const dark = rows.join("").replaceAll("0", "").length;
  const percent = (100 * dark) / rows.length ** 2;
  // Up to 5 % off the half costs nothing, up to 10 % ten points, and so on.
  for (let off = 5; Math.abs(percent - 50) > off; off += 5) points += 10;
  return points;
}
