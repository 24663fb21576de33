/** Schemas of the manifest and the records, so that everything imported can be shown, drawn and exported again. */
import { type Static, type TSchema, Type } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { BRAND_NAME_LENGTH, brandNameProblem } from "../brands/service.ts";
import { CODE_SORTS } from "../codes/code.ts";
import { pageProblems, TEXT_LENGTH, TITLE_LENGTH } from "../codes/page.ts";
import { NAME_LENGTH, problemsOf } from "../codes/rules.ts";
import { MAX_PRESETS, presetProblems, UTM_LENGTH } from "../codes/utm-presets.ts";
import { VIEW_NAME_LENGTH } from "../codes/views.ts";
import { TRAFFIC_REASONS } from "../insights/service.ts";
import { placementNameProblem } from "../placements/service.ts";
import {
  EYE_SHAPES,
  FRAME_KINDS,
  GRADIENT_KINDS,
  LOGO_SCALE,
  MAX_FRAME_TEXT_LENGTH,
  MODULE_SHAPES,
  QUIET_ZONES,
} from "../rendering/style.ts";
import { ADDRESS_LENGTH, addressProblem, afterwardsProblems, MESSAGE_LENGTH } from "../routing/afterwards.ts";
import { addressesOf, partProblems, typeProblem } from "../routing/problems.ts";
import { NO_ROUTING } from "../routing/routing.ts";
import { example, keptRule, keptVariant, MAX_EXAMPLES, MAX_RULES, VARIANTS } from "../routing/shape.ts";
import { routeOf } from "../scans/lines.ts";
import { MAX_DAY } from "../scans/visitor-days.ts";
import { dayOf, END_OF_TIMES, isTime, QUARTERS_PER_DAY } from "../shared/days.ts";
import { isEmail } from "../shared/email.ts";
import type { FieldProblem } from "../shared/errors.ts";
import { isUuid, readToken } from "../shared/ids.ts";
import { isBlank } from "../shared/text.ts";
import { CHANGE_KINDS, CODE_TYPES, type CodeType, LEVELS, MEMBER_ROLES } from "../shared/vocabulary.ts";
import { isZone } from "../shared/zones.ts";
import { TAG_NAME_LENGTH, TAGS_FILTERED_BY, tagNameProblem } from "../tags/service.ts";
import { TAGS_PER_CODE } from "../tags/tag.ts";
import { workspaceNameProblem } from "../workspaces/service.ts";
import { FORMAT, KINDS, type Kind } from "./format.ts";

const LONG = 500;
/** These are index keys: PostgreSQL's index rows have at most 2,704 bytes. */
const AGENT = 100;
const COUNTRY = 100;
const CITY = 255;
/** Of a column of integers on PostgreSQL. */
const LARGEST_INTEGER = 2 ** 31 - 1;
const LAST_DAY = dayOf(END_OF_TIMES) - 1;

const checked = (isRight: (text: string) => boolean, message: string) =>
  Type.Refine(Type.String(), isRight, () => message);
const orNull = <T extends TSchema>(schema: T) => Type.Union([Type.Null(), schema]);
const whole = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) => Type.Integer({ minimum, maximum });
const between = (minimum: number, maximum: number) => Type.Number({ minimum, maximum });
const oneOf = <const T extends string>(list: readonly T[]) => Type.Unsafe<T>({ type: "string", enum: [...list] });

const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes("\0");
const text = (maxLength: number) =>
  Type.Refine(Type.String({ maxLength }), isPlain, () => "must be well-formed, without NUL");
