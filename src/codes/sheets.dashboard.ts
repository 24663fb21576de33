import { type Static, Type } from "typebox";
import { FORMAT_NAMES, type FormatName, paperOf } from "../rendering/sheet/formats.ts";
import { TEXT_POSITIONS } from "../rendering/sheet/layout.ts";
import { movedPdf } from "../rendering/sheet/move.ts";
import { SHEET_NAMES, SHEETS, type SheetName } from "../rendering/sheet/sheets.ts";
import { INKS, type Ink } from "../rendering/style.ts";
import { createOneAtATime } from "../server/dashboard-guards.ts";
import { FOR_VIEWERS } from "../server/operation.ts";
import { leavingOf } from "../server/request.ts";
import { contentDisposition } from "../server/send-file.ts";
import type { Server } from "../server/server.ts";
import { enumOf, nullable, withRequired } from "../server/shapes.ts";
import { answerJsonSlowly, answerSlowly, type SlowAnswer } from "../server/slow-answer.ts";
import type { Services } from "../services.ts";
import { type Design, MAX_HEADLINE, MAX_LINE } from "./designs.ts";
import { ENCODES, type EncodeOfMany } from "./images.ts";
import { SHEET_ORDERS, type SheetOptions, type SheetOrder } from "./print-sheets.ts";
import { idsUpTo, ofPlacements, readPrinted, SELECTION_BYTES } from "./selection.dashboard.ts";
import { MAX_ON_SHEETS } from "./sheet-refusals.ts";

const mm = (minimum: number, maximum: number) => Type.Number({ minimum, maximum });
const Measures = Type.Object({
  page: Type.Object({ width: mm(50, 1000), height: mm(50, 1500) }),
  columns: Type.Integer({ minimum: 1, maximum: 50 }),
  rows: Type.Integer({ minimum: 1, maximum: 100 }),
  width: mm(5, 1000),
  height: mm(5, 1500),
  left: mm(0, 500),
  top: mm(0, 500),
  pitchX: mm(0, 1000),
  pitchY: mm(0, 1500),
});

const Words = withRequired(
  [],
  Type.Object({
    headline: Type.Unsafe<string | null>({
      ...nullable("string", { description: "Default: the words of each code's frame." }),
      maxLength: MAX_HEADLINE,
      default: null,
    }),
    line: Type.String({ maxLength: MAX_LINE, default: "" }),
    brand: Type.Boolean({ default: true }),
    filled: Type.Boolean({ default: false }),
  }),
);

const SheetBody = withRequired(
  [],
  Type.Object({
    ...ofPlacements,
    ids: Type.Optional(idsUpTo(MAX_ON_SHEETS)),
    sheet: Type.Unsafe<SheetName>({ ...enumOf(SHEET_NAMES, "By name."), default: "A4 3x4" }),
    measures: Type.Optional(Measures),
    format: Type.Optional(
      Type.Unsafe<FormatName>(enumOf(FORMAT_NAMES, "A poster, tent or card instead of a sheet of labels.")),
    ),
    design: Type.Optional(Words),
    text: Type.Unsafe<(typeof TEXT_POSITIONS)[number]>({
      ...enumOf(TEXT_POSITIONS, "Where name and address stand."),
      default: "under",
    }),
    name: Type.Boolean({ default: true }),
    address: Type.Boolean({ default: true }),
    encode: Type.Unsafe<EncodeOfMany>({
      ...enumOf(ENCODES, "What the codes hold. best: the network of a Wi-Fi code, the share URL of all others."),
      default: "best",
    }),
    order: Type.Unsafe<SheetOrder>({
      ...enumOf(SHEET_ORDERS, "As they were marked, or by their names."),
      default: "selection",
    }),
    bleed: Type.Number({ minimum: 0, maximum: 5, default: 0 }),
    marks: Type.Boolean({ default: false }),
    start: Type.Integer({ minimum: 1, maximum: 5000, default: 1 }),
    copies: Type.Integer({ minimum: 1, maximum: 100, default: 1 }),
    ink: Type.Unsafe<Ink>({ ...enumOf(INKS, "In the codes' colours, or in black alone."), default: "own" }),
    leaveOut: Type.Boolean({ default: false }),
  }),
);

const OWN_FRAME: Design = { headline: null, line: "", brand: true, filled: false };

const optionsOf = (body: Static<typeof SheetBody>): SheetOptions => {
  const { measures, sheet, format, text: position, name, address } = body;
  const { encode, order, bleed, marks, start, copies, ink, leaveOut } = body;
  const paper = format
    ? paperOf(format, bleed, marks)
    : { sheet: measures ?? SHEETS[sheet], trim: null, isFolded: false };
  const design = body.design ?? (format ? OWN_FRAME : null);
  const texts = { position, name, address };
  return { ...paper, design, texts, encode, order, bleed, marks, start, copies, ink, leaveOut };
};

/** The PDF header is sent first; comments may follow it as keep-alive. */
const SLOW_PDF: SlowAnswer = {
  type: "application/pdf",
  begin: "%PDF-1.4\n",
  keepAlive: "% drawing\n",
  finish: movedPdf,
};

/** Label sheets for the selected codes. */
export function selectionSheetRoutes(server: Server, { printSheets: sheets }: Services): void {
  const begin = createOneAtATime("A sheet is being made for you. Wait for its end.");
  const options = { ...FOR_VIEWERS, bodyLimit: SELECTION_BYTES, schema: { body: SheetBody } };

  server.get("/sheets", FOR_VIEWERS, async () => SHEET_NAMES.map((name) => ({ name, ...SHEETS[name] })));

  server.post("/preview/sheet", options, async (request, reply) => {
    const printed = readPrinted(request.body);
    const work = sheets.preview(request.workspaceId, printed, optionsOf(request.body), leavingOf(reply));
    return answerJsonSlowly(reply, work);
  });

  server.post("/selection/sheet", options, async (request, reply) => {
    const printed = readPrinted(request.body);
    const end = begin(request.userId);
    const work = sheets.draw(request.workspaceId, printed, optionsOf(request.body), leavingOf(reply)).finally(end);
    reply.header("Content-Disposition", contentDisposition("attachment", "codes.pdf"));
    return answerSlowly(reply, work, SLOW_PDF);
  });
}
