/** What the records of a bundle must be like, so that what came in can be shown, drawn and exported again. */
import { isEmail } from "../accounts/service.ts";
import { problemsOf } from "../codes/rules.ts";
import {
  EYE_SHAPES,
  FRAME_KINDS,
  GRADIENT_KINDS,
  LOGO_SCALE,
  LONGEST_FRAME_TEXT,
  MODULE_SHAPES,
  QUIET_ZONES,
} from "../rendering/style.ts";
import { isUuid, readToken } from "../shared/ids.ts";
import { CODE_TYPES, LEVELS } from "../shared/vocabulary.ts";
import { DIMENSIONS } from "./history-records.ts";
import type { CodeRecord } from "./records.ts";
import {
  all,
  between,
  listOf,
  match,
  must,
  oneOf,
  optional,
  orNull,
  type Rule,
  shape,
  text,
  tuple,
  whole,
  yesOrNo,
} from "./rule.ts";

const LONG = 500;
/** Of what counts are found by: PostgreSQL's indexes take no more than 2,704 bytes a row. */
const AGENT = 100;
const COUNTRY = 100;
const CITY = 255;
const VALUE = COUNTRY + CITY + 1;
/** Of a column of numbers on PostgreSQL. */
const LARGEST_INTEGER = 2 ** 31 - 1;
/** Of the years 1 to 9999. */
const TIMES = { least: Date.parse("0001-01-01"), most: Date.parse("9999-12-31T23:59:59.999Z") };
const DAYS = { least: -719_162, most: 2_932_896 };
const MONTHS = { least: 0, most: 119_999 };

const uuid = must((value) => typeof value === "string" && isUuid(value), "must be a UUID");
const color = match(/^#[0-9A-Fa-f]{6}$/, "must be a colour such as #1a1410");
const count = whole(0);
const day = whole(DAYS.least, DAYS.most);
const isTime = (value: unknown): boolean => {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return ms >= TIMES.least && ms <= TIMES.most;
};
export const time = must(isTime, "must be a time of the years 1 to 9999");
export const date = all(match(/^\d{4}-\d\d-\d\d$/, "must be a date such as 2026-01-31"), time);
const email = must((value) => typeof value === "string" && isEmail(value), "must be an e-mail");

const actor = orNull(shape({ kind: oneOf(["key", "person", "command"]), name: orNull(text(LONG)) }));

const style = shape(
  {
    modules: optional(oneOf(MODULE_SHAPES)),
    eyeFrame: optional(oneOf(EYE_SHAPES)),
    eyeBall: optional(oneOf(EYE_SHAPES)),
    eyeColor: optional(orNull(color)),
    gradient: optional(orNull(shape({ kind: oneOf(GRADIENT_KINDS), to: color, angle: whole(0, 359) }))),
    logo: optional(orNull(shape({ id: uuid, scale: between(LOGO_SCALE.least, LOGO_SCALE.most) }))),
    frame: optional(
      // A character may be two of JavaScript's.
      orNull(shape({ kind: oneOf(FRAME_KINDS), text: text(2 * LONGEST_FRAME_TEXT), color })),
    ),
    quietZone: optional(whole(QUIET_ZONES.least, QUIET_ZONES.most)),
    transparent: optional(yesOrNo),
  },
  { closed: true },
);

const token = must(
  (value) => typeof value === "string" && readToken(value) === value,
  "must have up to 40 letters, digits, - and _",
);

const fields = shape({
  id: uuid,
  owner: email,
  name: text(LONG),
  type: oneOf(CODE_TYPES),
  content: text(10_000),
  shareToken: token,
  foregroundColor: color,
  backgroundColor: color,
  size: whole(128, 2048),
  errorCorrection: oneOf(LEVELS),
  style: orNull(style),
  category: orNull(text(LONG)),
  isPublic: yesOrNo,
  isFavorite: yesOrNo,
  scanCount: count,
  createdAt: time,
  updatedAt: time,
  expiresAt: time,
  expiresFixed: yesOrNo,
  expiresBefore: orNull(time),
  renewedAt: time,
  foldedBefore: date,
  deletedAt: orNull(time),
  madeBy: actor,
  rawScansFrom: date,
});

/**
 * The rules that a code must keep when it is made. Where it leads a browser is judged by today's rules; a
 * content that is only shown was legal when it was set, and must not keep its whole bundle out.
 */
const likeOthers: Rule = (value) => {
  const { name, type, content, errorCorrection, category } = value as CodeRecord;
  const isFollowed = type === "url" || type === "social";
  const candidate = { name, type: isFollowed ? type : "text", content, errorCorrection, category };
  const [problem] = problemsOf(candidate as Parameters<typeof problemsOf>[0]);
  return problem ? `${problem.field} ${problem.message}` : null;
};

const content: Rule = text(10_000, (value) => problemsOf({ content: value })[0]?.message ?? null);
const agent = [text(AGENT), text(AGENT), text(AGENT)] as const;
const place = [
  ...[text(COUNTRY), orNull(text(CITY))],
  ...[orNull(between(-90, 90)), orNull(between(-180, 180))],
] as const;
const PAIR = "pair";
const dimension = oneOf(DIMENSIONS.filter((name) => name !== PAIR));
/** Pairs are told by what they are of: numbers would be those of other agents and places here. */
const dailyCount: Rule = (row) =>
  Array.isArray(row) && row[0] === PAIR
    ? tuple(oneOf([PAIR]), day, tuple(tuple(...agent), tuple(...place)), count)(row)
    : tuple(dimension, day, text(VALUE), count)(row);
const months = whole(MONTHS.least, MONTHS.most);

export const RULES = {
  owners: shape({ email, name: text(LONG), contact: orNull(email), plan: text(LONG), suspended: yesOrNo }),
  codes: all(fields, likeOthers),
  versions: shape({
    codeId: uuid,
    version: whole(1, LARGEST_INTEGER),
    content,
    until: time,
    endedBy: actor,
    dayScans: orNull(count),
    dayTotal: orNull(count),
  }),
  history: shape({
    codeId: uuid,
    daily: listOf(dailyCount),
    monthly: listOf(tuple(dimension, months, text(VALUE), count)),
    cities: listOf(tuple(text(VALUE), day)),
    uncounted: listOf(tuple(day, text(LONG), count)),
    imported: listOf(shape({ source: text(LONG), total: count, importedAt: time })),
  }),
  scans: shape({
    id: uuid,
    qrCodeId: uuid,
    scannedAt: time,
    device: agent[0],
    browser: agent[1],
    os: agent[2],
    country: place[0]!,
    city: place[1]!,
    latitude: place[2]!,
    longitude: place[3]!,
  }),
  styles: shape({ id: uuid, owner: email, name: text(LONG), isDefault: yesOrNo, style, createdAt: time }),
  logos: all(
    shape({
      id: uuid,
      owner: email,
      width: whole(1, 512),
      height: whole(1, 512),
      hash: match(/^[0-9a-f]{64}$/, "must be a SHA-256"),
      createdAt: time,
    }),
    must(
      (held) => (held as { file: unknown }).file === `logos/${(held as { id: string }).id}.png`,
      "file must be named after its id",
    ),
  ),
  erased: shape({ token }),
} satisfies Record<string, Rule>;
