/** How light a camera sees #RRGGBB, 0 to 255. */
function lightness(color: string): number {
  const value = Number.parseInt(color.slice(1), 16);
  return 0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255);
}

/** Beyond this no pair of colours has too little contrast. */
const SURELY_ENOUGH = 155;

/**
 * Whether a code in these colours may scan badly: its squares are lighter than the background, or
 * hardly darker. Only then is the real verdict worth asking for, which takes the server a while.
 */
export const isFaint = (foreground: string, background: string): boolean =>
  !(lightness(background) - lightness(foreground) >= SURELY_ENOUGH);
