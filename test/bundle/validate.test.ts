/** Damaged records are reported by file, line and field; this needs no store. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { linesOf } from "../../src/bundle/files.ts";
import { dataPath, isInside, KINDS, type Kind } from "../../src/bundle/format.ts";
import { type HistoryRecord, type Manifest, problemOf } from "../../src/bundle/record-schemas.ts";
import { validateRecords } from "../../src/bundle/validate.ts";
import { dayOf } from "../../src/shared/days.ts";
import { freshDir } from "../support/stores.ts";

const CODE_ID = "0197a000-0000-7000-8000-000000000001";
const FIRST_ID = "0197a000-0000-7000-8000-000000000000";
const OTHER_ID = "0197a000-0000-7000-8000-000000000002";
const PLACEMENT_ID = "0197a000-0000-7000-8000-0000000000aa";
const WORKSPACE_ID = "0197a000-0000-4000-8000-000000000003";
const AT = "2026-01-31T12:00:00.000Z";
const DAY = dayOf(Date.parse(AT));
const LATE = "2026-02-02T12:00:00.000Z";
const AGENT = ["mobile", "Safari", "iOS"];
const PLACE = ["DE", "Berlin", 52.5, 13.4];
/** Characters that PostgreSQL cannot compress. */
const VAST = Array.from({ length: 990 }, (_, i) => String.fromCodePoint(0x20000 + i * 37)).join("");

/** Two forgotten scans of a day, one of them through the placement. */
const forgotten = (day: number, edit: object = {}) => ({
  day,
  quarters: [
    [48, 1],
    [50, 1],
  ],
  agents: [[AGENT, 2]],
  places: [
    [PLACE, 1],
    [["US", null, null, null], 1],
  ],
  placements: [[PLACEMENT_ID, 1]],
  ...edit,
});

type Edit = Record<string, unknown>;
type Records = Record<Kind, Edit[]>;

const code = (id: string, shareToken: string) => ({
  id,
  workspace: WORKSPACE_ID,
  name: "Menu",
  type: "url",
  content: "https://example.com/menu",
  shareToken,
  isSlug: false,
  shareUrl: `https://codes.example/r/${shareToken}`,
  foregroundColor: "#1a1410",
  backgroundColor: "#ffffff",
  size: 512,
  errorCorrection: "M",
  style: { modules: "rounded", logo: { id: OTHER_ID, scale: 0.2 } },
  page: { title: "Hello", text: null },
  category: null,
  isPublic: true,
  isFavorite: false,
  scanCount: 1,
  createdAt: AT,
  updatedAt: AT,
  expiresAt: AT,
  expiresFixed: false,
  expiresBefore: null,
  renewedAt: AT,
  deletedAt: null,
  madeBy: { kind: "person", name: "ada@example.com" },
  tags: ["Summer"],
});

const MEMBER = { email: "ada@example.com", name: "Ada", role: "owner", suspended: false };
const BRAND = { name: "Ada's", color: "#9c4221", logoId: OTHER_ID, showFooter: true };

const PRESET = { name: "Poster", source: "poster", medium: null, campaign: null, term: null, content: null };

