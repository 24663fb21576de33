/** The two colours of a code, #RRGGBB. */
export interface Colors {
  foregroundColor: string;
  backgroundColor: string;
}

/** What else of a look is dark: the second colour of a gradient, and the eyes' own. */
interface Inked extends Colors {
  style: { gradient: { to: string } | null; eyeColor: string | null };
}

const channelsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** How light a person sees a colour, 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 for the same colour twice, 21 for black and white. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Below this, the best that a code can be called is "with some care". */
const ENOUGH = 4;

/** What is wrong with the two colours beside one another, while one chooses them. */
export function contrastProblem({ foregroundColor, backgroundColor }: Colors): string | null {
  if (luminance(foregroundColor) > luminance(backgroundColor)) {
    return "Light squares on a dark ground: many phones do not read that.";
  }
  const ratio = contrast(foregroundColor, backgroundColor);
  if (ratio >= ENOUGH) return null;
  return `The two colours are too much alike: ${ratio.toFixed(1)} to 1, and 4 to 1 is wanted.`;
}

/** The same for the colours of a gradient and of the eyes. */
export function inkProblem({ backgroundColor, style }: Inked): string | null {
  const inks = { "second colour": style.gradient?.to, "colour of the eyes": style.eyeColor };
  const pale = Object.entries(inks).find(([, ink]) => ink && !isDark(ink, backgroundColor));
  return pale ? `The ${pale[0]} is too much like the background.` : null;
}

const isDark = (ink: string, ground: string): boolean =>
  luminance(ink) < luminance(ground) && contrast(ink, ground) >= ENOUGH;

const STEPS = 20;
/** With a margin, since cameras see colours a little otherwise than people. */
const SAFE = 7;

function darkened(color: string, ground: string): string | null {
  const channels = channelsOf(color);
  for (let step = 1; step <= STEPS; step++) {
    const parts = channels.map((channel) => Math.round(channel * (1 - step / STEPS)));
    const darker = `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    if (contrast(darker, ground) >= SAFE) return darker;
  }
  return null;
}

/** The nearest colours that phones read well: swapped, darker, or on white. */
export function saferColors({ foregroundColor, backgroundColor }: Colors): Colors {
  const [dark, light] =
    luminance(foregroundColor) > luminance(backgroundColor)
      ? [backgroundColor, foregroundColor]
      : [foregroundColor, backgroundColor];
  if (contrast(dark, light) >= SAFE) return { foregroundColor: dark, backgroundColor: light };
  const darker = darkened(dark, light);
  if (darker !== null) return { foregroundColor: darker, backgroundColor: light };
  return { foregroundColor: darkened(dark, "#ffffff") ?? "#000000", backgroundColor: "#ffffff" };
}

/** The same for a whole look: what is dark enough in it stays. */
export function saferLook<T extends Inked>(look: T): Colors & Pick<T, "style"> {
  const isFine = isDark(look.foregroundColor, look.backgroundColor);
  const { foregroundColor, backgroundColor } = isFine ? look : saferColors(look);
  const safe = (ink: string) =>
    isDark(ink, backgroundColor) ? ink : (darkened(ink, backgroundColor) ?? foregroundColor);
  const { gradient, eyeColor } = look.style;
  const style = {
    ...look.style,
    gradient: gradient && { ...gradient, to: safe(gradient.to) },
    eyeColor: eyeColor && safe(eyeColor),
  };
  return { foregroundColor, backgroundColor, style };
}
