import classes from "./frame.module.css";

const COLUMNS = 14;
const ROWS = 22;
const STEP = 40;
const COLOURS = ["#2f9485", "#197b6e", "#86d6cb", "#0a443f", "#2f9485", "#197b6e", "#e0a458"];

/** The same for everyone: pseudo-random numbers from a linear congruential generator. */
function createNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Tiles that are scattered on one side and form a mosaic on the other. */
function tiles() {
  const next = createNumbers(7);
  const all = Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const column = i % COLUMNS;
    const share = 0.15 + (0.85 * column) / (COLUMNS - 1);
    return {
      key: i,
      isThere: next() < share,
      x: column * STEP + 3 * next(),
      y: Math.floor(i / COLUMNS) * STEP + 3 * next(),
      fill: COLOURS[Math.floor(next() * COLOURS.length)]!,
      opacity: Math.max(0.18, share),
    };
  });
  return all.filter(({ isThere }) => isThere);
}

const TILES = tiles();

export function Mosaic() {
  return (
    <svg
      className={classes.art}
      viewBox={`0 0 ${COLUMNS * STEP} ${ROWS * STEP}`}
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
    >
      {TILES.map(({ key, x, y, fill, opacity }) => (
        <rect key={key} x={x} y={y} width="36" height="36" rx="3" fill={fill} opacity={opacity} />
      ))}
    </svg>
  );
}