/** A valid bundle, to be damaged. */
const records = (): Records => ({
  workspaces: [
    {
      id: WORKSPACE_ID,
      name: "Ada",
      account: "ada@example.com",
      zone: "Europe/Berlin",
      contact: null,
      plan: "free",
      brand: BRAND,
      utmPresets: [PRESET],
      tags: [{ name: "Summer", color: "#a86400" }],
      views: [{ name: "Busy", query: { tag: ["Summer"], sort: "scans" } }],
      members: [MEMBER],
    },
  ],
  codes: [
    { ...code(CODE_ID, "abcdefghjkmn"), scanCount: 3 },
    { ...code(OTHER_ID, "AbC"), scanCount: 0 },
  ],
  versions: [
    { codeId: CODE_ID, version: 1, content: "https://example.com", until: AT, endedBy: null, scansUntil: 0 },
    { codeId: CODE_ID, version: 2, content: "example.com", until: AT, endedBy: null, scansUntil: 1 },
  ],
  placements: [
    {
      codeId: CODE_ID,
      id: PLACEMENT_ID,
      name: "Door",
      shareToken: "front-door",
      isSlug: true,
      isPaused: false,
      scanCount: 2,
      createdAt: AT,
    },
  ],
  history: [
    {
      codeId: CODE_ID,
      days: [forgotten(20_000)],
      visitors: [[DAY * 96 - 4, 96, 1, 1]],
      uncounted: [[20_000, "crawler", 1]],
      imported: [{ source: "dub", total: 1, importedAt: AT }],
      changes: [[AT, "look"]],
    },
  ],
  scans: [
    {
      id: "0197a000-0000-7000-8000-000000000003",
      qrCodeId: CODE_ID,
      country: "DE",
      city: null,
      device: "mobile",
      browser: "Safari",
      os: "iOS",
      latitude: 52.5,
      longitude: null,
      placementId: PLACEMENT_ID,
      scannedAt: AT,
    },
  ],
  styles: [
    { id: CODE_ID, workspace: WORKSPACE_ID, name: "Ours", isDefault: true, style: { quietZone: 4 }, createdAt: AT },
  ],
  logos: [
    {
      id: OTHER_ID,
      workspace: WORKSPACE_ID,
      width: 64,
      height: 64,
      hash: "0".repeat(64),
      createdAt: AT,
      file: `logos/${OTHER_ID}.png`,
    },
  ],
  erased: [{ token: "erasederased" }],
});

const countsOf = (all: Records) =>
  Object.fromEntries(KINDS.map((kind) => [kind, all[kind].length])) as Manifest["counts"];

const judge = (all: Records, counts = countsOf(all), logo: string | null = null): Promise<string[]> =>
  validateRecords({
    manifest: { counts, madeAt: AT },
    async *lines(kind) {
      for (const [i, record] of all[kind].entries()) yield { where: `${dataPath(kind)} line ${i + 1}`, record };
    },
    logoProblem: async () => logo,
  });

const twice = (name: string, ...rows: unknown[]): [Kind, Edit, RegExp] => [
  "history",
  { [name]: rows },
  new RegExp(`has \\["${name}".* twice$`),
];

const YEARS = /(?:createdAt|scannedAt) must be a time in the years 1970 to 9999/;
const UNEQUAL = /days\.0 must have the same number of scans by quarter of an hour, agent and place/;
const TWICE = [
  [48, 1],
  [48, 1],
];

