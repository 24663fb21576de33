const WIDTH = 30;

/** A bar on a terminal; nothing where nobody watches. */
export function createProgress(): (done: number) => void {
  let shown = -1;
  return (done) => {
    const percent = Math.round(done * 100);
    if (!process.stderr.isTTY || percent === shown) return;
    shown = percent;
    const filled = Math.round(done * WIDTH);
    const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
    process.stderr.write(`\r${bar} ${percent} %${done === 1 ? "\n" : ""}`);
  };
}
