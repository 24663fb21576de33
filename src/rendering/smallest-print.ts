import { lightness, parseColor } from "./colors.ts";
import { decode } from "./decode.ts";
import { printSize, runTrials } from "./grading.ts";
import { plainSubject } from "./scannability.ts";
import { isPlain, type StyledCode } from "./style.ts";
import { bothRead } from "./styled/assess.ts";
import { darkTone, prepare } from "./styled/draw.ts";
import { styledSubject } from "./styled/photograph.ts";
import { createSymbol, QUIET_ZONE } from "./symbol.ts";
import { SMALL_PRINT } from "./trials.ts";

export interface Measure {
  /** What a verdict has as `smallestPrintMillimetres`. */
  smallest: number | null;
  /** How many times as high as wide the picture is. */
  ratio: number;
}

/** How small a code may be printed, without all else that a verdict finds out. */
export async function smallestPrint(code: StyledCode): Promise<Measure> {
  const { text } = code;
  const { subject, modules, ratio, reads } = isPlain(code.style) ? plain(code) : await styled(code);
  const [result] = await runTrials(subject, reads ?? (async (picture) => (await decode(picture)) === text), {
    trials: SMALL_PRINT,
  });
  const pixels = result?.survived ?? null;
  return { smallest: pixels === null ? null : printSize(modules, pixels), ratio };
}

function plain({ text, level, foreground, background }: StyledCode) {
  const symbol = createSymbol(text, level);
  const tones = { dark: lightness(parseColor(foreground)), light: lightness(parseColor(background)) };
  const modules = symbol.size + 2 * QUIET_ZONE;
  return { subject: plainSubject(symbol, tones), modules, ratio: 1, reads: undefined };
}

async function styled(code: StyledCode) {
  const prepared = await prepare(code);
  const { scene, look } = prepared;
  const tones = { dark: darkTone(look), light: lightness(look.background) };
  return {
    subject: await styledSubject(prepared),
    ratio: scene.height / scene.width,
    modules: Math.max(scene.width, scene.symbol.size + 2 * QUIET_ZONE),
    reads: bothRead(code.text, () => plainSubject(createSymbol(code.text, code.level), tones)),
  };
}
