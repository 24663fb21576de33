import { createCanvas } from "@napi-rs/canvas";
import fc from "fast-check";
import {
  EYE_SHAPES,
  FRAME_KINDS,
  GRADIENT_KINDS,
  MAX_FRAME_TEXT_LENGTH,
  MODULE_SHAPES,
  PLAIN,
  QUIET_ZONES,
  type Style,
} from "../../../src/rendering/style.ts";
import type { StyledInput } from "../../../src/rendering/styled/assess.ts";

/** A round logo in one colour with a light bar. */
export function roundLogo(color = "#c1121f", side = 200): Uint8Array {
  const canvas = createCanvas(side, side);
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  context.beginPath();
  context.arc(side / 2, side / 2, side / 2, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = "#ffffff";
  context.fillRect(side * 0.4, side * 0.2, side * 0.2, side * 0.6);
  return canvas.toBuffer("image/png");
}

export const styledCode = (code: Partial<StyledInput>, style: Partial<Style> = {}): StyledInput => ({
  text: "HTTPS://TESSERA.EXAMPLE/R/K3X9WQ2MNP7A",
  level: "M",
  foreground: "#1a1410",
  background: "#ffffff",
  size: 512,
  ...code,
  logo: code.logo ?? (style.logo ? roundLogo() : null),
  style: { ...PLAIN, ...style },
});

const colorBetween = (darkest: number, lightest: number) =>
  fc
    .tuple(...Array.from({ length: 3 }, () => fc.integer({ min: darkest, max: lightest })))
    .map((channels) => `#${channels.map((each) => each.toString(16).padStart(2, "0")).join("")}`);

/** Mostly colours people would choose, and sometimes any colour. */
const ink = fc.oneof({ weight: 9, arbitrary: colorBetween(0, 120) }, { weight: 1, arbitrary: colorBetween(0, 255) });
const paper = fc.oneof(
  { weight: 3, arbitrary: fc.constant("#ffffff") },
  { weight: 1, arbitrary: colorBetween(215, 255) },
);

const style: fc.Arbitrary<Style> = fc.record({
  modules: fc.constantFrom(...MODULE_SHAPES),
  eyeFrame: fc.constantFrom(...EYE_SHAPES),
  eyeBall: fc.constantFrom(...EYE_SHAPES),
  eyeColor: fc.option(ink),
  gradient: fc.option(
    fc.record({ kind: fc.constantFrom(...GRADIENT_KINDS), to: ink, angle: fc.integer({ min: 0, max: 359 }) }),
  ),
  logo: fc.option(
    fc.record({ id: fc.constant("logo"), scale: fc.integer({ min: 10, max: 30 }).map((percent) => percent / 100) }),
  ),
  frame: fc.option(
    fc.record({
      kind: fc.constantFrom(...FRAME_KINDS),
      text: fc.constantFrom("Scan me", "Меню", "Σκανάρετε", "Zum Wohl!", "W".repeat(MAX_FRAME_TEXT_LENGTH)),
      color: ink,
    }),
  ),
  quietZone: fc.integer({ min: QUIET_ZONES.least, max: QUIET_ZONES.most }),
  transparent: fc.boolean(),
});

/** Any look, on a share URL. */
export const anyStyledCode: fc.Arbitrary<StyledInput> = fc
  .record({
    token: fc.stringMatching(/^[A-Z0-9]{12}$/),
    level: fc.constantFrom("L" as const, "M" as const, "Q" as const, "H" as const),
    foreground: ink,
    background: paper,
    logoColor: colorBetween(0, 255),
    style,
  })
  .map(({ token, logoColor, style: look, ...code }) => ({
    ...code,
    text: `HTTPS://TESSERA.EXAMPLE/R/${token}`,
    // Some as small as a code can be, where few get such a good grade.
    size: token.charCodeAt(0) % 8 === 0 ? 128 : 512,
    style: look,
    logo: look.logo ? roundLogo(logoColor) : null,
  }));
