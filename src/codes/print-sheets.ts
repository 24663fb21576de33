import { createHash } from "node:crypto";
import type { Renderer } from "../rendering/renderer.ts";
import type { Paper } from "../rendering/sheet/formats.ts";
import { type FaceLook, faceRequest, type SheetLabel, type SheetRequest } from "../rendering/sheet/label.ts";
import { codeWidth, labelBoxes, labelsOf, rounded, type Texts } from "../rendering/sheet/layout.ts";
import type { Ink, StyledCode } from "../rendering/style.ts";
import type { Measure } from "../rendering/styled/assess.ts";
import { missingLetters } from "../rendering/styled/text.ts";
import { confirmRights } from "../shared/audit.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import { callerNow } from "../shared/caller.ts";
import { invalid, notFound } from "../shared/errors.ts";
import { withoutScheme } from "../shared/text.ts";
import type { Code } from "./code.ts";
import { actionOf } from "./content/index.ts";
import { type Design, lettersLeftOut, type ReadFaceLook, refuseLongWords, withoutFrame, wordsOn } from "./designs.ts";
import { type CodeImages, type EncodeOfMany, encodeFor } from "./images.ts";
import { inInk } from "./ink.ts";
import type { Printed, ReadPrinted } from "./printed.ts";
import { MAX_ON_SHEETS, refusalOf, refuseMeasures, TOO_MANY, type TooSmall } from "./sheet-refusals.ts";

/** Codes measured per call, so that other sheets are served in between. */
const MEASURED_AT_ONCE = 10;
const FACES_AT_ONCE = 50;
/** Tolerance for sums of decimals. */
const NOTHING = 1e-6;
const MEASURES_KEPT = 10_000;
const NETWORKS_NAMED = 20;

export const SHEET_ORDERS = ["selection", "name"] as const;
export type SheetOrder = (typeof SHEET_ORDERS)[number];

export interface SheetOptions extends Paper {
  /** Null: labels. */
  design: Design | null;
  texts: Texts;
  encode: EncodeOfMany;
  order: SheetOrder;
  bleed: number;
  marks: boolean;
  /** The first free label, from 1. */
  start: number;
  copies: number;
  ink: Ink;
  /** Skips codes that would be too small to read instead of refusing the sheet. */
  leaveOut: boolean;
}

export interface SheetPlan {
  pages: number;
  labels: number;
  labelsAPage: number;
  /** The width of a code without a frame; on faces that of the largest. */
  millimetres: number;
  tooSmall: TooSmall[];
  /** Characters of names that the font lacks and that are left out. */
  missingLetters: string[];
  /** Names of networks with such characters, which are left out whole; at most `NETWORKS_NAMED`. */
  networksLeftOut: string[];
}

export interface PrintSheetsParts {
  readPrinted: ReadPrinted;
  images: CodeImages;
  renderer: Pick<Renderer, "measure" | "measureFaces" | "drawSheet" | "previewSheet">;
  faceLook: ReadFaceLook;
  shareBase: (workspaceId: string) => string;
}

const isDrawable = (text: string): boolean => missingLetters(text).length === 0;

function networksLeftOut(texts: Texts, codes: readonly Code[], look: FaceLook | null): string[] {
  if (!texts.address || (look === null && texts.position === "none")) return [];
  const names = codes.flatMap(({ type, content }) => {
    const action = actionOf(type, content);
    return action.kind === "wifi" && !isDrawable(action.ssid) ? [action.ssid] : [];
  });
  return [...new Set(names)].slice(0, NETWORKS_NAMED);
}

