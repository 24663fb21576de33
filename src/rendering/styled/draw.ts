import type { Image } from "@napi-rs/canvas";
import type { Level } from "../../shared/vocabulary.ts";
import { lightness, parseColor } from "../colors.ts";
import { LogoTooLarge, SizeTooSmall } from "../errors.ts";
import { type ImageFormat, TITLE } from "../image.ts";
import { type Ink, LOGO_SCALE, type StyledCode } from "../style.ts";
import { createSymbol } from "../symbol.ts";
import { type Composed, compose, type Look, type Plate } from "./compose.ts";
import { type CoveredSymbol, coveredSymbol, type Margin, marginOf } from "./covered-symbol.ts";
import { styledPdf } from "./pdf.ts";
import { decodeImage, greyed, imagePixels, paintScene } from "./pixels.ts";
import { coveringOf, plateOf, readTones } from "./plate.ts";
import { encodePng } from "./png.ts";
import type { SceneLogo } from "./scene.ts";
import { styledSvg } from "./svg.ts";

export interface StyledRequest extends StyledCode {
  format: ImageFormat;
  /** The width in pixels; a frame makes the image taller. */
  size: number;
  /** The printed width. */
  millimetres?: number | undefined;
  /** What screen readers call it; default: TITLE. */
  title?: string | undefined;
  ink?: Ink | undefined;
}

export interface StyledPicture {
  bytes: Uint8Array;
  /** In pixels. */
  width: number;
  height: number;
  /** The level drawn: the requested one, or a higher one for the logo. */
  level: Level;
  margin: Margin;
}

export interface Prepared {
  scene: Composed;
  look: Look;
  hasLogo: boolean;
  level: Level;
  version: number;
  margin: Margin;
}

/** The lightest colour of any dark module. */
export function darkTone({ style, foreground }: Look): number {
  const colors = [foreground];
  if (style.gradient) colors.push(parseColor(style.gradient.to));
  if (style.eyeColor !== null) colors.push(parseColor(style.eyeColor));
  return Math.max(...colors.map(lightness));
}

export const lookOf = ({ style, foreground, background }: StyledCode): Look => ({
  style,
  foreground: parseColor(foreground),
  background: parseColor(background),
});

/** Creates the scene of a code, in modules. */
export async function prepare(code: StyledCode): Promise<Prepared> {
  const { style, text, level } = code;
  const look = lookOf(code);
  const png = style.logo ? code.logo : null;
  const logo = png && { png, image: await decodeImage(png) };
  const { symbol, margin, plate } = logo ? withLogo(code, look, logo.image) : withoutLogo(text, level);
  const scene = compose(symbol, look, plate, logo);
  return { scene, look, hasLogo: plate !== null, level: symbol.level, version: symbol.version, margin };
}

interface Drawn extends CoveredSymbol {
  plate: Plate | null;
}

function withoutLogo(text: string, level: Level): Drawn {
  const symbol = createSymbol(text, level);
  return { symbol, margin: marginOf(symbol.version, level, 0), plate: null };
}

function withLogo({ text, level, style }: StyledCode, look: Look, image: Image): Drawn {
  const scale = style.logo?.scale ?? LOGO_SCALE.least;
  const logo = readTones(image, look.background);
  const tones = { dark: darkTone(look), light: lightness(look.background) };
  const covered = coveredSymbol(text, level, (size) => {
    const plate = plateOf(size, scale, logo);
    return plate && coveringOf(plate, logo, tones);
  });
  if (!covered) throw new LogoTooLarge();
  return { ...covered, plate: plateOf(covered.symbol.size, scale, logo) ?? null };
}

/** A logo as black ink prints it. */
export async function inGrey({ image }: SceneLogo): Promise<SceneLogo> {
  const png = encodePng(greyed(imagePixels(image)));
  return { png, image: await decodeImage(png) };
}

const printedMillimetres = (pixels: number): number => (pixels / 300) * 25.4;

/** Encodes the image of a code. */
export async function drawStyled(request: StyledRequest): Promise<StyledPicture> {
  const { size, format, millimetres, title = TITLE, ink = "own" } = request;
  const { scene: own, level, margin } = await prepare(request);
  const scene = own.logo && ink === "black" ? { ...own, logo: { ...own.logo, ...(await inGrey(own.logo)) } } : own;
  const smallest = Math.ceil(scene.width);
  if (size < smallest) throw new SizeTooSmall(smallest);
  const height = Math.round((size * scene.height) / scene.width);
  const picture = { width: size, height, level, margin };
  const bytes = await write();
  return { ...picture, bytes };

  async function write(): Promise<Uint8Array> {
    if (format === "png") {
      return encodePng(paintScene(scene, { width: size, height }), millimetres);
    }
    if (format === "pdf") return styledPdf(scene, millimetres ?? printedMillimetres(size), title, ink);
    const tall = (width: number) => Math.round(((width * scene.height) / scene.width) * 1e4) / 1e4;
    const shown =
      millimetres === undefined
        ? { width: String(size), height: String(tall(size)) }
        : { width: `${millimetres}mm`, height: `${tall(millimetres)}mm` };
    return Buffer.from(styledSvg(scene, shown, title));
  }
}
