import { contrastRatio, formatColor, lightness, parseColor } from "../rendering/colors.ts";
import type { StyledInput } from "../rendering/styled/assess.ts";

/** The contrast that all inks get, and the largest logo, from the least change to the greatest. */
const TRIES: readonly [contrast: number, logo: number][] = [
  [4.5, 1],
  [7, 1],
  [10, 1],
  [4.5, 0.15],
  [7, 0.15],
  [12, 0.15],
];
const STEPS = 20;
const WHITE = "#ffffff";

/** The nearest darker colour with that contrast to the ground; null when black has not. */
function darkened(color: string, ground: string, contrast: number): string | null {
  const { red, green, blue } = parseColor(color);
  const under = parseColor(ground);
  for (let step = 0; step <= STEPS; step++) {
    const part = (channel: number) => Math.round(channel * (1 - step / STEPS));
    const ink = { red: part(red), green: part(green), blue: part(blue) };
    const isDarker = lightness(ink) < lightness(under);
    if (isDarker && contrastRatio(ink, under) >= contrast) {
      return step === 0 ? color : formatColor(ink);
    }
  }
  return null;
}

/** The code with every ink dark enough for its ground, which is white where none would be. */
function withContrast(code: StyledInput, contrast: number): StyledInput {
  const { style, foreground } = code;
  const background = darkened("#000000", code.background, contrast) ? code.background : WHITE;
  const dark = (color: string): string => darkened(color, background, contrast) ?? "#000000";
  const { gradient, eyeColor } = style;
  return {
    ...code,
    background,
    foreground: dark(foreground),
    style: {
      ...style,
      gradient: gradient && { ...gradient, to: dark(gradient.to) },
      eyeColor: eyeColor && dark(eyeColor),
    },
  };
}

/** The same shapes in darker colours, then with a smaller logo: few, since each has to be judged. */
export function darkerLooks(code: StyledInput): StyledInput[] {
  const textOf = (look: StyledInput) => JSON.stringify([look.style, look.foreground, look.background]);
  const seen = new Set([textOf(code)]);
  const looks: StyledInput[] = [];
  for (const [contrast, largest] of TRIES) {
    const { logo } = code.style;
    const smaller = logo && { ...logo, scale: Math.min(logo.scale, largest) };
    const look = withContrast({ ...code, style: { ...code.style, logo: smaller } }, contrast);
    if (!seen.has(textOf(look))) looks.push(look);
    seen.add(textOf(look));
  }
  return looks;
}