const DAMAGED: [kind: Kind, edit: Edit, problem: RegExp][] = [
  ["codes", { id: "../../PWNED" }, /id must be a UUID/],
  ["codes", { shareToken: 'evil" "302"; include /etc/passwd; "' }, /shareToken must have/],
  ["codes", { type: "bogus" }, /type must be one of: url, /],
  ["codes", { name: " " }, /name must not be blank/],
  ["codes", { name: 7 }, /name must be string/],
  ["codes", { name: "\ud83d" }, /name must be well-formed/],
  ["codes", { content: "x".repeat(100_000) }, /content must have at most/],
  ["codes", { content: "javascript:alert(1)" }, /line 1: content must be a web address/],
  ["codes", { category: "c".repeat(101) }, /category must be at most/],
  ["codes", { externalId: "a\nb" }, /externalId must not contain line breaks/],
  ["codes", { foregroundColor: 'red"/>' }, /foregroundColor must be a colour/],
  ["codes", { size: 100_000 }, /size must be <= 2048/],
  ["codes", { size: 512.5 }, /size must be integer/],
  ["codes", { errorCorrection: "X" }, /errorCorrection must be one of: L, M, Q, H/],
  ["codes", { style: { modules: "nonsense" } }, /style\.modules must be one of/],
  ["codes", { style: { quietZone: -5 } }, /style\.quietZone must be/],
  ["codes", { style: { gradient: { kind: "linear", to: "blue", angle: 0 } } }, /style\.gradient\.to must be a colour/],
  ["codes", { style: { more: 1 } }, /style\.more is not known here/],
  ["codes", { createdAt: "+275760-09-13T00:00:00Z" }, /createdAt must be a time/],
  ["codes", { createdAt: "1969-12-31T23:59:59.999Z" }, YEARS],
  ["codes", { expiresBefore: "never" }, /expiresBefore must be a time/],
  ["codes", { scanCount: -1 }, /scanCount must be/],
  ["codes", { tags: ["x".repeat(101)] }, /tags.0 must be a name of up to 100/],
  ["workspaces", { tags: [{ name: "a\nb", color: "#000000" }] }, /tags.0.name must be a name/],
  ["workspaces", { views: [{ name: "x", query: { state: "deleted" } }] }, /views.0.query.state must be one of/],
  ["codes", { workspace: "nobody" }, /workspace must be a UUID/],
  ["codes", { madeBy: { kind: "ghost", name: null } }, /madeBy\.kind must be one of/],
  ["codes", { scanCount: 1000 }, /scanCount is 1000, but it has 3 scans/],
  ["codes", { workspace: CODE_ID }, /workspace is not one of the workspaces/],
  ["codes", { style: { logo: { id: CODE_ID, scale: 0.2 } } }, /style\.logo\.id is not a logo of its workspace/],
  ["codes", { createdAt: LATE }, /createdAt is later than the bundle/],
  ["codes", { deletedAt: LATE }, /deletedAt is later than the bundle/],
  ["versions", { content: "javascript:alert(document.domain)" }, /line 1: content must be a web address/],
  ["versions", { until: LATE }, /until is later than the bundle/],
  ["versions", { scansUntil: 4 }, /scansUntil must be 0 to 3/],
  ["versions", { version: 0 }, /version must be >= 1/],
  ["versions", { version: 2 ** 31 }, /version must be <= /],
  ["versions", { version: 2 }, /line 2: versions are out of order/],
  ["versions", { content: "" }, /content must not be blank/],
  ["history", { days: "none" }, /days must be array/],
  ["history", { days: [forgotten(DAY + 2)] }, /days is later than the bundle/],
  ["history", { days: [forgotten(-1)] }, /days\.0\.day must be a day from 0 \(1970-01-01\) to 2932896 \(9999-12-31\)/],
  ["history", { days: [forgotten(1e15)] }, /days\.0\.day must be a day from 0/],
  ["history", { days: [forgotten(20_000.5)] }, /days\.0\.day must be integer/],
  ["history", { days: [forgotten(20_000, { quarters: [[96, 2]] })] }, /days\.0\.quarters\.0\.0 must be <= 95/],
  ["history", { days: [forgotten(20_000, { quarters: [[95, 0]] })] }, /days\.0\.quarters\.0\.1 must be >= 1/],
  ["history", { days: [forgotten(20_000, { quarters: TWICE })] }, /days\.0\.quarters must be in order/],
  ["history", { days: [forgotten(20_000, { quarters: [[48, 3]] })] }, UNEQUAL],
  ["history", { days: [forgotten(20_000, { agents: [] })] }, UNEQUAL],
  ["history", { days: [forgotten(20_000, { agents: [[AGENT, 1.5]] })] }, /days\.0\.agents\.0\.1 must be integer/],
  ["history", { days: [forgotten(20_000, { agents: [["iOS", 2]] })] }, /days\.0\.agents\.0\.0 must be array/],
  ["history", { days: [forgotten(20_000, { places: [[PLACE, 1]] })] }, UNEQUAL],
  [
    "history",
    { days: [forgotten(20_000, { places: [[["DE", VAST, 1, 1], 2]] })] },
    /days\.0\.places\.0\.0\.1 must have at most 255 characters/,
  ],
  ["history", { days: [forgotten(20_000, { placements: [[PLACEMENT_ID, 3]] })] }, UNEQUAL],
  ["history", { days: [forgotten(20_000, { placements: [["x", 1]] })] }, /days\.0\.placements\.0\.0 must be a UUID/],
  ["history", { days: [forgotten(20_000, { quarters: [], agents: [], places: [], placements: [] })] }, UNEQUAL],
  ["history", { visitors: [[DAY * 96, 105, 1, 1]] }, /visitors\.0\.1 must be <= 104/],
  ["history", { visitors: [[DAY * 96, 96, -1, 1]] }, /visitors\.0\.2 must be >= 0/],
  ["history", { visitors: [[DAY * 96, 96, 2, 1]] }, /visitors\.0 must not have more visitors than scans/],
  ["history", { visitors: [[(DAY + 2) * 96, 96, 1, 1]] }, /visitors is later than the bundle/],
  ["history", { visitors: [[-96, 96, 1, 1]] }, /visitors\.0\.0 must be >= 0/],
  ["history", { visitors: [[1e15, 96, 1, 1]] }, /visitors\.0\.0 must be <= /],
  ["history", { uncounted: [[-1, "crawler", 1]] }, /uncounted\.0\.0 must be a day from 0/],
  ["history", { uncounted: [[DAY + 2, "crawler", 1]] }, /uncounted is later than the bundle/],
  ["history", { uncounted: [[20_000, "whim", 1]] }, /uncounted\.0\.1 must be one of: head, /],
  ["history", { imported: [{ source: "dub", total: 1, importedAt: LATE }] }, /imported is later than the bundle/],
  ["history", { changes: [[LATE, "look"]] }, /changes is later than the bundle/],
  ["history", { changes: [[AT, "whim"]] }, /changes\.0\.1 must be one of: look, /],
  twice("days", forgotten(20_000), forgotten(20_000)),
  twice("visitors", [DAY * 96, 96, 1, 1], [DAY * 96 - 4, 96, 1, 1]),
  twice("uncounted", [20_000, "crawler", 1], [20_000, "crawler", 2]),
  twice("imported", { source: "dub", total: 1, importedAt: AT }, { source: "dub", total: 2, importedAt: AT }),
  twice("changes", [AT, "look"], [AT, "look"]),
  ["codes", { isSlug: true, shareToken: "Summer" }, /shareToken of a slug must be in lower case/],
  ["placements", { isSlug: true, shareToken: "Corner" }, /shareToken of a slug must be in lower case/],
  ["placements", { name: "two\nlines" }, /name must not contain line breaks/],
  ["placements", { name: " " }, /name must not be blank/],
  ["scans", { scannedAt: "0050-06-01T00:00:00.000Z" }, YEARS],
  ["scans", { scannedAt: "-000001-01-01T00:00:00.000Z" }, YEARS],
  ["scans", { scannedAt: "+275760-09-13T00:00:00.000Z" }, YEARS],
  ["scans", { scannedAt: 1e15 }, /scannedAt must be string/],
  ["scans", { scannedAt: LATE }, /scannedAt is later than the bundle/],
  ["scans", { id: "fffff000-0000-7000-8000-000000000003" }, /id is later than the bundle/],
  ["styles", { style: { logo: { id: CODE_ID, scale: 0.2 } } }, /style\.logo\.id is not a logo of its workspace/],
  ["styles", { workspace: CODE_ID }, /workspace is not one of the workspaces/],
  ["logos", { createdAt: LATE }, /createdAt is later than the bundle/],
  ["scans", { id: "x" }, /id must be a UUID/],
  ["scans", { latitude: 91 }, /latitude must be <= 90/],
  ["scans", { city: VAST }, /city must have at most 255 characters/],
  ["scans", { qrCodeId: "0197a000-0000-7000-8000-00000000000f" }, /belongs to no code/],
  ["styles", { style: [] }, /style must be object/],
  ["logos", { file: "../logo.png" }, /file must be named after its id/],
  ["logos", { hash: "0" }, /hash must be a SHA-256/],
  ["erased", { token: "a b" }, /token must have/],
  ["codes", { routing: { afterwards: { to: "javascript:1" } } }, /routing\.afterwards\.to must be a web address/],
  ["codes", { page: { title: "two\nlines", text: null } }, /page\.title must not contain line breaks/],
  ["codes", { page: { title: null, text: "a".repeat(2001) } }, /page\.text must be at most 2000 characters/],
  ["workspaces", { brand: { ...BRAND, name: " " } }, /brand\.name must not be blank/],
  ["workspaces", { brand: { ...BRAND, name: "" } }, /brand\.name must not be blank/],
  ["workspaces", { brand: { ...BRAND, color: "red" } }, /brand\.color must be a colour/],
  ["workspaces", { brand: { ...BRAND, logoId: CODE_ID } }, /brand\.logoId is not a logo of its workspace/],
  ["workspaces", { utmPresets: [PRESET, PRESET] }, /utmPresets\.1\.name must differ/],
  ["workspaces", { utmPresets: [{ ...PRESET, source: null }] }, /utmPresets\.0 must have at least one/],
  ["workspaces", { utmPresets: [{ ...PRESET, term: "two\nlines" }] }, /utmPresets\.0\.term must not contain/],
  ["workspaces", { account: "eve@example.com" }, /account must be one of its owners/],
  ["workspaces", { members: [] }, /members must have an owner/],
  ["workspaces", { members: [MEMBER, MEMBER] }, /members has a person twice/],
  ["workspaces", { members: [{ ...MEMBER, role: "king" }] }, /members\.0\.role must be one of: viewer, editor, owner/],
  ["workspaces", { members: [{ ...MEMBER, suspended: "no" }] }, /members\.0\.suspended must be boolean/],
  ["workspaces", { name: " " }, /name must not be blank/],
  ["workspaces", { zone: "Mars/Base" }, /zone must be a time zone/],
];