const time = checked((text) => isTime(Date.parse(text)), "must be a time in the years 1970 to 9999");
const uuid = checked(isUuid, "must be a UUID");
const email = checked(isEmail, "must be an email address");
const token = checked((text) => readToken(text) === text, "must have up to 40 letters, digits, - and _");
const hash = checked((text) => /^[0-9a-f]{64}$/.test(text), "must be a SHA-256");
const color = checked((text) => /^#[0-9A-Fa-f]{6}$/.test(text), "must be a colour such as #1a1410");
const count = whole(0);
const day = Type.Refine(
  Type.Integer(),
  (day) => day >= 0 && day <= LAST_DAY,
  () => `must be a day from 0 (1970-01-01) to ${LAST_DAY} (9999-12-31)`,
);

const manifest = Type.Object({
  format: Type.Literal(FORMAT),
  version: whole(1),
  madeBy: text(200),
  madeAt: time,
  /** No time in the records is later: if a clock was ahead, some are later than madeAt. */
  latest: Type.Optional(time),
  baseUrl: text(2000),
  /** The name if it is an export of one workspace; null: of all. */
  workspace: orNull(text(LONG)),
  /** Lines of each kind. */
  counts: Type.Object(Object.fromEntries(KINDS.map((kind) => [kind, count])) as Record<Kind, typeof count>),
  /** The checksum of SHA256SUMS. */
  sums: hash,
});
export type Manifest = Static<typeof manifest>;

/** People by email, because ids are local to a service; one without a name was removed. */
const actor = orNull(Type.Object({ kind: oneOf(["key", "person", "command"]), name: orNull(text(LONG)) }));
export type ActorRecord = Static<typeof actor>;

const style = Type.Object(
  {
    modules: Type.Optional(oneOf(MODULE_SHAPES)),
    eyeFrame: Type.Optional(oneOf(EYE_SHAPES)),
    eyeBall: Type.Optional(oneOf(EYE_SHAPES)),
    eyeColor: Type.Optional(orNull(color)),
    gradient: Type.Optional(orNull(Type.Object({ kind: oneOf(GRADIENT_KINDS), to: color, angle: whole(0, 359) }))),
    logo: Type.Optional(orNull(Type.Object({ id: uuid, scale: between(LOGO_SCALE.least, LOGO_SCALE.most) }))),
    frame: Type.Optional(
      orNull(Type.Object({ kind: oneOf(FRAME_KINDS), text: text(2 * MAX_FRAME_TEXT_LENGTH), color })),
    ),
    quietZone: Type.Optional(whole(QUIET_ZONES.least, QUIET_ZONES.most)),
    transparent: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type LookRecord = Static<typeof style>;

const tagName = checked(
  (name) => tagNameProblem(name) === null,
  `must be a name of up to ${TAG_NAME_LENGTH} characters`,
);
const viewName = checked((name) => name.length <= VIEW_NAME_LENGTH * 2 && !isBlank(name), "must be a name");
const view = Type.Object(
  {
    q: Type.Optional(text(200)),
    type: Type.Optional(oneOf(CODE_TYPES)),
    category: Type.Optional(text(LONG)),
    tag: Type.Optional(Type.Array(tagName, { maxItems: TAGS_FILTERED_BY })),
    favorite: Type.Optional(Type.Boolean()),
    state: Type.Optional(oneOf(["active", "paused", "expired", "quiet"])),
    sort: Type.Optional(oneOf(CODE_SORTS)),
  },
  { additionalProperties: false },
);

const page = Type.Object({ title: orNull(text(2 * TITLE_LENGTH)), text: orNull(text(2 * TEXT_LENGTH)) });

const afterwards = orNull(
  Type.Union([
    Type.Object({ to: text(2 * ADDRESS_LENGTH) }, { additionalProperties: false }),
    Type.Object({ message: text(2 * MESSAGE_LENGTH) }, { additionalProperties: false }),
  ]),
);

const routing = Type.Object({
  startsAt: orNull(time),
  rules: Type.Array(keptRule, { maxItems: MAX_RULES }),
  split: orNull(Type.Object({ variants: Type.Array(keptVariant, VARIANTS) })),
  afterwards,
  passQuery: Type.Boolean(),
  passScanId: Type.Boolean(),
  examples: Type.Array(example, { maxItems: MAX_EXAMPLES }),
});

const codes = Type.Object({
  id: uuid,
  workspace: uuid,
  name: text(LONG),
  type: oneOf(CODE_TYPES),
  content: text(10_000),
  shareToken: token,
  isSlug: Type.Boolean(),
  shareUrl: text(2500),
  foregroundColor: color,
  backgroundColor: color,
  size: whole(128, 2048),
  errorCorrection: oneOf(LEVELS),
  style: orNull(style),
  page: orNull(page),
  routing: Type.Optional(orNull(Type.Partial(routing))),
  category: orNull(text(LONG)),
  externalId: Type.Optional(text(LONG)),
  isPublic: Type.Boolean(),
  isFavorite: Type.Boolean(),
  scanCount: count,
  createdAt: time,
  updatedAt: time,
  expiresAt: time,
  expiresFixed: Type.Boolean(),
  expiresBefore: orNull(time),
  renewedAt: time,
  deletedAt: orNull(time),
  madeBy: actor,
  tags: Type.Array(tagName, { maxItems: TAGS_PER_CODE }),
});
export type CodeRecord = Static<typeof codes>;

const versions = Type.Object({
  codeId: uuid,
  version: whole(1, LARGEST_INTEGER),
  content: text(10_000),
  until: time,
  endedBy: actor,
  scansUntil: count,
});
export type VersionRecord = Static<typeof versions>;

const placements = Type.Object({
  codeId: uuid,
  id: uuid,
  name: orNull(text(2 * NAME_LENGTH)),
  shareToken: token,
  isSlug: Type.Boolean(),
  isPaused: Type.Boolean(),
  scanCount: count,
  createdAt: time,
});
export type PlacementRecord = Static<typeof placements>;

const coordinates = [orNull(between(-90, 90)), orNull(between(-180, 180))] as const;
const agent = Type.Tuple([text(AGENT), text(AGENT), text(AGENT)]);
const place = Type.Tuple([text(COUNTRY), orNull(text(CITY)), ...coordinates]);

/** Counts of a day by the number of the quarter of an hour, in order. */
const quarterCounts = Type.Refine(
  Type.Array(Type.Tuple([whole(0, QUARTERS_PER_DAY - 1), whole(1, LARGEST_INTEGER)])),
  (counts) => counts.every(([quarter], i) => i === 0 || quarter > counts[i - 1]![0]),
  () => "must be in order",
);
const counted = <T extends TSchema>(value: T) => Type.Array(Type.Tuple([value, whole(1, LARGEST_INTEGER)]));
const sum = (counts: readonly (readonly [unknown, number])[]): number => counts.reduce((all, [, n]) => all + n, 0);

const routeKey = checked((key) => routeOf(key) !== null, "must be rule: or variant: with an id");

/**
 * Forgotten scans of a UTC day. Those without a placement were made through the code's own link, those without a route led
 * to its own content.
 */
const forgottenDay = Type.Refine(
  Type.Object({
    day,
    quarters: quarterCounts,
    agents: counted(agent),
    places: counted(place),
    placements: counted(uuid),
    routes: Type.Optional(counted(routeKey)),
  }),
  ({ quarters, agents, places, placements, routes = [] }) => {
    const total = sum(quarters);
    const isWhole = total > 0 && sum(agents) === total && sum(places) === total;
    return isWhole && sum(placements) <= total && sum(routes) <= total;
  },
  () => "must have the same number of scans by quarter of an hour, agent and place, and no more by placement and route",
);
/**
 * A local day as a quarter of an hour since 1970 and their number, visitors, and scans whose visitor is counted. None of
 * the visitors is new if the workspace's zone was changed and changed back.
 */
const visitors = Type.Refine(
  Type.Tuple([
    whole(0, LAST_DAY * QUARTERS_PER_DAY),
    whole(1, MAX_DAY),
    whole(0, LARGEST_INTEGER),
    whole(1, LARGEST_INTEGER),
  ]),
  ([, , visitors, scans]) => visitors <= scans,
  () => "must not have more visitors than scans",
);

const history = Type.Object({
  codeId: uuid,
  days: Type.Array(forgottenDay),
  visitors: Type.Array(visitors),
  uncounted: Type.Array(Type.Tuple([day, oneOf<string>(TRAFFIC_REASONS), count])),
  imported: Type.Array(Type.Object({ source: text(LONG), total: count, importedAt: time })),
  changes: Type.Array(Type.Tuple([time, oneOf(CHANGE_KINDS)])),
});
export type HistoryRecord = Static<typeof history>;

const scans = Type.Object({
  id: uuid,
  qrCodeId: uuid,
  country: text(COUNTRY),
  city: orNull(text(CITY)),
  device: text(AGENT),
  browser: text(AGENT),
  os: text(AGENT),
  latitude: coordinates[0],
  longitude: coordinates[1],
  scannedAt: time,
  placementId: orNull(uuid),
  route: Type.Optional(orNull(routeKey)),
});
export type ScanRecord = Static<typeof scans>;

const utmValue = orNull(text(2 * UTM_LENGTH));
const utmValues = { source: utmValue, medium: utmValue, campaign: utmValue, term: utmValue, content: utmValue };

const workspaces = Type.Object({
  id: uuid,
  name: text(LONG),
  /** The account whose first workspace it is, if any: with `--same`, it is imported into the first one of that account. */
  account: orNull(email),
  zone: checked(isZone, "must be a time zone such as Europe/Berlin"),
  contact: orNull(email),
  plan: text(LONG),
  /** That of the account; in a bundle without it, that of the workspace. */
  accountPlan: Type.Optional(orNull(text(LONG))),
  brand: orNull(
    Type.Object({
      name: orNull(text(2 * BRAND_NAME_LENGTH)),
      color: orNull(color),
      logoId: orNull(uuid),
      website: Type.Optional(orNull(text(2 * ADDRESS_LENGTH))),
      afterwards: Type.Optional(afterwards),
      showFooter: Type.Boolean(),
    }),
  ),
  utmPresets: Type.Array(Type.Object({ name: text(LONG), ...utmValues }), { maxItems: MAX_PRESETS }),
  tags: Type.Array(Type.Object({ name: tagName, color })),
  views: Type.Array(Type.Object({ name: viewName, query: view })),
  members: Type.Array(Type.Object({ email, name: text(LONG), role: oneOf(MEMBER_ROLES), suspended: Type.Boolean() })),
});
export type WorkspaceRecord = Static<typeof workspaces>;

const styles = Type.Object({
  id: uuid,
  workspace: uuid,
  name: text(LONG),
  isDefault: Type.Boolean(),
  style,
  createdAt: time,
});
export type StyleRecord = Static<typeof styles>;

const logos = Type.Object({
  id: uuid,
  workspace: uuid,
  width: whole(1, 512),
  height: whole(1, 512),
  hash,
  createdAt: time,
  file: text(100),
});
export type LogoRecord = Static<typeof logos>;

const erased = Type.Object({ token });

export const SCHEMAS = { manifest, workspaces, codes, versions, placements, history, scans, styles, logos, erased };
const compiled = new Map<TSchema, Validator>();

/** The first problem with its field; null if there is none. */
export function shapeProblem(schema: TSchema, value: unknown): string | null {
  const validator = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, validator);
  return validator.Check(value) ? null : describe(validator.Errors(value));
}

/** The problem of a record with its field; null if it is valid. */
export function problemOf(kind: keyof typeof SCHEMAS, value: unknown): string | null {
  const wrongShape = shapeProblem(SCHEMAS[kind], value);
  if (wrongShape !== null) return wrongShape;
  if (kind === "codes") return slugCaseProblem(value as CodeRecord) ?? ruleProblem(value as CodeRecord);
  if (kind === "placements") return placementProblem(value as PlacementRecord);
  if (kind === "versions") return fieldProblem({ content: (value as VersionRecord).content });
  if (kind === "workspaces") return workspaceProblem(value as WorkspaceRecord);
  const { id, file } = value as LogoRecord;
  return kind === "logos" && file !== `logos/${id}.png` ? "file must be named after its id" : null;
}

/** In another case it would not be found. */
const slugCaseProblem = ({ isSlug, shareToken }: Pick<CodeRecord, "isSlug" | "shareToken">): string | null =>
  isSlug && shareToken !== shareToken.toLowerCase() ? "shareToken of a slug must be in lower case" : null;

function placementProblem(record: PlacementRecord): string | null {
  const wrongName = placementNameProblem(record.name);
  return wrongName === null ? slugCaseProblem(record) : `name ${wrongName}`;
}

function workspaceProblem({ name, account, brand, utmPresets, members }: WorkspaceRecord): string | null {
  const wrongName = workspaceNameProblem(name);
  if (wrongName !== null) return `name ${wrongName}`;
  const wrongBrand = brand?.name != null ? brandNameProblem(brand.name) : null;
  if (wrongBrand !== null) return `brand.name ${wrongBrand}`;
  const wrongSite = brand?.website != null ? addressProblem(brand.website) : null;
  if (wrongSite !== null) return `brand.website ${wrongSite}`;
  const [wrongRest] = afterwardsProblems(brand?.afterwards);
  if (wrongRest) return `brand.${wrongRest.field} ${wrongRest.message}`;
  const [wrongPreset] = presetProblems(utmPresets);
  if (wrongPreset) return `utmPresets.${wrongPreset.field.replace(/^presets\./, "")} ${wrongPreset.message}`;
  if (new Set(members.map((member) => member.email)).size < members.length) return "members has a person twice";
  const owners = members.filter(({ role }) => role === "owner").map((member) => member.email);
  if (owners.length === 0) return "members must have an owner";
  return account === null || owners.includes(account) ? null : "account must be one of its owners";
}

/** Content of these types is an address that a browser is sent to. */
export const isFollowed = (type: CodeRecord["type"]): boolean => type === "url" || type === "social";

/**
 * The rules for new codes. Content that a browser follows is checked by today's rules; content that is only shown was
 * valid when it was set and must not block the whole bundle.
 */
function routingProblem(type: CodeType, given: NonNullable<CodeRecord["routing"]>): FieldProblem | undefined {
  const routing = { ...NO_ROUTING, ...given };
  const problems = [
    ...typeProblem({ type }, routing),
    ...partProblems(routing),
    ...afterwardsProblems(given.afterwards),
  ];
  for (const { field, to } of addressesOf(routing)) {
    const message = addressProblem(to);
    if (message !== null) problems.push({ field, message });
  }
  return problems[0];
}

function ruleProblem({ type, page, routing, expiresAt: _, ...fields }: CodeRecord): string | null {
  const [wrong] = page ? pageProblems(page) : [];
  if (wrong) return `page.${wrong.field} ${wrong.message}`;
  const wrongRoute = routing && routingProblem(type, routing);
  if (wrongRoute) return `routing.${wrongRoute.field} ${wrongRoute.message}`;
  return fieldProblem({ ...fields, type: isFollowed(type) ? type : "text" });
}

export function fieldProblem(candidate: Parameters<typeof problemsOf>[0]): string | null {
  const [problem] = problemsOf(candidate);
  return problem ? `${problem.field} ${problem.message}` : null;
}

type SchemaError = ReturnType<Validator["Errors"]>[number];

/** Each branch of a union reports errors: the deepest one other than "must be null" is the relevant one. */
function describe(errors: readonly SchemaError[]): string {
  const depth = ({ instancePath }: SchemaError) => instancePath.split("/").length;
  const isOfBranch = ({ keyword, params }: SchemaError) =>
    keyword === "anyOf" || (keyword === "type" && (params as { type: unknown }).type === "null");
  const [first] = errors;
  const told = errors
    .filter((error) => !isOfBranch(error) && error.instancePath.startsWith(first!.instancePath))
    .toSorted((a, b) => depth(b) - depth(a))[0];
  const { instancePath, keyword, params, message } = told ?? first!;
  const field = instancePath.slice(1).replaceAll("/", ".");
  return `${field}${field && " "}${phraseOf(keyword, params, message)}`;
}

function phraseOf(keyword: string, params: object, message: string): string {
  const { allowedValues, limit, requiredProperties } = params as Record<string, unknown>;
  if (Array.isArray(allowedValues)) return `must be one of: ${allowedValues.join(", ")}`;
  if (Array.isArray(requiredProperties)) return `must have ${requiredProperties.join(", ")}`;
  if (keyword === "maxLength") return `must have at most ${limit} characters`;
  // A property that a closed object does not have.
  return keyword === "boolean" ? "is not known here" : message;
}