/** Sheets of labels, posters, tents and cards; no code is printed smaller than its verdict allows. */
export function createPrintSheets({ readPrinted, images, renderer, shareBase, faceLook }: PrintSheetsParts) {
  const measures = createBoundedMap<Measure>(MEASURES_KEPT);

  /** Guests cannot open the link of a network yet. */
  const addressOf = (code: Code): string => {
    const action = actionOf(code.type, code.content);
    if (action.kind !== "wifi") return `${withoutScheme(shareBase(code.workspaceId))}/r/${code.token}`;
    // The name of another network would be worse than none.
    return isDrawable(action.ssid) ? action.ssid : "";
  };

  async function measure(workspaceId: string, codes: readonly StyledCode[], signal: AbortSignal): Promise<Measure[]> {
    const keys = codes.map(fingerprint);
    const known = new Map(keys.map((key) => [key, measures.get(key)]));
    const wanted = codes.filter((_, i) => known.get(keys[i]!) === undefined);
    for (let at = 0; at < wanted.length; at += MEASURED_AT_ONCE) {
      signal.throwIfAborted();
      await confirmRights();
      const some = wanted.slice(at, at + MEASURED_AT_ONCE);
      for (const [i, found] of (await renderer.measure(some, { caller: callerNow(workspaceId) })).entries()) {
        const key = fingerprint(some[i]!);
        measures.set(key, found);
        known.set(key, found);
      }
    }
    return keys.map((key) => known.get(key)!);
  }

  /** The printed width of each code; null where the words do not fit. */
  async function widths(
    workspaceId: string,
    { sheet, texts, design }: SheetOptions,
    look: FaceLook | null,
    labels: readonly SheetLabel[],
    measured: readonly Measure[],
    signal: AbortSignal,
  ): Promise<(number | null)[]> {
    if (!look || !design) return measured.map(({ ratio }) => codeWidth(labelBoxes(sheet, texts).code, ratio));
    const found: (number | null)[] = [];
    for (let at = 0; at < labels.length; at += FACES_AT_ONCE) {
      signal.throwIfAborted();
      await confirmRights();
      const faces = labels.slice(at, at + FACES_AT_ONCE).map((label) => faceRequest(sheet, texts, look, label));
      found.push(...(await renderer.measureFaces(faces, { caller: callerNow(workspaceId) })));
    }
    return found;
  }

  async function readCodes(workspaceId: string, printed: Printed, options: SheetOptions): Promise<Code[]> {
    const found: Code[] = [];
    for await (const some of readPrinted(workspaceId, printed)) {
      found.push(...some);
      if (found.length > MAX_ON_SHEETS) throw invalid([TOO_MANY]);
    }
    refuseMeasures(options, found.length);
    if (found.length === 0) throw notFound();
    if (options.order === "name") {
      // Natural order: table 2 before table 10. Created here, because it loads 8 MB of locale data.
      const { compare } = new Intl.Collator("en", { numeric: true });
      found.sort((a, b) => compare(a.name, b.name));
    }
    return found;
  }

  async function plan(
    workspaceId: string,
    printed: Printed,
    options: SheetOptions,
    signal: AbortSignal,
  ): Promise<{ plan: SheetPlan; request: SheetRequest }> {
    const { sheet, trim, isFolded, texts, design, bleed, marks, ink } = options;
    const start = options.start - 1;
    const found = await readCodes(workspaceId, printed, options);
    const looks: StyledCode[] = [];
    for (const code of found) looks.push(await images.input(inInk(code, ink), encodeFor(code, options.encode)));
    const codes = design ? looks.map(withoutFrame) : looks;
    const faces = design && (await faceLook(workspaceId, design));
    const labelOf = (code: Code, i: number, needs: number): SheetLabel => {
      const face = design && { ...wordsOn(design, looks[i]!), needs };
      return { code: i, name: code.name, address: addressOf(code), ...(face && { face }) };
    };
    const place = (labels: readonly SheetLabel[], found: readonly Measure[]) =>
      widths(workspaceId, options, faces, labels, found, signal);
    if (design) {
      // Before anything slow: each headline once.
      const words = new Map(found.map((code, i) => [wordsOn(design, looks[i]!).headline, labelOf(code, i, 0)]));
      refuseLongWords(await place([...words.values()], []));
    }
    const measured = await measure(workspaceId, codes, signal);
    const all = found.map((code, i) => labelOf(code, i, measured[i]!.smallest ?? 0));
    const gets = await place(all, measured);
    refuseLongWords(gets);
    const tooSmall: TooSmall[] = [];
    const fitting = all.filter(({ code: i }) => {
      const needs = measured[i]!.smallest;
      if (needs !== null && gets[i]! >= needs - NOTHING) return true;
      tooSmall.push({ id: found[i]!.id, name: found[i]!.name, needs, gets: rounded(gets[i]!) });
      return false;
    });
    const labelsAPage = labelsOf(sheet);
    const labels = fitting.flatMap((label, nth) =>
      // Designs fill pages of their own.
      Array.from(
        { length: design ? options.copies * labelsAPage - (nth === 0 ? start : 0) : options.copies },
        () => label,
      ),
    );
    return {
      plan: {
        pages: Math.ceil((start + labels.length) / labelsAPage),
        labels: labels.length,
        labelsAPage,
        millimetres: rounded(design ? Math.max(...gets.map(Number)) : codeWidth(labelBoxes(sheet, texts).code, 1)),
        tooSmall,
        missingLetters: lettersLeftOut(texts, fitting, faces),
        networksLeftOut: networksLeftOut(
          texts,
          fitting.map(({ code }) => found[code]!),
          faces,
        ),
      },
      request: { sheet, trim, isFolded, texts, faces, bleed, marks, start, codes, labels, ink },
    };
  }

  return {
    /** The layout and the first page. */
    async preview(
      workspaceId: string,
      printed: Printed,
      options: SheetOptions,
      signal: AbortSignal,
    ): Promise<SheetPlan & { svg: string }> {
      const { plan: planned, request } = await plan(workspaceId, printed, options, signal);
      const labels = request.labels.slice(0, planned.labelsAPage);
      // Only the first page's codes are sent to the thread.
      const used = [...new Set(labels.map(({ code }) => code))];
      const first = {
        ...request,
        codes: used.map((i) => request.codes[i]!),
        labels: labels.map((label) => ({ ...label, code: used.indexOf(label.code) })),
      };
      return { ...planned, svg: await renderer.previewSheet(first, { caller: callerNow(workspaceId), signal }) };
    },

    /** The document. Codes that would be too small are named and refused, or left out. */
    async draw(workspaceId: string, printed: Printed, options: SheetOptions, signal: AbortSignal): Promise<Uint8Array> {
      const { plan: planned, request } = await plan(workspaceId, printed, options, signal);
      await confirmRights();
      const { tooSmall } = planned;
      if (tooSmall.length > 0 && (!options.leaveOut || request.labels.length === 0)) {
        throw invalid(...refusalOf(tooSmall, options.design !== null));
      }
      return renderer.drawSheet(request, { caller: callerNow(workspaceId), signal });
    },
  };
}

const fingerprint = ({ logo, ...code }: StyledCode): string =>
  createHash("sha256").update(JSON.stringify(code)).digest("base64url").slice(0, 22);