describe("The records of a bundle", () => {
  it("are valid as an export writes them", async () => assert.deepEqual(await judge(records()), []));

  for (const [kind, edit, problem] of DAMAGED) {
    it(`${kind} are refused by line: ${JSON.stringify(edit).slice(0, 60)}`, async () => {
      const all = records();
      Object.assign(all[kind][0]!, edit);
      const [first = "nothing"] = await judge(all);
      assert.match(first, problem);
      assert.match(first, new RegExp(`^data/${kind}.ndjson line [12]: `));
    });
  }

  it("are refused if scans are missing, of a code or of a placement, forgotten ones too", async () => {
    const all = records();
    all.history[0]!.days = [];
    const where = "codes.ndjson line 1";
    assert.match((await judge(all))[0]!, new RegExp(`${where}: scanCount is 3, but it has 1 scans`));
    all.codes[0]!.scanCount = 1;
    all.history[0]!.visitors = [];
    const differs = new RegExp(`${where}: the scanCount of its placement ${PLACEMENT_ID} differs from its scans by 1`);
    assert.match((await judge(all))[0]!, differs);
    all.placements[0]!.scanCount = 1;
    assert.deepEqual(await judge(all), []);
  });

  it("are refused if a scan is there twice, or out of order", async () => {
    const all = records();
    all.scans.push(all.scans[0]!);
    all.codes[0]!.scanCount = 4;
    all.placements[0]!.scanCount = 3;
    const [problem] = await judge(all);
    assert.match(problem!, /scans.ndjson line 2: its id is in the bundle twice, or scans are out of order$/);
  });

  it("are refused if more scans have a visitor than there are, not if no visitor was new", async () => {
    const all = records();
    const [history] = all.history as [HistoryRecord];
    history.visitors = [[DAY * 96, 96, 1, 2]];
    const [problem] = await judge(all);
    assert.match(problem!, /codes.ndjson line 1: 2 scans on 2026-01-31 have a visitor, but there are 1$/);
    history.visitors = [[DAY * 96, 96, 0, 1]];
    assert.deepEqual(await judge(all), []);
    history.visitors = [[20_000 * 96, 96, 1, 2]];
    assert.deepEqual(await judge(all), [], "of forgotten scans");
  });

  it("are refused if a line is not JSON or is repeated, or the number of lines is wrong", async () => {
    const all = records();
    const line = (kind: Kind, record: unknown) => ({ ...all, [kind]: [...all[kind], record] }) as Records;
    assert.match((await judge(line("scans", undefined)))[0]!, /scans.ndjson line 2: is not JSON/);
    assert.match((await judge(line("codes", all.codes[0])))[0]!, /codes.ndjson line 3: id is in the bundle twice/);
    assert.match((await judge(line("history", all.history[0])))[0]!, /history.ndjson line 2: has \["days".* twice/);
    const less = await judge(all, { ...countsOf(all), scans: 5 });
    assert.deepEqual(less, ["manifest.json says 5 scans, but there are 1"]);
    assert.match((await judge(all, countsOf(all), "is no picture"))[0]!, /logos.ndjson line 1: is no picture/);
  });

  it("are reported once for an invalid code, and not again for everything that belongs to it", async () => {
    const all = records();
    all.codes.unshift({ ...code(FIRST_ID, "nmkjhgfedcba"), size: 1 });
    for (const kind of ["versions", "history", "scans"] as const) {
      const key = kind === "scans" ? "qrCodeId" : "codeId";
      all[kind].unshift(...all[kind].map((record) => ({ ...record, [key]: FIRST_ID })));
    }
    const problems = await judge(all);
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0]!, /codes.ndjson line 1: size /);
    // Also the last code, after which there is no next one to continue with.
    all.codes = [
      { ...code(FIRST_ID, "nmkjhgfedcba"), scanCount: 3 },
      { ...all.codes[1]!, size: 1 },
    ];
    assert.equal((await judge(all)).length, 1);
  });

  it("are not read to the end if everything is invalid", async () => {
    const all = records();
    all.erased = Array.from({ length: 100 }, () => ({ token: "" }));
    assert.equal((await judge(all)).length, 20);
  });

  it("are listed in the manifest, which must be valid too", () => {
    const manifest = {
      ...{ format: "tessera-bundle", version: 2, madeBy: "tessera", madeAt: AT, baseUrl: "https://x", workspace: null },
      ...{ counts: countsOf(records()), sums: "0".repeat(64) },
    };
    assert.equal(problemOf("manifest", manifest), null);
    assert.match(problemOf("manifest", { ...manifest, madeAt: "" })!, /madeAt must be a time/);
    assert.match(
      problemOf("manifest", { ...manifest, counts: { ...manifest.counts, codes: -1 } })!,
      /counts\.codes must/,
    );
    const { sums, ...rest } = manifest;
    assert.match(problemOf("manifest", rest)!, /^must have sums$/);
  });
});

describe("The files of a bundle", () => {
  it("have lines that end with a line feed only, and of limited length", async () => {
    const file = join(freshDir(), "lines");
    writeFileSync(file, "a\u2028b\nc\r\n\n");
    assert.deepEqual(await Array.fromAsync(linesOf(file)), ["a\u2028b", "c\r", ""]);
    writeFileSync(file, `short\n${"x".repeat(100)}`);
    await assert.rejects(Array.fromAsync(linesOf(file, 50)), /line 2 has more than 50 bytes/);
  });

  it("are inside the bundle", () => {
    for (const path of ["a", "images/a.png", "..a/b"]) assert.ok(isInside(path), path);
    for (const path of ["../a", "images/../../a", "/tmp/a", "images\\x", "a//b", "a/./b", "a\nb", ""]) {
      assert.ok(!isInside(path), path);
    }
  });
});
