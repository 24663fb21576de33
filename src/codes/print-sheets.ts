import { createHash } from "node:crypto";
import type { Renderer } from "../rendering/renderer.ts";
import type { SheetRequest } from "../rendering/sheet/label.ts";
import {
  codeWidth,
  labelBoxes,
  labelsOf,
  rounded,
  type Sheet,
  sheetProblems,
  type Texts,
} from "../rendering/sheet/layout.ts";
import { SHEETS, type SheetName } from "../rendering/sheet/sheets.ts";
import type { Ink, StyledCode } from "../rendering/style.ts";
import type { Measure } from "../rendering/styled/assess.ts";
import { missingLetters } from "../rendering/styled/text.ts";
import { confirmRights } from "../shared/audit.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import { callerNow } from "../shared/caller.ts";
import { type FieldProblem, invalid, notFound } from "../shared/errors.ts";
import { withoutScheme } from "../shared/text.ts";
import type { Code } from "./code.ts";
import { type CodeImages, type EncodeOfMany, encodeFor } from "./images.ts";
import { inInk } from "./ink.ts";
import type { Printed, ReadPrinted } from "./printed.ts";

export const MAX_ON_SHEETS = 2000;
const MAX_LABELS = 10_000;
/** Codes measured per call, so that other sheets are served in between. */
const MEASURED_AT_ONCE = 10;
const MEASURES_KEPT = 10_000;
const NAMED = 20;

export const SHEET_ORDERS = ["selection", "name"] as const;
export type SheetOrder = (typeof SHEET_ORDERS)[number];

export interface SheetOptions {
  sheet: SheetName | Sheet;
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

export interface TooSmall {
  id: string;
  name: string;
  /** The smallest readable width in millimetres; null if it is unreadable at any size. */
  needs: number | null;
  /** Its width on this label. */
  gets: number;
}

export interface SheetPlan {
  pages: number;
  labels: number;
  labelsAPage: number;
  /** The width of a code without a frame. */
  millimetres: number;
  tooSmall: TooSmall[];
  /** Characters of names that the font lacks and that are left out. */
  missingLetters: string[];
}

export interface PrintSheetsParts {
  readPrinted: ReadPrinted;
  images: CodeImages;
  renderer: Pick<Renderer, "measure" | "drawSheet" | "previewSheet">;
  shareBase: (workspaceId: string) => string;
}

/** Sheets of labels; no code is printed smaller than its verdict allows. */
export function createPrintSheets({ readPrinted, images, renderer, shareBase }: PrintSheetsParts) {
  const measures = createBoundedMap<Measure>(MEASURES_KEPT);
  const address = (code: Code) => `${withoutScheme(shareBase(code.workspaceId))}/r/${code.token}`;

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

  async function plan(
    workspaceId: string,
    printed: Printed,
    options: SheetOptions,
    signal: AbortSignal,
  ): Promise<{ plan: SheetPlan; request: SheetRequest }> {
    const sheet: Sheet = typeof options.sheet === "string" ? SHEETS[options.sheet] : options.sheet;
    const found: Code[] = [];
    for await (const some of readPrinted(workspaceId, printed)) {
      found.push(...some);
      if (found.length > MAX_ON_SHEETS) throw invalid([TOO_MANY]);
    }
    refuseMeasures(sheet, options, found.length);
    if (found.length === 0) throw notFound();
    if (options.order === "name") {
      // Natural order: table 2 before table 10. Created here, because it loads 8 MB of locale data.
      const { compare } = new Intl.Collator("en", { numeric: true });
      found.sort((a, b) => compare(a.name, b.name));
    }
    const codes: StyledCode[] = [];
    for (const code of found) {
      codes.push(await images.input(inInk(code, options.ink), encodeFor(code, options.encode)));
    }
    const measured = await measure(workspaceId, codes, signal);
    const boxes = labelBoxes(sheet, options.texts);
    const tooSmall: TooSmall[] = [];
    const fitting = found.flatMap((code, i) => {
      const { smallest: needs, ratio } = measured[i]!;
      const gets = codeWidth(boxes.code, ratio);
      if (needs !== null && gets >= needs) return [i];
      tooSmall.push({ id: code.id, name: code.name, needs, gets: rounded(gets) });
      return [];
    });
    const labels = fitting.flatMap((i) => {
      const label = { code: i, name: found[i]!.name, address: address(found[i]!) };
      return Array.from({ length: options.copies }, () => label);
    });
    const start = options.start - 1;
    const labelsAPage = labelsOf(sheet);
    const named = options.texts.name && options.texts.position !== "none";
    return {
      plan: {
        pages: Math.ceil((start + labels.length) / labelsAPage),
        labels: labels.length,
        labelsAPage,
        millimetres: rounded(codeWidth(boxes.code, 1)),
        tooSmall,
        missingLetters: named ? [...new Set(fitting.flatMap((i) => missingLetters(found[i]!.name)))].slice(0, 100) : [],
      },
      request: {
        sheet,
        texts: options.texts,
        bleed: options.bleed,
        marks: options.marks,
        start,
        codes,
        labels,
        ink: options.ink,
      },
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
        throw invalid(tooSmall.slice(0, NAMED).map(refusalOf), refusalInWords(tooSmall));
      }
      return renderer.drawSheet(request, { caller: callerNow(workspaceId), signal });
    },
  };
}

const TOO_MANY = { field: "ids", message: `must be at most ${MAX_ON_SHEETS} values` };

const refusalOf = ({ name, needs, gets }: TooSmall): FieldProblem => ({
  field: "ids",
  message:
    needs === null
      ? `“${name}” cannot be read at any size`
      : `“${name}” needs at least ${needs} mm and would get ${gets} mm`,
});

const refusalInWords = (all: readonly TooSmall[]): string =>
  `${all.length === 1 ? "One code" : `${all.length} codes`} would be too small to be read on these labels. Use larger labels, put the text next to the code or omit it, or leave ${all.length === 1 ? "it" : "them"} out.`;

function refuseMeasures(sheet: Sheet, { start, copies }: SheetOptions, count: number): void {
  const problems: FieldProblem[] = sheetProblems(sheet).map(({ field, message }) => ({
    field: `sheet.${field}`,
    message,
  }));
  if (start > labelsOf(sheet)) {
    problems.push({ field: "start", message: `must be one of the sheet's ${labelsOf(sheet)} labels` });
  }
  if (count * copies > MAX_LABELS) {
    problems.push({ field: "copies", message: `make more than ${MAX_LABELS} labels` });
  }
  if (problems.length > 0) throw invalid(problems);
}

const fingerprint = ({ logo, ...code }: StyledCode): string =>
  createHash("sha256").update(JSON.stringify(code)).digest("base64url").slice(0, 22);
