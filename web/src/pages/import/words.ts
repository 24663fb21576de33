import { inWords } from "../../parts/formats.ts";

const codes = (count: number) => inWords.times(count, "code");
const number = inWords.number;

/** Every text of the page Import codes. */
export const words = {
  title: "Import codes",
  lead: "Create many codes from a spreadsheet, or bring your links from Bitly, Dub, Shlink or Kutt.",
  allCodes: "All codes",

  workspace: "Import into",

  noRows: "This file has no rows.",
  tooManyRows: (rows: number, most: number) =>
    `This file has ${number(rows)} rows, and the limit is ${number(most)}. Split it and import the parts separately.`,
  notCsv: "This is not a CSV file. Save the spreadsheet as CSV and choose that file.",
  tooLarge: "This file is larger than 20 MB. Split it and import the parts separately.",
  unreadable: "Your browser could not read this file.",
  unclosedQuote: (row: number) =>
    `A quotation mark in row ${row} is not closed, so the rest of the file may have become one cell. If so, correct the file and choose it again.`,
  file: "CSV file",
  drop: "Drop a CSV file here, or click to choose one",
  dropHint: (most: number) =>
    `From any spreadsheet, one row per code, up to ${number(most)} rows; or an export from Bitly, Dub, Shlink or Kutt. You see a preview before anything is created.`,
  paste: "Paste",
  pasteTitle: "Or paste rows",
  rows: "Rows",
  rowsHint: "Copied from a spreadsheet, with or without column headings.",
  rowsPlaceholder: "Name,Content\nTable 1,https://example.com/menu",
  preview: "Preview",
  template: "Download template",
  templateFile: "codes-template.csv",

  columns: "Columns",
  columnsHint: "Check what each column contains.",
  column: (number: number) => `Column ${number}`,
  emptyCell: "Empty in the first row",
  skipColumn: "Do not import",
  hasHeadings: "The first row contains column headings",
  typeOfAll: "Type of all rows",
  typeOfAllHint: "No column gives the type.",
  detectType: "Detect for each row",
  fields: {
    name: "Name",
    content: "Content",
    type: "Type",
    externalId: "Your own ID",
    tags: "Tags",
    slug: "Short name",
    foregroundColor: "Colour",
    backgroundColor: "Background",
    size: "Pixels",
    errorCorrection: "Error correction",
    isPublic: "Active",
    expiresAt: "Works until",
  },

  isNot: (text: string, wanted: string) => `“${text}” is not ${wanted}.`,
  oneOf: (names: readonly string[]) => `one of ${names.join(", ")}`,
  aColour: (example: string) => `a colour such as ${example}`,
  aSlug: "3 to 40 letters from a to z, digits and -",
  tooManyTags: (most: number) => `At most ${most} tags are allowed.`,
  notTagged: (why: string) => `The codes were created, but not all got their tags. ${why}`,
  pixels: "a whole number from 128 to 2048",
  levels: "L, M, Q or H",
  yesOrNo: "yes or no",
  aFutureDay: "a future date such as 2030-12-31",
  tooManyCharacters: (length: number, most: number) => `Too long: ${length} characters, at most ${most} are allowed.`,
  tooManyBytes: (length: number, most: number) => `Too long: ${length} bytes, at most ${most} fit into a code.`,
  noContent: "The content is missing.",

  toCreate: "Codes to create",
  table: "Table of rows",
  onlyProblems: (count: number) => `Only rows with a problem (${number(count)})`,
  create: "Create",
  createRow: (row: number) => `Create row ${row}`,
  row: "Row",
  rowNumber: (row: number) => `Row ${row}`,
  exists: "already exists",
  active: "Active",
  paused: "Paused",
  createCodes: (count: number) => (count === 0 ? "Nothing to create" : `Create ${codes(count)}`),
  otherFile: "Choose another file",
  skipped: (count: number) =>
    `${inWords.times(count, "row")} with a problem will be skipped. You can download ${count === 1 ? "it" : "them"} afterwards.`,

  peers: {
    title: (product: string) => `Links from ${product}`,
    text: (product: string) =>
      `This file is an export from ${product}. Its links become codes with their titles, tags, end dates and counts so far.`,
    keep: "Keep their short names",
    keepHint: "Turn off to create codes with new short links, and to choose what each column contains.",
    keepAlways: "Codes get the short names of the links.",
    domain: (product: string) =>
      `Printed links keep working when you add their domain to this workspace (Settings, Domains) and point its DNS to this service. Names below a domain of ${product} itself cannot be moved.`,
    checking: "Checking the links",
    importing: "Importing the links",
    result: "Result",
    would: (count: number) => `${codes(count)} can be imported`,
    did: (count: number) => `${codes(count)} imported`,
    others: (there: number, refused: number) => `${number(there)} already existed, ${number(refused)} skipped.`,
    importIt: (count: number) => (count === 0 ? "Nothing to import" : `Import ${codes(count)}`),
    lines: (count: number) => `What is lost or skipped (${number(count)})`,
    linesLabel: "What is lost or skipped",
    report: "Download this list",
    reportFile: "import-report.txt",
  },
  unfinished: "This import was not finished",
  unfinishedBefore: (at: number, made: number, total: number) =>
    `An import that started at ${inWords.dateTime(at)} was not finished: ${number(made)} of ${codes(total)} were created. Choose the same file again to continue.`,
  unfinishedText: (at: number, made: number, total: number) =>
    `You started importing these rows ${inWords.ago(new Date(at).toISOString())} (${inWords.dateTime(at)}). ${number(made)} of ${codes(total)} were created.`,
  continue: "Continue",
  startOver: "Start over",
  notChecked: (why: string) => `It is unknown which of these codes you already have. ${why}`,
  existing: (count: number) =>
    count === 1
      ? "1 row already exists: you have a code with the same name and content. It is skipped."
      : `${number(count)} rows already exist: you have codes with the same names and contents. They are skipped.`,
  createAgain: (count: number) => `Create ${count === 1 ? "it" : "them"} again`,

  progress: "Progress",
  processed: "Rows processed",
  done: (made: number) => `${codes(made)} created`,
  sending: (made: number, total: number) => `${number(made)} of ${codes(total)} created`,
  waiting: (soFar: string) => `Waiting: ${soFar}`,
  stopped: (soFar: string) => `Stopped: ${soFar}`,
  continuesAlone: "It continues automatically.",
  stop: "Stop",
  keepOpen: "Keep this page open.",
  stays: "The codes created so far stay. None is created twice.",
  showCodes: "Show codes",
  madeCsv: "Download created codes (CSV)",
  madeFile: "codes-created.csv",
  importMore: "Import more",
  notMade: (count: number) => `${inWords.times(count, "row")} not imported`,
  notMadeLabel: "Rows not imported",
  andMore: (count: number) => `and ${number(count)} more`,
  notMadeCsv: "Download these rows (CSV)",
  notMadeFile: "codes-not-imported.csv",
  notMadeHint: "Correct them in that file, then import it.",
  problem: "Problem",
  madeColumns: ["Name", "Content", "Type", "Tags", "Share URL", "Id"],
  leave: {
    title: "Stop the import?",
    text: "Rows are still being sent. The codes created so far stay; the rest are not created.",
  },
};
